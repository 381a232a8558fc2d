/** Asks before what was typed on a page, and is not saved, would be lost by leaving the page. */
import { useBlocker } from "@tanstack/react-router"
import { Discard } from "./Dialog.tsx"

export const Unsaved = ({ isEdited }: { readonly isEdited: boolean }) => {
  const blocker = useBlocker({ shouldBlockFn: () => true, enableBeforeUnload: isEdited, disabled: !isEdited, withResolver: true })
  return blocker.status === "blocked" ? <Discard onKeep={blocker.reset} onDiscard={blocker.proceed} /> : null
}

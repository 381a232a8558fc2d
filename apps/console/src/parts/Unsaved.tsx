/** Asks before what was typed on a page, and is not saved, would be lost by leaving the page. */
import { useBlocker } from "@tanstack/react-router"
import { Discard } from "./Dialog.tsx"

interface Props {
  readonly isEdited: boolean
  /** Saves before it asks. Resolves to whether all is saved, so that nothing is asked. */
  readonly save?: () => Promise<boolean>
}

export const Unsaved = ({ isEdited, save }: Props) => {
  const shouldBlockFn = async () => save === undefined || !await save()
  const blocker = useBlocker({ shouldBlockFn, enableBeforeUnload: isEdited, disabled: !isEdited, withResolver: true })
  return blocker.status === "blocked" ? <Discard onKeep={blocker.reset} onDiscard={blocker.proceed} /> : null
}

/** Asks before leaving a page would lose unsaved input. */
import { useBlocker } from "@tanstack/react-router"
import { Discard } from "./Dialog.tsx"

interface Props {
  readonly isEdited: boolean
  /** Saves first. If it resolves to true, everything is saved and no question is needed. */
  readonly save?: () => Promise<boolean>
}

export const Unsaved = ({ isEdited, save }: Props) => {
  const shouldBlockFn = async () => save === undefined || !await save()
  const blocker = useBlocker({ shouldBlockFn, enableBeforeUnload: isEdited, disabled: !isEdited, withResolver: true })
  return blocker.status === "blocked" ? <Discard onKeep={blocker.reset} onDiscard={blocker.proceed} /> : null
}

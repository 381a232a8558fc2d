/** A button for irreversible actions: the first press asks for confirmation, the second runs the action. */
import { type ReactNode, useState } from "react"
import { Button } from "./Action.tsx"

interface Props {
  readonly label: string
  readonly question: string
  readonly onConfirm: () => void
  readonly pending?: boolean
  /** The look before it asks. */
  readonly look?: "plain" | "quiet"
  readonly children: ReactNode
}

export const ConfirmButton = ({ children, label, look = "quiet", onConfirm, pending = false, question }: Props) => {
  const [isSure, setSure] = useState(false)
  const press = () => {
    if (isSure) onConfirm()
    setSure(!isSure)
  }
  return (
    <Button
      look={isSure ? "danger" : look}
      aria-label={isSure ? `${question} ${label}` : label}
      pending={pending}
      onBlur={() => setSure(false)}
      onClick={press}
    >
      {isSure ? question : children}
    </Button>
  )
}

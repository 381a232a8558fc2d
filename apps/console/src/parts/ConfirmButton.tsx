/** A button for what cannot be undone: the first press has it ask, the second does it. */
import { type ReactNode, useState } from "react"
import { Button } from "./Action.tsx"

interface Props {
  readonly label: string
  readonly question: string
  readonly onConfirm: () => void
  readonly pending?: boolean
  /** Before it asks. */
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

/** An explanation behind a “?”, which opens by a click, Enter or a tap. */
import type { ReactNode } from "react"
import { t } from "../language/text.tsx"

interface Props {
  readonly id: string
  /** The thing that is explained. */
  readonly about: string
  readonly children: ReactNode
}

export const Help = ({ about, children, id }: Props) => (
  <>
    <button type="button" className="help-button" popoverTarget={id} aria-label={t("Help")} title={about}>?</button>
    <p id={id} className="help" popover="auto">{children}</p>
  </>
)

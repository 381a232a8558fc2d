/** A row of the list of waiting work: the person, what it is about, and the actions. */
import type { ReactNode } from "react"
import { Avatar } from "../parts/Avatar.tsx"
import { ConfidentialMark } from "./job/ConfidentialMark.tsx"

interface RowProps {
  readonly person: { readonly id: string; readonly full_name: string }
  readonly link: ReactNode
  /** Undefined for a note on a candidate. */
  readonly job?: { readonly is_confidential: boolean } | undefined
  readonly about: ReactNode
  readonly side: ReactNode
}

export const WaitingRow = ({ about, job, link, person, side }: RowProps) => (
  <li className="job-row waiting-row">
    <Avatar person={person} isNamed={false} />
    <div className="list-main">
      <span>{link}{job === undefined ? null : <ConfidentialMark of={job} />}</span>
      <span className="hint">{about}</span>
    </div>
    <div className="list-side">{side}</div>
  </li>
)

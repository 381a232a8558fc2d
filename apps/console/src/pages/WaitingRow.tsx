/** A section of the to-do page, and its rows: the person, the subject, and the possible actions. */
import { Link, type LinkProps } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { Avatar } from "../parts/Avatar.tsx"
import { Part } from "../parts/Part.tsx"
import { ConfidentialMark } from "./job/ConfidentialMark.tsx"

interface PartProps<Entry> {
  readonly title: string
  readonly of: ReadonlyArray<Entry>
  readonly children: (entry: Entry) => ReactNode
}

/** Renders nothing if the section is empty. */
export const WaitingPart = <Entry extends object>({ children, of, title }: PartProps<Entry>) =>
  of.length === 0 ? null : (
    <Part title={title}>
      <ul className="list">{of.map(children)}</ul>
    </Part>
  )

interface RowProps {
  /** The application; without a job for a note on a candidate. */
  readonly of: {
    readonly candidate: { readonly id: string; readonly full_name: string }
    readonly job?: { readonly is_confidential: boolean }
  }
  /** The target of the name's link. */
  readonly to: Pick<LinkProps, "hash" | "params" | "search" | "to">
  readonly about: ReactNode
  /** The author, or the time since when it has waited. */
  readonly said: ReactNode
  /** The possible actions. */
  readonly children?: ReactNode
}

export const WaitingRow = ({ about, children, of: { candidate, job }, said, to }: RowProps) => {
  const hint = said === null ? null : <span className="hint">{said}</span>
  return (
    <li className="job-row waiting-row">
      <Avatar person={candidate} isNamed={false} />
      <div className="list-main">
        <span>
          <Link {...to} className="row-link">{candidate.full_name}</Link>
          {job === undefined ? null : <ConfidentialMark of={job} />}
        </span>
        <span className="hint">{about}</span>
      </div>
      <div className="list-side">
        {children === undefined ? hint : <span className="row row-inner">{hint}{children}</span>}
      </div>
    </li>
  )
}

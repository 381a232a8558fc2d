/** What became of an application, in lines: where it came from, where it went, and by whom. */
import type { HistoryEntry } from "@candor/client"
import type { ReactNode } from "react"
import { Ago, duration } from "../../parts/Time.tsx"

const said: { readonly [Change in HistoryEntry["change"]]: (entry: HistoryEntry) => ReactNode } = {
  applied: ({ stage }) => <>Added in <strong>{stage.name}</strong></>,
  moved: ({ stage }) => <>Moved to <strong>{stage.name}</strong></>,
  rejected: ({ rejection_reason }) => <><strong>Rejected</strong>{rejection_reason === null ? null : `: ${rejection_reason}`}</>,
  withdrawn: () => <><strong>Withdrawn</strong> by the candidate</>,
  hired: () => <strong>Hired</strong>,
  reopened: ({ stage }) => <>Active again in <strong>{stage.name}</strong></>
}

interface LineProps {
  readonly at: string
  readonly who?: string | undefined
  readonly children: ReactNode
}

/** One line of the timeline, with who did it and when. */
export const Line = ({ at, children, who }: LineProps) => (
  <li className="line">
    <span>{children}</span>
    <span className="hint">{who === undefined ? null : `${who}, `}<Ago at={at} /></span>
  </li>
)

export const MoveLine = ({ entry, who }: { readonly entry: HistoryEntry; readonly who: string | undefined }) => (
  <Line at={entry.entered_at} who={who}>
    {said[entry.change](entry)}
    {entry.left_at === null || entry.status !== "active" ? null : <span className="hint"> for {duration(entry.seconds)}</span>}
  </Line>
)

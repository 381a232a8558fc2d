/** The moves of an application as lines: from where, to where, and by whom. */
import type { HistoryEntry } from "@candor/client"
import type { ReactNode } from "react"
import { Rich, t } from "../../language/text.tsx"
import { Ago, duration } from "../../parts/Time.tsx"

const said: { readonly [Change in HistoryEntry["change"]]: (entry: HistoryEntry) => ReactNode } = {
  applied: ({ stage }) => <Rich text="Added in {stage}" values={{ stage: <strong>{stage.name}</strong> }} />,
  moved: ({ stage }) => <Rich text="Moved to {stage}" values={{ stage: <strong>{stage.name}</strong> }} />,
  rejected: ({ rejection_reason }) => (
    <>
      <strong>{t("Rejected")}</strong>
      {rejection_reason === null ? null : `: ${rejection_reason}`}
    </>
  ),
  withdrawn: () => <strong>{t("Withdrawn")}</strong>,
  hired: () => <strong>{t("Hired")}</strong>,
  reopened: ({ stage }) => <Rich text="Reopened in {stage}" values={{ stage: <strong>{stage.name}</strong> }} />
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
    <span className="hint">
      {who === undefined ? null : `${who}, `}
      <Ago at={at} />
    </span>
  </li>
)

export const MoveLine = ({ entry, who }: { readonly entry: HistoryEntry; readonly who: string | undefined }) => (
  <Line at={entry.entered_at} who={who}>
    {said[entry.change](entry)}
    {entry.left_at === null || entry.status !== "active"
      ? null
      : <span className="hint">{" "}{t("for {time}", { time: duration(entry.seconds) })}</span>}
  </Line>
)

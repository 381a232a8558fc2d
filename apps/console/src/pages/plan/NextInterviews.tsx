/** The planned interviews of an application's stage that are not scheduled yet, each with a way to schedule it. */
import type { PlannedForApplication } from "@candor/client"
import { useMemberNames } from "../../api/memberNames.ts"
import { t } from "../../language/text.tsx"
import { Button } from "../../parts/Action.tsx"
import { Badge } from "../../parts/Page.tsx"
import { heldBy } from "./plan.ts"

interface Props {
  readonly application: string
  readonly plan: ReadonlyArray<PlannedForApplication>
  /** Undefined if nothing can be scheduled. */
  readonly onSchedule: ((planned: PlannedForApplication) => void) | undefined
}

/** The id of the list, which a notice links to. */
export const idOfNext = (application: string): string => `next-${application}`

export const NextInterviews = ({ application, onSchedule, plan }: Props) => {
  const names = useMemberNames()
  const missing = plan.filter(({ status }) => status !== "made")
  if (missing.length === 0) return null
  return (
    <ul
      className="entries next-interviews"
      id={idOfNext(application)}
      tabIndex={-1}
      aria-label={t("Planned interviews")}
    >
      {missing.map((one, at) => {
        const { holders, planned_interview: planned, status } = one
        const said = { title: planned.title, minutes: planned.minutes, people: heldBy(planned, names) }
        const loads = holders.map(({ held, member_id }) =>
          t("{name}: {n}", { name: names.get(member_id) ?? "…", n: held })
        ).join(", ")
        return (
          <li key={planned.id} className="entry-item">
            <div className="row">
              <p className="when">
                {at === 0
                  ? t("Next: {title}, {minutes} min, {people}", said)
                  : t("Then: {title}, {minutes} min, {people}", said)}
              </p>
              {status === "offered" ? <Badge tone="warning">{t("In a scheduling link")}</Badge> : null}
              {onSchedule === undefined
                ? null
                : (
                  <Button
                    look="quiet"
                    aria-label={t("Schedule {title}", { title: planned.title })}
                    onClick={() => onSchedule(one)}
                  >
                    {t("Schedule")}
                  </Button>
                )}
            </div>
            {holders.length < 2
              ? null
              : <p className="hint">{t("Interviews in the last four weeks and ahead: {loads}", { loads })}</p>}
          </li>
        )
      })}
    </ul>
  )
}

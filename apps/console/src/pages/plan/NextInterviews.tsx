/**
 * The planned interviews of an application's stage that are not scheduled yet, each with a way to schedule it; and what
 * a notice says of them after the application has moved there.
 */
import type { PlannedForApplication } from "@candor/client"
import { useMemberNames } from "../../api/memberNames.ts"
import { t } from "../../language/text.tsx"
import { Button } from "../../parts/Action.tsx"
import type { Offer } from "../../parts/Notice.tsx"
import { Badge } from "../../parts/Page.tsx"
import { heldBy, loadPlan } from "./plan.ts"

interface Props {
  readonly application: string
  readonly plan: ReadonlyArray<PlannedForApplication>
  /** Undefined if nothing can be scheduled. */
  readonly onSchedule: ((planned: PlannedForApplication) => void) | undefined
}

/** The id of the list, which a notice links to. */
const idOfNext = (application: string): string => `next-${application}`

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

interface Moved {
  readonly id: string
  readonly stage_id: string
  readonly status: string
}

/** Scrolls to the planned interviews of an application, as soon as the page shows them. */
const show = (id: string, attempts = 60): void => {
  const list = document.getElementById(idOfNext(id))
  list?.scrollIntoView({ block: "center" })
  list?.focus()
  if (list === null && attempts > 0) requestAnimationFrame(() => show(id, attempts - 1))
}

/**
 * Replaces the notice of a move when the plan is loaded, if it has interviews to schedule. `open` opens the
 * application.
 */
export const offerPlan = async (
  moved: Moved,
  text: string,
  tell: (text: string, more: Offer["more"]) => void,
  open: () => void = () => {}
): Promise<void> => {
  const missing = moved.status === "active" ? (await loadPlan(moved)).filter(({ status }) => status === "open") : []
  if (missing.length === 0) return
  const titles = missing.map(({ planned_interview: { title } }) => title).join(", ")
  tell(
    `${text} ${
      t("{n, plural, one {An interview is} other {# interviews are}} planned here: {titles}.", {
        n: missing.length,
        titles
      })
    }`,
    {
      label: t("Show interviews"),
      run: () => {
        open()
        show(moved.id)
      }
    }
  )
}

/** The number of free times of a scheduling link, and why it has no more. */
import type { SchedulingObstacle } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { useMemberNames } from "../../api/memberNames.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { msg, t } from "../../language/text.tsx"
import { choicesOf } from "../../parts/choicesOf.ts"
import { Badge, Show } from "../../parts/Page.tsx"
import { Ago } from "../../parts/Time.tsx"
import { HoursInUtc } from "../UseOwnZone.tsx"

const reasons = choicesOf<SchedulingObstacle["reason"]>({
  hours: msg("Working hours"),
  busy: msg("Other interviews"),
  calendar: msg("Their calendar"),
  holiday: msg("Public holidays"),
  day_limit: msg("Interviews a day"),
  week_limit: msg("Interviews a week"),
  candidate: msg("The candidate's other interviews"),
  lead_time: msg("Earliest start"),
  buffer_before: msg("Buffer before"),
  buffer_after: msg("Buffer after")
})

export const TimesOfLink = ({ id }: { readonly id: string }) => {
  const names = useMemberNames()
  const loaded = useLoaded(["scheduling_link", "why", id], async (signal) => {
    const [{ calendars, total }, { is_complete, obstacles }] = await Promise.all([
      candor.schedulingLinks.times(id, { signal }),
      candor.schedulingLinks.obstacles(id, { signal })
    ])
    return { calendars, total, is_complete, obstacles }
  })
  return (
    <Show of={loaded}>
      {({ calendars, is_complete, obstacles, total }) => (
        <>
          <HoursInUtc />
          <p>{t("The candidate can choose from {n, plural, one {# time} other {# times}}.", { n: total })}</p>
          {calendars.map(({ is_stale, member_id, read_at }, at) => (
            <p key={`${member_id} ${at}`} className="hint">
              {t("Calendar of {name}:", { name: names.get(member_id) ?? "…" })}{" "}
              {read_at === null ? t("Not read yet") : (
                <>
                  {t("Last read")} <Ago at={read_at} />
                </>
              )} {is_stale ? <Badge tone="warning">{t("Out of date")}</Badge> : null}
            </p>
          ))}
          {obstacles.length === 0 ? null : (
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">{t("Setting")}</th>
                  <th scope="col">{t("Who")}</th>
                  <th scope="col">{t("More times without it")}</th>
                </tr>
              </thead>
              <tbody>
                {obstacles.map(({ member_id, reason, removes }) => (
                  <tr key={`${reason} ${member_id}`}>
                    <td>{reasons.name(reason)}</td>
                    <td>{member_id === null ? t("Everyone") : names.get(member_id) ?? "…"}</td>
                    <td>{removes}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          {is_complete
            ? null
            : (
              <p className="hint">
                {t(
                  "There are too many times to look at all of them: there may be more without a setting than it says here."
                )}
              </p>
            )}
        </>
      )}
    </Show>
  )
}

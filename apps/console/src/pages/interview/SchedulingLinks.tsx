/** The scheduling links of an application, and why a link has no more times. */
import type { SchedulingLink, SchedulingObstacle } from "@candor/client"
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { useMemberNames } from "../../api/memberNames.ts"
import { partStaleTime } from "../../api/queries.ts"
import { reloadChanged } from "../../api/store.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { msg, t } from "../../language/text.tsx"
import { Button, Problem, useAction } from "../../parts/Action.tsx"
import { choicesOf } from "../../parts/choicesOf.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { Facts } from "../../parts/Facts.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { Badge, Show, type Tone } from "../../parts/Page.tsx"
import { Ago } from "../../parts/Time.tsx"
import { HoursInUtc } from "../UseOwnZone.tsx"

const statuses = choicesOf<SchedulingLink["status"]>({
  open: msg("Waiting for the candidate"),
  booked: msg("Booked by the candidate"),
  revoked: msg("Canceled by us"),
  closed: msg("Link closed")
})

const tones: { readonly [S in SchedulingLink["status"]]: Tone } = {
  open: "warning",
  booked: "good",
  revoked: "neutral",
  closed: "neutral"
}

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

export const useSchedulingLinks = (id: string) =>
  useLoaded(
    ["scheduling_link", id],
    async (signal) =>
      (await candor.schedulingLinks.list({ application_id: id, limit: 50 }, { signal })).scheduling_links,
    partStaleTime
  )

/** Reloads scheduling links, and the planned interviews of applications. */
export const reloadLinks = () => ["scheduling_link", "planned_interview"].forEach((noun) => void reloadChanged([noun]))

export const OneLink = ({ link, mayDecide }: { readonly link: SchedulingLink; readonly mayDecide: boolean }) => {
  const { cancel_reason, choices, id, meetings, proposal, status } = link
  const names = useMemberNames()
  const tell = useNotice()
  const [isAsking, setAsking] = useState(false)
  const copy = useAction(async () => {
    await navigator.clipboard.writeText((await candor.schedulingLinks.address(id)).url)
    tell(t("Link copied"), { about: id })
  })
  const close = useAction(() => candor.schedulingLinks.close(id).then(reloadLinks))
  const shown = [
    [t("Interviews"), meetings.map(({ title }) => title).join(", ")],
    [
      t("Chosen"),
      status === "booked" ?
        choices.flat().filter(({ is_chosen }) => is_chosen).map(({ held, member_id }) =>
          t("{name} ({n, plural, one {# interview} other {# interviews}} in four weeks)", {
            name: names.get(member_id) ?? "…",
            n: held
          })
        ).join(", ") :
        null
    ],
    [t("Proposed times"), proposal],
    [t("Reason for canceling"), cancel_reason]
  ] as const
  return (
    <li className="entry-item">
      <div className="row">
        <h3>{t("Scheduling link")}</h3>
        <Badge tone={tones[status]}>{statuses.name(status)}</Badge>
      </div>
      <Facts facts={shown} />
      {mayDecide && status !== "closed"
        ? (
          <div className="buttons">
            <Button look="quiet" pending={copy.pending} onClick={() => copy.run()}>{t("Copy link")}</Button>
            <Button look="quiet" onClick={() => setAsking(true)}>{t("Check free times")}</Button>
            <Button look="quiet" pending={close.pending} onClick={() => close.run()}>{t("Close link")}</Button>
          </div>
        )
        : null}
      <Problem text={copy.error ?? close.error} />
      {isAsking
        ? (
          <Dialog title={t("Free times")} onClose={() => setAsking(false)}>
            <HoursInUtc />
            <Why id={id} />
          </Dialog>
        )
        : null}
    </li>
  )
}

const Why = ({ id }: { readonly id: string }) => {
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

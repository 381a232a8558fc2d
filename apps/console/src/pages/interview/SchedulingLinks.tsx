/** The scheduling links of an application. */
import type { SchedulingLink } from "@candor/client"
import { lazy, Suspense, useState } from "react"
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
import { Badge, type Tone } from "../../parts/Page.tsx"

const TimesOfLink = lazy(() => import("./TimesOfLink.tsx").then(({ TimesOfLink }) => ({ default: TimesOfLink })))

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
            <Suspense>
              <TimesOfLink id={id} />
            </Suspense>
          </Dialog>
        )
        : null}
    </li>
  )
}

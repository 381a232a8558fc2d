/** The interviews of a week: a list for each day, which a wide screen shows as columns of hours. */
import type { ApplicationListItem, Interview } from "@candor/client"
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { type CSSProperties, lazy, Suspense, useId, useState } from "react"
import { candor } from "../../api/Client.ts"
import { useMemberLabels, useMemberNames } from "../../api/memberNames.ts"
import { feedStaleTime } from "../../api/queries.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { t } from "../../language/text.tsx"
import { Button } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Select } from "../../parts/Fields.tsx"
import { Page, Show } from "../../parts/Page.tsx"
import { useMay, useSession } from "../../session/CurrentSession.tsx"
import { ChooseApplication } from "../mail/ChooseApplication.tsx"
import { clockOf, dayOf, ownZone, shortDayOf, whenOf } from "./interviews.ts"
import { MovedInterviews } from "./MovedInterviews.tsx"
import { beginsAt, later, mondayOf, type Placed, placed, startOf, today } from "./week.ts"
import { pixelsOfHour } from "./weekPlaces.ts"

const InterviewDialog = lazy(() =>
  import("./InterviewDialog.tsx").then(({ InterviewDialog }) => ({ default: InterviewDialog }))
)

/** The interviews of a week that a person shows at most. */
const maxShown = 1000

const loadWeek = async (
  monday: string,
  member: string | undefined,
  signal: AbortSignal
): Promise<ReadonlyArray<Interview>> => {
  const span = {
    from: startOf(monday),
    to: startOf(later(monday, 7)),
    limit: 100,
    ...(member === undefined ? {} : { member_id: member })
  }
  const interviews: Array<Interview> = []
  for await (const interview of candor.interviews.all(span, { signal })) {
    if (interviews.push(interview) === maxShown) break
  }
  return interviews.filter(({ status }) => status !== "cancelled")
}

/** The hours that a week shows at least, and with them those that it needs. */
const [morning, evening] = [8, 18] as const

export const WeekPage = () => {
  const { member, week } = useSearch({ from: "/interviews" })
  const navigate = useNavigate({ from: "/interviews" })
  const { user } = useSession()
  const mayChange = useMay("write")
  const labels = useMemberLabels()
  const monday = mondayOf(week)
  const days = Array.from({ length: 7 }, (_, at) => later(monday, at))
  const interviews = useLoaded(
    ["interview", "week", monday, member ?? ""],
    (signal) => loadWeek(monday, member, signal),
    feedStaleTime
  )
  const go = (to: string) =>
    navigate({ search: { member, week: to === mondayOf() ? undefined : to }, resetScroll: false })
  const others = [...labels].filter(([id]) => id !== user.id).toSorted(([, one], [, other]) => one.localeCompare(other))
  return (
    <Page
      wide
      title={t("Interviews")}
      actions={
        <div className="row week-actions">
          <Select
            label={t("Held by")}
            value={member ?? ""}
            onChange={({ target }) =>
              navigate({ search: { week, member: target.value || undefined }, replace: true, resetScroll: false })}
            options={[["", t("Everyone")], [user.id, t("Me")], ...others]}
          />
          {mayChange ? <Schedule /> : null}
          <Button onClick={() => go(later(monday, -7))}>{t("Previous week")}</Button>
          <Button onClick={() => go(mondayOf())}>{t("This week")}</Button>
          <Button onClick={() => go(later(monday, 7))}>{t("Next week")}</Button>
        </div>
      }
      lead={t("{from} – {to}. Times in {zone}.", {
        from: dayOf(Date.parse(`${monday}T00:00:00Z`)),
        to: dayOf(Date.parse(`${days[6]!}T00:00:00Z`)),
        zone: ownZone()
      })}
    >
      {mayChange ? <MovedInterviews /> : null}
      <Show of={interviews}>{(interviews) => <Week days={days} interviews={interviews} />}</Show>
    </Page>
  )
}

/** Schedules an interview after the user has chosen an application. */
const Schedule = () => {
  const [step, setStep] = useState<"choose" | ApplicationListItem>()
  const close = () => setStep(undefined)
  return (
    <>
      <Button look="primary" onClick={() => setStep("choose")}>{t("Schedule interview")}</Button>
      {step === "choose"
        ? (
          <Dialog title={t("Choose an application")} onClose={close}>
            <ChooseApplication onlyActive suggested={[]} pending={false} onChoose={setStep} />
          </Dialog>
        )
        : null}
      {typeof step === "object"
        ? (
          <Suspense>
            <InterviewDialog application={step} purpose="new" onClose={close} />
          </Suspense>
        )
        : null}
    </>
  )
}

const Week = (
  { days, interviews }: { readonly days: ReadonlyArray<string>; readonly interviews: ReadonlyArray<Interview> }
) => {
  const ofDays = days.map((day) => [day, placed(day, interviews)] as const)
  const all = ofDays.flatMap(([, placed]) => placed)
  const first = Math.min(morning, ...all.map(({ from }) => Math.floor(from / 60)))
  const last = Math.max(evening, ...all.map(({ to }) => Math.ceil(to / 60)))
  const style = { "--hours": last - first, "--hour": `${pixelsOfHour(all)}px` } as CSSProperties
  return (
    <>
      {interviews.length === 0
        ? <p className="hint">{t("No interviews this week.")}</p>
        : null}
      <div className="week" style={style}>
        <ol className="hours" aria-hidden="true">
          {Array.from({ length: last - first }, (_, at) => <li key={at}>{clockOf((first + at) * 3_600_000)}</li>)}
        </ol>
        {ofDays.map(([day, placed]) => <Day key={day} day={day} placed={placed} first={first} />)}
      </div>
    </>
  )
}

const Day = (
  { day, first, placed }: { readonly day: string; readonly first: number; readonly placed: ReadonlyArray<Placed> }
) => {
  const heading = useId()
  return (
    <section
      className={`day${day === today() ? " today" : ""}${placed.length === 0 ? " free" : ""}`}
      aria-labelledby={heading}
    >
      <h2 id={heading} {...(day === today() ? { "aria-current": "date" as const } : {})}>
        {shortDayOf(Date.parse(`${day}T00:00:00Z`))}
      </h2>
      <ol>{placed.map((one) => <Entry key={one.interview.id} {...one} first={first} />)}</ol>
    </section>
  )
}

const Entry = ({ column, columns, first, from, interview, isRow, to }: Placed & { readonly first: number }) => {
  const names = useMemberNames()
  const { application: { candidate, id }, interviewers, status, title } = interview
  const style = {
    "--from": from / 60 - first,
    "--length": (to - from) / 60,
    "--column": column,
    "--columns": columns
  } as CSSProperties
  return (
    <li className={`week-entry ${status}${isRow ? " one-line" : ""}`} style={style}>
      <Link to="/applications/$id" params={{ id }} hash={interview.id} title={whenOf(interview)}>
        <strong>{candidate.full_name}</strong>
        <span>{clockOf(beginsAt(interview))} {title}</span>
        <span className="hint">{interviewers.map(({ member_id }) => names.get(member_id) ?? "…").join(", ")}</span>
      </Link>
    </li>
  )
}

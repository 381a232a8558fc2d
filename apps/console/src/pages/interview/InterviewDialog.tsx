/**
 * Schedules an interview, moves it, or changes its details. While a time is chosen, a dry run shows what the server
 * makes of it: the zone's offset, and whether an interviewer is busy.
 */
import type { Interview, InterviewDraft, PlannedForApplication } from "@candor/client"
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { changesOf, expecting } from "../../api/changesOf.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { type Opened, useOpened } from "../../api/useOpened.ts"
import { t } from "../../language/text.tsx"
import { Form, useAction } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Select, Switch, TextArea, TextField } from "../../parts/Fields.tsx"
import { Loading } from "../../parts/Loading.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { Show } from "../../parts/Page.tsx"
import { ZoneField } from "../../parts/ZoneField.tsx"
import { useDebounced } from "../../parts/useDebounced.ts"
import type { Application } from "../application/Application.ts"
import { useWhyUnsent } from "../mail/mails.ts"
import { ScorecardFields } from "../scorecard/ScorecardFields.tsx"
import { FreeTimes } from "./FreeTimes.tsx"
import { busyText, DaysOf, Interviewers } from "./Interviewers.tsx"
import {
  clocksOf,
  ifUnchanged,
  joinTeam,
  kinds,
  missingLink,
  offsetOf,
  ownZone,
  type PossibleInterviewer,
  reloadInterviews,
  useInterviews,
  usePossibleInterviewers,
  whenOf
} from "./interviews.ts"
import { overlapping, useDay } from "./useDay.ts"

type Purpose = "new" | "move" | "edit"

interface Props {
  readonly application: Pick<Application, "id"> & {
    readonly job: Pick<Application["job"], "id" | "title">
    readonly stage?: { readonly name: string }
  }
  /** The interview to move or change. */
  readonly interview?: Interview | undefined
  readonly purpose: Purpose
  /** The planned interview to schedule. */
  readonly planned?: PlannedForApplication | undefined
  readonly onClose: () => void
}

export const InterviewDialog = (props: Props) => {
  const members = usePossibleInterviewers(props.application.job.id)
  const titles = {
    new: t("Schedule interview"),
    move: props.interview?.starts_at === null ? t("Schedule interview") : t("Reschedule interview"),
    edit: t("Edit interview")
  }
  return (
    <Dialog title={titles[props.purpose]} onClose={props.onClose}>
      {members === undefined ? <Loading /> : props.interview === undefined
        ? <Fields {...props} opened={nothing} members={members} />
        : <Existing {...props} id={props.interview.id} members={members} />}
    </Dialog>
  )
}

const nothing = { value: undefined, etag: undefined }

/** Loads the interview as it is when the dialog opens. */
const Existing = (
  { id, ...props }: Props & { readonly id: string; readonly members: ReadonlyArray<PossibleInterviewer> }
) => {
  const opened = useOpened(
    ["interview", "one", id],
    (signal) => candor.interviews.get(id, { signal }),
    ({ interview }) => interview
  )
  return <Show of={opened}>{(opened) => <Fields {...props} opened={opened} />}</Show>
}

interface Edited extends Omit<Props, "interview"> {
  readonly opened: Opened<Interview | undefined>
}

const fieldsOf = ({ opened: { value: interview }, planned }: Edited) => {
  const said = interview ?? planned?.planned_interview
  return {
    title: said?.title ?? t("Interview"),
    kind: said?.kind ?? "video",
    date: interview?.local_start?.slice(0, 10) ?? "",
    time: interview?.local_start?.slice(11) ?? "",
    minutes: String(said?.minutes ?? 60),
    time_zone: interview?.time_zone ?? ownZone(),
    location: said?.location ?? "",
    link: said?.link ?? "",
    candidate_instructions: said?.candidate_instructions ?? "",
    interviewer_instructions: said?.interviewer_instructions ?? "",
    tells_candidate: interview?.tells_candidate === false ? "no" : "yes",
    scorecard_template_id: said?.scorecard_template_id ?? "",
    focus_attribute_ids: said?.focus_attribute_ids ?? [],
    reason: "",
    override_reason: interview?.override_reason ?? ""
  }
}
type Values = ReturnType<typeof fieldsOf>

const timeOf = ({ date, minutes, time, time_zone }: Values) =>
  date === "" || time === "" || time_zone === ""
    ? undefined
    : { local_start: `${date}T${time}`, time_zone, minutes: Number(minutes) }

/** Returns the request for each purpose, and its dry run. */
const requestOf = (
  { application, opened: { etag, value: interview }, planned, purpose }: Edited,
  values: Values,
  chosen: ReadonlyArray<string>,
  override_reason: string,
  isOver = false
) => {
  const { candidate_instructions, interviewer_instructions, kind, link, location, minutes, reason, title } = values
  const interviewers = chosen.map((member_id) => ({ member_id }))
  const said = {
    title,
    kind: kinds.of(kind) ?? "other",
    location: location || null,
    link: link || null,
    candidate_instructions: candidate_instructions || null,
    interviewer_instructions: interviewer_instructions || null,
    interviewers,
    tells_candidate: values.tells_candidate === "yes" && !isOver,
    override_reason: override_reason || null
  }
  const time = timeOf(values)
  const asked = {
    scorecard_template_id: values.scorecard_template_id || null,
    focus_attribute_ids: values.focus_attribute_ids
  }
  const changes = changesOf({ ...said, ...asked }, {
    ...interview,
    interviewers: interview?.interviewers.map(({ member_id }) => ({ member_id }))
  })
  return (options: { readonly dryRun?: boolean; readonly signal?: AbortSignal } = {}) =>
    interview === undefined
      ? candor.interviews.create(
        application.id,
        {
          ...said,
          ...asked,
          ...planned === undefined ? {} : { planned_interview_id: planned.planned_interview.id },
          ...time ?? { minutes: Number(minutes) }
        } satisfies InterviewDraft,
        options
      )
      : purpose === "move"
      ? candor.interviews.reschedule(
        interview.id,
        { ...time, reason, override_reason },
        options.dryRun === true || etag === undefined ? options : { ...options, ifMatch: etag }
      )
      : candor.interviews.update(interview.id, changes, { ...options, ...expecting(changes, etag) })
}

/**
 * Returns the server's dry run of the chosen time: null without a time, or if the server refuses it for another reason.
 * An override reason makes the server return overlapping times too.
 */
const usePlanned = (props: Edited, values: Values, chosen: ReadonlyArray<string>): Interview | undefined => {
  const { opened: { value: interview }, purpose } = props
  const asked = useDebounced(JSON.stringify([purpose === "edit" ? interview?.starts_at : timeOf(values), chosen]))
  const { value } = useLoaded(["interview-plan", interview?.id ?? props.application.id, asked], async (signal) => {
    const hasTime = purpose === "edit" ? interview?.starts_at !== null : timeOf(values) !== undefined
    if (!hasTime) return null
    const send = requestOf(props, { ...values, title: values.title || "-", link: "" }, chosen, "?")
    return send({ dryRun: true, signal }).then(({ interview }) => interview, () => null)
  })
  return value ?? undefined
}

const Fields = (props: Edited & { readonly members: ReadonlyArray<PossibleInterviewer> }) => {
  const { application: { job }, members, onClose, opened: { value: interview }, planned: ofPlan, purpose } = props
  const tell = useNotice()
  const whyUnsent = useWhyUnsent()
  const [values, setValues] = useState(() => fieldsOf(props))
  const [chosen, setChosen] = useState<ReadonlyArray<string>>(() =>
    (interview?.interviewers ?? ofPlan?.holders.filter(({ is_suggested }) => is_suggested) ?? []).map(({ member_id }) =>
      member_id
    )
  )
  const planned = usePlanned(props, values, chosen)
  const day = useDay(planned, chosen, interview?.id)
  const overlaps = planned !== undefined && planned.override_reason !== null
  const isOver = purpose === "new" && planned?.ends_at != null && Date.parse(planned.ends_at) <= Date.now()
  const { value: ofCandidate = [] } = useInterviews(props.application.id)
  const meanwhile = ofCandidate.filter((one) =>
    one.id !== interview?.id && !["to_schedule", "invited", "cancelled"].includes(one.status) &&
    one.starts_at! < (planned?.ends_at ?? "") && one.ends_at! > (planned?.starts_at ?? "")
  )
  const field = (name: Exclude<keyof Values, "focus_attribute_ids">) => ({
    name,
    value: values[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      setValues({ ...values, [name]: target.value })
  })
  const action = useAction(async (_: FormData) => {
    await joinTeam(
      job.id,
      members,
      chosen.filter((id) => interview?.interviewers.every(({ member_id }) => member_id !== id) !== false)
    )
    const { interview: saved } = await requestOf(
      props,
      values,
      chosen,
      overlaps ? values.override_reason : "",
      isOver
    )()
    reloadInterviews()
    const isMove = purpose === "move" && interview?.starts_at != null
    tell(
      saved.starts_at === null
        ? t("Interview saved")
        : isMove
        ? t("Interview rescheduled")
        : purpose === "edit"
        ? t("Interview saved")
        : t("Interview scheduled"),
      {
        about: saved.id,
        ...(isMove
          ? {
            undo: () =>
              ifUnchanged(
                saved,
                ({ ifMatch }) => candor.interviews.reschedule(saved.id, backTo(interview), { ifMatch })
              )
          }
          : {})
      }
    )
    onClose()
  })
  const hasTime = purpose !== "edit"
  const hasDetails = purpose !== "move"
  return (
    <Form
      action={action}
      submit={purpose === "edit"
        ? t("Save")
        : purpose === "move" && interview?.starts_at != null
        ? t("Reschedule")
        : t("Schedule interview")}
      className="interview-form"
    >
      {hasDetails
        ? (
          <div className="field-row">
            <TextField label={t("Title")} required maxLength={200} {...field("title")} />
            <Select label={t("Type")} options={kinds.options} {...field("kind")} />
          </div>
        )
        : null}
      {hasTime
        ? (
          <>
            <div className="field-row">
              <TextField
                label={t("Date")}
                type="date"
                required={purpose === "move"}
                {...field("date")}
                {...(purpose === "new" ? { hint: t("Leave empty to schedule later.") } : {})}
              />
              <TextField label={t("Time")} type="time" required={values.date !== ""} {...field("time")} />
              <TextField label={t("Minutes")} type="number" required min={5} max={720} step={5} {...field("minutes")} />
            </div>
            <ZoneField
              label={t("Time zone")}
              present={values.time_zone}
              onChange={(time_zone) => setValues({ ...values, time_zone })}
            />
          </>
        )
        : null}
      {planned === undefined ? null : <p role="status" className="planned">{whenOf(planned)}</p>}
      {isOver
        ? (
          <p className="hint warning">
            {t("This time has passed. The interview is recorded without inviting the candidate.")}
          </p>
        )
        : null}
      {purpose !== "move"
        ? <Interviewers members={members} chosen={chosen} planned={planned} day={day} onChange={setChosen} />
        : planned === undefined
        ? null
        : <DaysOf members={members} chosen={chosen} planned={planned} day={day} />}
      {hasTime
        ? (
          <FreeTimes
            application={props.application.id}
            chosen={chosen}
            minutes={values.minutes}
            zone={values.time_zone}
            onChoose={(time) => setValues({ ...values, ...time })}
          />
        )
        : null}
      {planned !== undefined && chosen.length === 0
        ? <p className="hint warning">{t("Nobody is chosen: no one is invited to hold it or asked for feedback.")}</p>
        : null}
      {overlaps
        ? (
          <div role="alert">
            <div className="problem">
              <p>{t("An interviewer or the candidate is busy at this time.")}</p>
              <ul>
                {meanwhile.map((one) => (
                  <li key={one.id}>
                    {t("Candidate: {clocks} {title}", { clocks: clocksOf(one, offsetOf(planned)), title: one.title })}
                  </li>
                ))}
                {overlapping(day, planned).map((busy) => (
                  <li key={`${busy.member_id} ${busy.by} ${busy.starts_at}`}>
                    {members.find(({ id }) => id === busy.member_id)?.label}: {busyText(busy, planned)}
                  </li>
                ))}
              </ul>
            </div>
            <TextField label={t("Reason to book anyway")} required maxLength={500} {...field("override_reason")} />
          </div>
        )
        : null}
      {purpose === "move" && interview?.starts_at != null
        ? (
          <TextField
            label={t("Reason (optional)")}
            hint={t("Interviewers read it in their email. The candidate doesn't.")}
            maxLength={500}
            {...field("reason")}
          />
        )
        : null}
      {hasDetails
        ? (
          <>
            <Switch
              label={t("Invite the candidate by email")}
              hint={whyUnsent}
              checked={values.tells_candidate === "yes" && !isOver}
              disabled={isOver}
              onChange={({ target }) => setValues({ ...values, tells_candidate: target.checked ? "yes" : "no" })}
            />
            <ScorecardFields
              template={values.scorecard_template_id}
              focus={values.focus_attribute_ids}
              onChange={(scorecard_template_id, focus_attribute_ids) =>
                setValues({ ...values, scorecard_template_id, focus_attribute_ids })}
            />
            <TextField label={t("Location (optional)")} maxLength={500} {...field("location")} />
            <TextField
              label={t("Link to the call (optional)")}
              hint={values.tells_candidate === "yes" && !isOver ? missingLink(values) : undefined}
              maxLength={2000}
              {...field("link")}
            />
            <TextArea
              label={t("Instructions for the candidate (optional)")}
              rows={2}
              maxLength={5000}
              {...field("candidate_instructions")}
            />
            <TextArea
              label={t("Notes for interviewers (optional)")}
              rows={2}
              maxLength={5000}
              hint={t("The candidate never sees these.")}
              {...field("interviewer_instructions")}
            />
          </>
        )
        : null}
    </Form>
  )
}

/** Returns the request that restores an interview's former time. */
const backTo = ({ minutes, override_reason, starts_at, time_zone }: Interview) => ({
  starts_at: starts_at!,
  time_zone: time_zone!,
  minutes,
  override_reason
})

/**
 * Makes a scheduling link, and starts the mail that sends it to the candidate, or offers to copy it where the person may
 * not write mails. Free members of the hiring team hold the interviews.
 */
import type { PlannedForApplication, PlannedInterview } from "@candor/client"
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { t } from "../../language/text.tsx"
import { Button, Form, useAction } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { TextField } from "../../parts/Fields.tsx"
import { Loading } from "../../parts/Loading.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { useMay, useSession } from "../../session/CurrentSession.tsx"
import type { Application } from "../application/Application.ts"
import { useMailAccount, whyUnsent } from "../mail/mails.ts"
import type { Composer } from "../mail/useLetter.ts"
import { HeldBy, PassOn, requiredOf } from "../plan/HeldBy.tsx"
import { HoursInUtc } from "../UseOwnZone.tsx"
import { ScorecardFields } from "../scorecard/ScorecardFields.tsx"
import { Interviewers } from "./Interviewers.tsx"
import { loadLinkLetter } from "./linkLetter.ts"
import { joinTeam, missingLink, ownZone, type PossibleInterviewer, usePossibleInterviewers } from "./interviews.ts"
import { reloadLinks } from "./SchedulingLinks.tsx"
import { noDay } from "./useDay.ts"

const maxMeetings = 6

/** What a meeting is that is made from no planned interview. */
const videoCall = { kind: "video", location: null, candidate_instructions: null }

interface Props {
  readonly application: Pick<Application, "id" | "job" | "candidate">
  readonly composer: Composer
  /** The planned interviews of the application's stage. */
  readonly plan: ReadonlyArray<PlannedForApplication>
  readonly onClose: () => void
}

interface Meeting {
  readonly title: string
  readonly minutes: string
  readonly chosen: ReadonlyArray<string>
  /** How many of the chosen members hold it, or all of them. */
  readonly required: string
  /** The scorecard template; empty if there is none. */
  readonly template: string
  readonly focus: ReadonlyArray<string>
  /** The URL of the call; empty if there is none yet. */
  readonly link: string
  /** The planned interview that this meeting is for. */
  readonly planned?: PlannedInterview
}

/** Makes the meeting for a planned interview, with those of its members who can hold it. */
const meetingOf = ({ holders, planned_interview: planned }: PlannedForApplication): Meeting => ({
  title: planned.title,
  minutes: String(planned.minutes),
  chosen: holders.map(({ member_id }) => member_id),
  required: String(planned.needed ?? "all"),
  template: planned.scorecard_template_id ?? "",
  focus: planned.focus_attribute_ids,
  link: planned.link ?? "",
  planned
})

/** Returns the other texts of a planned interview. */
const saidOf = ({ candidate_instructions, id, interviewer_instructions, kind, location }: PlannedInterview) => ({
  candidate_instructions,
  interviewer_instructions,
  kind,
  location,
  planned_interview_id: id
})

export const SchedulingLinkDialog = (props: Props) => {
  const members = usePossibleInterviewers(props.application.job.id)
  return (
    <Dialog title={t("Send scheduling link")} onClose={props.onClose}>
      {members === undefined ? <Loading /> : <Fields {...props} members={members} />}
    </Dialog>
  )
}

const Fields = (
  { application, composer, members, onClose, plan }: Props & { readonly members: ReadonlyArray<PossibleInterviewer> }
) => {
  const { id, job } = application
  const tell = useNotice()
  const { value: account } = useMailAccount()
  const mayWrite = useMay("write")
  const isSetUp = account === undefined || whyUnsent(account) === undefined
  const fresh: Meeting = {
    title: t("Interview"),
    minutes: "60",
    chosen: members.filter(({ isInTeam, sees }) => isInTeam && sees).map(({ id }) => id),
    required: "1",
    template: "",
    focus: [],
    link: ""
  }
  const [meetings, setMeetings] = useState<ReadonlyArray<Meeting>>(() => {
    const planned = plan.filter(({ status }) => status === "open").slice(0, maxMeetings).map(meetingOf)
    return planned.length === 0 ? [fresh] : planned
  })
  const put = (at: number, changes: Partial<Meeting>) =>
    setMeetings(meetings.map((meeting, index) => index === at ? { ...meeting, ...changes } : meeting))
  const { user } = useSession()
  const action = useAction(async (form: FormData) => {
    if (meetings.some(({ chosen }) => chosen.length === 0))
      throw new Error(t("Choose at least one interviewer for each interview."))
    // Loaded before the link is made: a failure afterwards would leave a link that nobody sends.
    const [fill, { candidate: { full_name, given_name } }] = await Promise.all([
      loadLinkLetter(job.id),
      candor.candidates.get(application.candidate.id)
    ])
    await joinTeam(job.id, members, meetings.flatMap(({ chosen }) => chosen))
    const number = (name: string) => Number(form.get(name))
    const { url } = await candor.schedulingLinks.create(id, {
      meetings: meetings.map(({ chosen, focus, link, minutes, planned, required, template, title }) => ({
        ...planned === undefined ? {} : saidOf(planned),
        title,
        link: link || null,
        minutes: Number(minutes),
        member_ids: chosen,
        required: requiredOf({ chosen, required }),
        scorecard_template_id: template || null,
        focus_attribute_ids: focus
      })),
      time_zone: ownZone(),
      lead_minutes: number("lead_hours") * 60,
      horizon_days: number("horizon_days"),
      buffer_before_minutes: number("buffer"),
      buffer_after_minutes: number("buffer"),
      replaces_declined: form.has("replaces_declined")
    })
    reloadLinks()
    onClose()
    if (!mayWrite || !isSetUp) {
      const text = mayWrite
        ? t("Scheduling link created. Email isn't set up: copy the link and send it yourself.")
        : t("Scheduling link created. Copy the link and send it yourself.")
      tell(text, { more: { label: t("Copy link"), run: () => void navigator.clipboard.writeText(url) } })
      return
    }
    composer.restore({
      ...fill({ job: job.title, name: given_name ?? full_name, sender: user.full_name, url }),
      files: []
    })
  })
  return (
    <Form
      action={action}
      submit={mayWrite && isSetUp ? t("Create link and write email") : t("Create link")}
      className="interview-form"
    >
      <HoursInUtc />
      {meetings.map((meeting, at) => (
        <fieldset key={at} className="meeting">
          <legend>{t("Interview {n}", { n: at + 1 })}</legend>
          <div className="field-row">
            <TextField
              label={t("Title")}
              required
              maxLength={200}
              value={meeting.title}
              onChange={({ target }) => put(at, { title: target.value })}
            />
            <TextField
              label={t("Minutes")}
              type="number"
              required
              min={5}
              max={720}
              step={5}
              value={meeting.minutes}
              onChange={({ target }) => put(at, { minutes: target.value })}
            />
          </div>
          <TextField
            label={t("Link to the call (optional)")}
            hint={missingLink({ ...videoCall, ...meeting.planned, link: meeting.link })}
            maxLength={2000}
            value={meeting.link}
            onChange={({ target }) => put(at, { link: target.value })}
          />
          <HeldBy
            chosen={meeting.chosen}
            required={meeting.required}
            onChange={(required) => put(at, { required })}
          />
          <Interviewers
            members={members}
            chosen={meeting.chosen}
            planned={undefined}
            day={noDay}
            onChange={(chosen) => put(at, { chosen })}
          />
          <ScorecardFields
            template={meeting.template}
            focus={meeting.focus}
            onChange={(template, focus) => put(at, { template, focus })}
          />
          {meetings.length > 1
            ? (
              <Button look="quiet" onClick={() => setMeetings(meetings.filter((_, index) => index !== at))}>
                {t("Remove interview {n}", { n: at + 1 })}
              </Button>
            )
            : null}
        </fieldset>
      ))}
      {meetings.length < maxMeetings
        ? <Button look="quiet" onClick={() => setMeetings([...meetings, fresh])}>{t("Add another interview")}</Button>
        : null}
      <div className="field-row">
        <TextField
          label={t("Earliest start (hours from now)")}
          name="lead_hours"
          type="number"
          required
          min={0}
          max={720}
          defaultValue="4"
        />
        <TextField
          label={t("Days ahead")}
          name="horizon_days"
          type="number"
          required
          min={1}
          max={90}
          defaultValue="14"
        />
        <TextField
          label={t("Buffer (minutes)")}
          name="buffer"
          type="number"
          required
          min={0}
          max={240}
          defaultValue="0"
        />
      </div>
      <PassOn
        defaultChecked={plan.every(({ planned_interview, status }) =>
          status !== "open" || planned_interview.replaces_declined
        )}
      />
    </Form>
  )
}

/** The interviews of an application. */
import type { Interview, PlannedForApplication } from "@candor/client"
import { Link } from "@tanstack/react-router"
import { lazy, Suspense, useRef, useState } from "react"
import { candor } from "../../api/Client.ts"
import { useMemberNames } from "../../api/memberNames.ts"
import { t } from "../../language/text.tsx"
import { Button, Form, Problem, textOf, useAction } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Facts } from "../../parts/Facts.tsx"
import { TextField } from "../../parts/Fields.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { Badge, type Tone } from "../../parts/Page.tsx"
import { Part } from "../../parts/Part.tsx"
import { useMayDecide, useSession } from "../../session/CurrentSession.tsx"
import { useCommands } from "../../shell/commands.ts"
import type { Application } from "../application/Application.ts"
import { useLinked } from "../application/useLinked.ts"
import type { Composer } from "../mail/useLetter.ts"
import { useWhyUnsent } from "../mail/mails.ts"
import { NextInterviews } from "../plan/NextInterviews.tsx"
import { usePlan } from "../plan/plan.ts"
import { Replacement } from "../plan/Replacement.tsx"
import { ScorecardsLine } from "../scorecard/ScorecardsLine.tsx"
import { Answers, ownAnswer } from "./Answers.tsx"
import { InterviewsToCome } from "./InterviewsToCome.tsx"
import { Proposals } from "./Proposals.tsx"
import { OneLink, useSchedulingLinks } from "./SchedulingLinks.tsx"
import { ifUnchanged, kinds, reloadInterviews, responses, statuses, useInterviews, whenOf } from "./interviews.ts"

const InterviewDialog = lazy(() =>
  import("./InterviewDialog.tsx").then(({ InterviewDialog }) => ({ default: InterviewDialog }))
)
const SchedulingLinkDialog = lazy(() =>
  import("./SchedulingLinkDialog.tsx").then(({ SchedulingLinkDialog }) => ({ default: SchedulingLinkDialog }))
)

interface Props {
  readonly application: Application
  /** Whether interviews can be added: the server refuses them for an anonymized person. */
  readonly mayAdd: boolean
  readonly composer: Composer
}

export const InterviewsPart = ({ application, composer, mayAdd }: Props) => {
  const mayDecide = useMayDecide(application.job.id)
  const maySchedule = mayAdd && mayDecide && application.status === "active"
  const [isScheduling, setScheduling] = useState<boolean | PlannedForApplication>(false)
  const [isSending, setSending] = useState(false)
  const { value: plan = [] } = usePlan(application)
  const { value: links = [] } = useSchedulingLinks(application.id)
  const { value: interviews = [] } = useInterviews(application.id)
  useCommands(
    maySchedule
      ? [{ name: t("Schedule interview"), icon: "calendar", run: () => setScheduling(true) }, {
        name: t("Send scheduling link"),
        icon: "calendar",
        run: () => setSending(true)
      }]
      : []
  )
  if (interviews.length === 0 && links.length === 0 && plan.length === 0 && !maySchedule) return null
  return (
    <Part
      title={t("Interviews")}
      side={maySchedule
        ? (
          <span className="buttons">
            <Button
              look="quiet"
              onClick={() => setSending(true)}
            >
              {t("Send scheduling link")}
            </Button>
            <Button look="quiet" onClick={() => setScheduling(true)}>{t("Schedule interview")}</Button>
          </span>
        )
        : null}
    >
      {application.status === "active" ? null : <InterviewsToCome application={application.id} />}
      <ScorecardsLine application={application.id} interviews={interviews} />
      <NextInterviews
        application={application.id}
        plan={application.status === "active" ? plan : []}
        onSchedule={maySchedule ? setScheduling : undefined}
      />
      <ul className="entries">
        {interviews.map((interview) => (
          <OneInterview key={interview.id} application={application} interview={interview} mayDecide={mayDecide} />
        ))}
        {links.map((link) => <OneLink key={link.id} link={link} mayDecide={mayDecide} />)}
      </ul>
      <Suspense>
        {isSending
          ? (
            <SchedulingLinkDialog
              application={application}
              composer={composer}
              plan={plan}
              onClose={() => setSending(false)}
            />
          )
          : null}
        {isScheduling !== false
          ? (
            <InterviewDialog
              application={application}
              purpose="new"
              planned={isScheduling === true ? undefined : isScheduling}
              onClose={() => setScheduling(false)}
            />
          )
          : null}
      </Suspense>
    </Part>
  )
}

const tones: { readonly [S in Interview["status"]]: Tone } = {
  to_schedule: "warning",
  invited: "warning",
  scheduled: "accent",
  awaiting_feedback: "warning",
  complete: "good",
  cancelled: "neutral",
  no_show: "bad"
}

interface OneProps {
  readonly application: Pick<Application, "id" | "job">
  readonly interview: Interview
  readonly mayDecide: boolean
}

type Opened = "move" | "edit" | "cancel"

export const OneInterview = ({ application, interview, mayDecide }: OneProps) => {
  const {
    cancel_reason,
    candidate_instructions,
    changed_by,
    decline_reasons,
    id,
    interviewer_instructions,
    interviewers,
    kind,
    link,
    location,
    override_reason,
    reschedule_reason,
    status,
    title
  } = interview
  const names = useMemberNames()
  const tell = useNotice()
  const [opened, setOpened] = useState<Opened>()
  const { user } = useSession()
  const answer = ownAnswer(interview, user.id)
  const hasBegun = interview.starts_at !== null && Date.parse(interview.starts_at) <= Date.now()
  const isOpen = !["complete", "cancelled", "no_show"].includes(status)
  const end = useAction(async (send: () => Promise<{ readonly interview: Interview }>, said: string) => {
    const { interview } = await send()
    reloadInterviews()
    tell(said, {
      about: id,
      undo: () => ifUnchanged(interview, ({ ifMatch }) => candor.interviews.reopen(id, { ifMatch }))
    })
  })
  const reopen = useAction(() => candor.interviews.reopen(id).then(reloadInterviews))
  const close = () => setOpened(undefined)
  const entry = useRef<HTMLLIElement>(null)
  const isLinked = useLinked(id, entry)
  const isUnsent = useWhyUnsent() !== undefined
  const answerOf = (response: Interview["candidate_response"]) =>
    isUnsent && response === "needs_action" ? t("Invitation not sent") : responses.name(response)
  const facts = [
    [
      t("Interviewers"),
      interviewers.map(({ member_id, response }) => {
        const name = names.get(member_id) ?? "…"
        return status === "cancelled" ? name : `${name} (${answerOf(response)})`
      }).join(", ")
    ],
    [
      t("Candidate"),
      interview.tells_candidate && interview.starts_at !== null && status !== "cancelled"
        ? answerOf(interview.candidate_response)
        : null
    ],
    [t("Location"), location],
    [t("Link"), link === null ? null : <a href={link} rel="noreferrer" target="_blank">{link}</a>],
    [t("For the candidate"), candidate_instructions],
    [t("For interviewers"), interviewer_instructions],
    [
      t("Reasons for declining"),
      decline_reasons.map(({ member_id, reason }) => `${names.get(member_id) ?? "…"}: ${reason}`).join(", ")
    ],
    [t("Double-booked"), override_reason],
    [t("Rescheduled"), reschedule_reason],
    [
      t("Canceled by"),
      status !== "cancelled" || changed_by === null
        ? null
        : changed_by.member_id === null
        ? interview.application.candidate.full_name
        : names.get(changed_by.member_id) ?? "…"
    ],
    [t("Reason for canceling"), cancel_reason]
  ] as const
  return (
    <li ref={entry} id={id} tabIndex={-1} className={isLinked ? "entry-item linked" : "entry-item"}>
      <div className="row">
        <h3>
          <Link to="/interviews/$id" params={{ id }}>{title}</Link>
        </h3>
        <Badge tone={tones[status]}>{statuses.name(status)}</Badge>
      </div>
      <p className="when">
        {whenOf(interview) ?? t("No time yet")} <span className="hint">{kinds.name(kind)}</span>
      </p>
      <Facts facts={facts} />
      <Proposals interview={interview} mayDecide={mayDecide} />
      {mayDecide && status === "scheduled" && interview.planned_interview_id !== null &&
          interviewers.some(({ response }) => response === "declined")
        ? <Replacement interview={interview} />
        : null}
      {answer === undefined ? null : <Answers id={id} name={title} present={answer} />}
      {mayDecide
        ? (
          <div className="buttons">
            {isOpen
              ? (
                <Button look="quiet" onClick={() => setOpened("move")}>
                  {interview.starts_at === null ? t("Schedule interview") : t("Reschedule")}
                </Button>
              )
              : null}
            <Button look="quiet" onClick={() => setOpened("edit")}>{t("Edit")}</Button>
            {(status === "scheduled" || status === "awaiting_feedback") && hasBegun
              ? (
                <>
                  <Button
                    look="quiet"
                    onClick={() => end.run(() => candor.interviews.complete(id), t("Interview marked as complete"))}
                  >
                    {t("Mark as complete")}
                  </Button>
                  <Button
                    look="quiet"
                    onClick={() => end.run(() => candor.interviews.miss(id), t("Interview marked as no-show"))}
                  >
                    {t("Mark as no-show")}
                  </Button>
                </>
              )
              : null}
            {isOpen
              ? <Button look="quiet" onClick={() => setOpened("cancel")}>{t("Cancel interview")}</Button>
              : <Button look="quiet" pending={reopen.pending} onClick={() => reopen.run()}>{t("Reopen")}</Button>}
          </div>
        )
        : null}
      <Problem text={end.error ?? reopen.error} />
      {opened === "move" || opened === "edit"
        ? (
          <Suspense>
            <InterviewDialog application={application} interview={interview} purpose={opened} onClose={close} />
          </Suspense>
        )
        : null}
      {opened === "cancel"
        ? (
          <CancelDialog
            interview={interview}
            onCancel={(reason) => end.run(() => candor.interviews.cancel(id, { reason }), t("Interview canceled"))}
            onClose={close}
          />
        )
        : null}
    </li>
  )
}

interface CancelProps {
  readonly interview: Interview
  readonly onCancel: (reason: string) => Promise<boolean>
  readonly onClose: () => void
}

const CancelDialog = ({ interview: { title }, onCancel, onClose }: CancelProps) => {
  const action = useAction(async (form: FormData) => {
    onClose()
    await onCancel(textOf(form, "reason"))
  })
  return (
    <Dialog title={t("Cancel {title}?", { title })} onClose={onClose}>
      <Form action={action} submit={t("Cancel interview")} cancel={t("Keep interview")} look="danger">
        <TextField
          label={t("Reason (optional)")}
          hint={t("Interviewers read it in their email. The candidate doesn't.")}
          name="reason"
          maxLength={500}
        />
      </Form>
    </Dialog>
  )
}

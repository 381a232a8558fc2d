/**
 * Lists what waits for the signed-in person: replies, new applicants, bounced mails, requests for erasure, notes that
 * mention them, requested feedback and scorecards, and applicants whom nobody has answered.
 */
import type {
  AskedErasure as Asking,
  FeedbackRequest,
  Mention,
  UnansweredApplication,
  WaitingMail,
  WaitingScorecard
} from "@candor/client"
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { lazy, Suspense } from "react"
import { quoted, Rich, t } from "../language/text.tsx"
import { Button, Problem } from "../parts/Action.tsx"
import { Empty, Page, Show } from "../parts/Page.tsx"
import { TodaysInterviews } from "./interview/TodaysInterviews.tsx"
import { Part } from "../parts/Part.tsx"
import { Tabs } from "../parts/Tabs.tsx"
import { Ago, duration, secondsSince } from "../parts/Time.tsx"
import { ErasureAnswers } from "./candidate/ErasureRequest.tsx"
import { StorageNotice } from "./FileStorage.tsx"
import { useMay } from "../session/CurrentSession.tsx"
import { useMarkDone } from "./mail/mails.ts"
import { useWaiting } from "./useWaiting.ts"
import { WaitingPart, WaitingRow as Row } from "./WaitingRow.tsx"
import { Cancelled, Declined, Invited, Proposed, Withdrawn } from "./WaitingInterviews.tsx"
import { daysOfWaiting } from "./views.ts"
import { useIsWithoutTeam, WithoutTeam } from "./WithoutTeam.tsx"

const FirstSteps = lazy(() => import("./FirstSteps.tsx").then(({ FirstSteps }) => ({ default: FirstSteps })))

export const Waiting = () => {
  const { days = "" } = useSearch({ from: "/waiting" })
  const navigate = useNavigate({ from: "/waiting" })
  const waiting = useWaiting(days)
  if (useIsWithoutTeam())
    return (
      <Page title={t("To do")}>
        <WithoutTeam />
      </Page>
    )
  return (
    <Page title={t("To do")}>
      <Show of={waiting}>
        {(
          {
            cancelled_interviews,
            declined_interviews,
            erasure_requests,
            feedback_requests,
            invitations,
            mentions,
            new_applications,
            proposed_times,
            replies,
            scorecards,
            storage,
            unanswered,
            undelivered,
            withdrawals
          }
        ) => (
          <>
            <Suspense>
              <FirstSteps />
            </Suspense>
            {storage === null ? null : <StorageNotice storage={storage} />}
            <WaitingPart title={t("Replies")} of={replies}>
              {(mail) => <Reply key={mail.message_id} mail={mail} />}
            </WaitingPart>
            <TodaysInterviews />
            <WaitingPart title={t("Invitations to answer")} of={invitations}>
              {(one) => <Invited key={one.interview.id} invitation={one} />}
            </WaitingPart>
            <WaitingPart title={t("Proposed times")} of={proposed_times}>
              {(one) => <Proposed key={`${one.application.id} ${one.member_id} ${one.proposed_at}`} proposed={one} />}
            </WaitingPart>
            <WaitingPart title={t("Interviews canceled by candidates")} of={cancelled_interviews}>
              {(one) => <Cancelled key={one.scheduling_link_id} cancelled={one} />}
            </WaitingPart>
            <WaitingPart title={t("Withdrawn applications")} of={withdrawals}>
              {(one) => <Withdrawn key={`${one.application.id} ${one.withdrawn_at}`} withdrawn={one} />}
            </WaitingPart>
            <WaitingPart title={t("Interviewers who declined")} of={declined_interviews}>
              {(one) => <Declined key={one.interview.id} declined={one} />}
            </WaitingPart>
            <WaitingPart title={t("Scorecards due")} of={scorecards}>
              {(one) => <DueScorecard key={one.interview.id} scorecard={one} />}
            </WaitingPart>
            <WaitingPart title={t("Emails that didn't arrive")} of={undelivered}>
              {(mail) => <Reply key={mail.message_id} mail={mail} />}
            </WaitingPart>
            <WaitingPart title={t("Deletion requests")} of={erasure_requests}>
              {(request) => <AskedErasure key={request.candidate.id} request={request} />}
            </WaitingPart>
            <WaitingPart title={t("Notes that mention you")} of={mentions}>
              {(mention) => <Mentioned key={mention.note_id} mention={mention} />}
            </WaitingPart>
            <Part title={t("Feedback requests")}>
              {feedback_requests.length === 0
                ? (
                  <Empty title={t("No feedback requests")}>
                    <p>{t("When a colleague asks for your feedback on an application, it appears here.")}</p>
                  </Empty>
                )
                : (
                  <ul className="list">
                    {feedback_requests.map((request) => <Asked key={request.id} request={request} />)}
                  </ul>
                )}
            </Part>
            <Part
              title={t("Applicants waiting for review")}
              side={
                <Tabs
                  label={t("Waiting at least")}
                  tabs={daysOfWaiting}
                  value={days}
                  onChange={(days) =>
                    navigate({ search: { days: days || undefined }, replace: true, resetScroll: false })}
                />
              }
            >
              {unanswered.length === 0
                ? (
                  <Empty title={t("No one is waiting")}>
                    <p>{t("Applicants who stay longer than this in the first stage of an open job appear here.")}</p>
                    <Link to="/jobs">{t("Go to jobs")}</Link>
                  </Empty>
                )
                : (
                  <ul className="list">
                    {unanswered.map((application) => <Unanswered key={application.id} application={application} />)}
                  </ul>
                )}
            </Part>
            <WaitingPart title={t("New applicants since yesterday")} of={new_applications}>
              {(application) => <Arrived key={application.id} application={application} />}
            </WaitingPart>
          </>
        )}
      </Show>
    </Page>
  )
}

/** A reply, or a mail that did not arrive. Links to the mail on the page of its application. */
const Reply = ({ mail: { application, created_at, excerpt, failure, message_id } }: { readonly mail: WaitingMail }) => {
  const { candidate: { full_name: name }, id, job } = application
  const mayWrite = useMay("write")
  const done = useMarkDone()
  return (
    <Row
      of={application}
      to={{
        to: "/applications/$id",
        params: { id },
        ...(failure === null ? { search: { reply: message_id } } : { hash: message_id })
      }}
      about={
        <>
          {t("{job}: “{message}”", { job: job.title, message: failure ?? excerpt })}
          <Problem text={done.error} />
        </>
      }
      said={<Ago at={created_at} />}
    >
      {mayWrite
        ? (
          <Button
            look="quiet"
            pending={done.pending}
            aria-label={t("Mark as done: {name}", { name })}
            onClick={() => done.run({ id: message_id })}
          >
            {t("Mark as done")}
          </Button>
        )
        : null}
    </Row>
  )
}

const onBoard = ({ id, job }: UnansweredApplication) =>
  ({ to: "/jobs/$id", params: { id: job.id }, search: { application: id } }) as const

const Arrived = ({ application }: { readonly application: UnansweredApplication }) => (
  <Row
    of={application}
    to={onBoard(application)}
    about={application.job.title}
    said={<Ago at={application.entered_at} />}
  />
)

const AskedErasure = ({ request }: { readonly request: Asking }) => (
  <Row
    of={{ candidate: request.candidate }}
    to={{ to: "/candidates/$id", params: { id: request.candidate.id } }}
    about={<Rich text="requested {time}" values={{ time: <Ago at={request.requested_at} /> }} />}
    said={null}
  >
    <ErasureAnswers person={request.candidate} isNamed />
  </Row>
)

/** The linked page marks the mention as seen. */
const Mentioned = (
  { mention: { application, author, candidate, created_at, excerpt, note_id } }: { readonly mention: Mention }
) => (
  <Row
    of={{ candidate, ...(application === null ? {} : { job: application.job }) }}
    to={{
      ...(application === null
        ? { to: "/candidates/$id", params: { id: candidate.id } }
        : { to: "/applications/$id", params: { id: application.id } }),
      hash: note_id
    }}
    about={application === null
      ? quoted(excerpt)
      : t("{job}: “{message}”", { job: application.job.title, message: excerpt })}
    said={
      <Rich text="{name} mentioned you {time}" values={{ name: author.full_name, time: <Ago at={created_at} /> }} />
    }
  />
)

const Asked = ({ request: { application, author, created_at, message } }: { readonly request: FeedbackRequest }) => (
  <Row
    of={application}
    to={{ to: "/applications/$id", params: { id: application.id }, search: { open: "feedback" } }}
    about={message === null
      ? application.job.title
      : t("{job}: “{message}”", { job: application.job.title, message })}
    said={<Rich text="{name} asked {time}" values={{ name: author.full_name, time: <Ago at={created_at} /> }} />}
  />
)

const DueScorecard = ({ scorecard: { application, interview } }: { readonly scorecard: WaitingScorecard }) => (
  <Row
    of={application}
    to={{ to: "/interviews/$id", params: { id: interview.id } }}
    about={t("{job}: {title}", { job: application.job.title, title: interview.title })}
    said={interview.starts_at === null ? null : <Ago at={interview.starts_at} />}
  />
)

const Unanswered = ({ application }: { readonly application: UnansweredApplication }) => (
  <Row
    of={application}
    to={onBoard(application)}
    about={application.job.title}
    said={t("{time} in {stage}", {
      time: duration(secondsSince(application.entered_at)),
      stage: application.stage.name
    })}
  />
)

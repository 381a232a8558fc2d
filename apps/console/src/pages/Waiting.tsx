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
import { Rich, t } from "../language/text.tsx"
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
import { WaitingRow as Row } from "./WaitingRow.tsx"
import { Declined, Invited, Proposed, Withdrawn } from "./WaitingInterviews.tsx"
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
            {replies.length === 0 ? null : (
              <Part title={t("Replies")}>
                <ul className="list">{replies.map((mail) => <Reply key={mail.message_id} mail={mail} />)}</ul>
              </Part>
            )}
            <TodaysInterviews />
            {invitations.length === 0 ? null : (
              <Part title={t("Invitations to answer")}>
                <ul className="list">
                  {invitations.map((one) => <Invited key={one.interview.id} invitation={one} />)}
                </ul>
              </Part>
            )}
            {proposed_times.length === 0 ? null : (
              <Part title={t("Proposed times")}>
                <ul className="list">
                  {proposed_times.map((one) => (
                    <Proposed key={`${one.application.id} ${one.member_id} ${one.proposed_at}`} proposed={one} />
                  ))}
                </ul>
              </Part>
            )}
            {withdrawals.length === 0 ? null : (
              <Part title={t("Withdrawn applications")}>
                <ul className="list">
                  {withdrawals.map((one) => (
                    <Withdrawn key={`${one.application.id} ${one.withdrawn_at}`} withdrawn={one} />
                  ))}
                </ul>
              </Part>
            )}
            {declined_interviews.length === 0 ? null : (
              <Part title={t("Interviewers who declined")}>
                <ul className="list">
                  {declined_interviews.map((one) => <Declined key={one.interview.id} declined={one} />)}
                </ul>
              </Part>
            )}
            {scorecards.length === 0 ? null : (
              <Part title={t("Scorecards due")}>
                <ul className="list">
                  {scorecards.map((one) => <DueScorecard key={one.interview.id} scorecard={one} />)}
                </ul>
              </Part>
            )}
            {undelivered.length === 0 ? null : (
              <Part title={t("Emails that didn't arrive")}>
                <ul className="list">{undelivered.map((mail) => <Reply key={mail.message_id} mail={mail} />)}</ul>
              </Part>
            )}
            {erasure_requests.length === 0 ? null : (
              <Part title={t("Deletion requests")}>
                <ul className="list">
                  {erasure_requests.map((request) => <AskedErasure key={request.candidate.id} request={request} />)}
                </ul>
              </Part>
            )}
            {mentions.length === 0 ? null : (
              <Part title={t("Notes that mention you")}>
                <ul className="list">
                  {mentions.map((mention) => <Mentioned key={mention.note_id} mention={mention} />)}
                </ul>
              </Part>
            )}
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
            {new_applications.length === 0 ? null : (
              <Part title={t("New applicants since yesterday")}>
                <ul className="list">
                  {new_applications.map((application) => <Arrived key={application.id} application={application} />)}
                </ul>
              </Part>
            )}
          </>
        )}
      </Show>
    </Page>
  )
}

/** A reply, or a mail that did not arrive. Links to the mail on the page of its application. */
const Reply = (
  { mail: { application: { candidate, id, job }, created_at, excerpt, failure, message_id } }: {
    readonly mail: WaitingMail
  }
) => {
  const mayWrite = useMay("write")
  const done = useMarkDone()
  return (
    <Row
      person={candidate}
      link={
        <Link
          to="/applications/$id"
          params={{ id }}
          {...(failure === null ? { search: { reply: message_id } } : { hash: message_id })}
          className="row-link"
        >
          {candidate.full_name}
        </Link>
      }
      job={job}
      about={
        <>
          {t("{job}: “{message}”", { job: job.title, message: failure ?? excerpt })}
          <Problem text={done.error} />
        </>
      }
      side={
        <span className="row row-inner">
          <span className="hint">
            <Ago at={created_at} />
          </span>
          {mayWrite
            ? (
              <Button
                look="quiet"
                pending={done.pending}
                aria-label={t("Mark as done: {name}", { name: candidate.full_name })}
                onClick={() => done.run({ id: message_id })}
              >
                {t("Mark as done")}
              </Button>
            )
            : null}
        </span>
      }
    />
  )
}

const Arrived = (
  { application: { candidate, entered_at, id, job } }: { readonly application: UnansweredApplication }
) => (
  <Row
    person={candidate}
    link={
      <Link to="/jobs/$id" params={{ id: job.id }} search={{ application: id }} className="row-link">
        {candidate.full_name}
      </Link>
    }
    job={job}
    about={job.title}
    side={
      <span className="hint">
        <Ago at={entered_at} />
      </span>
    }
  />
)

const AskedErasure = ({ request: { candidate, requested_at } }: { readonly request: Asking }) => (
  <Row
    person={candidate}
    link={<Link to="/candidates/$id" params={{ id: candidate.id }} className="row-link">{candidate.full_name}</Link>}
    about={<Rich text="requested {time}" values={{ time: <Ago at={requested_at} /> }} />}
    side={
      <span className="row row-inner">
        <ErasureAnswers person={candidate} isNamed />
      </span>
    }
  />
)

/** The linked page marks the mention as seen. */
const Mentioned = (
  { mention: { application, author, candidate, created_at, excerpt, note_id } }: { readonly mention: Mention }
) => (
  <Row
    person={candidate}
    link={application === null
      ? (
        <Link to="/candidates/$id" params={{ id: candidate.id }} hash={note_id} className="row-link">
          {candidate.full_name}
        </Link>
      )
      : (
        <Link to="/applications/$id" params={{ id: application.id }} hash={note_id} className="row-link">
          {candidate.full_name}
        </Link>
      )}
    job={application?.job}
    about={application === null
      ? `“${excerpt}”`
      : t("{job}: “{message}”", { job: application.job.title, message: excerpt })}
    side={
      <span className="hint">
        <Rich text="{name} mentioned you {time}" values={{ name: author.full_name, time: <Ago at={created_at} /> }} />
      </span>
    }
  />
)

const Asked = (
  { request: { application: { candidate, id, job }, author, created_at, message } }: {
    readonly request: FeedbackRequest
  }
) => (
  <Row
    person={candidate}
    link={
      <Link to="/applications/$id" params={{ id }} search={{ open: "feedback" }} className="row-link">
        {candidate.full_name}
      </Link>
    }
    job={job}
    about={message === null ? job.title : t("{job}: “{message}”", { job: job.title, message })}
    side={
      <span className="hint">
        <Rich text="{name} asked {time}" values={{ name: author.full_name, time: <Ago at={created_at} /> }} />
      </span>
    }
  />
)

const DueScorecard = (
  { scorecard: { application: { candidate, job }, interview: { id, starts_at, title } } }: {
    readonly scorecard: WaitingScorecard
  }
) => (
  <Row
    person={candidate}
    link={<Link to="/interviews/$id" params={{ id }} className="row-link">{candidate.full_name}</Link>}
    job={job}
    about={t("{job}: {title}", { job: job.title, title })}
    side={starts_at === null ? null : (
      <span className="hint">
        <Ago at={starts_at} />
      </span>
    )}
  />
)

const Unanswered = (
  { application: { candidate, entered_at, id, job, stage } }: { readonly application: UnansweredApplication }
) => (
  <Row
    person={candidate}
    link={
      <Link to="/jobs/$id" params={{ id: job.id }} search={{ application: id }} className="row-link">
        {candidate.full_name}
      </Link>
    }
    job={job}
    about={job.title}
    side={
      <span className="hint">
        {t("{time} in {stage}", { time: duration(secondsSince(entered_at)), stage: stage.name })}
      </span>
    }
  />
)

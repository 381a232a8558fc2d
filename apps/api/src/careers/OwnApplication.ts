/** Lets applicants see, withdraw or erase their submission, by the reference that they got for it. */
import type { Worker } from "@candor/domain/access/Actor"
import { Applications } from "@candor/domain/application/Applications"
import { withdraw as withdrawApplication } from "@candor/domain/application/Lifecycle"
import { Boards } from "@candor/domain/board/Boards"
import { requestErasure } from "@candor/domain/candidate/Candidate"
import { Candidates } from "@candor/domain/candidate/Candidates"
import { Interviews } from "@candor/domain/interview/Interviews"
import { cancel } from "@candor/domain/interview/Scheduling"
import type { JobState } from "@candor/domain/job/Job"
import type { ApplicationId } from "@candor/domain/Id"
import { Jobs } from "@candor/domain/job/Jobs"
import { Messages } from "@candor/domain/mail/Messages"
import { Organizations } from "@candor/domain/organization/Organizations"
import { SchedulingLinks } from "@candor/domain/scheduling/SchedulingLinks"
import { inReview, standingOf } from "@candor/domain/submission/Standing"
import { remove, requestWithdrawal, type StoredSubmission } from "@candor/domain/submission/Submission"
import { Submissions } from "@candor/domain/submission/Submissions"
import { withdrawnAt } from "@candor/domain/submission/Withdrawal"
import { now } from "@candor/domain/Timestamp"
import { Effect, Option } from "effect"
import { CurrentRequest } from "../request/CurrentRequest.ts"
import type { Outcome } from "./OwnPages.ts"
import { References } from "@candor/background/submission/References"

/** The actor that carries out an applicant's requests, as named in events and in the audit log. */
const worker = "applicant"

/** Finds a submission; none if the reference is forged, or the submission was deleted. */
export const find = Effect.fnUntraced(function*(reference: string) {
  const referred = yield* (yield* References).parse(reference)
  if (Option.isNone(referred)) return Option.none()
  const { id, organization_id } = referred.value
  const submission = yield* Effect.option((yield* Submissions).get(organization_id, id))
  return Option.map(submission, (submission) => ({ organization_id, submission }))
})

export interface Own {
  readonly organization_id: Worker["organization_id"]
  readonly submission: StoredSubmission
}

/** Returns the job that was applied for, and the organization's board. */
export const appliedTo = Effect.fnUntraced(function*({ organization_id, submission: { job_id } }: Own) {
  return {
    job: yield* (yield* Jobs).get(organization_id, job_id),
    organization: yield* (yield* Organizations).get(organization_id),
    board: yield* (yield* Boards).get(organization_id)
  }
})

const by = (organization_id: Worker["organization_id"]) =>
  Effect.map(CurrentRequest, ({ id }): Worker => ({ organization_id, worker, request_id: id }))

/** Entries of a history that are read, to find when it began and when the application was withdrawn. */
const maxEntries = 100

/** Scheduling links that the page shows. */
const maxLinks = 50

/**
 * Returns the status of the application as far as the applicant may know it, and when they withdrew it or asked for
 * that.
 */
export const progress = Effect.fnUntraced(function*({ organization_id, submission }: Own, stages: JobState["stages"]) {
  const { application_id, withdrawal_requested_at } = submission
  const history = application_id === null
    ? { items: [], pagination: { limit: 0, offset: 0, has_more: false } }
    : yield* (yield* Applications).history(organization_id, application_id, { limit: maxEntries, offset: 0 })
  const isAlone = application_id !== null &&
    (yield* (yield* Submissions).ofApplication(organization_id, application_id)).length === 1
  const letter = application_id !== null && history.items[0]?.status === "rejected"
    ? yield* (yield* Messages).rejection(organization_id, application_id)
    : null
  return {
    withdrawn_at: withdrawal_requested_at ?? withdrawnAt(submission, { history, isAlone }),
    standing: standingOf({ submission, history, isAlone, stages, letter }, yield* now)
  }
}, Effect.catchTag("ApplicationNotFound", () => Effect.succeed({ withdrawn_at: null, standing: inReview })))

/**
 * Returns the upcoming interviews that the candidate has been told about, in their order, and the scheduling links that
 * are open or by which one of these interviews was booked, newest first.
 */
export const appointments = Effect.fnUntraced(function*({ organization_id, submission: { application_id } }: Own) {
  if (application_id === null) return { interviews: [], links: [] }
  const toCome = yield* (yield* Interviews).toCome(organization_id, application_id)
  const interviews = toCome.filter(({ status, tells_candidate }) => status === "scheduled" && tells_candidate)
  const links = yield* (yield* SchedulingLinks).list(organization_id, { application_id }, {
    limit: maxLinks,
    offset: 0
  })
  const references = yield* References
  const shown = links.items.flatMap(({ id, interview_ids, status }) => {
    const isBooked = interviews.some((interview) => interview_ids.includes(interview.id))
    return status === "open" || status === "booked" && isBooked ? [{ id, isBooked }] : []
  })
  return {
    interviews,
    links: yield* Effect.forEach(
      shown,
      ({ id, isBooked }) =>
        Effect.map(references.formatLink({ organization_id, id }), (reference) => ({ reference, isBooked }))
    )
  }
})

/** Cancels the upcoming interviews. The interviewers are notified. */
const cancelInterviews = Effect.fnUntraced(
  function*(worker: Worker, application_id: ApplicationId, reason: string) {
    const interviews = yield* Interviews
    yield* Effect.forEach(
      yield* interviews.toCome(worker.organization_id, application_id),
      ({ id }) =>
        interviews.modify(worker, id, () => ({}), (interview, _, context) => cancel(interview, { reason }, context))
          .pipe(
            // An interview that is over or deleted in the meantime stays as it is.
            Effect.catchTag(["InterviewNotFound", "TransitionRefused"], () => Effect.void)
          )
    )
  }
)

/**
 * Withdraws the application that this submission made, and first cancels its interviews unless the person is hired, so
 * that a retry after a failure still withdraws. If the application has other submissions, it is not withdrawn: the
 * organization is told of the request, and the sender sees the same words. Anybody can apply with somebody else's
 * address.
 */
const withdraw = Effect.fnUntraced(
  function*({ organization_id, submission: { application_id, id, made_application } }: Own, reason: string) {
    const submissions = yield* Submissions
    if (application_id === null) return "closed" as const
    const worker = yield* by(organization_id)
    const isAlone = made_application && (yield* submissions.ofApplication(organization_id, application_id)).length === 1
    if (!isAlone) return yield* Effect.as(submissions.modify(worker, id, requestWithdrawal), "withdrawn" as const)
    const applications = yield* Applications
    const { items: [last] } = yield* applications.history(organization_id, application_id, { limit: 1, offset: 0 })
    if (last?.status !== "hired") yield* cancelInterviews(worker, application_id, reason)
    return yield* applications.change(worker, application_id, withdrawApplication).pipe(
      Effect.asVoid,
      // Answers as if it were open: otherwise applicants would learn of a rejection before its letter.
      Effect.catchTag("ApplicationClosed", () => Effect.asVoid(submissions.modify(worker, id, requestWithdrawal))),
      Effect.as("withdrawn" as const)
    )
  }
)

/** The candidate of a submission; undefined if it has not become an application. */
const candidateOf = Effect.fnUntraced(function*({ organization_id, submission: { application_id } }: Own) {
  if (application_id === null) return undefined
  const id = yield* (yield* Applications).candidateOf(organization_id, application_id)
  return yield* (yield* Candidates).get(organization_id, id)
}, Effect.catchTag(["ApplicationNotFound", "CandidateNotFound"], () => Effect.succeed(undefined)))

/** The person's request to be erased, if it came by this submission. Others who use the same address do not see it. */
export const erasureRequestOf = (own: Own) =>
  Effect.map(
    candidateOf(own),
    (candidate) => candidate?.erasure_request?.submission_id === own.submission.id ? candidate.erasure_request : null
  )

const erase = Effect.fnUntraced(function*(own: Own) {
  const { organization_id, submission: { id } } = own
  const [candidates, worker, candidate] = [yield* Candidates, yield* by(organization_id), yield* candidateOf(own)]
  if (candidate === undefined) return "deleted" as const
  return yield* candidates.modify(worker, candidate.id, (candidate, context) => requestErasure(candidate, id, context))
    .pipe(
      Effect.as("erasure_requested" as const),
      Effect.catchTag(["CandidateAnonymised", "CandidateNotFound"], () => Effect.succeed("deleted" as const))
    )
})

/**
 * Withdraws the application, or asks for erasure of the person. Deletes a submission that is still in quarantine,
 * unless it has become an application in the meantime. Two clicks at the same time get the same answer. `reason` is
 * shown to interviewers whose interviews are canceled.
 */
export const withdrawOrErase = Effect.fnUntraced(function*(own: Own, action: "withdraw" | "erase", reason: string) {
  const submissions = yield* Submissions
  const { organization_id, submission: { application_id, id } } = own
  const present = application_id !== null
    ? own
    : yield* submissions.remove(yield* by(organization_id), id, remove).pipe(
      Effect.as(undefined),
      Effect.catchTag(
        "TransitionRefused",
        () => Effect.map(submissions.get(organization_id, id), (submission) => ({ organization_id, submission }))
      )
    )
  const outcome: Outcome = present === undefined
    ? "deleted"
    : yield* action === "withdraw" ? withdraw(present, reason) : erase(present)
  return outcome
}, Effect.catchTag("SubmissionNotFound", () => Effect.succeed<Outcome>("deleted")))

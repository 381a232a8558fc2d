/**
 * Turns submissions to careers sites into applications, or adds them to the person's existing application for the job.
 */
import type { Worker } from "@candor/domain/access/Actor"
import { Applications } from "@candor/domain/application/Applications"
import { applyAgain } from "@candor/domain/application/Lifecycle"
import { submit } from "@candor/domain/application/Submission"
import { Candidates } from "@candor/domain/candidate/Candidates"
import { add } from "@candor/domain/submission/Intake"
import { fill } from "@candor/domain/submission/Sender"
import { quarantine } from "@candor/domain/submission/Submission"
import { draftOf } from "@candor/domain/submission/SubmissionDraft"
import { Submissions } from "@candor/domain/submission/Submissions"
import { Transactions } from "@candor/domain/Transactions"
import { Element, queue } from "@candor/sql/queue/SubmissionWork"
import { Effect, Layer } from "effect"
import { consume } from "../queue/Consumer.ts"

const kept = { value: undefined, isKept: true }

/** Runs in one transaction: if the process dies, the submission is unchanged, and another process starts over. */
export const process = Effect.fn("Submissions.process")(
  function*({ id, organization_id, request_id }: Element) {
    const submissions = yield* Submissions
    const applications = yield* Applications
    const candidates = yield* Candidates
    const transactions = yield* Transactions
    const worker: Worker = { organization_id, worker: queue, request_id }
    const once = Effect.gen(function*() {
      const submission = yield* submissions.get(organization_id, id)
      if (submission.state !== "received" && submission.state !== "released") return kept
      const draft = draftOf(submission)
      const target = yield* applications.submit(worker, draft, (stored, context) => submit(draft, stored, context))
        .pipe(
          Effect.map(({ candidate, candidate_id, id }) => ({
            application_id: id,
            candidate_id,
            isNew: true,
            known: candidate
          })),
          Effect.catchTag(
            "AlreadyApplied",
            ({ application_id, candidate_id }) =>
              Effect.map(
                candidates.get(organization_id, candidate_id),
                (known) => ({ application_id, candidate_id, isNew: false, known })
              )
          )
        )
      if (!target.isNew) {
        yield* candidates.modify(
          worker,
          target.candidate_id,
          (candidate, context) => fill(candidate, submission, context)
        )
        yield* applications.change(
          worker,
          target.application_id,
          (application, context) => applyAgain(application, submission.created_at, context)
        )
      }
      yield* submissions.complete(
        worker,
        id,
        target.application_id,
        (submission, present, context) => add(submission, target, present, context)
      )
      return kept
    })
    const toQuarantine = (suspicion: "job_closed" | "no_room") =>
      submissions.modify(worker, id, (submission, context) => quarantine(submission, suspicion, context))
    yield* transactions.run(once, { isSnapshot: false }).pipe(
      Effect.catchTag("JobClosed", () => toQuarantine("job_closed")),
      Effect.catchTag("LimitReached", () => toQuarantine("no_room"))
    )
  },
  (effect, { id, request_id }) =>
    effect.pipe(
      Effect.catchTag(["SubmissionNotFound", "JobNotFound", "TransitionRefused"], (failure) =>
        Effect.annotateLogs(Effect.logInfo("No application is made of a submission any more"), {
          failure: failure._tag
        })),
      Effect.annotateLogs({ submission_id: id, request_id })
    )
)

/** Takes submissions from the queue. */
export const layer = Layer.effectDiscard(
  consume({ queue, element: Element, concurrency: 4, maxAttempts: 100, handle: process })
)

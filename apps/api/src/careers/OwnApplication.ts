/** What a person sent, by the reference that it was answered with: to be seen, withdrawn, or erased. */
import type { Worker } from "@candor/domain/access/Actor"
import { Applications } from "@candor/domain/application/Applications"
import { withdraw as withdrawApplication } from "@candor/domain/application/Lifecycle"
import { remove, requestErasure, type StoredSubmission } from "@candor/domain/submission/Submission"
import { Submissions } from "@candor/domain/submission/Submissions"
import { Effect, Option } from "effect"
import { CurrentRequest } from "../request/CurrentRequest.ts"
import type { Outcome } from "./OwnPages.ts"
import { References } from "./References.ts"

/** The worker that does what a person asks for, in events and in the audit log. */
const worker = "applicant"

/** Finds a submission; none for a forged reference, and for one that was deleted. */
export const find = Effect.fnUntraced(function*(reference: string) {
  const referred = yield* (yield* References).parse(reference)
  if (Option.isNone(referred)) return Option.none()
  const { id, organization_id } = referred.value
  const submission = yield* Effect.option((yield* Submissions).get(organization_id, id))
  return Option.map(submission, (submission) => ({ organization_id, submission }))
})

interface Own {
  readonly organization_id: Worker["organization_id"]
  readonly submission: StoredSubmission
}

const by = (organization_id: Worker["organization_id"]) =>
  Effect.map(CurrentRequest, ({ id }): Worker => ({ organization_id, worker, request_id: id }))

const withdraw = Effect.fnUntraced(function*({ organization_id, submission: { application_id } }: Own) {
  if (application_id === null) return "closed" as const
  return yield* (yield* Applications).change(yield* by(organization_id), application_id, withdrawApplication).pipe(
    Effect.as("withdrawn" as const),
    Effect.catchTag("ApplicationClosed", () => Effect.succeed("closed" as const))
  )
})

const erase = Effect.fnUntraced(function*({ organization_id, submission }: Own) {
  yield* (yield* Submissions).modify(yield* by(organization_id), submission.id, requestErasure)
  return "erasure_requested" as const
})

/**
 * Withdraws the application, or asks for the erasure of the person. What nobody has looked at is deleted, unless an application was made of it
 * meanwhile.
 */
export const act = Effect.fnUntraced(function*(own: Own, action: "withdraw" | "erase") {
  const submissions = yield* Submissions
  const { organization_id, submission: { application_id, id } } = own
  const present = application_id !== null
    ? own
    : yield* submissions.remove(yield* by(organization_id), id, remove).pipe(
      Effect.as(undefined),
      Effect.catchTag("TransitionRefused", () => Effect.map(submissions.get(organization_id, id), (submission) => ({ organization_id, submission })))
    )
  const outcome: Outcome = present === undefined ? "deleted" : yield* action === "withdraw" ? withdraw(present) : erase(present)
  return outcome
})

/**
 * Anonymises candidates by the retention rules of their organizations (decision 0036), and deletes unassigned mails.
 */
import type { Worker } from "@candor/domain/access/Actor"
import { anonymise } from "@candor/domain/candidate/Candidate"
import { Candidates } from "@candor/domain/candidate/Candidates"
import type { CandidateId, OrganizationId } from "@candor/domain/Id"
import { Organizations } from "@candor/domain/organization/Organizations"
import { remove } from "@candor/domain/mail/Message"
import { Messages } from "@candor/domain/mail/Messages"
import { DueCandidates, type RejectionPosition } from "@candor/domain/retention/DueCandidates"
import { applies, closedUntil } from "@candor/domain/retention/RetentionRule"
import * as Timestamp from "@candor/domain/Timestamp"
import { Transactions } from "@candor/domain/Transactions"
import { Element, queue } from "@candor/sql/queue/RetentionWork"
import { Cause, Effect, Layer, Schema } from "effect"
import { consume } from "../queue/Consumer.ts"
import { repeating } from "../Repeating.ts"

/** Candidates that are read at a time. The rule is read again before each batch. */
const batchSize = 100

/**
 * Maximum candidates that a run anonymises, and mails that it deletes. The rest is left to the next run, so that other
 * organizations get their turn.
 */
const [maxAnonymised, maxDeleted] = [1000, 1000]

/** The name of the worker in events and in the audit log. */
export const worker = "retention rule"

/** Some candidates could not be anonymised. */
export class RetentionRunIncomplete extends Schema.TaggedError<RetentionRunIncomplete>()("RetentionRunIncomplete", {
  failed: Schema.Int
}) {
  override get message() {
    return `${this.failed} candidates could not be anonymised. The log has the reason for each`
  }
}

/** Makes the function that does the run of an organization. Fails if some candidates could not be anonymised. */
export const make = Effect.gen(function*() {
  const candidates = yield* Candidates
  const due = yield* DueCandidates
  const messages = yield* Messages
  const organizations = yield* Organizations
  const transactions = yield* Transactions

  /** Anonymises a candidate in the same way as the operation, unless it is no longer due. Returns whether it was. */
  const anonymiseDue = (by: Worker, id: CandidateId, until: Timestamp.Timestamp) =>
    transactions.run(
      Effect.gen(function*() {
        const isDue = yield* due.hold(by.organization_id, id, until)
        if (isDue) yield* Effect.orDie(candidates.anonymise(by, id, anonymise))
        return { value: isDue, isKept: isDue }
      }),
      { isSnapshot: false }
    )

  /** Deletes mails that have been unassigned for the months of the rule. */
  const deleteMails = Effect.fnUntraced(function*(by: Worker) {
    const { organization_id } = by
    const now = yield* Timestamp.now
    const { retention } = yield* Effect.orDie(organizations.get(organization_id))
    if (!applies(retention, now)) return
    const ids = yield* messages.unassignedUntil(
      organization_id,
      closedUntil(retention.anonymise_after_months, now),
      maxDeleted
    )
    // A mail may be assigned or deleted in the meantime.
    yield* Effect.forEach(ids, (id) => Effect.ignore(messages.remove(by, id, remove)), { discard: true })
    if (ids.length > 0)
      yield* Effect.logInfo("Deleted mails that belonged to nobody by the retention rule", {
        organization_id,
        deleted: ids.length
      })
    if (ids.length === maxDeleted) yield* due.continueSoon(organization_id)
  })

  /** Returns the number of candidates that were anonymised, and of those that could not be. */
  const anonymiseAll = Effect.fnUntraced(
    function*(by: Worker, ids: ReadonlyArray<CandidateId>, until: Timestamp.Timestamp) {
      let [anonymised, failed] = [0, 0]
      for (const id of ids) {
        const done = yield* anonymiseDue(by, id, until).pipe(
          Effect.catchCause((cause) =>
            Cause.hasInterruptsOnly(cause)
              ? Effect.failCause(cause)
              : Effect.as(
                Effect.logWarning("A candidate that is due could not be anonymised", { candidate_id: id }, cause),
                undefined
              )
          )
        )
        if (done === undefined) failed += 1
        else if (done) anonymised += 1
      }
      return { anonymised, failed }
    }
  )

  /**
   * Anonymises the candidates that are due by the organization's rule, one after the other, the oldest rejection first.
   * Pauses after each batch for as long as the batch took. If a run is interrupted, its remaining candidates stay due.
   */
  return Effect.fn("Retention.run")(function*(organization_id: OrganizationId) {
    const by: Worker = { organization_id, worker, request_id: "retention" }
    yield* deleteMails(by)
    let [anonymised, failed] = [0, 0]
    let after: RejectionPosition | undefined
    do {
      const now = yield* Timestamp.now
      const { retention } = yield* Effect.orDie(organizations.get(organization_id))
      if (!applies(retention, now)) break
      const until = closedUntil(retention.anonymise_after_months, now)
      const page = yield* due.list(organization_id, until, {
        limit: Math.min(batchSize, maxAnonymised - anonymised),
        after
      })
      const [took, done] = yield* Effect.timed(anonymiseAll(by, page.items.map(({ id }) => id), until))
      anonymised += done.anonymised
      failed += done.failed
      after = page.next
      if (after !== undefined && anonymised >= maxAnonymised) {
        yield* due.continueSoon(organization_id)
        break
      }
      yield* Effect.sleep(took)
    } while (after !== undefined)
    if (anonymised > 0)
      yield* Effect.logInfo("Anonymised candidates by the retention rule", { organization_id, anonymised })
    if (failed > 0) return yield* new RetentionRunIncomplete({ failed })
  })
})

/** Queues due runs every ten minutes. */
export const schedule = Layer.unwrap(
  Effect.map(
    DueCandidates,
    ({ enqueueRuns }) => repeating("10 minutes", "Runs of retention rules could not be queued", enqueueRuns)
  )
)

/** Queues runs, and does them. */
export const layer = Layer.mergeAll(
  schedule,
  Layer.effectDiscard(Effect.flatMap(make, (run) =>
    consume({
      queue,
      element: Element,
      concurrency: 1,
      maxAttempts: 20,
      handle: ({ organization_id }) => run(organization_id)
    })))
)

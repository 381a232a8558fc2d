/**
 * Gives events their sequence numbers, for all organizations, in one process at a time (decision 0013).
 *
 * Callers send requests to this process's sequencer, and wait without a connection. One fiber works: it takes the lease
 * in the database, reads a batch of waiting events, saves their numbers, and releases the lease with the last batch.
 * While another process has the lease, the fiber polls every 10 ms, for all callers of this process.
 */
import type { OrganizationId } from "@candor/domain/Id"
import { Cause, Clock, Context, Deferred, Duration, Effect, Latch, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as Batch from "./Batch.ts"
import { firstOrganization, maxOrganizations, releaseLease } from "./WaitingEvents.ts"

/** The pause between polls while another process has the lease, or an earlier transaction is about to end. */
const retry = Duration.millis(10)

/** How long a caller waits for earlier transactions to end; most end sooner. */
const maxWait = Duration.millis(100)

/** A caller's request for the events of one organization, or of all. */
interface Request {
  readonly organization_id: OrganizationId | undefined
  readonly done: Deferred.Deferred<void>
  /** The time until which the caller waits for earlier transactions, in Unix milliseconds. */
  readonly until: number
  /** The first transaction that began after the call, and so is not waited for. Undefined until the first batch. */
  firstLaterTransaction: number | undefined
}

export class Sequencer extends Context.Service<Sequencer, {
  /**
   * Sequences the events of an organization that were committed before the call, except those that an earlier
   * transaction holds up for more than 100 ms. Within a transaction it uses that transaction.
   */
  readonly sequence: (organization: OrganizationId) => Effect.Effect<void>
  /**
   * Sequences the events of all organizations, unless another process has the lease. Returns whether some events still
   * wait.
   */
  readonly sequenceAll: Effect.Effect<boolean>
}>()("@candor/sql/Sequencer") {
  static readonly layer = Layer.effect(
    Sequencer,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const sequenceBatch = yield* Batch.make
      const holder = crypto.randomUUID()
      const wake = Latch.makeUnsafe(false)
      let requests: Array<Request> = []
      let eventsWait = false
      /**
       * Whether a transaction has been open for longer than a caller waits. Further callers then do not wait for it.
       */
      let stuck = false

      /**
       * Completes the requests that a batch has served, all of which were made before the batch was read. Returns
       * whether some still wait.
       */
      const respond = (batch: ReadonlyArray<Request>, outcome: Batch.Outcome, allDone: boolean, now: number) => {
        for (const request of batch) request.firstLaterTransaction ??= outcome.nextTransaction
        const isEarlier = (transaction: number | undefined, { firstLaterTransaction }: Request) =>
          transaction !== undefined && transaction < firstLaterTransaction!
        const hasMore = (organization: OrganizationId, request: Request) =>
          isEarlier(outcome.unfinished.get(organization), request)
        const isBlocked = (organization: OrganizationId, request: Request) =>
          !hasMore(organization, request) && isEarlier(outcome.blockedBy.get(organization), request)
        if (!outcome.eventsWait) stuck = false
        stuck ||= batch.some((request) =>
          request.organization_id !== undefined && now >= request.until && isBlocked(request.organization_id, request)
        )
        const isServed = (request: Request): boolean => {
          const { organization_id } = request
          if (organization_id === undefined) return allDone || outcome.leasedElsewhere
          return !hasMore(organization_id, request) && (stuck || !isBlocked(organization_id, request))
        }
        const served = new Set(batch.filter(isServed))
        requests = requests.filter((request) => !served.has(request))
        for (const { done } of served) Deferred.doneUnsafe(done, Effect.void)
        return served.size < batch.length
      }

      /**
       * Returns the requests of the next batch: those for all organizations, and those of at most `maxOrganizations`.
       */
      const next = () => {
        const organizations = new Set<OrganizationId>()
        const batch = requests.filter(({ organization_id }) => {
          if (organization_id === undefined || organizations.has(organization_id)) return true
          return organizations.size < maxOrganizations && organizations.add(organization_id)
        })
        return { batch, requested: [...organizations] }
      }

      /** Sequences batch after batch, until no request waits and no event can be sequenced. */
      const work = Effect.gen(function*() {
        /** The next organization to read: in the order of ids up to the end of the list, then again from the first. */
        let from: string = firstOrganization
        let hasLease = false
        /** Whether all batches since the first organization have finished their organizations. */
        let allFinished = true
        for (;;) {
          wake.closeUnsafe()
          const { batch, requested } = next()
          const outcome = yield* sequenceBatch({ requested, from, holder })
          if (outcome.lease !== undefined) hasLease = outcome.lease === "kept"
          allFinished &&= outcome.unfinished.size === 0
          const allDone = allFinished && outcome.listEndedAt === null
          eventsWait = outcome.eventsWait
          const someWait = respond(batch, outcome, allDone, yield* Clock.currentTimeMillis)
          if (outcome.listEndedAt === null) allFinished = true
          from = outcome.listEndedAt ?? firstOrganization
          if (requests.length === 0 && (allDone || outcome.leasedElsewhere)) break
          if (outcome.leasedElsewhere) yield* Effect.sleep(retry)
          else if (someWait && outcome.unfinished.size === 0) yield* Effect.timeoutOption(wake.await, retry)
        }
        if (hasLease) yield* releaseLease(sql, holder)
      })

      /** Fails every request, because the database failed. */
      const fail = (cause: Cause.Cause<unknown>) =>
        Effect.sync(() => {
          const failed = requests
          requests = []
          for (const { done } of failed) Deferred.doneUnsafe(done, Effect.die(Cause.squash(cause)))
        })

      yield* wake.await.pipe(
        Effect.andThen(work),
        Effect.catchCause((cause) => Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : fail(cause)),
        Effect.forever,
        Effect.onInterrupt(() => fail(Cause.die(new Error("The sequencer has stopped.")))),
        Effect.forkScoped
      )

      const request = (organization_id: OrganizationId | undefined) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => {
          const done = Deferred.makeUnsafe<void>()
          requests.push({
            organization_id,
            done,
            until: now + Duration.toMillis(maxWait),
            firstLaterTransaction: undefined
          })
          wake.openUnsafe()
          return Deferred.await(done)
        })

      const sequenceWithin = (organization: OrganizationId) =>
        sequenceBatch({ requested: [organization], from: null, holder: null }).pipe(
          Effect.repeat({ while: ({ unfinished }) => unfinished.has(organization) }),
          Effect.orDie,
          Effect.asVoid
        )

      return Sequencer.of({
        sequence: (organization) =>
          Effect.contextWith((context: Context.Context<never>) =>
            Context.getOrUndefined(context, sql.transactionService) === undefined
              ? request(organization)
              : sequenceWithin(organization)
          ),
        sequenceAll: Effect.map(request(undefined), () => eventsWait)
      })
    })
  )
}

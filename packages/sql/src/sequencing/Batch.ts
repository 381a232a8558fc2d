/** Sequences one batch: reads waiting events, computes their hashes, and saves their numbers. */
import type { OrganizationId } from "@candor/domain/Id"
import { Clock, Duration, Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { isDistributed } from "../database/Distribution.ts"
import { isTimeout, isUnavailable } from "../database/SqlFailures.ts"
import { type ChainUpdate, chainUpdates, saveChain, saveChains } from "./SequenceNumbers.ts"
import { type BatchRequest, type Row, takeBatch, type WaitingEvent } from "./WaitingEvents.ts"
import { takeBatchOfEach } from "./WaitingOfEach.ts"

/** An organization whose numbers cannot be saved is excluded for this long, so that it does not hold up the others. */
const exclusion = Duration.seconds(5)

/** Batches in a row in which an organization may lose to another process before it is excluded. */
const maxLosses = 5

/** The outcome of a batch. */
export interface Outcome {
  /** Organizations that may have more events to sequence, each with the transaction of the first event of the batch. */
  readonly unfinished: ReadonlyMap<OrganizationId, number>
  /**
   * Requested organizations with events that wait for an earlier transaction to end, each with the transaction of the
   * first such event.
   */
  readonly blockedBy: ReadonlyMap<OrganizationId, number>
  /** Whether another process has the lease, and there are events to sequence. */
  readonly leasedElsewhere: boolean
  /** Whether the batch took and kept the lease, or released it; undefined if there were no events. */
  readonly lease: "kept" | "released" | undefined
  /** Whether some events still wait for their numbers. */
  readonly eventsWait: boolean
  /** The last organization of the list if the list was full; null if it has all. */
  readonly listEndedAt: OrganizationId | null
  /** Transactions from this id on began after the batch was read. */
  readonly nextTransaction: number
}

/** Whether a statement for many organizations may have failed because of a single one. */
const mayBeOfOne = (error: SqlError.SqlError): boolean => !isUnavailable(error) || isTimeout(error)

const isEvent = (row: Row): row is Row & WaitingEvent => row.id !== null

/** Makes the function that sequences a batch. It remembers the organizations that could not be saved. */
export const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const excluded = new Map<OrganizationId, number>()
  const losses = new Map<OrganizationId, number>()
  const take: (...request: Parameters<typeof takeBatchOfEach>) => Effect.Effect<ReadonlyArray<Row>, SqlError.SqlError> =
    isDistributed(sql) ? takeBatchOfEach : takeBatch

  const exclude = Effect.fnUntraced(function*(organization: OrganizationId, cause: unknown) {
    losses.delete(organization)
    excluded.set(organization, (yield* Clock.currentTimeMillis) + Duration.toMillis(exclusion))
    yield* Effect.logError("Could not sequence the events of an organization", cause).pipe(
      Effect.annotateLogs({ organization_id: organization })
    )
  })

  const save = (updates: ReadonlyArray<ChainUpdate>, options: Parameters<typeof saveChains>[2]) =>
    Effect.map(
      isDistributed(sql) ? saveChain(sql, updates[0]!) : saveChains(sql, updates, options),
      (rows) => rows.map(({ organization_id }) => organization_id)
    )

  /** Saves an organization on its own, and excludes it for a while if that fails. */
  const saveAlone = (update: ChainUpdate, holder: string | null) =>
    Effect.catchIf(
      save([update], { holder, release: false }),
      mayBeOfOne,
      (error) => Effect.as(exclude(update.organization_id, error), [])
    )

  const saveEach = (updates: ReadonlyArray<ChainUpdate>, holder: string | null) =>
    Effect.map(
      Effect.forEach(updates, (update) => saveAlone(update, holder)),
      (saved) => ({ saved: saved.flat(), lease: "kept" as const })
    )

  /**
   * Saves the batch with one statement. If that fails, or on a distributed database, saves each organization on its
   * own. Returns those that were saved.
   */
  const saveAll = (updates: ReadonlyArray<ChainUpdate>, holder: string | null, release: boolean) =>
    isDistributed(sql) ? saveEach(updates, holder) : save(updates, { holder, release }).pipe(
      Effect.map((saved) => ({ saved, lease: release ? "released" as const : "kept" as const })),
      Effect.catchIf((error) => holder !== null && mayBeOfOne(error), () => saveEach(updates, holder))
    )

  /** Notes the organizations whose head another process has moved first, or has locked. */
  const noteLosses = Effect.fnUntraced(
    function*(updates: ReadonlyArray<ChainUpdate>, saved: ReadonlyArray<OrganizationId>) {
      for (const organization of saved) losses.delete(organization)
      for (const { organization_id } of updates) {
        if (saved.includes(organization_id) || excluded.has(organization_id)) continue
        const count = (losses.get(organization_id) ?? 0) + 1
        losses.set(organization_id, count)
        if (count >= maxLosses) yield* exclude(organization_id, "Its head is locked, or moved again and again.")
      }
    }
  )

  return Effect.fnUntraced(function*(request: Omit<BatchRequest, "excluded">) {
    const now = yield* Clock.currentTimeMillis
    for (const [organization, until] of excluded) if (until <= now) excluded.delete(organization)
    const rows = yield* take(sql, { ...request, excluded: [...excluded.keys()] })
    const { held, last, leased, next_transaction, sequenceable, share, waiting } = rows[0]!.status!
    const found = new Map(rows.filter(isEvent).map((event) => [event.organization_id, event.found]))
    const updates = chainUpdates(rows.filter(isEvent))
    const whole = updates.filter(({ links, organization_id }) => {
      const all = found.get(organization_id)!
      return links.length === all && all < share
    })
    const whenWhole = whole.length === sequenceable.length && last === null
    const { lease, saved } = updates.length === 0
      ? { lease: undefined, saved: new Array<OrganizationId>() }
      : yield* saveAll(updates, request.holder, whenWhole)
    yield* noteLosses(updates, saved)
    const finished = new Set(whole.map(({ organization_id }) => organization_id).filter((one) => saved.includes(one)))
    const outcome: Outcome = {
      unfinished: new Map(
        sequenceable.filter(({ organization_id }) => !finished.has(organization_id) && !excluded.has(organization_id))
          .map(({ organization_id, transaction }) => [organization_id, transaction])
      ),
      blockedBy: new Map(held.map(({ organization_id, transaction }) => [organization_id, transaction])),
      leasedElsewhere: !leased && sequenceable.length > 0,
      lease,
      eventsWait: waiting > finished.size,
      listEndedAt: last,
      nextTransaction: next_transaction
    }
    return outcome
  })
})

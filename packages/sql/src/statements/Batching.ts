/**
 * Statements that are shared by requests of all organizations. The fixed cost of a statement exceeds that of most rows;
 * so while a few statements of one batcher are in flight, further items collect, and go with the next (decision 0018).
 */
import type { OrganizationId } from "@candor/domain/Id"
import { Context, Duration, Effect, Exit } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { CurrentOrganization } from "../database/OrganizationShare.ts"
import { isDistributed } from "../database/Distribution.ts"
import { isTimeout, isUnavailable } from "../database/SqlFailures.ts"
import { CurrentViewer, manyMembers, seesWhatOthersDo } from "../database/Viewer.ts"
import * as Batcher from "./Batcher.ts"

/**
 * While this many shared statements are in flight, further items collect. A larger number makes batches smaller, and
 * costs more in all.
 */
const maxInFlight = 2

/**
 * Items collect for so long at most. A statement that takes longer, or waits that long in its organization's share, is
 * held up, and delays no others.
 */
const maxWait = Duration.millis(10)

/** The limit of the reads of each database. */
const limitsOfReads = new WeakMap<SqlClient.SqlClient, Batcher.InFlight>()

/** All reads of a database share one limit: with one for each kind, a mix of them has many small statements. */
const limitOfReads = (sql: SqlClient.SqlClient): Batcher.InFlight => {
  const limit = limitsOfReads.get(sql) ?? Batcher.inFlight({ max: maxInFlight, maxWait })
  limitsOfReads.set(sql, limit)
  return limit
}

/** The batch size of expensive items: small, so that several connections share the work. */
export const smallBatch = 8

/** Statements of single items that run at a time, after a batch that failed or left items out. */
const maxSingles = 8

/** An item of an organization, whose statement may serve other organizations too. */
export interface Owned {
  readonly organization_id: OrganizationId
}

/** The key of a row of an organization. */
export interface Key<Id> extends Owned {
  readonly id: Id
}

/** The organization of a single item. Several share a statement that reads the organization of each with its row. */
export const ofOne = (items: ReadonlyArray<Owned>): OrganizationId | undefined =>
  items.length === 1 ? items[0]!.organization_id : undefined

/**
 * The result of an item that its batch left out, because its row is locked or the batch's texts grew too large: it runs
 * alone.
 */
export const runAlone = Symbol("runAlone")

export type Result<Row> = ReadonlyArray<Row> | typeof runAlone

export interface Options<Item> {
  /** Whether the statement changes nothing. */
  readonly isRead?: boolean
  /**
   * Whether members see different rows of what it reads (`everybodySees` of a noun): each has a statement of its own.
   */
  readonly isPersonal?: boolean
  /** Items of a statement, at most. */
  readonly maxBatchSize?: number
  /** Items share a statement only where this is the same. */
  readonly batchKey?: (item: Item) => string
  /**
   * Whether an item takes long by the size of its texts. It has a statement of its own, so that others do not wait for
   * it.
   */
  readonly isLarge?: (item: Item) => boolean
}

/** Whether the database is unavailable, so that the items would fail alone too. */
const isOfDatabase = (error: SqlError.SqlError) => isUnavailable(error) && !isTimeout(error)

/** The context of a statement of items. It is charged to the share of their organization; a mixed batch to none. */
const contextFor = <R>(items: ReadonlyArray<Owned>, context: Context.Context<R>): Context.Context<R> => {
  const { organization_id } = items[0]!
  const charged = items.every((item) => item.organization_id === organization_id) ? organization_id : undefined
  return Context.add(context, CurrentOrganization, charged)
}

/**
 * Makes a function that returns the rows of an item, by a statement that items of all organizations share. `run`
 * returns the result of each item, in their order; of a single item it never is `runAlone`.
 *
 * Within a transaction, an item has a statement of its own, and so has a large one, one of a viewer who does not see
 * all jobs, and each where the database is distributed. Where a statement of several items fails by one of them, or
 * waits too long, each item is run alone, so that only that one fails; so a statement that changes something must
 * change all or nothing. A statement whose submitters have all been interrupted is interrupted.
 */
export const batched = <Item extends Owned, Row>(
  sql: SqlClient.SqlClient,
  run: (items: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Result<Row>>, SqlError.SqlError>,
  { batchKey = () => "", isLarge = () => false, isPersonal = false, isRead = false, maxBatchSize = 64 }: Options<Item> =
    {}
): (item: Item) => Effect.Effect<ReadonlyArray<Row>, SqlError.SqlError> => {
  type Entry = Batcher.Entry<Item, ReadonlyArray<Row>, SqlError.SqlError>

  const executeAlone = (item: Item): Effect.Effect<ReadonlyArray<Row>, SqlError.SqlError> =>
    Effect.updateContext(
      Effect.map(Effect.suspend(() => run([item])), ([result]) => result as ReadonlyArray<Row>),
      (context) => contextFor([item], context)
    )

  const completeAlone = (entries: ReadonlyArray<Entry>): Effect.Effect<void> =>
    Effect.forEach(entries, (entry) =>
      entry.isWaiting
        ? Effect.flatMap(Effect.exit(executeAlone(entry.item)), (exit) => Effect.sync(() => entry.complete(exit)))
        : Effect.void, { concurrency: maxSingles, discard: true })

  /** Completes entries that have their rows, and returns those that were left out. */
  const completeAll = (entries: ReadonlyArray<Entry>, results: ReadonlyArray<Result<Row>>): ReadonlyArray<Entry> =>
    entries.filter((entry, index) => {
      const result = results[index]!
      if (result === runAlone) return true
      entry.complete(Exit.succeed(result))
      return false
    })

  const submit = Batcher.make<Item, ReadonlyArray<Row>, SqlError.SqlError>({
    name: isRead ? "read" : "update",
    batchKey,
    maxBatchSize,
    inFlight: isRead ? limitOfReads(sql) : Batcher.inFlight({ max: maxInFlight, maxWait, enough: Batcher.manyItems }),
    contextOf: (entries, first) =>
      Context.add(contextFor(entries.map(({ item }) => item), first), CurrentViewer, isRead ? manyMembers : undefined),
    run: (entries) =>
      Effect.matchEffect(run(entries.map(({ item }) => item)), {
        onFailure: (error) => entries.length === 1 || isOfDatabase(error) ? Effect.fail(error) : completeAlone(entries),
        onSuccess: (results) => {
          const left = completeAll(entries, results)
          return left.length === 0 ? Effect.void : completeAlone(left)
        }
      })
  })

  const mayShare = !isPersonal && !isDistributed(sql)
  const isShared = (item: Item, context: Context.Context<never>) =>
    mayShare && Context.getOrUndefined(context, sql.transactionService) === undefined &&
    seesWhatOthersDo(Context.get(context, CurrentViewer)) &&
    !isLarge(item)
  return (item) =>
    Effect.contextWith((context: Context.Context<never>) =>
      isShared(item, context) ? submit(item, context) : executeAlone(item)
    )
}

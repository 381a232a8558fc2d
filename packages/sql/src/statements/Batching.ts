/**
 * Statements that requests of all organizations share. A statement's fixed cost exceeds that of most rows, so while a
 * few statements of one batcher are in flight, further items collect for the next one (decision 0018).
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
 * The longest time that items collect. A statement that takes longer, or waits longer for its organization's share,
 * counts as held up, and delays no others.
 */
const maxWait = Duration.millis(10)

/** The limit of each database for its reads. */
const limitsOfReads = new WeakMap<SqlClient.SqlClient, Batcher.InFlight>()

/**
 * Returns the limit for reads of a database. They share one: with a limit for each kind of read, a mix of kinds would
 * become many small statements.
 */
const limitOfReads = (sql: SqlClient.SqlClient): Batcher.InFlight => {
  const limit = limitsOfReads.get(sql) ?? Batcher.inFlight({ max: maxInFlight, maxWait })
  limitsOfReads.set(sql, limit)
  return limit
}

/** The batch size of expensive items: small, so that several connections share the work. */
export const smallBatch = 8

/** Statements of single items that run at a time after a batch failed or left items out. */
const maxSingles = 8

/** An item of an organization. Its statement may serve other organizations too. */
export interface Owned {
  readonly organization_id: OrganizationId
}

/** The key of a row of an organization. */
export interface Key<Id> extends Owned {
  readonly id: Id
}

/** Returns the organization of a single item. For several items the statement reads the organization from each row. */
export const ofOne = (items: ReadonlyArray<Owned>): OrganizationId | undefined =>
  items.length === 1 ? items[0]!.organization_id : undefined

/**
 * The result of an item that its batch left out because its row is locked or the batch has too much text. It runs
 * alone.
 */
export const runAlone = Symbol("runAlone")

export type Result<Row> = ReadonlyArray<Row> | typeof runAlone

export interface Options<Item> {
  /** Whether the statement changes nothing. */
  readonly isRead?: boolean
  /**
   * Whether members see different rows of what it reads (see `everybodySees` of a noun). Each item then has its own
   * statement.
   */
  readonly isPersonal?: boolean
  /** The most items of one statement. */
  readonly maxBatchSize?: number
  /** Only items with the same key share a statement. */
  readonly batchKey?: (item: Item) => string
  /**
   * Whether an item has so much text that it takes long. It has its own statement, so that others do not wait for it.
   */
  readonly isLarge?: (item: Item) => boolean
}

/** Whether the database is unavailable, so that the items would also fail alone. */
const isOfDatabase = (error: SqlError.SqlError) => isUnavailable(error) && !isTimeout(error)

/** The context of a statement of items. It is charged to the share of their organization; a mixed batch to none. */
const contextFor = <R>(items: ReadonlyArray<Owned>, context: Context.Context<R>): Context.Context<R> => {
  const { organization_id } = items[0]!
  const charged = items.every((item) => item.organization_id === organization_id) ? organization_id : undefined
  return Context.add(context, CurrentOrganization, charged)
}

/**
 * Makes a function that returns the rows of an item, by a statement that items of all organizations share. `run`
 * returns the result of each item, in their order; the result of a single item is never `runAlone`.
 *
 * An item has a statement of its own within a transaction, if it is large, if its viewer does not see all jobs, and on
 * a distributed database. If a statement of several items fails by one of them, or times out, each item runs alone, so
 * that only that one fails. A statement that writes must therefore change all or nothing. A statement is interrupted
 * once all its submitters are.
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

/**
 * One statement for all that an organization asks at the same time. A statement costs a process and its database more
 * than most rows that it is for; so while a few of a kind are under way, what is asked meanwhile gathers, and goes with
 * the next (decision 0019).
 */
import type { OrganizationId } from "@candor/domain/Id"
import { Context, Duration, Effect, Exit } from "effect"
import { type SqlClient, type SqlError, Statement } from "effect/sql"
import { CurrentOrganization } from "../database/OrganizationShare.ts"
import { isHeldUp, isUnavailable } from "../database/SqlFailures.ts"
import * as Batcher from "./Batcher.ts"

/** One of those that a statement is for, or a row for it. */
export interface Placed {
  /** Its place among them. */
  readonly place: number
}

/** What an organization asks for, or about. */
interface Owned {
  readonly organization_id: OrganizationId
}

/** The key of a row, where a statement is for many. */
export interface Key<Id> extends Owned, Placed {
  readonly id: Id
}

/**
 * A condition that every place meets. Of a parameter's rows PostgreSQL expects a hundred, and for so many it would rather
 * read a small table whole than look them up; of rows within a range it expects few.
 */
export const fewRowsExpected = Statement.fragment([Statement.literal("place BETWEEN 0 AND 1000")])

/** While so many statements of a kind are under way, further items collect. */
const maxInFlight = 4

/** The longest wait for that: what is held up holds up no others. */
const maxWait = Duration.millis(20)

/** Items of a statement where each is a lot of work: so few that the database has several statements to work at. */
export const heavy = 8

/** An item that has no place yet. */
type Unplaced<Item> = Owned & Omit<Item, "place">

/** Whether a failure is that of all who are asked for, and would come again. */
const isEverybodys = (error: SqlError.SqlError) => isUnavailable(error) && !isHeldUp(error)

/**
 * A column of rows whose results are large: true where the statement left the item out because those before it are large
 * enough together. Such items get a statement after that one. The first item is never left out.
 */
export interface MayBeLater {
  readonly later: boolean
}

const isLater = ([row]: ReadonlyArray<object>): boolean => row !== undefined && "later" in row && row.later === true

interface Options<Item> {
  /** Items of a statement, at most; 64 where nothing is said. */
  readonly most?: number
  /** What makes the statement another one: items for which this is the same may share one. */
  readonly kind?: (item: Item) => string
}

/**
 * A function that asks for the rows of an item by a statement that is for many of an organization.
 *
 * What is asked within a transaction has a statement for itself. Where a statement for several fails by one of them, or
 * has to wait too long, each is asked alone, so that only that one fails; so a statement that changes something must
 * change all or nothing. A statement that nobody waits for any more is given up.
 */
export const batched = <Item extends Owned & Placed, Row extends object>(
  sql: SqlClient.SqlClient,
  statement: (items: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Row & Placed>, SqlError.SqlError>,
  { kind = () => "", most = 64 }: Options<Unplaced<Item>> = {}
): (item: Unplaced<Item>) => Effect.Effect<ReadonlyArray<Row>, SqlError.SqlError> => {
  type Waiting = Batcher.Entry<Unplaced<Item>, ReadonlyArray<Row>, SqlError.SqlError>

  /** The rows for each of these, in their order. */
  const ask = (items: ReadonlyArray<Unplaced<Item>>): Effect.Effect<ReadonlyArray<ReadonlyArray<Row>>, SqlError.SqlError> =>
    Effect.map(Effect.suspend(() => statement(items.map((item, place) => ({ ...item, place }) as unknown as Item))), (rows) => {
      const found = items.map((): Array<Row> => [])
      for (const { place, ...row } of rows) found[place]!.push(row as Row)
      return found
    })

  const answered = (asked: ReadonlyArray<Waiting>): Effect.Effect<void, SqlError.SqlError> =>
    Effect.flatMap(ask(asked.map(({ item }) => item)), (found) => {
      const later = asked.filter((_, place) => isLater(found[place]!))
      for (const [place, { complete }] of asked.entries()) {
        if (!isLater(found[place]!)) complete(Exit.succeed(found[place]!))
      }
      return later.length === 0 ? Effect.void : answered(later)
    })

  const alone = (one: Waiting): Effect.Effect<void> =>
    Effect.catchCause(answered([one]), (cause) => Effect.sync(() => one.complete(Exit.failCause(cause))))

  const together = (asked: ReadonlyArray<Waiting>): Effect.Effect<void, SqlError.SqlError> =>
    Effect.catch(answered(asked), (error) =>
      asked.length === 1 || isEverybodys(error)
        ? Effect.fail(error)
        : Effect.forEach(asked.filter(({ isWaiting }) => isWaiting), alone, { concurrency: "unbounded", discard: true }))

  const shared = Batcher.make({
    batchKey: (item: Unplaced<Item>) => `${item.organization_id} ${kind(item)}`,
    maxBatchSize: most,
    maxInFlight,
    maxWait,
    run: (asked: ReadonlyArray<Waiting>) =>
      Effect.provideService(together(asked), CurrentOrganization, asked[0]!.item.organization_id)
  })

  return (item) =>
    Effect.contextWith((context: Context.Context<never>) =>
      Context.getOrUndefined(context, sql.transactionService) === undefined
        ? shared(item, context)
        : Effect.map(ask([item]), ([rows]) => rows!)
    )
}

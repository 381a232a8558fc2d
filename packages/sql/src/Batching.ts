/**
 * One statement for all that an organization asks at the same time. A statement costs a process and its database more
 * than most rows that it is for; so while a few of a kind are under way, what is asked meanwhile gathers, and goes with
 * the next. Who is alone waits for nobody (decision 0019).
 */
import type { OrganizationId } from "@candor/domain/Id"
import { Context, Duration, Effect, Exit, Latch, Request, RequestResolver } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { isUnavailable } from "./SqlFailures.ts"

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

/** Statements of a kind that may be under way in a process before others gather. */
const atOnce = 4

/** The longest wait for company: a statement that is held up holds up no others. */
const patience = Duration.millis(20)

/** An item that has no place yet. */
type Unplaced<Item> = Owned & Omit<Item, "place">

class Asked<Item, Row> extends Request.Class<{ readonly item: Unplaced<Item> }, ReadonlyArray<Row>, SqlError.SqlError> {}

/**
 * A function that asks for the rows of an item by a statement that is for many of an organization, `most` of them in
 * one. Where a row is a lot of work that should be few, so that the database has several statements to work at.
 *
 * What is asked within a transaction has a statement for itself. Where a statement for several fails by one of them,
 * each is asked alone, so that only that one fails; so a statement that changes something must change all or nothing.
 */
export const batched = <Item extends Owned & Placed, Row extends object>(
  sql: SqlClient.SqlClient,
  statement: (items: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Row & Placed>, SqlError.SqlError>,
  most = 64
): (item: Unplaced<Item>) => Effect.Effect<ReadonlyArray<Row>, SqlError.SqlError> => {
  type Entry = Request.Entry<Asked<Item, Row>>

  const ask = (entries: ReadonlyArray<Entry>): Effect.Effect<void, SqlError.SqlError> => {
    const items = entries.map(({ request }, place) => ({ ...request.item, place }) as unknown as Item)
    return Effect.map(statement(items), (rows) => {
      const found = entries.map((): Array<Row> => [])
      for (const { place, ...row } of rows) found[place]!.push(row as Row)
      for (const [place, entry] of entries.entries()) entry.completeUnsafe(Exit.succeed(found[place]!))
    })
  }

  const alone = (entry: Entry): Effect.Effect<void> =>
    Effect.catchCause(ask([entry]), (cause) => Effect.sync(() => entry.completeUnsafe(Exit.failCause(cause))))

  const run = (entries: ReadonlyArray<Entry>): Effect.Effect<void, SqlError.SqlError> =>
    Effect.catch(ask(entries), (error) =>
      entries.length === 1 || isUnavailable(error)
        ? Effect.fail(error)
        : Effect.forEach(entries, alone, { concurrency: "unbounded", discard: true }))

  const room = Latch.makeUnsafe(true)
  let underWay = 0
  const begin = Effect.sync(() => {
    if (++underWay >= atOnce) room.closeUnsafe()
  })
  const end = Effect.sync(() => {
    if (--underWay < atOnce) room.openUnsafe()
  })
  const company = Effect.suspend(() => room.isOpen() ? Effect.void : Effect.timeoutOption(room.await, patience))

  const resolver = RequestResolver.makeWith<Asked<Item, Row>>({
    batchKey: (entry) =>
      Context.getOrUndefined(entry.context, sql.transactionService) === undefined
        ? entry.request.item.organization_id
        : entry,
    preCheck: undefined,
    delay: Effect.asVoid(Effect.andThen(Effect.yieldNow, company)),
    collectWhile: (entries) => entries.size < most,
    runAll: (entries) => Effect.andThen(begin, Effect.ensuring(run(entries), end))
  })
  return (item) => Effect.request(new Asked<Item, Row>({ item }), resolver)
}

/**
 * One statement for all that is asked at the same time. A statement costs a process and its database more than most
 * rows that it is for; so while a few of a kind are under way, what is asked meanwhile gathers, and goes with the next.
 * Who is alone waits for nobody (decision 0019).
 */
import type { OrganizationId } from "@candor/domain/Id"
import { Context, Effect, Exit, Latch, Request, RequestResolver } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { isUnavailable } from "./SqlFailures.ts"

/** One of those that a statement is for, or a row for it. */
export interface Placed {
  /** Its place among them. */
  readonly place: number
}

/** One of an organization's rows, among those that a statement asks for. */
export interface Key<Id> extends Placed {
  readonly organization_id: OrganizationId
  readonly id: Id
}

/** Statements of a kind that may be under way in a process before others gather. */
const atOnce = 4

class Asked<Item, Row> extends Request.Class<{ readonly item: Item }, ReadonlyArray<Row>, SqlError.SqlError> {}

/**
 * A function that asks for the rows of an item by a statement that is for many, `most` of them in one. Where a row is a
 * lot of work that should be few, so that the database has several statements to work at.
 *
 * What is asked within a transaction goes by itself. Where a statement for several fails by one of them, each is asked
 * alone, so that only that one fails; so a statement that changes something must change all or nothing.
 */
export const batched = <Item extends Placed, Row extends object>(
  sql: SqlClient.SqlClient,
  statement: (items: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Row & Placed>, SqlError.SqlError>,
  most = 64
): (item: Omit<Item, "place">) => Effect.Effect<ReadonlyArray<Row>, SqlError.SqlError> => {
  type Entry = Request.Entry<Asked<Omit<Item, "place">, Row>>

  const ask = (entries: ReadonlyArray<Entry>): Effect.Effect<void, SqlError.SqlError> =>
    Effect.map(statement(entries.map(({ request }, place) => ({ ...request.item, place }) as Item)), (rows) => {
      const found = entries.map((): Array<Row> => [])
      for (const { place, ...row } of rows) found[place]!.push(row as Row)
      for (const [place, entry] of entries.entries()) entry.completeUnsafe(Exit.succeed(found[place]!))
    })

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

  const outside = {}
  const resolver = RequestResolver.makeWith<Asked<Omit<Item, "place">, Row>>({
    batchKey: ({ context }) => Context.getOrUndefined(context, sql.transactionService) ?? outside,
    preCheck: undefined,
    delay: Effect.andThen(Effect.yieldNow, room.await),
    collectWhile: (entries) => entries.size < most,
    runAll: (entries) => Effect.andThen(begin, Effect.ensuring(run(entries), end))
  })
  return (item) => Effect.request(new Asked<Omit<Item, "place">, Row>({ item }), resolver)
}

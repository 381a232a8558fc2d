/**
 * One statement for all that is asked at the same time. A statement costs a process and its database more than most
 * rows that it is for; so while a few of a kind are under way, what is asked meanwhile gathers, and goes with the next.
 * A request that is alone waits for nobody.
 */
import type { OrganizationId } from "@candor/domain/Id"
import { Context, Effect, Exit, Latch, Request, RequestResolver } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
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

/** The most that one statement is for. */
const most = 64

class Asked<Item, Row> extends Request.Class<{ readonly item: Omit<Item, "place"> }, ReadonlyArray<Row>, SqlError.SqlError> {}

/**
 * A function that asks for the rows of an item, by a statement that is for many. What is asked within a transaction
 * goes by itself. Where a statement for several fails by one of them, each is asked alone, and
 * only that one fails.
 */
export const batched = <Item extends Placed, Row extends object>(
  sql: SqlClient.SqlClient,
  statement: (items: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Row & Placed>, SqlError.SqlError>
): (item: Omit<Item, "place">) => Effect.Effect<ReadonlyArray<Row>, SqlError.SqlError> => {
  const room = Latch.makeUnsafe(true)
  const outside = {}
  let underWay = 0
  const begin = () => {
    if (++underWay >= atOnce) room.closeUnsafe()
  }
  const end = () => {
    if (--underWay < atOnce) room.openUnsafe()
  }

  type Entry = Request.Entry<Asked<Item, Row>>
  const ask = (entries: ReadonlyArray<Entry>): Effect.Effect<void, SqlError.SqlError> =>
    Effect.map(statement(entries.map(({ request }, place) => ({ ...request.item, place } as Item))), (rows) => {
      const found = entries.map((): Array<Row> => [])
      for (const { place, ...row } of rows) found[place]!.push(row as Row)
      for (const [place, entry] of entries.entries()) entry.completeUnsafe(Exit.succeed(found[place]!))
    })
  const alone = (entry: Entry) =>
    Effect.catchCause(ask([entry]), (cause) => Effect.sync(() => entry.completeUnsafe(Exit.failCause(cause))))
  const run = (entries: ReadonlyArray<Entry>) =>
    Effect.catch(ask(entries), (error) =>
      entries.length === 1 || isUnavailable(error)
        ? Effect.fail(error)
        : Effect.forEach(entries, alone, { concurrency: "unbounded", discard: true }))

  const resolver = RequestResolver.makeWith<Asked<Item, Row>>({
    batchKey: ({ context }) => Context.getOrUndefined(context as Context.Context<never>, sql.transactionService) ?? outside,
    preCheck: undefined,
    delay: Effect.andThen(Effect.yieldNow, room.await),
    collectWhile: (entries) => entries.size < most,
    runAll: (entries) => Effect.andThen(Effect.sync(begin), Effect.ensuring(run(entries), Effect.sync(end)))
  })
  return (item) => Effect.request(new Asked<Item, Row>({ item }), resolver)
}

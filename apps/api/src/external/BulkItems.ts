/** Writes the items of a request independently: a failed item does not affect the others (decision 0112). */
import { type BulkStatus, bulkTimeout, maxMessage } from "@candor/contract/Bulk"
import { strict } from "@candor/contract/Endpoint"
import { type Unavailability, unavailable } from "@candor/contract/Errors"
import { invalidInput } from "@candor/contract/Issues"
import type { Decision } from "@candor/domain/Decision"
import type { ExternalId } from "@candor/domain/ExternalId"
import type { Timestamp } from "@candor/domain/Timestamp"
import { CurrentTransaction } from "@candor/sql/statements/CurrentTransaction"
import { Cause, Clock, Duration, Effect, Option, Result, Schema } from "effect"
import { CurrentRequest } from "../request/CurrentRequest.ts"
import { issuesOf } from "../request/InputIssues.ts"
import { Leniency } from "../request/TimeLimit.ts"
import { unavailability } from "../response/Responses.ts"

/**
 * Fractions of the time limit after which no item is started, and after which the rest are given up: a locked row takes
 * ten seconds.
 */
const [lastBegin, lastWait] = [0.75, 0.93]

/** Rows that one request writes at a time: half of the connections remain for others (decision 0028). */
const concurrency = 4

/** The error that a request for this one row would get. */
export interface Refused {
  readonly error: { readonly code: string; readonly message: string; readonly details?: Schema.JsonObject }
}

/** The outcome of writing a row. */
export interface Written<Id> {
  readonly id: Id
  readonly status: BulkStatus
  /** `updated_at` of a row that already existed. */
  readonly updated_at?: Timestamp
}

interface Failed {
  readonly code: string
  readonly message: string
  readonly field: string | null
  readonly details: Schema.JsonObject
}

/** The result of an item. */
export interface ItemResult<Id> {
  readonly index: number
  readonly id: Id | null
  readonly status: BulkStatus
  readonly updated_at: Timestamp | null
  readonly error: Failed | null
}

const Issues = Schema.Struct({
  issues: Schema.NonEmptyArray(Schema.Struct({ path: Schema.Array(Schema.Union([Schema.String, Schema.Int])) }))
})
const decodeIssues = Schema.decodeUnknownOption(Issues)

const cut = (text: string): string => text.length <= maxMessage ? text : `${text.slice(0, maxMessage).toWellFormed()}…`

/** The field that an error is about: the path of the issue, or the name with which the message of a rule begins. */
const fieldOf = ({ details, message }: Refused["error"]): string | null =>
  Option.match(decodeIssues(details), {
    onNone: () => /^([a-z_]+): /.exec(message)?.[1] ?? null,
    onSome: ({ issues: [{ path }] }) => path.length === 0 ? null : cut(path.join("."))
  })

const failed = ({ error }: Refused): Failed => ({
  code: error.code,
  message: cut(error.message),
  field: fieldOf(error),
  // Issues are left out, because `field` names the first one: a response may have a thousand items.
  details: error.details === undefined || "issues" in error.details ? {} : error.details
})

/** Returns a function that decodes an item. It fails with the error that a request for this item alone would get. */
export const decodesItem = <Item, Encoded>(schema: Schema.Codec<Item, Encoded>) => {
  const decode = Schema.decodeUnknownEffect(schema, strict)
  return (item: unknown) => Effect.mapError(decode(item), ({ issue }) => invalidInput(issuesOf(issue)))
}

/** Wraps a decision so that `outcome` tells afterwards what it did to the row. */
export const noticing = <Args extends ReadonlyArray<unknown>, Entity, Failure>(
  decide: (...args: Args) => Decision<Entity, Failure>,
  timeOf?: (entity: Entity) => Timestamp
) => {
  let outcome: Omit<Written<unknown>, "id"> = { status: "unchanged" }
  return {
    decide: (...args: Args): Decision<Entity, Failure> =>
      Result.map(decide(...args), (decided) => {
        const isChanged = decided.events.length > 0 || decided.withoutEvents === true
        outcome = {
          status: isChanged ? "updated" : "unchanged",
          ...timeOf && { updated_at: timeOf(decided.entity) }
        }
        return decided
      }),
    outcome: () => outcome
  }
}

/** Finds the row that an item names by its id or external id; none if the item is to be created. */
export const named = <Id>(
  item: { readonly id?: Id; readonly external_id?: ExternalId },
  find: (external_id: ExternalId) => Effect.Effect<Option.Option<Id>>
): Effect.Effect<Option.Option<Id>> =>
  item.id !== undefined
    ? Effect.succeedSome(item.id)
    : item.external_id !== undefined
    ? find(item.external_id)
    : Effect.succeedNone

/** The row that an item names, as a key: items with the same key are written one after the other. */
const keyOf = (item: Readonly<Record<string, unknown>>, index: number): string =>
  item["id"] !== undefined || item["external_id"] !== undefined
    ? JSON.stringify([item["id"], item["external_id"]])
    : String(index)

/** Failures after which the item may have been stored: its commit may have been under way when the server gave up. */
const inDoubt: ReadonlySet<Unavailability> = new Set<Unavailability>(["too_slow", "database_away"])

const notWritten = (code: Unavailability): Failed => {
  const one = failed(unavailable(code))
  return inDoubt.has(code)
    ? {
      ...one,
      message: "The item may have been written, or not: read it before you send it again.",
      details: { ...one.details, may_be_written: true }
    }
    : one
}

const notTried: Failed = {
  code: "internal_error",
  message: "The request took too long before this item was tried. Send it again.",
  field: null,
  details: { reason: "not_tried", code: "not_tried" }
}

/**
 * Writes items, a few at a time, and returns the result of each. In a transaction, whose writes share a session, they
 * are written one after the other.
 *
 * An item that the database cannot write now, or for which no time is left, fails by itself, so that the others'
 * results are still returned. If all items fail like this, the request fails, unless an item was given up during its
 * write. In a transaction, which stores all or nothing, one such item fails the request.
 */
export const writeEach = Effect.fnUntraced(function*<Id, Needs>(
  items: ReadonlyArray<Readonly<Record<string, unknown>>>,
  write: (item: Readonly<Record<string, unknown>>, index: number) => Effect.Effect<Written<Id>, Refused, Needs>
) {
  const isShared = (yield* CurrentTransaction) !== undefined
  const { started } = yield* CurrentRequest
  const limit = Duration.toMillis(bulkTimeout) * (yield* Leniency)
  const results: Array<ItemResult<Id>> = []
  const causes: Array<Cause.Cause<never>> = []
  let [away, givenUp] = [0, 0]
  const fail = (index: number, error: Failed) =>
    void (results[index] = { index, id: null, status: "failed", updated_at: null, error })
  const written = (index: number) =>
    Effect.match(write(items[index]!, index), {
      onSuccess: ({ id, status, updated_at = null }) =>
        void (results[index] = { index, id, status, updated_at, error: null }),
      onFailure: (refused) => fail(index, failed(refused))
    })
  const waited = Effect.fnUntraced(function*(index: number) {
    const passed = (yield* Clock.currentTimeMillis) - started
    if (passed >= limit * lastBegin) {
      away++
      return fail(index, notTried)
    }
    return yield* Effect.timeoutOrElse(written(index), {
      duration: limit * lastWait - passed,
      orElse: () => Effect.die(new Cause.TimeoutError())
    }).pipe(Effect.catchCause((cause) => {
      const code = unavailability(Cause.squash(cause))
      if (code === undefined) return Effect.failCause(cause)
      away++
      if (code === "too_slow") givenUp++
      fail(index, notWritten(code))
      return causes.push(cause) > 1
        ? Effect.void
        : Effect.annotateLogs(Effect.logWarning("Items cannot be written", cause), { reason: code })
    }))
  })
  const groups = Map.groupBy(items.keys(), (index) => keyOf(items[index]!, index))
  yield* Effect.forEach(
    groups.values(),
    (indexes) => Effect.forEach(indexes, isShared ? written : waited, { discard: true }),
    { concurrency: isShared ? 1 : concurrency, discard: true }
  )
  if (items.length > 0 && away === items.length && givenUp === 0)
    return yield* causes.length > 0 ? Effect.failCause(causes[0]!) : Effect.die(new Cause.TimeoutError())
  return results
})

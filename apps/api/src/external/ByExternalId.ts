/** Writes that name a row by its id in another system (decision 0094). */
import { strict } from "@candor/contract/Endpoint"
import { invalidInput } from "@candor/contract/Issues"
import { created } from "@candor/contract/SafeWriting"
import { Effect, Option, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { issuesOf } from "../request/InputIssues.ts"

/** Times that a write starts over because another request created or deleted the row in the meantime. */
const retries = 10

interface Written<Id, Row, CreateFailure, UpdateFailure, Needs> {
  readonly find: Effect.Effect<Option.Option<Id>>
  readonly create: Effect.Effect<Row, CreateFailure, Needs>
  readonly update: (id: Id) => Effect.Effect<Row, UpdateFailure, Needs>
}

/**
 * Updates the row that `find` returns, or creates one, and returns the row with `isNew`. Starts over if the write fails
 * and `find` then returns something else: another request has created or deleted the row in between.
 */
export const makeOrChange = <Id, Row, CreateFailure, UpdateFailure, Needs>(
  { create, find, update }: Written<Id, Row, CreateFailure, UpdateFailure, Needs>
) => {
  type Made = Effect.Effect<{ readonly row: Row; readonly isNew: boolean }, CreateFailure | UpdateFailure, Needs>
  const write = (found: Option.Option<Id>): Made =>
    Option.isNone(found)
      ? Effect.map(create, (row) => ({ row, isNew: true }))
      : Effect.map(update(found.value), (row) => ({ row, isNew: false }))
  const attempt = (found: Option.Option<Id>, left: number): Made =>
    Effect.catch(
      write(found),
      (failure) =>
        Effect.flatMap(find, (now) =>
          left > 0 && Option.getOrUndefined(now) !== Option.getOrUndefined(found)
            ? attempt(now, left - 1)
            : Effect.fail(failure))
    )
  return Effect.flatMap(find, (found) => attempt(found, retries))
}

/** Decodes a request as a draft for a new row, which requires more fields; fails with 400. */
export const asDraft = <Draft, Encoded>(schema: Schema.Codec<Draft, Encoded>, request: object) =>
  Effect.mapError(
    Schema.decodeUnknownEffect(Schema.toType(schema), strict)(request),
    ({ issue }) => invalidInput(issuesOf(issue))
  )

/** The response with a row that was created or updated. */
export const madeOrChangedResponse = <Body, Encoded>(schema: Schema.Codec<Body, Encoded>, body: Body, isNew: boolean) =>
  Effect.orDie(HttpServerResponse.schemaJson(schema)(body, isNew ? { status: created } : {}))

/**
 * External ids: the ids that other systems have for a row. Each is unique within a noun and an organization (decision
 * 0094).
 */
import { Result, Schema, SchemaTransformation } from "effect"
import { cleanLine } from "./CleanText.ts"
import type { Decision } from "./Decision.ts"
import { described, named } from "./Described.ts"
import { addedLater, labelled, list, type Privacy, unsearched } from "./Field.ts"
import { type Limit, type LimitReached, withinLimit } from "./Limit.ts"
import { converted, filled, jsonBytes, shown } from "./Text.ts"
import { because } from "./IssueReason.ts"

/** The most external ids of a row. */
const maxExternalIds = 20

/** The most bytes, as JSON, of the external ids in a request: lists show them in every row. */
const maxBytes = 8192

const systemForm = { pattern: "^[a-z0-9_.-]{1,40}$" }

const aboutSystem = described("The name of the other system, in lower case", "greenhouse")
const aboutId = described("The id in that system, as written there", "4000")

/** The name of a system in a request; decoding converts it to lower case. */
export const System = converted(
  systemForm,
  (text) => cleanLine(text).toLowerCase(),
  Schema.String.check(
    Schema.isPattern(new RegExp(systemForm.pattern), {
      expected: "1 to 40 letters a to z, digits, hyphens, dots and underscores",
      ...because("wrong_form")
    })
  )
).pipe(aboutSystem)

/** An id of another system in a request. Ids are compared exactly. */
export const ForeignId = filled(200).pipe(aboutId)

/** An id that another system has for a row. */
export const ExternalId = Schema.Struct({ system: shown(40).pipe(aboutSystem), id: shown(200).pipe(aboutId) }).pipe(
  named("ExternalId", "An id in another system")
)
export interface ExternalId extends Schema.Schema.Type<typeof ExternalId> {}

export const isSameId = (one: ExternalId, other: ExternalId): boolean =>
  one.system === other.system && one.id === other.id

/** Returns the external ids without duplicates. */
const eachOnce = (ids: ReadonlyArray<ExternalId>): ReadonlyArray<ExternalId> =>
  ids.filter((one, at) => ids.findIndex((other) => isSameId(one, other)) === at)

/** Returns the external ids that the others do not include. */
export const idsMissingFrom = (
  present: ReadonlyArray<ExternalId>,
  ids: ReadonlyArray<ExternalId>
): ReadonlyArray<ExternalId> => ids.filter((one) => !present.some((other) => isSameId(one, other)))

/** The external ids of a row in a request, without duplicates. */
const ExternalIds = Schema.Array(
  Schema.Struct({ system: System, id: ForeignId }).pipe(
    named("ExternalIdDraft", "An id in another system, in a request")
  )
).check(
  Schema.isMaxLength(maxExternalIds, { expected: `at most ${maxExternalIds}` }),
  Schema.makeFilter<ReadonlyArray<ExternalId>>((ids) => jsonBytes(ids) <= maxBytes, {
    expected: `at most ${maxBytes} bytes as JSON`,
    ...because("too_long", { limit: maxBytes, unit: "bytes" }),
    toJsonSchema: () => ({})
  })
).pipe(
  Schema.decodeTo(
    Schema.Array(ExternalId),
    SchemaTransformation.transform({ decode: eachOnce, encode: (ids: ReadonlyArray<ExternalId>) => ids })
  )
)

/** Returns the bytes that external ids add to a response without pages. */
export const bytesOf = (ids: ReadonlyArray<ExternalId>): number => ids.length === 0 ? 0 : jsonBytes(ids)

/** Makes the field `external_ids` of a noun whose rows other systems know. */
export const externalIds = <const P extends Privacy>(privacy: P) =>
  list(Schema.Array(ExternalId), ExternalIds, {
    description:
      `Its ids in other systems, at most ${maxExternalIds}. An id of a system is unique within the organization`,
    example: [{ system: "greenhouse", id: "4000" }],
    privacy
  }).pipe(
    labelled("External ids", "Externe Kennungen", { widget: "own", spoken: ["external id", "externe Kennung"] }),
    unsearched,
    addedLater
  )

/** An external id in a query: `greenhouse:4000`. */
export const ExternalIdFilter = Schema.String.check(
  Schema.isPattern(/^[^:]+:/, {
    expected: "a system and its id, for example greenhouse:4000",
    ...because("wrong_form")
  })
).pipe(
  Schema.decodeTo(
    Schema.Struct({ system: System, id: ForeignId }),
    SchemaTransformation.transform({
      decode: (text: string) => ({ system: text.slice(0, text.indexOf(":")), id: text.slice(text.indexOf(":") + 1) }),
      encode: ({ id, system }) => `${system}:${id}`
    })
  )
)

/** The limit of a row's external ids, checked when one is added. */
export const externalIdsOf = (rows: string): Limit => ({ what: `external ids of ${rows}`, limit: maxExternalIds })

/** Returns the external ids with this one added; fails if they become too many. */
const withExternalId = (
  ids: ReadonlyArray<ExternalId>,
  one: ExternalId,
  rows: string
): Result.Result<ReadonlyArray<ExternalId>, LimitReached> => {
  const missing = idsMissingFrom(ids, [one])
  return Result.map(withinLimit(externalIdsOf(rows), ids.length, missing.length), () => [...ids, ...missing])
}

/** Another row of the noun has the external id. `row_id` is null if the member does not see that row. */
export class ExternalIdTaken extends Schema.TaggedError<ExternalIdTaken>()("ExternalIdTaken", {
  subject: Schema.String,
  external_id: ExternalId,
  row_id: Schema.NullOr(Schema.String)
}) {}

/**
 * Decides on a request for the row with this external id, if one is named. The id is added to those of the request, or
 * else to `ids`, which the row has.
 */
export const identified = <Request extends { readonly external_ids?: ReadonlyArray<ExternalId> }, Entity, Failure>(
  request: Request,
  one: ExternalId | undefined,
  rows: string,
  ids: ReadonlyArray<ExternalId>,
  decide: (request: Request) => Decision<Entity, Failure>
): Decision<Entity, Failure | LimitReached> =>
  one === undefined ? decide(request) : Result.flatMap(
    withExternalId(request.external_ids ?? ids, one, rows),
    (external_ids): Decision<Entity, Failure> => decide({ ...request, external_ids })
  )

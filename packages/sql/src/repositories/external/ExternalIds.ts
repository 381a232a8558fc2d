/**
 * Ids of rows in other systems. An external id is unique within a table; triggers on the nouns' tables maintain
 * `external_ids` (decision 0094).
 */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import { ExternalId, ExternalIdTaken, isSameId } from "@candor/domain/ExternalId"
import { ExternalIds, type KnownOutside } from "@candor/domain/ExternalIds"
import { externalIdFilter } from "@candor/domain/Filter"
import type { OrganizationId } from "@candor/domain/Id"
import { Array, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Change } from "../../statements/Change.ts"
import { meets } from "../../statements/Filtering.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import type { Refusals } from "../../statements/Writing.ts"

type Known = Pick<KnownOutside, "sees" | "subject" | "table">

/** The rows of a noun that the viewer sees, as a source for FROM. */
const seen = ({ sees, table }: Known) => sees === "all" ? table : `$${table}`

const HasIds = Schema.Struct({ external_ids: Schema.Array(ExternalId) })

/** Returns the external ids that a change stores, taken from its events, each with the id of its row. */
const storedBy = (subject: string, { decided: { events } }: Change<unknown, unknown, Actor | Worker>) =>
  events.filter(({ type }) => type.startsWith(`${subject}.`)).flatMap(({ data, subject_id }) =>
    Option.match(Schema.decodeUnknownOption(HasIds)(data), {
      onNone: () => [],
      onSome: ({ external_ids }) => external_ids.map((external_id) => ({ external_id, row_id: subject_id }))
    })
  )

/**
 * The refusal of a change with an external id that another row has. If that row has just given it up, the change starts
 * over.
 */
export const externalIdTaken = (sql: SqlClient.SqlClient, noun: Known): Refusals<ExternalIdTaken> => ({
  external_ids_pkey: Effect.fnUntraced(function*(change: Change<unknown, unknown, Actor | Worker>) {
    const { subject } = noun
    const stored = storedBy(subject, change)
    const twice = stored.find(({ external_id, row_id }) =>
      stored.some((other) => other.row_id !== row_id && isSameId(other.external_id, external_id))
    )
    if (twice !== undefined)
      return yield* new ExternalIdTaken({ subject, external_id: twice.external_id, row_id: null })
    const texts = (name: "id" | "system") => stored.map(({ external_id }) => external_id[name])
    const [taken] = yield* sql<ExternalId & { readonly row_id: string | null }>`
      SELECT x.system, x.id, t.id AS row_id
      FROM unnest(${texts("system")}::text[], ${texts("id")}::text[], ${
      stored.map(({ row_id }) => row_id)
    }::uuid[]) AS given (system, id, row_id)
      JOIN external_ids x ON x.organization_id = $organization AND x.subject = ${subject} AND x.system = given.system AND x.id = given.id
        AND x.row_id <> given.row_id
      LEFT JOIN ${sql.literal(seen(noun))} t ON t.organization_id = $organization AND t.id = x.row_id
      ORDER BY x.system, x.id LIMIT 1
    `.pipe(ofOrganization(sql, change.organization_id), Effect.orDie)
    if (taken === undefined) return Array.empty<unknown>()
    const { row_id, ...external_id } = taken
    return yield* new ExternalIdTaken({ subject, external_id, row_id })
  })
})

/** The one filter by which a row is found. */
const filters = Schema.Struct(externalIdFilter("rows"))

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const find = <N extends KnownOutside>(organization: OrganizationId, noun: N, external_id: ExternalId) =>
    sql<{ readonly id: N["row"]["Type"]["id"] }>`
      SELECT t.id FROM ${sql.literal(seen(noun))} t WHERE t.organization_id = $organization AND ${
      meets(sql, noun, "t", filters, { external_id })
    }
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.map(([row]) => Option.map(Option.fromUndefinedOr(row), ({ id }) => id))
    )

  return ExternalIds.of({ find })
})

export const layer = Layer.effect(ExternalIds, make)

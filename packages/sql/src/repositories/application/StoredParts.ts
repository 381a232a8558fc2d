/** Stored parts of applications: notes and interview feedback. A part adds to the size of its application. */
import type { Actor } from "@candor/domain/access/Actor"
import { ApplicationNotFound } from "@candor/domain/application/ApplicationNotFound"
import type { ApplicationParts } from "@candor/domain/application/ApplicationParts"
import * as ApplicationSize from "@candor/domain/application/ApplicationSize"
import { notAnonymised } from "@candor/domain/candidate/Anonymised"
import { type Decision, type DecisionContext, onlyIf } from "@candor/domain/Decision"
import { Encoded } from "@candor/domain/Encoded"
import type { ApplicationId, OrganizationId } from "@candor/domain/Id"
import { Effect, Result } from "effect"
import type { SqlClient } from "effect/sql"
import { erasureOf } from "../../queue/Erasure.ts"
import type { Key } from "../../statements/Batching.ts"
import { insertRow } from "../../statements/Inserts.ts"
import { changedColumns, type Declared, rowColumns } from "../../statements/Nouns.ts"
import { batchedRead } from "../../statements/Reads.ts"
import { columnsOf, pick } from "../../statements/Rows.ts"
import { partsOf, type PartRow } from "../../statements/Parts.ts"
import { save } from "../../statements/Saving.ts"
import { batchedUpdate } from "../../statements/Updates.ts"
import { write } from "../../statements/Writing.ts"
import { addToSize, anonymisedGuard, applicationSize, applicationSizeGuard, sizeColumns } from "./ApplicationSize.ts"
import { applicationIsVisible, ofVisibleJob, visibleApplicationId } from "./Visibility.ts"

/** The columns of a part that all kinds have. */
interface PartState<Id> {
  readonly id: Id
  readonly application_id: ApplicationId
  readonly version: number
}

interface Part<Id, State extends PartState<Id>, NotFound> {
  readonly noun: Declared & { readonly table: string }
  /** An SQL expression: the JSON of a row of the table with this alias, as an application shows it. */
  readonly shown: (alias: string) => string
  /** The size that a part adds to its application. */
  readonly size: (part: State) => ApplicationSize.ApplicationSize
  readonly notFound: (id: Id) => NotFound
}

/** A part with the size of its application. */
interface Loaded<State> {
  readonly id: string
  readonly version: number
  readonly part: State
  readonly size: ApplicationSize.ApplicationSize
}

/** Makes the methods that all kinds of parts have; `Shown` is what `shown` makes of a row. */
export const storedParts = <Id extends string, Shown, State extends PartState<Id>, NotFound>(
  sql: SqlClient.SqlClient,
  { notFound, noun, shown, size }: Part<Id, State, NotFound>
): ApplicationParts<Id, Shown, State, NotFound> => {
  const { table } = noun
  const columns = rowColumns(noun)

  /** The size that a modification adds to the application. */
  const growth = (before: State, after: State) => ApplicationSize.difference(size(before), size(after))

  /** The column of a part `p`; null where there is none. */
  const json = `CASE WHEN p.id IS NOT NULL THEN convert_to(${shown("p")}::text, 'UTF8') END AS json`

  // One row for each part, so that no message of the database is longer than a part.
  const list = (organization: OrganizationId, application: ApplicationId) =>
    sql<PartRow>`
      SELECT ${sql.literal(json)} FROM applications a
      LEFT JOIN ${sql.literal(table)} p ON p.organization_id = a.organization_id AND p.application_id = a.id
      WHERE a.organization_id = ${organization} AND a.id = ${application} AND ${sql.literal(ofVisibleJob)}
      ORDER BY p.created_at DESC, p.id DESC
    `.pipe(Effect.orDie, Effect.flatMap(partsOf<Shown, ApplicationNotFound>(new ApplicationNotFound({ id: application }))))

  type Request = Key<Id> & { readonly application_id: ApplicationId }

  /** The application of a `request` with its part `p`, whose columns are null where it has no such part. */
  const requested = sql`
    FROM applications a
    LEFT JOIN ${sql.literal(table)} p
      ON p.organization_id = a.organization_id AND p.application_id = a.id AND p.id = request.id
    WHERE a.organization_id = request.organization_id AND a.id = request.application_id AND ${sql.literal(ofVisibleJob)}`

  /** The bytes of its text. */
  const bytes = sql`SELECT coalesce(octet_length(p.body), 0) AS bytes ${requested}`

  const read = batchedRead<Request, { readonly json: Uint8Array | null }>(sql, table, sql`SELECT ${sql.literal(json)} ${requested}`, { bytes })

  const get = (organization_id: OrganizationId, application_id: ApplicationId, id: Id) =>
    Effect.flatMap(
      Effect.orDie(read({ organization_id, application_id, id })),
      ([row]): Effect.Effect<Encoded<Shown>, ApplicationNotFound | NotFound> => {
        if (row === undefined) return new ApplicationNotFound({ id: application_id })
        return row.json === null ? Effect.fail(notFound(id)) : Effect.succeed(new Encoded<Shown>(row.json))
      }
    )

  const find = batchedRead<Request, (State | { readonly id: null }) & ApplicationSize.ApplicationSize>(
    sql,
    table,
    sql`SELECT ${sql.literal(columnsOf("p", columns))}, ${sql.literal(sizeColumns)} ${requested}`,
    { bytes }
  )

  const load = (organization_id: OrganizationId, application_id: ApplicationId, id: Id) =>
    Effect.flatMap(
      Effect.orDie(find({ organization_id, application_id, id })),
      ([row]): Effect.Effect<Loaded<State>, ApplicationNotFound | NotFound> => {
        if (row === undefined) return new ApplicationNotFound({ id: application_id })
        if (row.id === null) return Effect.fail(notFound(id))
        const { feedback_counted, notes_counted, text_bytes } = row
        const part = pick(row, columns) as unknown as State
        return Effect.succeed({ id, version: part.version, part, size: { feedback_counted, notes_counted, text_bytes } })
      }
    )

  const create = <Failure>(
    actor: Actor,
    application: ApplicationId,
    decide: (context: DecisionContext) => Decision<State, Failure>
  ) =>
    write({
      actor,
      load: applicationSize(sql, actor.organization_id, application),
      decide: (present, context) =>
        Result.flatMap(notAnonymised(present), () =>
          onlyIf(decide(context), (part) => ApplicationSize.withinLimits(present, size(part)))),
      save: (change) =>
        save(sql, change, {
          saved: sql`
            ${
            insertRow(sql, table, {
              organization_id: actor.organization_id,
              ...change.decided.entity,
              application_id: visibleApplicationId(sql, actor.organization_id, application),
              updated_at: change.context.now
            })
          } RETURNING id`,
          increments: [addToSize(application, size(change.decided.entity), change.context.now)]
        }),
      races: [`${table}_application`, applicationSizeGuard, anonymisedGuard]
    })

  const update = batchedUpdate<Loaded<State>, State>(sql, {
    table,
    key: ["application_id"],
    set: changedColumns(noun),
    row: (part) => part,
    where: applicationIsVisible("t.organization_id", "t.application_id"),
    locks: { table: "applications", by: "application_id" },
    belongings: ({ before: { part }, context, decided: { entity } }) => ({
      increments: [addToSize(part.application_id, growth(part, entity), context.now)]
    })
  })

  const modify = <Failure>(
    actor: Actor,
    application: ApplicationId,
    id: Id,
    decide: (part: State, context: DecisionContext) => Decision<State, Failure>
  ) =>
    write({
      actor,
      load: load(actor.organization_id, application, id),
      decide: (loaded, context) =>
        onlyIf(decide(loaded.part, context), (after) => ApplicationSize.withinLimits(loaded.size, growth(loaded.part, after))),
      save: update,
      races: [applicationSizeGuard]
    })

  const remove = <Failure>(
    actor: Actor,
    application: ApplicationId,
    id: Id,
    decide: (part: State, context: DecisionContext) => Decision<State, Failure>
  ) =>
    write({
      actor,
      load: load(actor.organization_id, application, id),
      decide: ({ part }, context) => decide(part, context),
      save: (change) =>
        save(sql, change, {
          saved: sql`
            DELETE FROM ${sql.literal(table)} p
            WHERE p.organization_id = ${actor.organization_id} AND p.application_id = ${application} AND p.id = ${id}
              AND p.version = ${change.before.version}
              AND ${sql.literal(applicationIsVisible("p.organization_id", "p.application_id"))}
            RETURNING id`,
          increments: [
            addToSize(application, ApplicationSize.difference(size(change.before.part), ApplicationSize.nothing), change.context.now)
          ],
          work: [erasureOf(change.context, id)]
        })
    })

  return { list, get, create, modify, remove }
}

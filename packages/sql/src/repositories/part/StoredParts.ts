/** Stored notes and interview feedback. Each adds to the size of its owner, an application or a candidate. */
import type { Actor } from "@candor/domain/access/Actor"
import * as ApplicationSize from "@candor/domain/application/ApplicationSize"
import { notAnonymised } from "@candor/domain/Anonymised"
import { type Decision, type DecisionContext, onlyIf } from "@candor/domain/Decision"
import { Encoded, listOf } from "@candor/domain/Encoded"
import type { KnownOutside } from "@candor/domain/ExternalIds"
import type { OrganizationId } from "@candor/domain/Id"
import type { Owner } from "@candor/domain/part/Owner"
import type { Parts } from "@candor/domain/part/Parts"
import type { Timestamp } from "@candor/domain/Timestamp"
import { PgTypes } from "@effect/sql-pg"
import { Effect, Record, Result } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { partsSeen } from "../../database/Seen.ts"
import { erasureOf } from "../../queue/Erasure.ts"
import type { Key } from "../../statements/Batching.ts"
import { insertRow } from "../../statements/Inserts.ts"
import { changedColumns, rowColumns } from "../../statements/Nouns.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { batchedRead } from "../../statements/Reads.ts"
import { columnsOf, pick } from "../../statements/Rows.ts"
import type { PartRow } from "../../statements/Parts.ts"
import { save } from "../../statements/Saving.ts"
import { externalIdTaken } from "../external/ExternalIds.ts"
import { batchedUpdate } from "../../statements/Updates.ts"
import { write } from "../../statements/Writing.ts"
import { ownerColumns, ownerIn, type OwnerKind, ownerKinds } from "./Owners.ts"

/** The columns that all kinds of parts have. */
interface PartState<Id> {
  readonly id: Id
  readonly version: number
}

interface Part<Id, State extends PartState<Id>, NotFound> {
  readonly noun: KnownOutside & { readonly partOf?: string | ReadonlyArray<string> }
  /** An SQL expression: a row of the table with this alias as JSON, in the form that its owner shows. */
  readonly shown: (alias: string) => string
  /** The size that a part adds to its owner. */
  readonly size: (part: State) => ApplicationSize.ApplicationSize
  readonly notFound: (id: Id) => NotFound
  /** Common table expressions that read `saved`, and store the consequences of a new part. */
  readonly following?: (part: State, context: DecisionContext) => ReadonlyArray<Statement.Fragment>
}

/** A part with the size of its owner. */
interface Loaded<State> {
  readonly id: string
  readonly version: number
  readonly part: State
  readonly size: ApplicationSize.ApplicationSize
}

/** Makes the methods for one kind of owners, identified by their ids. */
const ofKind = <Id extends string, Shown, State extends PartState<Id>, NotFound>(
  sql: SqlClient.SqlClient,
  { following = () => [], notFound, noun, shown, size }: Part<Id, State, NotFound>,
  kind: OwnerKind
) => {
  const { table } = noun
  const refusals = externalIdTaken(sql, noun)
  const rows = sql.literal(partsSeen(table))
  const columns = rowColumns(noun).filter((column) => !ownerColumns.includes(column))

  /** Returns the size that a modification adds to the owner. */
  const growth = (before: State, after: State) => ApplicationSize.difference(size(before), size(after))

  const withinLimits = (present: ApplicationSize.ApplicationSize, added: ApplicationSize.ApplicationSize) =>
    ApplicationSize.withinLimits(present, added, kind.size)

  /** The JSON of a part `p`; null if there is none. */
  const json = `CASE WHEN p.id IS NOT NULL THEN convert_to(${shown("p")}::text, 'UTF8') END AS json`

  // One row for each part, so that no message from the database is longer than a part.
  const list = (organization: OrganizationId, owner: string) =>
    kind.reading(organization, owner, (id, found) =>
      sql<PartRow>`
        SELECT ${sql.literal(json)} FROM ${sql.literal(`$${kind.table}`)} o
        LEFT JOIN ${rows} p ON p.organization_id = $organization AND p.${sql.literal(kind.column)} = o.id
        WHERE o.organization_id = $organization AND o.id = ${id} AND ${sql.literal(kind.isVisible)}
        ORDER BY p.created_at DESC, p.id DESC
      `.pipe(
        ofOrganization(sql, organization),
        Effect.orDie,
        Effect.flatMap((rows) => Effect.map(found(rows), () => listOf<Shown>(rows.flatMap(({ json }) => json ?? []))))
      ))

  type Request = Key<Id> & { readonly [column: string]: string }

  const request = (organization_id: OrganizationId, owner: string, id: Id) =>
    ({ organization_id, id, [kind.column]: owner }) as Request

  /** The owner of a `request` with its part `p`, whose columns are null if there is no such part. */
  const requested = sql`
    FROM ${sql.literal(`$${kind.table}`)} o
    LEFT JOIN ${rows} p
      ON p.organization_id = $organization AND p.${sql.literal(kind.column)} = o.id AND p.id = request.id
    WHERE o.organization_id = $organization AND o.id = request.${sql.literal(kind.column)} AND ${
    sql.literal(kind.isVisible)
  }`

  /** The bytes of its text. */
  const bytes = sql`SELECT coalesce(octet_length(p.body), 0) AS bytes ${requested}`

  const read = batchedRead<Request, { readonly json: Uint8Array | null }>(
    sql,
    table,
    sql`SELECT ${sql.literal(json)} ${requested}`,
    { bytes }
  )

  const get = (organization: OrganizationId, owner: string, id: Id) =>
    kind.reading(organization, owner, (owner, found) =>
      Effect.orDie(read(request(organization, owner, id))).pipe(
        Effect.flatMap(found),
        Effect.flatMap(({ json }): Effect.Effect<Encoded<Shown>, NotFound> =>
          json === null ? Effect.fail(notFound(id)) : Effect.succeed(new Encoded<Shown>(json))
        )
      ))

  const find = batchedRead<Request, (State | { readonly id: null }) & ApplicationSize.ApplicationSize>(
    sql,
    table,
    sql`SELECT ${sql.literal(columnsOf("p", columns))}, ${sql.literal(kind.sizeColumns)} ${requested}`,
    { bytes }
  )

  const load = (organization: OrganizationId, owner: string, id: Id) =>
    Effect.orDie(find(request(organization, owner, id))).pipe(
      Effect.flatMap(kind.changeable(organization, owner)),
      Effect.flatMap((row): Effect.Effect<Loaded<State>, NotFound> => {
        if (row.id === null) return Effect.fail(notFound(id))
        const { feedback_counted, notes_counted, text_bytes } = row
        const part = { ...pick(row, columns), ...kind.owner(owner) } as unknown as State
        return Effect.succeed({
          id,
          version: part.version,
          part,
          size: { feedback_counted, notes_counted, text_bytes }
        })
      })
    )

  /** The size of the owner, and when its candidate was anonymized. A concurrent change may add to the size. */
  const room = (organization: OrganizationId, owner: string) =>
    sql<ApplicationSize.ApplicationSize & { readonly anonymised_at: Timestamp | null }>`
      SELECT ${sql.literal(kind.sizeColumns)}, o.anonymised_at FROM ${sql.literal(`$${kind.table}`)} o
      WHERE o.organization_id = $organization AND o.id = ${owner} AND ${sql.literal(kind.isVisible)}
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.flatMap(kind.changeable(organization, owner)))

  const create = <Failure>(
    actor: Actor,
    owner: string,
    decide: (context: DecisionContext) => Decision<State, Failure>
  ) =>
    write({
      actor,
      load: room(actor.organization_id, owner),
      decide: (present, context) =>
        Result.flatMap(notAnonymised(present), () =>
          onlyIf(decide(context), (part) => withinLimits(present, size(part)))),
      save: (change) =>
        save(sql, change, {
          saved: sql`
            ${
            insertRow(sql, table, {
              organization_id: actor.organization_id,
              // This list is of objects; other lists are of ids, which the client sends as text[].
              ...Record.map({ ...change.decided.entity }, (value: unknown, column: string) =>
                column === "external_ids"
                  ? PgTypes.jsonb(value)
                  : Array.isArray(value)
                  ? sql`${value}::uuid[]`
                  : value),
              [kind.column]: kind.idForNew(actor.organization_id, owner),
              updated_at: change.context.now
            })
          } RETURNING id`,
          after: following(change.decided.entity, change.context),
          increments: [kind.addToSize(owner, size(change.decided.entity), change.context.now)]
        }),
      races: [`${table}_${kind.column.replace("_id", "")}`, ...kind.guards],
      refusals
    })

  const update = batchedUpdate<Loaded<State>, State>(sql, {
    table,
    key: [kind.column],
    set: changedColumns(noun),
    row: (part) => part,
    where: kind.isOfVisible("t"),
    locks: { table: kind.table, by: kind.column },
    sideWrites: ({ before: { part }, context, decided: { entity } }) => ({
      increments: [kind.addToSize(Reflect.get(part, kind.column) as string, growth(part, entity), context.now)]
    })
  })

  const modify = <Failure>(
    actor: Actor,
    owner: string,
    id: Id,
    decide: (part: State, context: DecisionContext) => Decision<State, Failure>
  ) =>
    write({
      actor,
      load: load(actor.organization_id, owner, id),
      decide: (loaded, context) =>
        onlyIf(decide(loaded.part, context), (after) => withinLimits(loaded.size, growth(loaded.part, after))),
      save: update,
      races: kind.guards,
      refusals
    })

  const remove = <Failure>(
    actor: Actor,
    owner: string,
    id: Id,
    decide: (part: State, context: DecisionContext) => Decision<State, Failure>
  ) =>
    write({
      actor,
      load: load(actor.organization_id, owner, id),
      decide: ({ part }, context) => decide(part, context),
      save: (change) =>
        save(sql, change, {
          saved: sql`
            DELETE FROM ${sql.literal(table)} p
            WHERE p.organization_id = ${actor.organization_id} AND p.${
            sql.literal(kind.column)
          } = ${owner} AND p.id = ${id}
              AND p.version = ${change.before.version} AND ${sql.literal(kind.isOfVisible("p"))}
            RETURNING id`,
          increments: [
            kind.addToSize(
              owner,
              ApplicationSize.difference(size(change.before.part), ApplicationSize.nothing),
              change.context.now
            )
          ],
          work: [erasureOf(change.context, id)]
        })
    })

  return { list, get, create, modify, remove }
}

/** Makes the methods that all kinds of parts have. `Shown` is the form of a part in responses. */
export const storedParts = <Id extends string, Shown, State extends PartState<Id>, NotFound, Of extends Owner>(
  sql: SqlClient.SqlClient,
  part: Part<Id, State, NotFound>
): Parts<Id, Shown, State, NotFound, Of> => {
  const kinds = ownerKinds(sql)
  const methods = new Map(
    [part.noun.partOf ?? []].flat().map((subject) =>
      [subject, ofKind<Id, Shown, State, NotFound>(sql, part, kinds[subject]!)] as const
    )
  )
  const of = (owner: Of) => {
    const [subject, id] = ownerIn(owner)
    return [methods.get(subject)!, id] as const
  }
  return {
    list: (organization, owner) => {
      const [{ list }, ownerId] = of(owner)
      return list(organization, ownerId)
    },
    get: (organization, owner, id) => {
      const [{ get }, ownerId] = of(owner)
      return get(organization, ownerId, id)
    },
    create: (actor, owner, decide) => {
      const [{ create }, ownerId] = of(owner)
      return create(actor, ownerId, decide)
    },
    modify: (actor, owner, id, decide) => {
      const [{ modify }, ownerId] = of(owner)
      return modify(actor, ownerId, id, decide)
    },
    remove: (actor, owner, id, decide) => {
      const [{ remove }, ownerId] = of(owner)
      return remove(actor, ownerId, id, decide)
    }
  }
}

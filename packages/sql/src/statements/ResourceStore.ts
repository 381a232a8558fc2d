/** The statements of a resource, derived from its declaration. Special statements are written by hand beside them. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import type { OrganizationId } from "@candor/domain/Id"
import { fromRows, type PageRequest, type Position } from "@candor/domain/Pagination"
import {
  type CountingStore,
  type Known,
  type LimitedStore,
  maxCountedUses,
  type PagedStore,
  parentIn,
  type Resource,
  ResourceNotFound,
  type ResourceStore,
  UnknownReference
} from "@candor/domain/Resource"
import { type Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError, type Statement } from "effect/sql"
import { hiddenTables } from "../database/Seen.ts"
import type { Change } from "./Change.ts"
import { insertRows } from "./Inserts.ts"
import { changedColumns, columns, rowColumns } from "./Nouns.ts"
import { ofOrganization } from "./OfOrganization.ts"
import { after, newestFirst } from "./Paging.ts"
import { pick, setFrom } from "./Rows.ts"
import { type Save, save } from "./Saving.ts"
import { write } from "./Writing.ts"

/** The columns of a resource's row that the statements need. */
interface Stored extends Position {
  readonly version?: number
}

type Declared = Pick<Resource<never, never, never>, "countsUses" | "levels" | "limit" | "noun" | "unique" | "uses">

interface Special<NotFound> {
  /** Makes the failure for a missing row. */
  readonly notFound: (id: string) => NotFound
  /** SQL expressions of a row `t` for fields that are stored elsewhere. */
  readonly joined?: { readonly [field: string]: string }
  /** A condition that a row `t` is not deleted. */
  readonly where?: string
}

/** Saves a change of one row, with its events and side writes. Returns a row if the change was made. */
type Saved = Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>

const nothing: Known = { present: 0, same_id: null, uses: [], tree: [] }

/** The most rows of one table that are named as users of a row. */
const maxNamed = "5"

/** The source of reads of a table: the rows that the viewer sees. */
const seen = (table: string) => hiddenTables.includes(table) ? `$${table}` : table

/** Makes the statements on the rows of a resource, within one organization. */
export const resourceRows = <Row extends Stored, NotFound>(
  sql: SqlClient.SqlClient,
  { levels, limit, noun, unique, uses = [] }: Declared,
  { joined = {}, notFound, where = "true" }: Special<NotFound>
) => {
  /** The source of reads: the rows that the viewer sees, or the whole table. */
  const rows = sql.literal(noun.sees === "all" ? noun.table : `$${noun.table}`)
  const [table, condition, shown] = [
    sql.literal(noun.table),
    sql.literal(where),
    sql.literal(columns(noun, "t", "row", joined))
  ]
  const written = [...changedColumns(noun), ...["updated_at", "version"].filter((name) => name in noun.fields)]
  const most = sql.literal(String(limit?.limit ?? 1))
  const isStill = (
    { before: { row }, organization_id }: Pick<Change<{ readonly row: Row }, unknown>, "before" | "organization_id">
  ) => sql`t.organization_id = ${organization_id} AND t.id = ${row.id} AND t.version = ${row.version}`

  const list = (organization: OrganizationId, page: PageRequest, filter: Statement.Fragment = sql`true`) =>
    sql<Row>`
      SELECT ${shown} FROM ${rows} t WHERE t.organization_id = $organization AND ${condition} AND ${filter} AND ${
      after(sql, "t", page)
    }
      ${newestFirst(sql, "t", page)}
    `.pipe(ofOrganization(sql, organization), Effect.map((rows) => fromRows(page, rows)), Effect.orDie)

  const all = (organization: OrganizationId) =>
    sql<Row>`
      SELECT ${shown} FROM ${rows} t WHERE t.organization_id = $organization AND ${condition}
      ORDER BY lower(t.${sql.literal(unique ?? "id")}::text), t.id LIMIT ${most}
    `.pipe(ofOrganization(sql, organization), Effect.orDie)

  const get = (organization: OrganizationId, id: string) =>
    sql<Row>`SELECT ${shown} FROM ${rows} t WHERE t.organization_id = $organization AND t.id = ${id} AND ${condition}`
      .pipe(
        ofOrganization(sql, organization),
        Effect.orDie,
        Effect.flatMap(([row]) => row === undefined ? Effect.fail(notFound(id)) : Effect.succeed(row))
      )

  const known = (organization: OrganizationId, facts: ReadonlyArray<Statement.Fragment>): Effect.Effect<Known> =>
    facts.length === 0
      ? Effect.succeed(nothing)
      : sql<Partial<Known>>`SELECT ${sql.csv(facts)}`.pipe(
        ofOrganization(sql, organization),
        Effect.orDie,
        Effect.map(([row]) => ({ ...nothing, ...row }))
      )
  const counted = () =>
    limit === undefined ? [] : [sql`(
      SELECT count(*)::integer FROM (SELECT FROM ${table} t WHERE t.organization_id = $organization AND ${condition} LIMIT ${most}) present
    ) AS present`]
  const nameIn = (request: object): string | undefined =>
    unique === undefined ? undefined : Reflect.get(request, unique)
  const named = (name: string | undefined) =>
    unique === undefined || name === undefined ? [] : [sql`(
      SELECT t.id FROM ${table} t WHERE t.organization_id = $organization AND lower(t.${
      sql.literal(unique)
    }) = lower(${name}::text)
    ) AS same_id`]
  /** The condition that a row `u` of the organization uses the row with an id. */
  const isUse = (
    { column, field, table, where = "true" }: (typeof uses)[number],
    id: Statement.Fragment
  ) => {
    const [key, use, only] = [table === "organizations" ? "u.id" : "u.organization_id", `u.${column}`, where]
      .map((text) => sql.literal(text))
    return sql`${key} = $organization AND ${
      field === undefined
        ? sql`${use} = ${id}`
        : sql`${use} @> jsonb_build_array(jsonb_build_object(${sql.literal(`'${field}'`)}, ${id}))`
    } AND ${only}`
  }
  const used = (id: string) =>
    uses.length === 0 ?
      [] :
      [sql`ARRAY(${
        sql.join(" UNION ALL ", false)(uses.map((use) => {
          const { called, column, table, told = column } = use
          return sql`(
        SELECT ${called === undefined ? sql`${told}::text` : sql.literal(`u.${called}`)} FROM ${
            sql.literal(table)
          } u WHERE ${isUse(use, sql`${id}::uuid`)} LIMIT ${sql.literal(called === undefined ? "1" : maxNamed)}
      )`
        }))
      }) AS uses`]
  const countUses = (organization: OrganizationId) =>
    sql<object>`
      SELECT t.id AS ${sql.literal(`${noun.subject}_id`)}, ${
      sql.csv(uses.map((use) =>
        sql`(
        SELECT count(*)::integer FROM (
          SELECT FROM ${sql.literal(seen(use.table))} u WHERE ${isUse(use, sql.literal("t.id"))}
          LIMIT ${sql.literal(String(maxCountedUses))}
        ) used
      ) AS ${sql.literal(use.told ?? use.column)}`
      ))
    } FROM ${rows} t WHERE t.organization_id = $organization AND ${condition} ORDER BY t.id
    `.pipe(ofOrganization(sql, organization), Effect.orDie)
  const placed = (parent: string | null) =>
    levels === undefined || parent === null ? [] : [sql`(
      SELECT coalesce(json_agg(json_build_object('id', t.id, 'parent_id', t.parent_id) ORDER BY t.id), '[]')
      FROM ${table} t WHERE t.organization_id = $organization
    ) AS tree`]

  /** Sets the references to a removed row to null in rows that do not need it. */
  const released = (
    { organization_id, before: { row: { id } } }: Pick<
      Change<{ readonly row: Row }, unknown>,
      "before" | "organization_id"
    >
  ) =>
    uses.flatMap(({ column, field, table, where }) =>
      where === undefined || field !== undefined ? [] : [sql`${sql.literal(`released_${table}`)} AS (
      UPDATE ${sql.literal(table)} u SET ${sql.literal(column)} = NULL
      WHERE u.organization_id = ${organization_id} AND u.${sql.literal(column)} = ${id} AND NOT (${sql.literal(where)})
    )`]
    )

  /**
   * Saves a change that puts a row below another one, if the tree is still the one that was decided on. Changes of one
   * tree run one after another.
   */
  const inTree = (organization: OrganizationId, request: object, { tree }: Known, saved: Saved): Saved => {
    const facts = placed(parentIn(request))
    if (facts.length === 0) return saved
    return sql.withTransaction(
      sql`SELECT FROM ${table} t WHERE t.organization_id = ${organization} ORDER BY t.id FOR UPDATE`.pipe(
        Effect.andThen(known(organization, facts)),
        Effect.flatMap((now) => JSON.stringify(now.tree) === JSON.stringify(tree) ? saved : Effect.succeed([]))
      )
    )
  }

  return {
    list,
    all,
    get,
    countUses,
    inTree,
    /** Reads what the decisions on create, update and remove need to know besides the row. */
    beforeCreate: (organization: OrganizationId, draft: object) =>
      known(organization, [...counted(), ...named(nameIn(draft)), ...placed(parentIn(draft))]),
    beforeUpdate: (organization: OrganizationId, patch: object) =>
      known(organization, [...named(nameIn(patch)), ...placed(parentIn(patch))]),
    beforeRemove: (organization: OrganizationId, id: string) => known(organization, used(id)),
    /** Constraints that protect the decisions' context: a violation means a lost race. */
    races: [
      ...(unique === undefined ? [] : [`${noun.table}_${unique}`]),
      ...uses.flatMap(({ constraint }) => constraint ?? [])
    ],
    insert: <Before, By extends Actor | Worker>(
      change: Change<Before, Row, By>,
      more: Omit<Save, "saved"> = {}
    ): Saved =>
      save(sql, change, {
        ...more,
        saved: sql`${
          insertRows(sql, noun.table, [{
            organization_id: change.organization_id,
            ...pick(change.decided.entity, rowColumns(noun))
          }])
        } RETURNING id`
      }),
    /** Updates a row. `also` are further columns, which usual changes of the noun do not write. */
    update: <By extends Actor | Worker>(
      change: Change<{ readonly row: Row }, Row, By>,
      more: Omit<Save, "saved"> = {},
      also: ReadonlyArray<string & keyof Row> = []
    ): Saved =>
      save(sql, change, {
        ...more,
        saved: sql`
          UPDATE ${table} t SET ${setFrom(sql, noun.table, [...written, ...also], change.decided.entity)}
          WHERE ${isStill(change)} RETURNING t.id`
      }),
    remove: <By extends Actor | Worker>(
      change: Change<{ readonly row: Row }, unknown, By>,
      more: Omit<Save, "saved"> = {}
    ): Saved =>
      save(sql, change, {
        ...more,
        before: [...(more.before ?? []), ...released(change)],
        saved: sql`DELETE FROM ${table} t WHERE ${isStill(change)} RETURNING t.organization_id, t.id`
      })
  }
}

/** Makes the failure for a missing row of a resource that declares none. */
export const isNotThere = ({ noun: { subject } }: Declared) => (id: string) => new ResourceNotFound({ subject, id })

/** Makes the store of a resource that has no statements of its own. */
export const storeOf = <Row extends Stored, Draft extends object, Patch extends object>(
  sql: SqlClient.SqlClient,
  resource: Resource<Row, Draft, Patch>,
  rows = resourceRows<Row, ResourceNotFound>(sql, resource, { notFound: isNotThere(resource) })
): ResourceStore<Row, Draft, Patch> & Partial<CountingStore<object> & LimitedStore<Row> & PagedStore<Row>> => {
  const loaded = (organization: OrganizationId, id: string, known: Effect.Effect<Known>) =>
    Effect.zipWith(rows.get(organization, id), known, (row, known) => ({ row, known }))
  const { all, countUses, get, list, races } = rows
  const refusals = Object.fromEntries(
    (resource.references ?? []).map((
      { constraint, field, subject }
    ) => [constraint, Effect.fail(new UnknownReference({ field, subject }))])
  )
  return {
    ...(resource.limit === undefined ? { list } : { all }),
    ...(resource.countsUses ? { uses: countUses } : {}),
    get,
    create: (actor, draft) =>
      write({
        actor,
        load: rows.beforeCreate(actor.organization_id, draft),
        decide: (known, context) => resource.create(draft, known, context),
        save: (change) => rows.inTree(actor.organization_id, draft, change.before, rows.insert(change)),
        races,
        refusals
      }),
    update: (actor, id, patch) =>
      write({
        actor,
        load: loaded(actor.organization_id, id, rows.beforeUpdate(actor.organization_id, patch)),
        decide: ({ known, row }, context) => resource.update(row, patch, known, context),
        save: (change) => rows.inTree(actor.organization_id, patch, change.before.known, rows.update(change)),
        races,
        refusals
      }),
    remove: (actor, id) =>
      write({
        actor,
        load: loaded(actor.organization_id, id, rows.beforeRemove(actor.organization_id, id)),
        decide: ({ known, row }) => resource.remove(row, known),
        save: (change) => rows.remove(change),
        races
      })
  }
}

/** Makes the layer of a port that is a plain resource store. */
export const storeLayer = <
  Identifier,
  Row extends Stored,
  Draft extends object,
  Patch extends object,
  Store extends ResourceStore<Row, Draft, Patch>
>(
  port: Context.Key<Identifier, Store>,
  resource: Resource<Row, Draft, Patch>
) => Layer.effect(port, Effect.map(SqlClient.SqlClient, (sql) => storeOf(sql, resource) as unknown as Store))

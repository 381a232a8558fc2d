/** Exports and imports all data of an organization: reads it in one snapshot, adds it in portions. */
import type { Worker } from "@candor/domain/access/Actor"
import { reservedSlugs } from "@candor/domain/board/BoardSlug"
import { decided } from "@candor/domain/Decision"
import { AttachmentId, type ImportId, OrganizationId, SubmissionId } from "@candor/domain/Id"
import { slugFor } from "@candor/domain/job/Slug"
import { arrived } from "@candor/domain/moving/Arrival"
import {
  type Destination,
  type Finding,
  type Import,
  importState,
  Moves,
  type Row,
  RowsRefused
} from "@candor/domain/moving/Moves"
import { noun as organizationNoun } from "@candor/domain/organization/Organization"
import * as Timestamp from "@candor/domain/Timestamp"
import { secretBytes, secretText } from "@candor/domain/webhook/Webhook"
import { PgTypes } from "@effect/sql-pg"
import { Effect, Exit, Layer, Result } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient, type SqlError } from "effect/sql"
import { MigrationClient } from "../../database/Clients.ts"
import { brokenConstraint } from "../../database/SqlFailures.ts"
import * as Catalog from "../../moving/Catalog.ts"
import * as Counting from "../../moving/Counting.ts"
import * as Examining from "../../moving/Examining.ts"
import { type MovedPart, partsOf } from "../../moving/Format.ts"
import * as Reading from "../../moving/Reading.ts"
import * as Undoing from "../../moving/Undoing.ts"
import { enqueuedRows, type Work } from "../../queue/Queue.ts"
import * as SubmissionWork from "../../queue/SubmissionWork.ts"
import * as TextWork from "../../queue/TextWork.ts"
import { withOneOrganization } from "../../statements/OfOrganization.ts"
import { save } from "../../statements/Saving.ts"
import { write } from "../../statements/Writing.ts"

/** Rows whose counters one statement recomputes, or whose digests it reads. */
const portion = 500

/** The actor of an import's changes. */
const importer = (organization_id: OrganizationId): Worker => ({
  organization_id,
  worker: "candor import",
  request_id: "candor-import"
})

/**
 * Returns the work that an imported row waits for. The work of the source organization is not imported. `id` is the id
 * of the work.
 */
const workOf = (part: string, row: Row, id: string, actor: Worker): ReadonlyArray<Work> => {
  if (part === "attachment" && row["text_status"] === "pending")
    return [{ ...TextWork.of(AttachmentId.make(String(row["id"])), actor), id }]
  if (part !== "submission" || !waiting.has(row["state"])) return []
  return [SubmissionWork.of(id, SubmissionId.make(String(row["id"])), actor, "accepted")]
}

/** Returns the ids of contents that a row names: their removal may be queued since the row was removed here. */
const contentsOf = (part: string, { files, id }: Row): ReadonlyArray<string> => {
  if (part === "attachment") return [String(id)]
  if (part !== "submission" && part !== "message" || !Array.isArray(files)) return []
  return files.flatMap((file) => typeof file === "object" && file !== null && "id" in file ? [String(file["id"])] : [])
}

/** States of submissions that will become an application. */
const waiting: ReadonlySet<unknown> = new Set(["received", "released"])

/** Whether a row of a part can be refused only because of its key. */
const isFree = ({ table: { checks }, uniques }: MovedPart): boolean => checks.length === 0 && uniques.length === 0

const nothing: Finding = { broken: [], uniques: [] }

/** The last key of a portion, the number of its rows, and of those that were removed. */
interface Removed {
  readonly last: unknown
  readonly rows: number
  readonly gone: number
}

/** Gives the organization this slug, or the next free one. Returns it. */
const claimSlug = Effect.fnUntraced(
  function*(sql: SqlClient.SqlClient, organization: OrganizationId, slug: string) {
    const rows = yield* Effect.orDie(sql<{ readonly slug: string; readonly owner_id: OrganizationId }>`
    SELECT slug, owner_id FROM board_slugs WHERE slug >= ${slug} AND slug < ${`${slug}~`}`)
    const taken = new Set(rows.filter(({ owner_id }) => owner_id !== organization).map((row) => row.slug))
    const free = slugFor(slug, taken.union(reservedSlugs), "careers")
    yield* Effect.orDie(
      sql`INSERT INTO board_slugs (slug, owner_id) VALUES (${free}, ${organization}) ON CONFLICT (slug) DO NOTHING`
    )
    return free
  }
)

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const slow = yield* MigrationClient
  const random = yield* SecureRandom.SecureRandom
  // A failure is not cached.
  const read = yield* Effect.cachedWithTTL(
    Effect.gen(function*() {
      const tables = yield* Catalog.read(sql)
      const described = partsOf(tables)
      const found = yield* Effect.orDie(
        sql.unsafe<{ readonly name: string; readonly row: Row }>(Reading.absentOf(described))
      )
      const absent = new Map(found.map(({ name, row }) => [name, row]))
      const parts = described.map((part) => ({ ...part, absent: absent.get(part.name)! }))
      return { tables, parts, byName: new Map(parts.map((part) => [part.name, part])) }
    }),
    (exit) => Exit.isSuccess(exit) ? Infinity : 0
  )

  /** Runs a statement of an organization without a time limit. `values` are `$1` and so on. */
  const query = <A extends object>(organization: OrganizationId, text: string, ...values: ReadonlyArray<unknown>) =>
    Effect.orDie(slow.unsafe<A>(...withOneOrganization(text, values, organization)))

  /** Fails with the constraint that a change breaks. */
  const refusing = <A>(part: string, change: Effect.Effect<A, SqlError.SqlError>) =>
    Effect.catch(change, (error): Effect.Effect<never, RowsRefused> => {
      const constraint = brokenConstraint(error)
      return constraint === "" ? Effect.die(error) : Effect.fail(new RowsRefused({ part, constraint }))
    })

  const change = (part: string, organization: OrganizationId, text: string, ...values: ReadonlyArray<unknown>) =>
    refusing(part, slow.unsafe(...withOneOrganization(text, values, organization)))

  const withPart = <A, E, R>(
    name: string,
    use: (part: MovedPart, tables: ReadonlyArray<Catalog.Table>) => Effect.Effect<A, E, R>
  ) => Effect.flatMap(read, ({ byName, tables }) => use(byName.get(name)!, tables))

  const keyed = <A extends { readonly key: ReadonlyArray<string> }>(rows: ReadonlyArray<A>) =>
    rows.length === 0 ? undefined : rows.at(-1)!.key

  const nextSecret = () => secretText(Effect.runSync(random.randomBytes(secretBytes)))

  const page = (organization: OrganizationId, name: string, limit: number, after?: ReadonlyArray<string>) =>
    withPart(name, (part, tables) =>
      Effect.map(
        query<{ readonly json: Uint8Array; readonly key: ReadonlyArray<string> }>(
          organization,
          Reading.pageOf(tables, part),
          after ?? null,
          limit
        ),
        (rows) => ({ rows: rows.map(({ json }) => json), next: part.key.length === 0 ? undefined : keyed(rows) })
      ))

  const stored = (
    organization: OrganizationId,
    name: string,
    columns: ReadonlyArray<string>,
    rows: ReadonlyArray<Row>
  ) =>
    rows.length === 0 ? Effect.succeed([]) : withPart(name, (part, tables) => {
      const keys = rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])))
      const values = columns.length === 0 ? [] : [PgTypes.jsonb(keys)]
      return Effect.map(
        query<{ readonly row: Row }>(organization, Reading.storedOf(tables, part, columns), ...values),
        (found) => found.map(({ row }) => row)
      )
    })

  const examine = (name: string, rows: ReadonlyArray<Row>) =>
    withPart(
      name,
      (part) =>
        isFree(part) ?
          Effect.succeed(rows.map(() => nothing)) :
          Effect.flatMap(Timestamp.now, (now) =>
            Effect.orDie(
              slow.unsafe<Finding>(Examining.examine(part), [
                PgTypes.jsonb(rows.map((row) => arrived(name, row, { now, nextSecret })))
              ])
            ))
    )

  const taken = (organization: OrganizationId, name: string, after?: ReadonlyArray<string>) =>
    withPart(name, (part, tables) =>
      Effect.map(
        query<Finding & { readonly key: ReadonlyArray<string> }>(
          organization,
          Examining.taken(tables, part),
          after ?? null,
          portion
        ),
        (rows) => ({ rows, next: part.key.length === 0 ? undefined : keyed(rows) })
      ))

  const insert = (
    part: MovedPart,
    { import_id, organization, source }: Destination,
    rows: ReadonlyArray<Row>,
    work: ReadonlyArray<Work>
  ) => {
    const columns = Object.keys(rows[0]!)
    const contents = rows.flatMap((row) => contentsOf(part.name, row))
    const jsonb = new Set(part.columns.filter(({ type }) => type === "jsonb").map(({ name }) => name))
    const own = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map((
          [name, value]
        ) => [
          name,
          jsonb.has(name) ? JSON.parse(JSON.stringify(value).replaceAll(source, organization)) as Row[string] : value
        ])
      )
    )
    return slow<{ readonly added: number }>`
      WITH added AS (
        INSERT INTO ${slow.literal(part.table.name)} AS t (organization_id, ${slow.literal(columns.join(", "))})
        SELECT ${organization}::uuid, ${slow.literal(columns.map((column) => `x.${column}`).join(", "))}
        FROM jsonb_populate_recordset(NULL::${slow.literal(part.table.name)}, ${PgTypes.jsonb(own)}) x
        ON CONFLICT (${slow.literal(["organization_id", ...part.key].join(", "))}) DO NOTHING
        RETURNING ${slow.literal(part.key.includes("id") ? "t.id::text" : "t.organization_id::text AS id")}${
      slow.literal(import_id === undefined ? "" : Undoing.returned(part))
    }
      ), taken_back AS (
        DELETE FROM removed_contents c WHERE c.organization_id = ${organization} AND c.id = ANY (${contents}::uuid[])
      ), ${import_id === undefined ? slow`` : Undoing.remembered(slow, organization, import_id, part.name)}${
      enqueuedRows(slow, PgTypes.jsonb(work), slow`work.element ->> 'id' IN (SELECT id FROM added)`)
    }
      SELECT count(*)::integer AS added FROM added`
  }

  const add = (to: Destination, name: string, rows: ReadonlyArray<Row>) =>
    rows.length === 0 || name === "organization" ?
      Effect.succeed(0) :
      withPart(
        name,
        Effect.fnUntraced(function*(part) {
          const now = yield* Timestamp.now
          const stored = yield* Effect.forEach(rows, (row) =>
            Effect.map(
              name === "board" ? claimSlug(slow, to.organization, String(row["slug"])) : Effect.succeed(row["slug"]),
              (slug) => arrived(name, name === "board" ? { ...row, slug: slug! } : row, { now, nextSecret })
            ))
          const work = yield* Effect.forEach(
            stored,
            (row) => Effect.map(random.uuidV7(), (id) => workOf(name, row, id, importer(to.organization)))
          )
          const [{ added } = { added: 0 }] = yield* refusing(name, insert(part, to, stored, work.flat()))
          return added
        })
      )

  /** Finds the organization that an import of these files has created, among all organizations. */
  const madeOf = (digest: string) =>
    sql<{ readonly organization_id: OrganizationId }>`
      SELECT i.organization_id FROM imports i WHERE i.digest = ${digest} AND i.made_organization ORDER BY i.created_at LIMIT 1
    `.pipe(Effect.orDie, Effect.map(([made]) => made?.organization_id))

  const begun = Effect.fnUntraced(function*(digest: string, into?: OrganizationId) {
    const organization = into ?? (yield* madeOf(digest))
    if (organization === undefined) return undefined
    const [known] = yield* Effect.orDie(sql<Import>`
      SELECT i.id, i.organization_id, i.state FROM imports i WHERE i.organization_id = ${organization} AND i.digest = ${digest}`)
    return known
  })

  const begin = Effect.fnUntraced(function*(digest: string, organization: Row, into?: OrganizationId) {
    const now = yield* Timestamp.now
    const made: Import = {
      id: yield* random.uuidV7(),
      organization_id: into ?? OrganizationId.make(yield* random.uuidV7()),
      state: importState.initial
    }
    const { columns } = (yield* read).byName.get("organization")!
    const values = arrived("organization", { ...organization, id: made.organization_id }, { now, nextSecret })
    const names = [...columns.map(({ name }) => name), "publish_limit", "retention_run_at"].join(", ")
    const makeOrganization = sql`
      INSERT INTO organizations (${sql.literal(names)})
      SELECT ${sql.literal(names)} FROM jsonb_populate_record(NULL::organizations, ${PgTypes.jsonb(values)})`
    yield* Effect.orDie(sql.withTransaction(Effect.andThen(
      into === undefined ? Effect.asVoid(makeOrganization) : Effect.void,
      sql`
        INSERT INTO imports (organization_id, id, digest, made_organization, state, created_at, updated_at)
        VALUES (${made.organization_id}, ${made.id}, ${digest}, ${into === undefined}, ${made.state}, ${now}, ${now})`
    )))
    return made
  })

  const recount = Effect.fnUntraced(function*(organization: OrganizationId) {
    for (const table of Object.keys(Counting.counters)) {
      let after: string | null = null
      do {
        const ids: ReadonlyArray<{ readonly id: string }> = yield* query<{ readonly id: string }>(
          organization,
          Counting.idsOf(table),
          after,
          portion
        )
        yield* change(table, organization, Counting.recount(table), ids.map(({ id }) => id))
        after = ids.length < portion ? null : ids.at(-1)!.id
      } while (after !== null)
    }
    yield* change("organization", organization, Counting.recountOrganization)
  })

  const changeState = ({ id, organization_id, state }: Import, now: Timestamp.Timestamp) =>
    sql`
    UPDATE imports i SET state = ${state}, updated_at = ${now} WHERE i.organization_id = ${organization_id} AND i.id = ${id} RETURNING i.id`

  const resume = Effect.fnUntraced(function*(one: Import) {
    const state = yield* Effect.orDie(Effect.fromResult(importState.next(one.state, "resume")))
    const resumed: Import = { ...one, state }
    yield* Effect.orDie(changeState(resumed, yield* Timestamp.now))
    return resumed
  })

  const complete = (one: Import, rows: { readonly [part: string]: number }) =>
    write({
      actor: importer(one.organization_id),
      load: Effect.succeed(one),
      decide: (before: Import) =>
        Result.flatMap(importState.next(before.state, "complete"), (state) =>
          decided({ ...before, state }, organizationNoun.event("imported", { id: one.organization_id, rows }))),
      save: (change) =>
        save(sql, change, { saved: changeState(change.decided.entity, change.context.now) })
    }).pipe(Effect.orDie, Effect.asVoid)

  // Imports never add the organization itself.
  const touched = (organization: OrganizationId, import_id: ImportId, name: string, limit: number) =>
    name === "organization" ? Effect.succeed([]) : withPart(name, (part, tables) =>
      Effect.map(
        query<{ readonly key: string }>(organization, Undoing.touched(tables, part), import_id, limit),
        (rows) => rows.map(({ key }) => key)
      ))

  const removeAdded = (organization: OrganizationId, import_id: ImportId, name: string) =>
    name === "organization" ? Effect.succeed(0) : withPart(
      name,
      Effect.fnUntraced(function*(part, tables) {
        let after: unknown = null
        let removed = 0
        do {
          const [done]: ReadonlyArray<Removed> = yield* query<Removed>(
            organization,
            Undoing.removal(tables, part),
            import_id,
            after === null ? null : PgTypes.jsonb(after),
            portion
          )
          removed += done!.gone
          after = done!.rows < portion ? null : done!.last
        } while (after !== null)
        return removed
      })
    )

  const countAdded = (organization: OrganizationId, import_id: ImportId) =>
    Effect.map(
      query<{ readonly rows: number }>(
        organization,
        "SELECT count(*)::integer AS rows FROM imported_rows r WHERE r.organization_id = $organization AND r.import_id = $1",
        import_id
      ),
      ([row]) => row!.rows
    )

  return Moves.of({
    parts: Effect.map(read, ({ parts }) => parts),
    atOneInstant: (effect) =>
      slow.withTransaction(
        Effect.andThen(Effect.orDie(slow`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`), effect)
      ).pipe(
        Effect.catchTag("SqlError", Effect.die)
      ) as typeof effect,
    page,
    contents: (organization, after = "") =>
      Effect.flatMap(read, ({ byName, tables }) => query(organization, Reading.contentsOf(tables, byName), after)),
    stored,
    examine,
    taken,
    begun,
    begin,
    resume,
    add,
    touched,
    removeAdded,
    countAdded,
    recount,
    complete
  })
})

export const layer = Layer.effect(Moves, make)

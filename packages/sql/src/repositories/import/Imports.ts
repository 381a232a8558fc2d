/** Stored imports of people. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import type { AnyContext, Decision, DecisionContext } from "@candor/domain/Decision"
import type { ImportId, JobId, OrganizationId } from "@candor/domain/Id"
import {
  expire,
  type Import,
  type ImportListItem,
  ImportNotFound,
  keptDays,
  noun,
  type StoredImport
} from "@candor/domain/import/Import"
import { shownValue } from "@candor/domain/import/ImportedRow"
import { Imports, type NamedJob } from "@candor/domain/import/Imports"
import { sampleRows } from "@candor/domain/import/Proposal"
import { undoableUntil } from "@candor/domain/import/Undo"
import { isBlank } from "@candor/domain/CleanText"
import * as Timestamp from "@candor/domain/Timestamp"
import { fromRows, type PageRequest } from "@candor/domain/Pagination"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as ImportWork from "../../queue/ImportWork.ts"
import { insertRows } from "../../statements/Inserts.ts"
import { changedColumns, jsonColumns } from "../../statements/Nouns.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { after, newestFirst } from "../../statements/Paging.ts"
import { setFrom } from "../../statements/Rows.ts"
import { save } from "../../statements/Saving.ts"
import { write } from "../../statements/Writing.ts"
import { author, jobWithStatus, stageOfJob } from "../application/ApplicationQueries.ts"
import { adding } from "./Adding.ts"
import { importRows, sampleCells } from "./ImportRows.ts"
import { recognizing } from "./Recognizing.ts"

const [listed, stored] = [jsonColumns(noun, "i", "listed"), jsonColumns(noun, "i", "row")]

/** The cells of the first rows below the header. */
const sample = `(
  SELECT coalesce(json_agg(s.cells ORDER BY s.line), '[]') FROM (
    SELECT ${sampleCells} AS cells, r.line FROM import_rows r
    WHERE r.organization_id = $organization AND r.import_id = i.id AND r.line > coalesce(i.header_line, 0) ORDER BY r.line LIMIT ${sampleRows}
  ) s
)`

const shown = jsonColumns(noun, "i", "json", { author: author("i"), column_examples: sample, undo_until: "NULL" })

/** The columns that decisions change. */
export const changed = [...changedColumns(noun), "updated_at", "finished_at", "version"]

/** The states in which a worker has something to do. */
const ofWorkers: ReadonlySet<string> = new Set(["uploaded", "validating", "running", "undoing"])

/** Returns the work that a change starts: the first of a step. */
export const workOf = (
  { before, context: { actor, nextId }, decided: { entity } }: {
    readonly before?: { readonly state: StoredImport["state"] } | void
    readonly context: Pick<AnyContext, "nextId"> & { readonly actor: Actor | Worker }
    readonly decided: { readonly entity: StoredImport }
  }
) =>
  !("worker" in actor) && ofWorkers.has(entity.state) && (entity.rows_done === 0 || before?.state !== entity.state)
    ? [ImportWork.of(nextId(), entity, actor)]
    : []

/** The most jobs that rows can name. */
const maxJobs = "2000"

/** The most emptied imports of an organization that are ended at a time. */
const maxEnded = "1000"

/** Imports that one statement empties. */
const portion = 10

/** Returns the sample values of each column: the first three different ones. */
const examplesOf = (names: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>) =>
  names.map((_, at) =>
    [...new Set(rows.map((cells) => cells[at] ?? "").filter((cell) => !isBlank(cell)).map(shownValue))].slice(0, 3)
  )

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const found = (id: ImportId) => <Row>([row]: ReadonlyArray<Row>) =>
    row === undefined ? new ImportNotFound({ id }) : Effect.succeed(row)

  const list = (organization: OrganizationId, page: PageRequest) =>
    sql<ImportListItem>`
      SELECT ${sql.literal(listed)} FROM people_imports i WHERE i.organization_id = $organization AND ${
      after(sql, "i", page)
    }
      ${newestFirst(sql, "i", page)}
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.map((rows) => fromRows(page, rows)))

  const get = (organization: OrganizationId, id: ImportId) =>
    sql<Import>`SELECT ${
      sql.literal(shown)
    } FROM people_imports i WHERE i.organization_id = $organization AND i.id = ${id}`.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap(found(id)),
      Effect.flatMap((one) =>
        Effect.map(Timestamp.now, (now): Import => ({
          ...one,
          column_examples: examplesOf(one.column_names, one.column_examples),
          undo_until: undoableUntil(one, now)
        }))
      )
    )

  const load = (organization: OrganizationId, id: ImportId) =>
    sql<StoredImport>`SELECT ${
      sql.literal(stored)
    } FROM people_imports i WHERE i.organization_id = $organization AND i.id = ${id}`.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap(found(id))
    )

  const create = (actor: Actor, decide: (context: DecisionContext) => Decision<StoredImport, never>) =>
    write({
      actor,
      load: Effect.void,
      decide: (_, context) => decide(context),
      save: (change) =>
        save(sql, change, {
          saved: sql`${
            insertRows(sql, "people_imports", [{
              organization_id: actor.organization_id,
              ...change.decided.entity,
              is_forgotten: false
            }])
          } RETURNING id`,
          work: workOf(change)
        })
    })

  const modify = <Failure>(
    actor: Actor | Worker,
    id: ImportId,
    decide: (stored: StoredImport, context: AnyContext) => Decision<StoredImport, Failure>
  ) =>
    write({
      actor,
      load: load(actor.organization_id, id),
      decide,
      save: (change) =>
        save(sql, change, {
          saved: sql`
            UPDATE people_imports i SET ${setFrom(sql, "people_imports", changed, change.decided.entity)}
            WHERE i.organization_id = ${actor.organization_id} AND i.id = ${id} AND i.version = ${change.before.version} RETURNING i.id`,
          work: workOf(change)
        })
    })

  const remove = <Failure>(
    actor: Actor,
    id: ImportId,
    decide: (stored: StoredImport) => Decision<StoredImport, Failure>
  ) =>
    write({
      actor,
      load: load(actor.organization_id, id),
      decide,
      save: (change) =>
        save(sql, change, {
          saved: sql`
            DELETE FROM people_imports i
            WHERE i.organization_id = ${actor.organization_id} AND i.id = ${id} AND i.version = ${change.before.version} RETURNING i.id`
        })
    }).pipe(Effect.asVoid)

  const jobs = (organization: OrganizationId, id: JobId | null) =>
    sql<NamedJob>`
      SELECT ${sql.literal(jobWithStatus)} AS job, (
        SELECT coalesce(json_agg(${sql.literal(stageOfJob)} ORDER BY s.order_index), '[]')
        FROM stages s WHERE s.organization_id = $organization AND s.job_id = j.id
      ) AS stages
      FROM $jobs j WHERE j.organization_id = $organization AND j.deleted_at IS NULL AND ${
      id === null ? sql`true` : sql`j.id = ${id}`
    }
      ORDER BY j.created_at DESC, j.id DESC LIMIT ${sql.literal(maxJobs)}
    `.pipe(ofOrganization(sql, organization), Effect.orDie)

  const isOld = sql.literal(`NOT i.is_forgotten AND i.updated_at < now() - interval '${keptDays} days'`)

  // A row without an address keeps the digest by which another import of the same file recognizes its person.
  const forgetSome = (organization: OrganizationId) =>
    sql`
      WITH old AS MATERIALIZED (
        SELECT i.id FROM people_imports i WHERE i.organization_id = $organization AND ${isOld}
        ORDER BY i.updated_at LIMIT ${sql.literal(String(portion))} FOR UPDATE SKIP LOCKED
      ), emptied AS (
        UPDATE import_rows r SET cells = '[]', issues = '[]', name = NULL, person_key = NULL FROM old
        WHERE r.organization_id = $organization AND r.import_id = old.id
      )
      UPDATE people_imports i SET is_forgotten = true FROM old WHERE i.organization_id = $organization AND i.id = old.id RETURNING i.id
    `.pipe(ofOrganization(sql, organization), Effect.map((rows) => rows.length === portion))

  const isEmptied = sql.literal("i.is_forgotten AND i.state IN ('mapping', 'ready', 'interrupted')")

  /** Ends imports that waited for a person so long that their rows were emptied. */
  const endEmptied = Effect.fnUntraced(function*(organization_id: OrganizationId) {
    const waiting = yield* sql<Pick<StoredImport, "id">>`
      SELECT i.id FROM people_imports i WHERE i.organization_id = $organization AND ${isEmptied} LIMIT ${
      sql.literal(maxEnded)
    }
    `.pipe(ofOrganization(sql, organization_id))
    yield* Effect.forEach(
      waiting,
      ({ id }) => Effect.ignore(modify({ organization_id, worker: "imports", request_id: id }, id, expire)),
      { discard: true }
    )
  })

  const forget = sql<{ readonly organization_id: OrganizationId }>`
    SELECT DISTINCT i.organization_id FROM people_imports i WHERE ${isOld} OR ${isEmptied}
  `.pipe(
    Effect.flatMap(
      Effect.forEach(({ organization_id }) =>
        Effect.andThen(
          Effect.repeat(forgetSome(organization_id), { while: (more) => more }),
          endEmptied(organization_id)
        ), { discard: true })
    ),
    Effect.orDie
  )

  return Imports.of({
    list,
    get,
    create,
    modify,
    remove,
    stored: load,
    jobs,
    forget,
    recognize: recognizing(sql),
    add: adding(sql),
    ...importRows(sql, load)
  })
})

export const layer = Layer.effect(Imports, make)

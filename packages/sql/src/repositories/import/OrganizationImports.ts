/** Stored archives for imports of whole organizations, and the problems found in them. */
import type { Actor } from "@candor/domain/access/Actor"
import type { AnyContext, Decision, DecisionContext } from "@candor/domain/Decision"
import type { ImportId, OrganizationId } from "@candor/domain/Id"
import { expire, ImportNotFound, type StoredImport } from "@candor/domain/import/Import"
import { Imports } from "@candor/domain/import/Imports"
import {
  type ArchiveUsage,
  archiveDays,
  type ImportPart,
  type ImportProblem,
  type ImportReport,
  type StoredPart
} from "@candor/domain/import/OrganizationImport"
import { OrganizationImports } from "@candor/domain/import/OrganizationImports"
import { undoHours } from "@candor/domain/import/Undo"
import { PgTypes } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { stillReserved, withdrawn } from "../../queue/ContentWork.ts"
import { insertRows } from "../../statements/Inserts.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { rowsOf, setFrom } from "../../statements/Rows.ts"
import { save } from "../../statements/Saving.ts"
import { write } from "../../statements/Writing.ts"
import { changed, workOf } from "./Imports.ts"

/** The columns of a part. */
const ofPart = "p.number, p.size_bytes, p.sha256, p.content_id"

/** States in which an archive is kept: if undoing is refused, the import may go on with its parts. */
const kept = "('uploading', 'uploaded', 'validating', 'ready', 'running', 'interrupted', 'undoing')"

/** States in which an archive waits for a person. */
const waiting = "('uploading', 'ready', 'interrupted')"

/** An import, and the stored part with the number of a new one. */
interface Received {
  readonly before: StoredImport
  readonly part: StoredPart | undefined
}

/** Problems that one statement stores, and imports that one statement examines. */
const [portion, maxEnded] = [500, "1000"]

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const imports = yield* Imports

  const usage = (organization: OrganizationId) =>
    sql<ArchiveUsage>`
      SELECT count(*)::integer AS archives, coalesce(sum(i.size_bytes), 0)::double precision AS bytes FROM people_imports i
      WHERE i.organization_id = $organization AND i.kind = 'organization' AND i.state IN ${sql.literal(kept)}
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.map(([used]) => used!))

  const partsOfImport = (organization: OrganizationId, id: ImportId) =>
    sql<StoredPart>`
      SELECT ${sql.literal(ofPart)} FROM import_parts p
      WHERE p.organization_id = $organization AND p.import_id = ${id} ORDER BY p.number
    `.pipe(ofOrganization(sql, organization), Effect.orDie)

  const create = <Failure>(
    actor: Actor,
    part: StoredPart | undefined,
    decide: (usage: ArchiveUsage, context: DecisionContext) => Decision<StoredImport, Failure>
  ) =>
    write({
      actor,
      load: Effect.tap(
        usage(actor.organization_id),
        () => stillReserved(sql, part === undefined ? [] : [part.content_id])
      ),
      decide,
      save: (change) => {
        const { entity } = change.decided
        const row = { organization_id: actor.organization_id, ...entity, is_forgotten: false }
        return save(sql, change, {
          ...(part === undefined ? {} : { before: withdrawn(sql, sql`${[part.content_id]}::text[]`) }),
          saved: sql`${insertRows(sql, "people_imports", [row])} RETURNING id`,
          after: part === undefined ? [] : [sql`stored_part AS (
            INSERT INTO import_parts (organization_id, import_id, number, content_id, size_bytes, sha256)
            SELECT ${actor.organization_id}::uuid, saved.id, ${part.number}::integer, (SELECT id FROM withdrawn)::uuid,
              ${part.size_bytes}::integer, ${part.sha256}
            FROM saved
          )`],
          work: workOf({ context: change.context, decided: change.decided })
        })
      }
    })

  const receive = <Failure>(
    actor: Actor,
    id: ImportId,
    part: StoredPart,
    decide: (
      stored: StoredImport,
      present: ImportPart | undefined,
      context: AnyContext
    ) => Decision<StoredImport, Failure>
  ) => {
    const { organization_id } = actor
    const present = sql<StoredPart>`
      SELECT ${sql.literal(ofPart)} FROM import_parts p
      WHERE p.organization_id = $organization AND p.import_id = ${id} AND p.number = ${part.number}
    `.pipe(ofOrganization(sql, organization_id), Effect.orDie, Effect.map(([found]) => found))
    return write({
      actor,
      load: Effect.flatMap(
        imports.stored(organization_id, id),
        (before) => Effect.map(present, (part): Received => ({ before, part }))
      ).pipe(Effect.tap(() => stillReserved(sql, [part.content_id]))),
      decide: ({ before, part: found }: Received, context) => decide(before, found, context),
      save: (change) =>
        save(sql, change, {
          before: withdrawn(sql, sql`${[part.content_id]}::text[]`),
          saved: sql`
            UPDATE people_imports i SET ${setFrom(sql, "people_imports", changed, change.decided.entity)}
            WHERE i.organization_id = ${organization_id} AND i.id = ${id} AND i.version = ${change.before.before.version}
              AND EXISTS (SELECT FROM withdrawn)
            RETURNING i.id`,
          after: [
            sql`replaced AS (
              INSERT INTO removed_contents (organization_id, id)
              SELECT p.organization_id, p.content_id FROM import_parts p, saved
              WHERE p.organization_id = ${organization_id} AND p.import_id = ${id} AND p.number = ${part.number}
              ON CONFLICT DO NOTHING
            )`,
            sql`stored_part AS (
              INSERT INTO import_parts (organization_id, import_id, number, content_id, size_bytes, sha256)
              SELECT ${organization_id}::uuid, saved.id, ${part.number}::integer, ${part.content_id}::uuid, ${part.size_bytes}::integer, ${part.sha256}
              FROM saved
              ON CONFLICT (organization_id, import_id, number) DO UPDATE
              SET content_id = excluded.content_id, size_bytes = excluded.size_bytes, sha256 = excluded.sha256
            )`
          ],
          work: workOf({ before: change.before.before, context: change.context, decided: change.decided })
        })
    })
  }

  const parts = (organization: OrganizationId, id: ImportId) =>
    Effect.andThen(imports.stored(organization, id), partsOfImport(organization, id))

  const dropParts = (organization: OrganizationId, id: ImportId) =>
    sql`DELETE FROM import_parts p WHERE p.organization_id = $organization AND p.import_id = ${id}`.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.asVoid
    )

  const saveReport = Effect.fn("OrganizationImports.saveReport")(
    function*(
      organization: OrganizationId,
      id: ImportId,
      report: ImportReport,
      problems: ReadonlyArray<ImportProblem>
    ) {
      yield* sql`
        WITH forgotten AS (
          DELETE FROM import_problems p WHERE p.organization_id = $organization AND p.import_id = ${id}
        ), saved AS (
          INSERT INTO import_reports (organization_id, import_id, report)
          SELECT i.organization_id, i.id, ${PgTypes.jsonb(report)} FROM people_imports i
          WHERE i.organization_id = $organization AND i.id = ${id}
          ON CONFLICT (organization_id, import_id) DO UPDATE SET report = excluded.report
        )
        SELECT
      `.pipe(ofOrganization(sql, organization), Effect.orDie)
      for (let nth = 0; nth < problems.length; nth += portion) {
        const some = problems.slice(nth, nth + portion).map((problem, at) => ({ nth: nth + at + 1, problem }))
        yield* sql`
          INSERT INTO import_problems (organization_id, import_id, nth, problem)
          SELECT i.organization_id, i.id, x.nth, x.problem
          FROM people_imports i CROSS JOIN ${
          rowsOf(sql, { nth: "integer", problem: "jsonb" }, "x", PgTypes.jsonb(some))
        }
          WHERE i.organization_id = $organization AND i.id = ${id}
          ON CONFLICT (organization_id, import_id, nth) DO UPDATE SET problem = excluded.problem
        `.pipe(ofOrganization(sql, organization), Effect.orDie)
      }
    }
  )

  const nothing: ImportReport = { nouns: [], taken_counted: 0, taken: [], problems: [] }

  const report = (organization: OrganizationId, id: ImportId) =>
    sql<{ readonly report: ImportReport | null }>`
      SELECT (
        SELECT r.report FROM import_reports r WHERE r.organization_id = $organization AND r.import_id = i.id
      ) AS report FROM people_imports i WHERE i.organization_id = $organization AND i.id = ${id}
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap(([found]) =>
        found === undefined ? new ImportNotFound({ id }) : Effect.succeed(found.report ?? nothing)
      )
    )

  const problems = (organization: OrganizationId, id: ImportId, after: number, limit: number) =>
    sql<{ readonly problem: ImportProblem }>`
      SELECT p.problem FROM import_problems p
      WHERE p.organization_id = $organization AND p.import_id = ${id} AND p.nth > ${after} ORDER BY p.nth LIMIT ${limit}
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.map((rows) => rows.map(({ problem }) => problem)))

  const isLeft = sql.literal(
    `i.kind = 'organization' AND i.state IN ${waiting} AND i.updated_at < now() - interval '${archiveDays} days'`
  )
  const isDone = sql.literal(`i.kind = 'organization' AND i.state NOT IN ${kept}`)

  const endLeft = Effect.fnUntraced(function*(organization_id: OrganizationId) {
    const left = yield* sql<Pick<StoredImport, "id">>`
      SELECT i.id FROM people_imports i WHERE i.organization_id = $organization AND ${isLeft} LIMIT ${
      sql.literal(maxEnded)
    }
    `.pipe(ofOrganization(sql, organization_id))
    yield* Effect.forEach(
      left,
      ({ id }) => Effect.ignore(imports.modify({ organization_id, worker: "imports", request_id: id }, id, expire)),
      { discard: true }
    )
    yield* sql`
      DELETE FROM import_parts p USING people_imports i
      WHERE p.organization_id = $organization AND i.organization_id = $organization AND i.id = p.import_id AND ${isDone}
    `.pipe(ofOrganization(sql, organization_id))
    yield* sql`
      DELETE FROM imported_rows r USING people_imports i
      WHERE r.organization_id = $organization AND i.organization_id = $organization AND i.id = r.import_id AND ${isDone}
        AND i.finished_at < now() - interval '${sql.literal(String(undoHours))} hours'
    `.pipe(ofOrganization(sql, organization_id))
  })

  const forget = sql<{ readonly organization_id: OrganizationId }>`
    SELECT DISTINCT i.organization_id FROM people_imports i WHERE i.kind = 'organization'
  `.pipe(
    Effect.flatMap(Effect.forEach(({ organization_id }) => endLeft(organization_id), { discard: true })),
    Effect.orDie
  )

  return OrganizationImports.of({ create, receive, parts, dropParts, saveReport, report, problems, forget })
})

export const layer = Layer.effect(OrganizationImports, make)

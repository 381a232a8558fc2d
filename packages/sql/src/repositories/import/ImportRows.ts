/** Stored rows of imports. */
import type { ImportId, OrganizationId } from "@candor/domain/Id"
import {
  type ImportNotFound,
  type ImportRow,
  isBeforeRun,
  type RowOutcome,
  type StoredImport
} from "@candor/domain/import/Import"
import type { ColumnValue, Imports, LinePosition, MadeRow, RowResult, UndoneRow } from "@candor/domain/import/Imports"
import { maxValue } from "@candor/domain/import/Mapping"
import { sampleRows, type TableRow } from "@candor/domain/import/Proposal"
import { pageOf, type PageRequest } from "@candor/domain/Pagination"
import * as Timestamp from "@candor/domain/Timestamp"
import { PgTypes } from "@effect/sql-pg"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { limited } from "../../statements/Paging.ts"
import { columnsOf, rowsOf } from "../../statements/Rows.ts"
import { applicationIsTouched, candidateIsTouched } from "./Touched.ts"

/** The columns of a result, with their types. */
const results = {
  line: "integer",
  outcome: "text",
  name: "text",
  match: "text",
  same_line: "integer",
  person_key: "text",
  digest: "text",
  candidate_id: "uuid",
  application_id: "uuid",
  application_status: "text",
  made_candidate: "boolean",
  made_application: "boolean",
  candidate_version: "integer",
  note_id: "uuid",
  issues: "jsonb"
} as const satisfies Record<keyof RowResult, string>

const shown = columnsOf("r", [
  "line",
  "name",
  "match",
  "same_line",
  "candidate_id",
  "application_id",
  "application_status",
  "issues"
])
const set = Object.keys(results).filter((name) => name !== "line").map((name) => `${name} = x.${name}`).join(", ")

/** The most characters of a cell that is only shown, not imported. */
const maxSample = 800

/** The most different cells of a column that are compared in normal form. */
const comparedValues = 5000

/** The cells of a row `r`, each cut to that length. */
export const sampleCells =
  `(SELECT coalesce(jsonb_agg(left(cell, ${maxSample})), '[]') FROM jsonb_array_elements_text(r.cells) AS cell)`

type Load = (organization: OrganizationId, id: ImportId) => Effect.Effect<StoredImport, ImportNotFound>

type OfRows =
  | "addRows"
  | "sample"
  | "countRows"
  | "portion"
  | "linesOf"
  | "saveResults"
  | "rows"
  | "values"
  | "made"
  | "markUndone"

/** Makes the methods on rows. `load` finds an import. */
export const importRows = (sql: SqlClient.SqlClient, load: Load): Pick<Imports["Service"], OfRows> => {
  const addRows = (organization: OrganizationId, id: ImportId, rows: ReadonlyArray<TableRow>) =>
    sql`
      INSERT INTO import_rows (organization_id, import_id, line, cells)
      SELECT i.organization_id, i.id, x.line, x.cells
      FROM people_imports i CROSS JOIN ${rowsOf(sql, { line: "integer", cells: "jsonb" }, "x", PgTypes.jsonb(rows))}
      WHERE i.organization_id = $organization AND i.id = ${id}
      ON CONFLICT (organization_id, import_id, line) DO NOTHING
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.asVoid)

  const portion = (organization: OrganizationId, id: ImportId, after: number, limit: number) =>
    sql<TableRow>`
      SELECT r.line, r.cells FROM import_rows r
      WHERE r.organization_id = $organization AND r.import_id = ${id} AND r.line > ${after} ORDER BY r.line LIMIT ${limit}
    `.pipe(ofOrganization(sql, organization), Effect.orDie)

  const sample = (organization: OrganizationId, id: ImportId) =>
    sql<TableRow>`
      SELECT r.line, ${sql.literal(sampleCells)} AS cells FROM import_rows r
      WHERE r.organization_id = $organization AND r.import_id = ${id} ORDER BY r.line LIMIT ${sampleRows}
    `.pipe(ofOrganization(sql, organization), Effect.orDie)

  const countRows = (organization: OrganizationId, id: ImportId, below: number) =>
    sql<{ readonly rows: number }>`
      SELECT count(*)::integer AS rows FROM import_rows r WHERE r.organization_id = $organization AND r.import_id = ${id} AND r.line > ${below}
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.map(([row]) => row!.rows))

  const linesOf = (organization: OrganizationId, id: ImportId, keys: ReadonlyArray<string>, before: number) =>
    sql<{ readonly person_key: string; readonly line: number }>`
      SELECT r.person_key, min(r.line) AS line FROM import_rows r
      WHERE r.organization_id = $organization AND r.import_id = ${id} AND r.person_key = ANY (${keys}::text[]) AND r.line < ${before}
      GROUP BY r.person_key
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.map((rows) => new Map(rows.map(({ line, person_key }) => [person_key, line])))
    )

  const saveResults = Effect.fn("Imports.saveResults")(
    function*(organization: OrganizationId, id: ImportId, done: ReadonlyArray<RowResult>, isImported: boolean) {
      const done_at = yield* Timestamp.now
      yield* sql`
      UPDATE import_rows r SET ${
        sql.literal(set)
      }, is_imported = ${isImported}, done_at = ${done_at}::timestamptz FROM ${
        rowsOf(sql, results, "x", PgTypes.jsonb(done))
      }
      WHERE r.organization_id = $organization AND r.import_id = ${id} AND r.line = x.line
    `.pipe(ofOrganization(sql, organization), Effect.orDie)
    }
  )

  const rows = Effect.fn("Imports.rows")(function*(
    organization: OrganizationId,
    id: ImportId,
    outcomes: ReadonlyArray<RowOutcome>,
    page: PageRequest<LinePosition>
  ) {
    const { state } = yield* load(organization, id)
    const hasRun = !isBeforeRun(state)
    const found = yield* sql<ImportRow>`
      SELECT ${
      sql.literal(shown)
    }, CASE WHEN ${hasRun} AND r.is_imported = false THEN 'not_reached' ELSE r.outcome END AS outcome FROM import_rows r
      WHERE r.organization_id = $organization AND r.import_id = ${id} AND r.line > ${page.after?.line ?? 0} AND (
        r.outcome = ANY (${outcomes}::text[]) AND (NOT ${hasRun} OR r.is_imported IS DISTINCT FROM false)
        OR ${hasRun && outcomes.includes("not_reached")} AND r.is_imported = false
      )
      ORDER BY r.line ${limited(sql, page)}
    `.pipe(ofOrganization(sql, organization), Effect.orDie)
    return pageOf(page, found, ({ line }) => ({ line }))
  })

  // Equal cells are counted first, so that the normal form is made once for each, and of those that may be frequent.
  const values = Effect.fn("Imports.values")(
    function*(organization: OrganizationId, id: ImportId, column: number, limit: number) {
      const { header_line } = yield* load(organization, id)
      return yield* sql<ColumnValue>`
      SELECT (array_agg(x.value ORDER BY x.rows DESC, x.value))[1] AS value, sum(x.rows)::integer AS rows FROM (
        SELECT btrim(r.cells ->> ${column}::integer) COLLATE "C" AS value, count(*) AS rows FROM import_rows r
        WHERE r.organization_id = $organization AND r.import_id = ${id} AND r.line > ${header_line ?? 0}
          AND length(r.cells ->> ${column}::integer) <= ${maxValue}
        GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${sql.literal(String(comparedValues))}
      ) x
      WHERE x.value <> '' GROUP BY name_form(x.value) ORDER BY 2 DESC, 1 LIMIT ${limit}
    `.pipe(ofOrganization(sql, organization), Effect.orDie)
    }
  )

  const made = (organization: OrganizationId, id: ImportId, before: number, limit: number) =>
    sql<MadeRow>`
      SELECT r.line, r.candidate_id, r.application_id, r.made_candidate, r.made_application, r.note_id,
        coalesce(CASE WHEN r.made_candidate THEN NOT ${candidateIsTouched(sql)} WHEN r.made_application THEN NOT ${
      sql.literal(applicationIsTouched("a"))
    } ELSE n.version = 1 END, false) AS is_untouched
      FROM import_rows r
      CROSS JOIN LATERAL (
        SELECT count(DISTINCT s.candidate_version) AS versions,
          coalesce(array_agg(s.application_id) FILTER (WHERE s.made_application), '{}') AS applications,
          coalesce(array_agg(s.note_id) FILTER (WHERE s.note_id IS NOT NULL), '{}') AS notes
        FROM import_rows s WHERE s.organization_id = $organization AND s.import_id = r.import_id AND s.candidate_id = r.candidate_id
      ) d
      LEFT JOIN candidates c ON c.organization_id = $organization AND c.id = r.candidate_id
      LEFT JOIN applications a ON a.organization_id = $organization AND a.id = r.application_id
      LEFT JOIN notes n ON n.organization_id = $organization AND n.id = r.note_id
      WHERE r.organization_id = $organization AND r.import_id = ${id} AND r.line < ${before} AND (r.made_candidate OR r.made_application OR r.note_id IS NOT NULL)
      ORDER BY r.line DESC LIMIT ${limit}
    `.pipe(ofOrganization(sql, organization), ({ unprepared }) => unprepared, Effect.orDie)

  // Rows whose records are kept stay marked as made, and are looked at again by the next attempt.
  const markUndone = (organization: OrganizationId, id: ImportId, undone: ReadonlyArray<UndoneRow>) =>
    sql`
      UPDATE import_rows r SET outcome = CASE WHEN x.is_undone THEN 'undone' ELSE 'kept' END, made_candidate = r.made_candidate AND NOT x.is_undone,
        made_application = r.made_application AND NOT x.is_undone, application_id = CASE WHEN x.is_undone THEN NULL ELSE r.application_id END,
        application_status = CASE WHEN x.is_undone THEN NULL ELSE r.application_status END,
        note_id = CASE WHEN x.is_undone THEN NULL ELSE r.note_id END,
        digest = CASE WHEN x.is_undone THEN NULL ELSE r.digest END
      FROM ${rowsOf(sql, { line: "integer", is_undone: "boolean" }, "x", PgTypes.jsonb(undone))}
      WHERE r.organization_id = $organization AND r.import_id = ${id} AND r.line = x.line
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.asVoid)

  return { addRows, sample, countRows, portion, linesOf, saveResults, rows, values, made, markUndone }
}

/**
 * A common table expression that empties the import rows of these candidates, if the earlier expression `change` has a
 * row.
 */
export const importRowsForgotten = (
  sql: SqlClient.SqlClient,
  candidates: ReadonlyArray<string>,
  change: Statement.Fragment
): Statement.Fragment =>
  sql`forgotten_import_rows AS (
    UPDATE import_rows r SET cells = '[]', issues = '[]', name = NULL, person_key = NULL, digest = NULL
    WHERE r.organization_id = $organization AND r.candidate_id = ANY (${candidates}::uuid[]) AND EXISTS (SELECT FROM ${change})
  )`

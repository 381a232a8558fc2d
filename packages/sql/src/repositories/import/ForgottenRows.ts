/** Rows of imports whose person is deleted or anonymised. */
import type { SqlClient, Statement } from "effect/sql"

/**
 * A common table expression that empties the rows of these candidates, where the earlier expression `change` has a row.
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

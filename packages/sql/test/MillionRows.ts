/**
 * Sets the statistics of tables with a million rows, without the rows: PostgreSQL then plans statements as for a large
 * installation. By default ten organizations have 100,000 rows of each table.
 */
import type { SQL } from "bun"

interface Column {
  readonly relation: string
  readonly column: string
  /** Whether it is an expression of an index. */
  readonly is_expression: boolean
  readonly type: string
}

/** The number of distinct values in columns that many rows share. All other ids and times occur in two rows. */
const distinctValues: Readonly<Record<string, number>> = {
  job_id: 1000,
  search_id: 1000,
  stage_id: 5000,
  author_id: 1000,
  user_id: 1000,
  api_key_id: 1000,
  endpoint_id: 1000
}

/** Columns that are null in 999 of 1,000 rows, so that their partial indexes are small. */
const mostlyNull = new Set([
  "deleted_at",
  "revoked_at",
  "anonymised_at",
  "removed_at",
  "closed_at",
  "applied_again_at",
  "withdrawal_handled_at",
  "proposed_at",
  "duplicate_of",
  "undo"
])

const unique = new Set(["uuid", "timestamptz"])

const columns = `
  SELECT c.relname AS relation, a.attname AS column, c.relkind = 'i' AS is_expression, t.typname AS type
  FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  JOIN pg_type t ON t.oid = a.atttypid
  LEFT JOIN pg_index i ON i.indexrelid = c.oid
  LEFT JOIN pg_am m ON m.oid = c.relam
  WHERE c.relnamespace = 'public'::regnamespace AND (c.relkind = 'r' OR m.amname = 'btree' AND i.indkey[a.attnum - 1] = 0)`

/**
 * Returns the number of distinct values; a negative one is a share of the rows; undefined if PostgreSQL may assume its
 * default of 200.
 */
const distinctOf = ({ column, is_expression, type }: Column, organizations: number): number | undefined =>
  column === "organization_id"
    ? organizations
    : distinctValues[column] ?? (is_expression || unique.has(type) || column === "linkedin_url" ? -0.5 : undefined)

/**
 * Sets the statistics of all tables with a page; a table that was never written to stays empty. With many
 * organizations, the generic plans of PostgreSQL expect few rows for each, although one may be large.
 */
export const pretend = async (database: SQL, organizations = 10): Promise<void> => {
  const rows: ReadonlyArray<Column> = await database.unsafe(columns)
  for (const one of rows) {
    const distinct = distinctOf(one, organizations)
    if (distinct === undefined && !mostlyNull.has(one.column)) continue
    await database.unsafe(
      `SELECT pg_restore_attribute_stats('schemaname', 'public', 'relname', $1::text, 'attname', $2::text, 'inherited', false,
        'null_frac', $3::real, 'avg_width', 16, 'n_distinct', $4::real)`,
      [one.relation, one.column, mostlyNull.has(one.column) ? 0.999 : 0, distinct ?? 10]
    )
  }
  await database.unsafe(`
    UPDATE pg_class SET reltuples = 1000000, relpages = greatest(1, pg_relation_size(oid) / 8192)
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i')`)
}

/** Returns the tables without a page, whose plans tell nothing. */
export const empty = async (database: SQL): Promise<ReadonlyArray<string>> => {
  const rows: ReadonlyArray<{ readonly name: string }> = await database.unsafe(`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) = 0`)
  return rows.map(({ name }) => name)
}

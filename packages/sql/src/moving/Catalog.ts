/**
 * The tables of the database according to its catalog. The format of exports is derived from them, and from the
 * declarations of nouns.
 */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

export interface Column {
  readonly name: string
  /** The type in PostgreSQL's spelling, such as `timestamp(3) with time zone`. */
  readonly type: string
  readonly isNullable: boolean
  readonly isGenerated: boolean
  /** The expression of the default value. */
  readonly default: string | null
}

/** A foreign key, without its column `organization_id`. */
export interface ForeignKey {
  readonly columns: ReadonlyArray<string>
  readonly table: string
  readonly of: ReadonlyArray<string>
  /** Whether its rows are deleted with the row that they refer to. */
  readonly cascades: boolean
}

/** A unique index other than the primary key: expressions over the columns of a row, without the organization. */
export interface Unique {
  readonly name: string
  readonly expressions: ReadonlyArray<string>
  /** The condition of a partial index. */
  readonly condition: string | null
}

export interface Table {
  readonly name: string
  readonly columns: ReadonlyArray<Column>
  /** The columns of the primary key, without the organization. */
  readonly key: ReadonlyArray<string>
  readonly foreignKeys: ReadonlyArray<ForeignKey>
  readonly uniques: ReadonlyArray<Unique>
  /** Constraints on the values of a row. */
  readonly checks: ReadonlyArray<{ readonly name: string; readonly expression: string }>
}

const columnsOf = (keys: string, of: string): string =>
  `(
  SELECT coalesce(json_agg(a.attname ORDER BY u.nth), '[]') FROM unnest(${keys}) WITH ORDINALITY AS u (attnum, nth)
  JOIN pg_attribute a ON a.attrelid = ${of} AND a.attnum = u.attnum WHERE a.attname <> 'organization_id'
)`

const catalog = `
  SELECT c.relname AS name, (
    SELECT json_agg(json_build_object(
      'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'isNullable', NOT a.attnotnull, 'isGenerated', a.attgenerated <> '',
      'default', (SELECT pg_get_expr(d.adbin, d.adrelid) FROM pg_attrdef d WHERE d.adrelid = c.oid AND d.adnum = a.attnum)
    ) ORDER BY a.attnum) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  ) AS columns, coalesce((
    SELECT ${columnsOf("i.indkey::smallint[]", "c.oid")} FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary
  ), '[]') AS key, coalesce((
    SELECT json_agg(json_build_object(
      'columns', ${columnsOf("k.conkey", "c.oid")}, 'of', ${columnsOf("k.confkey", "k.confrelid")},
      'table', (SELECT r.relname FROM pg_class r WHERE r.oid = k.confrelid), 'cascades', k.confdeltype = 'c'
    ) ORDER BY k.conname) FROM pg_constraint k
    WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> 'organizations'::regclass
  ), '[]') AS "foreignKeys", coalesce((
    SELECT json_agg(json_build_object(
      'name', (SELECT r.relname FROM pg_class r WHERE r.oid = i.indexrelid), 'condition', pg_get_expr(i.indpred, i.indrelid),
      'expressions', (
        SELECT coalesce(json_agg(e.text ORDER BY e.nth), '[]') FROM (
          SELECT nth, pg_get_indexdef(i.indexrelid, nth, true) AS text FROM generate_series(1, i.indnkeyatts::integer) AS nth
        ) e WHERE e.text <> 'organization_id'
      )
    ) ORDER BY i.indexrelid) FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND NOT i.indisprimary
  ), '[]') AS uniques, coalesce((
    SELECT json_agg(json_build_object('name', k.conname, 'expression', pg_get_expr(k.conbin, k.conrelid)) ORDER BY k.conname)
    FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'c'
  ), '[]') AS checks
  FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') ORDER BY c.relname`

/** Returns all tables of the schema. */
export const read = (sql: SqlClient.SqlClient) => Effect.orDie(sql.unsafe<Table>(catalog))

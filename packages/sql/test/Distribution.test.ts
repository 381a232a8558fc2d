/**
 * The schema can be distributed by organization, as docs/operations.md says: the catalogue of a migrated database has what Citus
 * asks of tables that it distributes (its documentation, "Distributed tables" and "Unsupported").
 */
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases } from "./Databases.ts"

/** Tables that are not distributed: what has no organization, or none yet, and the queue, whose elements name theirs. */
const onOneNode = ["migrations", "passkey_challenges", "queue", "queue_migrations", "sequencing"]

/** The column by which a table is distributed. */
const key = `CASE t.relname WHEN 'organizations' THEN 'id' ELSE 'organization_id' END`

const tables = `
  SELECT t.oid, t.relname, a.attnum FROM pg_class t
  LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attname = ${key} AND a.attnotnull AND a.atttypid = 'uuid'::regtype
  WHERE t.relkind IN ('r', 'p') AND t.relnamespace = 'public'::regnamespace AND NOT t.relname = ANY ('{${onOneNode}}')`

/** What cannot be distributed, and why. */
const obstacles = `
  WITH tables AS (${tables}),
  keyless AS (SELECT relname || ' has no key to be distributed by' AS obstacle FROM tables WHERE attnum IS NULL),
  without_primary AS (
    SELECT relname || ' has no primary key' FROM tables t
    WHERE NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = t.oid AND i.indisprimary)
  ),
  indexes AS (
    SELECT i.indexrelid::regclass || ' is unique without the key' FROM tables t JOIN pg_index i ON i.indrelid = t.oid
    WHERE (i.indisunique OR i.indisexclusion) AND NOT coalesce(t.attnum = ANY (i.indkey), false)
  ),
  references_ AS (
    SELECT c.conname || ' refers to another table without the key' FROM tables t
    JOIN pg_constraint c ON c.conrelid = t.oid AND c.contype = 'f' LEFT JOIN tables other ON other.oid = c.confrelid
    WHERE NOT coalesce(array_position(c.conkey, t.attnum) = array_position(c.confkey, other.attnum), false)
  ),
  nulling AS (
    SELECT c.conname || ' would set the key to null' FROM tables t JOIN pg_constraint c ON c.conrelid = t.oid AND c.contype = 'f'
    WHERE c.confdeltype IN ('n', 'd') AND (cardinality(c.confdelsetcols) IS NULL OR t.attnum = ANY (c.confdelsetcols))
  ),
  generated AS (
    SELECT a.attrelid::regclass || '.' || a.attname || ' counts in all organizations' FROM tables t
    JOIN pg_attribute a ON a.attrelid = t.oid LEFT JOIN pg_attrdef d ON d.adrelid = t.oid AND d.adnum = a.attnum
    WHERE a.attidentity <> '' OR pg_get_expr(d.adbin, d.adrelid) LIKE 'nextval%'
  )
  SELECT * FROM keyless UNION ALL SELECT * FROM without_primary UNION ALL SELECT * FROM indexes
  UNION ALL SELECT * FROM references_ UNION ALL SELECT * FROM nulling UNION ALL SELECT * FROM generated ORDER BY 1`

const found = Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(obstacles)).pipe(Effect.provide(databases[0]!.layer))

test("every table, but five that are told, can be distributed by organization_id", async () => {
  expect(await Effect.runPromise(found)).toEqual([])
})

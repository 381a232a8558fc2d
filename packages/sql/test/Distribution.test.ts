/**
 * The schema can be distributed by organization, as docs/operations.md says: the catalogue of a migrated database has
 * what Citus asks of tables that it distributes, as far as Citus 13.2 refused anything else (decision 0080).
 */
import { MigrationClient } from "@candor/sql/database/Clients"
import { setDistributed } from "@candor/sql/database/Distribution"
import * as Migrations from "@candor/sql/migrations/Migrations"
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, pglite, runOn } from "./Databases.ts"

/** Citus itself refuses what is planted; a server takes a tenth of the processor that PGlite takes. */
const database = databases.find(({ name }) => name !== "Citus") ?? pglite

/**
 * Tables that are not distributed: what has no organization, or none yet, and the queue, whose elements name theirs.
 */
const onOneNode = ["board_slugs", "migrations", "passkey_challenges", "queue", "queue_migrations", "sequencing"]

/** The column by which a table is distributed. */
const key = `CASE t.relname WHEN 'organizations' THEN 'id' ELSE 'organization_id' END`

const tables = `
  SELECT t.oid, t.relname, a.attnum FROM pg_class t
  LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attname = ${key} AND a.attnotnull AND a.atttypid = 'uuid'::regtype
  WHERE t.relkind IN ('r', 'p') AND t.relnamespace = 'public'::regnamespace AND NOT t.relname = ANY ('{${onOneNode}}')`

/** What cannot be distributed, and why. */
const obstacles = `
  WITH RECURSIVE tables AS (${tables}),
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
    SELECT c.conname, c.conrelid, c.confrelid, c.confdeltype,
      coalesce(array_position(c.conkey, t.attnum) = array_position(c.confkey, other.attnum), false) AS has_key
    FROM tables t JOIN pg_constraint c ON c.conrelid = t.oid AND c.contype = 'f' LEFT JOIN tables other ON other.oid = c.confrelid
  ),
  elsewhere AS (SELECT conname || ' refers to another table without the key' FROM references_ WHERE NOT has_key),
  nulling AS (SELECT conname || ' sets columns to null or their default' FROM references_ WHERE confdeltype IN ('n', 'd')),
  reached AS (
    SELECT conrelid, confrelid FROM references_ WHERE conrelid <> confrelid
    UNION SELECT reached.conrelid, r.confrelid FROM reached JOIN references_ r ON r.conrelid = reached.confrelid
  ),
  circles AS (SELECT conrelid::regclass || ' refers to itself through others' FROM reached WHERE conrelid = confrelid),
  triggers AS (
    SELECT g.tgname || ' reaches ' || name FROM tables t JOIN pg_trigger g ON g.tgrelid = t.oid AND NOT g.tgisinternal
    JOIN pg_proc p ON p.oid = g.tgfoid CROSS JOIN unnest('{${onOneNode}}'::text[]) AS name WHERE p.prosrc ~ ('\\m' || name || '\\M')
  ),
  generated AS (
    SELECT a.attrelid::regclass || '.' || a.attname || ' counts in all organizations' FROM tables t
    JOIN pg_attribute a ON a.attrelid = t.oid LEFT JOIN pg_attrdef d ON d.adrelid = t.oid AND d.adnum = a.attnum
    WHERE a.attidentity <> '' OR pg_get_expr(d.adbin, d.adrelid) LIKE 'nextval%'
  )
  SELECT * FROM keyless UNION ALL SELECT * FROM without_primary UNION ALL SELECT * FROM indexes UNION ALL SELECT * FROM elsewhere
  UNION ALL SELECT * FROM nulling UNION ALL SELECT * FROM circles UNION ALL SELECT * FROM triggers UNION ALL SELECT * FROM generated
  ORDER BY 1`

/** The obstacles in a database that these statements have changed. */
const found = (...changes: ReadonlyArray<string>) =>
  runOn(database)(Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    yield* Effect.forEach(changes, (change) => sql.unsafe(change))
    return (yield* sql.unsafe<{ readonly obstacle: string }>(obstacles)).map(({ obstacle }) => obstacle)
  }))

test("every table, but six that are told, can be distributed by organization_id", async () => {
  expect(await found()).toEqual([])
})

test("references in a circle, those that clear a link, and triggers that reach another kind of table are found", async () => {
  expect(
    await found(
      `ALTER TABLE applications ADD CONSTRAINT planted FOREIGN KEY (organization_id, prospect_id)
      REFERENCES prospects (organization_id, id) ON DELETE SET NULL (prospect_id)`,
      `CREATE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM queue; RETURN NULL; END $$`,
      `CREATE TRIGGER planted AFTER DELETE ON notes EXECUTE FUNCTION planted()`
    )
  ).toEqual([
    "applications refers to itself through others",
    "planted reaches queue",
    "planted sets columns to null or their default",
    "prospects refers to itself through others"
  ])
})

/** In the place of Citus: notes the tables that it is told to distribute, each of them once. */
const inPlaceOfCitus = [
  "CREATE TABLE pg_dist_partition (logicalrelid regclass PRIMARY KEY)",
  `CREATE FUNCTION create_distributed_table(name regclass, key text, colocate_with text DEFAULT '') RETURNS void LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO pg_dist_partition VALUES (name);
  END $$`,
  "CREATE FUNCTION create_reference_table(name regclass) RETURNS void LANGUAGE sql AS 'INSERT INTO pg_dist_partition VALUES (name)'"
]

test("each table is distributed once, also where processes start together", () =>
  runOn(database)(Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    yield* Effect.forEach(inPlaceOfCitus, (statement) => sql.unsafe(statement))
    const client = new Proxy(sql, {})
    setDistributed(client)
    const processes = Array.from(
      { length: 4 },
      () => Effect.provideService(Migrations.apply({}, []), MigrationClient, client)
    )
    yield* Effect.all(processes, { concurrency: "unbounded" })
    const left = yield* sql.unsafe<{ relname: string }>(`
      SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND oid NOT IN (SELECT logicalrelid FROM pg_dist_partition)
      ORDER BY relname`)
    expect(left.map(({ relname }) => relname)).toEqual(
      [...onOneNode.filter((name) => name !== "sequencing"), "pg_dist_partition"].toSorted()
    )
  })))

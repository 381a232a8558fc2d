/** Databases that tests reuse: emptied after each test, which is far faster than creating a new one. */
import { Effect } from "effect"

export type Row = Readonly<Record<string, unknown>>

/** A migrated database; `value` is what a test gets. */
export interface Used<A> {
  readonly value: A
  /** Returns the rows of a statement, on a session that no test uses meanwhile. */
  readonly query: (statement: string) => Promise<ReadonlyArray<Row>>
  readonly close: () => Promise<void>
}

/**
 * Returns a fingerprint of what a test may have changed besides rows and their statistics: columns, constraints,
 * triggers, functions and settings. If it has changed, the database is not reused. A change of the first four writes a
 * row of the catalog in a transaction after `since`, or removes one; detecting that is far faster than reading the
 * rows. Not detected are views, rules, policies, ALTER SEQUENCE, values of an enum, storage parameters, and SET in a
 * session.
 */
const shape = (since: string) => {
  const rows = (catalog: string) =>
    `(SELECT concat(count(*), ' ', bool_or(age(xmin) < age('${since}'::xid))) FROM ${catalog})`
  return `concat_ws(';', ${["pg_attribute", "pg_constraint", "pg_trigger", "pg_proc"].map(rows).join(", ")},
    (SELECT string_agg(setconfig::text, ',' ORDER BY setconfig::text) FROM pg_db_role_setting
      WHERE setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))))`
}

const inSchema = "relnamespace = 'public'::regnamespace"

/** Whether VACUUM or ANALYZE has counted the rows of a table or an index. */
const isCounted = "reltuples >= 0"

/**
 * Bytes. A table is truncated, with those that refer to it, if its file and TOAST file are larger. This returns the
 * files to the system, and takes 30 ms and more. If rows were counted, its indexes count too: VACUUM shortens the file
 * of a table, but not of an index. Checking the size of every index would take longer than the rest. No empty table
 * with its indexes is larger.
 */
const maxTableBytes = 131_072
const tableBytes = `CASE WHEN ${isCounted} THEN pg_total_relation_size(oid) ELSE pg_relation_size(oid) +
  CASE WHEN reltoastrelid = 0 THEN 0 ELSE pg_relation_size(reltoastrelid) END END`

interface State {
  readonly shape: string
  /** The number of bytes in its log. */
  readonly written: number
  /** The larger tables, as a list. */
  readonly large: string | null
  /** Whether the planner has statistics of a table's rows. */
  readonly analyzed: boolean
}

const stateSince = (since: string) => `
  SELECT ${shape(since)} AS shape, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS written,
    bool_or(relkind = 'r' AND ${isCounted}) OR EXISTS (SELECT FROM pg_statistic JOIN pg_class ON oid = starelid WHERE ${inSchema}) AS analyzed,
    string_agg(oid::regclass::text, ', ') FILTER (WHERE relkind = 'r' AND ${tableBytes} > ${maxTableBytes}) AS large
  FROM pg_class WHERE ${inSchema}`

/**
 * Restores every table to its `seeds`, and restarts the sequences. A function of the session, so that its statements
 * are planned only once.
 */
const makeEmpty = "pg_temp.make_empty()"
const creationOf = ({ deletions, seeds }: Statements) => `
  CREATE FUNCTION ${makeEmpty} RETURNS void LANGUAGE plpgsql AS $$ BEGIN
    SET LOCAL session_replication_role = replica;
    ${deletions};
    ${seeds};
  END $$`

/**
 * Empties the database, truncates large files, and deletes the planner's statistics. The tables of a distributed
 * database are truncated with triggers enabled, which empty its shards.
 */
const emptying = (truncation: string, { analyzed, large }: State) =>
  truncation === "" && large === null && !analyzed ? `SELECT ${makeEmpty}` : `
  DO $$ BEGIN
    ${truncation}
    SET LOCAL session_replication_role = replica;
    ${large === null ? "" : `TRUNCATE ${large} CASCADE;`}
    PERFORM ${makeEmpty};
    ${
    analyzed ?
      `DELETE FROM pg_statistic USING pg_class WHERE oid = starelid AND ${inSchema};
    UPDATE pg_class SET reltuples = -1, relpages = 0, relallvisible = 0 WHERE ${isCounted} AND relkind IN ('r', 'i') AND ${inSchema};` :
      ""
  }
  END $$`

interface Statements {
  readonly truncation: string
  readonly deletions: string
  readonly seeds: string
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/**
 * Returns statements that delete the rows of every table and restart its sequences, and those that insert the present
 * rows.
 */
const statementsOf = async (query: Used<unknown>["query"]): Promise<Statements> => {
  const named = async (kind: string) =>
    (await query(`SELECT relname AS name FROM pg_class WHERE ${inSchema} AND relkind = '${kind}'`)).map(({ name }) =>
      `public.${String(name)}`
    )
  const tables = await named("r")
  const rows = await query(
    tables.map((name) => `SELECT '${name}' AS name, json_agg(t)::text AS rows FROM ${name} t`).join(" UNION ALL ")
  )
  const seeds = rows.filter(({ rows }) => rows !== null).map(({ name, rows }) =>
    `INSERT INTO ${name} SELECT * FROM json_populate_recordset(NULL::${name}, ${quoted(String(rows))})`
  )
  const [{ isDistributed }] = await query(
    `SELECT to_regclass('pg_dist_partition') IS NOT NULL AS "isDistributed"`
  ) as unknown as [{ isDistributed: boolean }]
  const distributed = isDistributed
    ? (await query("SELECT logicalrelid::text AS name FROM pg_dist_partition")).map(({ name }) =>
      `public.${String(name)}`
    )
    : []
  const truncation = isDistributed ? `TRUNCATE ${distributed.join(", ")};` : ""
  const others = tables.filter((name) => !distributed.includes(name))
  const restarts = (await named("S")).map((name) => `PERFORM setval('${name}', 1, false)`)
  return {
    truncation,
    deletions: [...others.map((name) => `DELETE FROM ${name}`), ...restarts].join("; "),
    seeds: seeds.join("; ")
  }
}

/**
 * Makes a pool of databases, each for one test at a time; `open` adds one if none is free. A database is not reused
 * after this many bytes of its log, if that is kept in memory. A server has one log for all its databases, on its disk.
 */
export const make = <A>(open: () => Promise<Used<A>>, maxLogBytes = Number.POSITIVE_INFINITY) => {
  interface Reusable extends Used<A> {
    /** Restores its initial state, and returns whether it can be reused. */
    readonly reset: () => Promise<boolean>
  }
  const idle: Array<Reusable> = []
  const opened = async (): Promise<Reusable> => {
    const used = await open()
    const { query } = used
    const statements = await statementsOf(query)
    await query(creationOf(statements))
    const [{ since }] = await query("SELECT pg_current_xact_id()::xid::text AS since") as [{ readonly since: string }]
    const state = async () => (await query(stateSince(since)) as unknown as [State])[0]
    const before = await state()
    const reset = async () => {
      const now = await state()
      if (now.shape !== before.shape || now.written - before.written > maxLogBytes) return false
      await query(emptying(statements.truncation, now))
      return true
    }
    return { ...used, reset }
  }
  const giveBack = async (one: Reusable) => {
    if (await one.reset().catch(() => false)) idle.push(one)
    else await one.close()
  }
  return {
    /** Provides an empty database until the scope closes. */
    use: Effect.acquireRelease(
      Effect.promise(async () => idle.pop() ?? opened()),
      (one) => Effect.promise(() => giveBack(one))
    ).pipe(Effect.map(({ value }) => value)),
    /** Closes the unused databases. */
    close: async () => {
      await Promise.all(idle.splice(0).map((one) => one.close()))
    }
  }
}

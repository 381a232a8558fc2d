/** Databases that tests use one after the other: emptied after each, which takes far less time than a new one. */
import { Effect } from "effect"

export type Row = Readonly<Record<string, unknown>>

/** A migrated database; `value` is what a test uses of it. */
export interface Used<A> {
  readonly value: A
  /** The rows that a statement answers with, on a session that no test uses meanwhile. */
  readonly query: (statement: string) => Promise<ReadonlyArray<Row>>
  readonly close: () => Promise<void>
}

/**
 * What a test may have changed besides rows and their statistics: columns, constraints, triggers, functions and
 * settings. Where it is changed, nobody uses the database again. A change of the first four leaves a row of the catalog
 * that a transaction after `since` wrote, or one row less; that takes far less time to see than to read what the rows
 * hold. Not noticed are views, rules, policies, ALTER SEQUENCE, values of an enum, storage parameters, and SET in a
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
 * Bytes. A table is truncated, with those that refer to it, where its file and that of its long values are larger. This
 * gives the files back, and takes 30 ms and more. Where rows were counted, its indexes count too: VACUUM makes the file
 * short, but no index. To look at the size of every index would take longer than the rest. No empty table is larger
 * with its indexes.
 */
const maxTableBytes = 131_072
const tableBytes = `CASE WHEN ${isCounted} THEN pg_total_relation_size(oid) ELSE pg_relation_size(oid) +
  CASE WHEN reltoastrelid = 0 THEN 0 ELSE pg_relation_size(reltoastrelid) END END`

interface State {
  readonly shape: string
  /** Bytes of its log. */
  readonly written: number
  /** The tables that are larger, as a list. */
  readonly large: string | null
  /** Whether the planner knows something of a table's rows. */
  readonly analyzed: boolean
}

const stateSince = (since: string) => `
  SELECT ${shape(since)} AS shape, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS written,
    bool_or(relkind = 'r' AND ${isCounted}) OR EXISTS (SELECT FROM pg_statistic JOIN pg_class ON oid = starelid WHERE ${inSchema}) AS analyzed,
    string_agg(oid::regclass::text, ', ') FILTER (WHERE relkind = 'r' AND ${tableBytes} > ${maxTableBytes}) AS large
  FROM pg_class WHERE ${inSchema}`

/**
 * Makes every table as `seeds` fill it, and starts the sequences anew. A function of its session, which plans its
 * statements once.
 */
const makeEmpty = "pg_temp.make_empty()"
const creationOf = ({ deletions, seeds }: Statements) => `
  CREATE FUNCTION ${makeEmpty} RETURNS void LANGUAGE plpgsql AS $$ BEGIN
    SET LOCAL session_replication_role = replica;
    ${deletions};
    ${seeds};
  END $$`

/**
 * Empties it, gives large files back, and forgets what the planner knows. The tables of a distributed database are
 * truncated while triggers are on, which empty its shards.
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
 * Statements that delete the rows of every table and start its sequences anew, and those that insert the rows of now.
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
 * Databases of which each is used by one test at a time; `open` makes one more where none is free. One is not used
 * again after so many bytes of its log, where that is kept in memory. A server has one log for all its databases, on
 * its disk.
 */
export const make = <A>(open: () => Promise<Used<A>>, maxLogBytes = Number.POSITIVE_INFINITY) => {
  interface Reusable extends Used<A> {
    /** Empties it as it was at first, and says whether it can be used again. */
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
    /** An empty one, until the scope closes. */
    use: Effect.acquireRelease(
      Effect.promise(async () => idle.pop() ?? opened()),
      (one) => Effect.promise(() => giveBack(one))
    ).pipe(Effect.map(({ value }) => value)),
    /** Closes those that nobody uses. */
    close: async () => {
      await Promise.all(idle.splice(0).map((one) => one.close()))
    }
  }
}

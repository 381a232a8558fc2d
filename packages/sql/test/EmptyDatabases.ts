/** Databases that tests use one after the other: emptied after each, which takes far less time than a new one. */
import { Effect } from "effect"

export type Row = Readonly<Record<string, unknown>>

/** A migrated database; `value` is what a test uses of it. */
export interface Used<A> {
  readonly value: A
  /** The rows that a statement answers with, on a session that no test uses meanwhile. */
  readonly query: (statement: string) => Promise<ReadonlyArray<Row>>
  readonly close: (isEmpty: boolean) => Promise<void>
}

/**
 * What a test may have changed besides rows and their statistics: columns, constraints, triggers, functions and settings.
 * Where it is changed, nobody uses the database again.
 */
const shape = `
  SELECT md5(concat_ws(';',
    (SELECT string_agg(concat_ws(' ', attrelid, attnum, attname, atttypid, attnotnull), ',' ORDER BY attrelid, attnum)
      FROM pg_attribute JOIN pg_class c ON c.oid = attrelid WHERE relnamespace = 'public'::regnamespace),
    (SELECT string_agg(oid::text, ',' ORDER BY oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace),
    (SELECT string_agg(concat(oid, tgenabled), ',' ORDER BY oid) FROM pg_trigger),
    (SELECT string_agg(concat(oid, prosrc), ',' ORDER BY oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace),
    (SELECT string_agg(setconfig::text, ',' ORDER BY setconfig::text) FROM pg_db_role_setting
      WHERE setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database())))
  )) AS shape, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS written`

/**
 * Deletes the rows of every table with what the planner knows of them, and starts its sequences anew. Files of more than
 * 128 KiB are given back.
 */
const empty = `
  DO $$ DECLARE one record; BEGIN
    SET LOCAL session_replication_role = replica;
    DELETE FROM pg_statistic USING pg_class WHERE oid = starelid AND relnamespace = 'public'::regnamespace;
    FOR one IN SELECT oid, relkind, reltuples FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'S') LOOP
      IF one.relkind = 'S' THEN PERFORM setval(one.oid, 1, false);
      ELSIF one.reltuples > 0 OR pg_table_size(one.oid) > 131072 THEN EXECUTE format('TRUNCATE %s CASCADE', one.oid::regclass);
      ELSE EXECUTE format('DELETE FROM %s', one.oid::regclass);
      END IF;
    END LOOP;
  END $$`

/** Bytes of a database's log, which PGlite keeps in memory, after which it is not used again. */
const maxLogBytes = 64 * 2 ** 20

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Statements that insert what is in every table: the rows that the migrations left. */
const seedsOf = async (query: Used<unknown>["query"]) => {
  const tables = await query("SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'")
  const rows = await query(
    tables.map(({ name }) => `SELECT '${name}' AS name, json_agg(t)::text AS rows FROM public.${name} t`).join(" UNION ALL ")
  )
  return rows.filter(({ rows }) => rows !== null).map(({ name, rows }) =>
    `INSERT INTO public.${name} SELECT * FROM json_populate_recordset(NULL::public.${name}, ${quoted(String(rows))})`)
}

/** Databases of which each is used by one test at a time; `open` makes one more where none is free. */
export const make = <A>(open: () => Promise<Used<A>>) => {
  interface Reusable extends Used<A> {
    /** Empties it as it was at first, and says whether it can be used again. */
    readonly reset: () => Promise<boolean>
  }
  const idle: Array<Reusable> = []
  const opened = async (): Promise<Reusable> => {
    const used = await open()
    const { query } = used
    const seeds = await seedsOf(query)
    const [before] = await query(shape)
    const reset = async () => {
      const [now] = await query(shape)
      if (now!["shape"] !== before!["shape"] || Number(now!["written"]) - Number(before!["written"]) > maxLogBytes) return false
      for (const statement of [empty, ...seeds]) await query(statement)
      return true
    }
    return { ...used, reset }
  }
  const giveBack = async (one: Reusable) => {
    if (await one.reset().catch(() => false)) idle.push(one)
    else await one.close(false)
  }
  return {
    /** An empty one, until the scope closes. */
    use: Effect.acquireRelease(
      Effect.promise(async () => idle.pop() ?? opened()),
      (one) => Effect.promise(() => giveBack(one))
    ).pipe(Effect.map(({ value }) => value)),
    /** Closes those that nobody uses. */
    close: async () => {
      await Promise.all(idle.splice(0).map((one) => one.close(true)))
    }
  }
}

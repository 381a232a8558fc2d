/**
 * Samples the locks of a database: how long sessions wait for a lock, and how long an exclusive lock blocks a table.
 */
import { SQL } from "bun"

export interface Longest {
  readonly milliseconds: number
  readonly what: string
}

/** Milliseconds between two samples. */
const interval = 25

/** The waiting sessions, except for index builds, which wait for older transactions and block nobody. */
const waiting = `
  SELECT extract(epoch FROM clock_timestamp() - l.waitstart) * 1000 AS milliseconds, l.mode || ' ' || left(a.query, 120) AS what
  FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE NOT l.granted AND a.datname = current_database() AND l.locktype <> 'advisory' AND a.query !~ '^(CREATE|DROP).*INDEX CONCURRENTLY'
  ORDER BY 1 DESC LIMIT 1`

/** Locks that block all access to a table with rows. */
const exclusive = `
  SELECT l.pid || ' ' || a.xact_start || ' ' || l.relation::regclass AS id, l.relation::regclass || ' by ' || left(a.query, 120) AS what
  FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid JOIN pg_class c ON c.oid = l.relation
  WHERE l.granted AND l.mode = 'AccessExclusiveLock' AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND c.relkind = 'r' AND c.relname NOT LIKE '%migrations' AND c.reltuples > 0 AND a.datname = current_database()`

/** Samples until `end`, which returns the longest wait and the longest exclusive lock. */
export const lockWatch = (url: string) => {
  const sql = new SQL(url, { max: 1 })
  let waited: Longest = { milliseconds: 0, what: "none" }
  let held: Longest = waited
  const seen = new Map<string, number>()
  let isOver = false
  const sampling = (async () => {
    for (;;) {
      if (isOver) break
      const [longest] = await sql.unsafe<ReadonlyArray<Longest>>(waiting)
      if (longest !== undefined && Number(longest.milliseconds) > waited.milliseconds) {
        waited = { milliseconds: Math.round(Number(longest.milliseconds)), what: longest.what }
      }
      const now = performance.now()
      for (
        const { id, what } of await sql.unsafe<ReadonlyArray<{ readonly id: string; readonly what: string }>>(exclusive)
      ) {
        const first = seen.get(id) ?? now
        seen.set(id, first)
        if (now - first > held.milliseconds) held = { milliseconds: Math.round(now - first), what }
      }
      await Bun.sleep(interval)
    }
    await sql.close({ timeout: 0 })
  })()
  return {
    end: async () => {
      isOver = true
      await sampling
      return { waited, held }
    }
  }
}

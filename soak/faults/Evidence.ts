/** Collects the state of the database after a failed recovery, for a person to read. */
import { SQL } from "bun"
import { appendFileSync } from "node:fs"

const questions = {
  "open transactions and statements": `
    SELECT pid, state, wait_event_type, wait_event, now() - xact_start AS transaction, backend_xid, backend_xmin, left(query, 200) AS query
    FROM pg_stat_activity WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()`,
  "events without a sequence": `
    SELECT count(*), min(transaction_id::text::bigint) AS first, pg_snapshot_xmin(pg_current_snapshot())::text AS xmin
    FROM events WHERE sequence IS NULL`,
  "work that waits": `
    SELECT queue_name, count(*), count(acquired_at) AS taken, max(attempts) AS attempts, min(visible_at) AS first_due,
      min(acquired_at) AS first_taken, left(min(last_failure), 300) AS a_failure, localtimestamp AS now
    FROM queue WHERE state = 'pending' GROUP BY queue_name`,
  "deliveries that wait": `
    SELECT count(*), max(attempts) AS attempts, min(next_attempt_at) AS first_due, max(claimed_until) AS claimed_until, now()
    FROM webhook_deliveries WHERE status = 'pending'`
}

/** Appends the state of the database to the file, with the errors of failed queries. */
export const collect = async (database_url: string, file: string, about: string): Promise<void> => {
  const sql = new SQL(database_url, { max: 1, connectionTimeout: 2 })
  appendFileSync(file, `=== ${about}\n`)
  for (const [title, question] of Object.entries(questions)) {
    const rows = await sql.unsafe(question).catch((error: unknown) => String(error))
    appendFileSync(file, `--- ${title}\n${JSON.stringify(rows, undefined, 1)}\n`)
  }
  await sql.close({ timeout: 0 })
}

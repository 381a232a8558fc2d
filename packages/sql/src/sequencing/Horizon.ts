/**
 * The horizon of sequencing: the first transaction that may still store events. All events of earlier transactions are
 * stored, so they can be numbered in the order of their transactions.
 */
import { Statement } from "effect/sql"

const fragment = (text: string) => Statement.fragment([Statement.literal(text)])

/**
 * An expression for the horizon of a snapshot `s.taken`: the first transaction that was running in this database.
 * Transactions in other databases of the server store no events here, and are ignored.
 *
 * `pg_stat_activity` reads a session's database before its transaction id, and may combine those of two sessions if one
 * replaces the other in between. This cannot happen to a transaction of the snapshot: it was running before the view
 * was read, and still is, so its session has kept its slot. Hence two rules. The view is read in the statement that
 * takes the snapshot, and not earlier in the same transaction, because PostgreSQL reads it once per transaction. A
 * transaction whose database is unknown counts as one of this database.
 */
export const horizon = fragment(`coalesce((
  SELECT running FROM pg_snapshot_xip(s.taken) AS running
  WHERE NOT EXISTS (
    SELECT FROM pg_stat_activity a WHERE a.backend_xid = running::xid
      AND a.datid <> (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
  ) AND NOT EXISTS (
    SELECT FROM pg_prepared_xacts p WHERE p.transaction = running::xid AND p.database <> current_database()
  )
  ORDER BY running LIMIT 1
), pg_snapshot_xmax(s.taken))`)

/**
 * The horizon of a snapshot `s.taken` over all databases of the server, for a statement within a longer transaction.
 */
export const plainHorizon = fragment("pg_snapshot_xmin(s.taken)")

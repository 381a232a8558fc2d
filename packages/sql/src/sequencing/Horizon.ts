/**
 * The horizon of sequencing: the first transaction that may still store events. Events of earlier transactions are all
 * there, so they can be given their numbers in the order of their transactions.
 */
import { Statement } from "effect/sql"

const fragment = (text: string) => Statement.fragment([Statement.literal(text)])

/**
 * The horizon of a snapshot `s.taken`, as an expression: the first transaction that was under way in this database. A
 * transaction of another database of the server stores no events here, and holds nothing up.
 *
 * `pg_stat_activity` reads a session's database before its transaction id, and may take the two from different sessions
 * where one replaces the other in between. That cannot happen to a transaction of the snapshot: it was under way before
 * the view was read, and still is, so its session has been in that slot all the time. Hence two rules: the view is read
 * in the statement that takes the snapshot, and no earlier in the same transaction, because PostgreSQL reads it once
 * for each transaction. A transaction whose database is not known counts as one of this database.
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

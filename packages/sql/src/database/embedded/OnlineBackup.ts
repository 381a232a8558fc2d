/**
 * Copies the files of a PostgreSQL server while it runs (PostgreSQL, "Making a Base Backup Using the Low Level API").
 */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Files } from "../EmbeddedFiles.ts"

/** Files that belong to the running server, or that a server creates when it starts. */
const isPassing = (path: string): boolean =>
  /^(postmaster\.(pid|opts)|\.s\.PGSQL\..*|pg_(dynshmem|notify|replslot|serial|snapshots|stat_tmp|subtrans|wal)\/.*)$/
    .test(path) ||
  /(^|\/)(pgsql_tmp[^/]*|pg_internal\.init)(\/|$)/.test(path)

const segment = /^pg_wal\/([0-9A-F]{24})$/

interface Stopped {
  readonly label: string
  /** The first and last segment of the write-ahead log that the copy needs. */
  readonly first: string
  readonly last: string
}

/** Gives access to the files of a server. `sql` is a client without an idle transaction timeout. */
export const make = (folder: string, sql: SqlClient.SqlClient): Files => ({
  folder,
  isExclusive: false,
  copied: ({ add, files, last }) =>
    sql.withTransaction(Effect.gen(function*() {
      // While this session lasts, no write-ahead log from now on is removed.
      yield* sql`SELECT FROM pg_create_physical_replication_slot(${`candor_${
        crypto.randomUUID().replaceAll("-", "")
      }`}, true, true)`
      yield* sql`SELECT FROM pg_backup_start('candor backup', fast => true)`
      yield* files((path) => !isPassing(path))
      const result = yield* last
      const [stopped] = yield* sql<Stopped>`
        SELECT labelfile AS label, substring(labelfile FROM 'file ([0-9A-F]{24})') AS first, pg_walfile_name(lsn) AS last
        FROM pg_backup_stop(wait_for_archive => false)
      `
      yield* add("backup_label", stopped!.label)
      yield* files((path) => {
        const name = segment.exec(path)?.[1]
        return name !== undefined && name >= stopped!.first && name <= stopped!.last
      })
      return result
    }))
})

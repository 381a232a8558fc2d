/** `candor backup` and `candor restore`: the embedded database and its files, to a folder and back. */
import { Events } from "@candor/domain/event/Events"
import { Organizations } from "@candor/domain/organization/Organizations"
import * as ContentStore from "@candor/files/ContentStore"
import * as FileSettings from "@candor/files/FileSettings"
import { check } from "@candor/process/SettingsCheck"
import * as DataDirectory from "@candor/sql/database/DataDirectory"
import * as Database from "@candor/sql/database/Database"
import { EmbeddedFiles } from "@candor/sql/database/EmbeddedFiles"
import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { existsSync, readdirSync, realpathSync, statSync } from "node:fs"
import { basename, dirname, join, relative, resolve } from "node:path"
import * as Manifest from "./backup/Manifest.ts"
import * as Restoring from "./backup/Restoring.ts"
import * as Taking from "./backup/Taking.ts"
import * as Tree from "./backup/Tree.ts"
import { verified } from "./Chains.ts"
import { CommandRefused, json, print } from "./Output.ts"
import type { Stores } from "./Stores.ts"
import { absolute } from "./WorkingFolder.ts"

const folder = Argument.String("folder")

const refused = (message: string) => new CommandRefused({ message })

/** Finds the embedded database and the contents of attachments; fails if the database is on a server. */
const location = Effect.gen(function*() {
  const { directory, url } = yield* Database.location
  if (Option.isSome(url)) {
    return yield* refused(
      "DATABASE_URL names a PostgreSQL server, and this is for the embedded database. A server has its own programs, pg_dump " +
        "and pg_restore among them: see docs/operations.md."
    )
  }
  yield* check(FileSettings.settings)
  const contents = yield* ContentStore.location(directory)
  return {
    directory: resolve(directory),
    contents: contents.kind === "bucket" ? contents : { ...contents, folder: resolve(contents.folder) }
  }
})

/** Resolves the symbolic links of a path, even if its last parts do not exist yet. */
const realPathOf = (path: string): string =>
  existsSync(path) ? realpathSync(path) : join(realPathOf(dirname(path)), basename(path))

const isWithin = (outer: string, inner: string): boolean =>
  /^(?!\.\.(\/|$))/.test(relative(realPathOf(outer), realPathOf(inner)))

/** Fails if the target is not empty, or is in a folder that the backup copies. */
const assertEmpty = (target: string, sources: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const source = sources.find((source) => isWithin(source, target))
    if (source !== undefined)
      return yield* refused(`${target} is in ${source}, which the backup copies. Name a folder elsewhere.`)
    if (!existsSync(target))
      return
    if (!statSync(target).isDirectory())
      return yield* refused(`${target} is a file. Name an empty folder, or one that does not exist yet.`)
    if (readdirSync(target).length > 0)
      return yield* refused(`${target} is not empty. Name an empty folder, or one that does not exist yet.`)
  })

const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`

const summary = ({ bytes, files }: Manifest.Description): string => `${files} files, ${mebibytes(bytes)}`

/** Converts a failure of the disk to a refusal with its reason. */
const diskFailure = (what: string) => (error: unknown) =>
  error instanceof CommandRefused
    ? error
    : refused(`${what}: ${error instanceof Error ? error.message : String(error)}`)

export const backup = <E>({ connection }: Pick<Stores<E>, "connection">) =>
  Command.make(
    "backup",
    {
      folder: folder.pipe(
        Argument.withDescription("Where the backup goes: an empty folder, or one that does not exist yet")
      ),
      json
    },
    Effect.fnUntraced(function*({ folder, ...options }) {
      const target = yield* absolute(folder)
      const { contents, directory } = yield* location
      const database = DataDirectory.databaseIn(directory)
      if (database === undefined) return yield* refused(`${directory} has no database.`)
      yield* assertEmpty(target, [database, ...(contents.kind === "folder" ? [contents.folder] : [])])
      const { description, waitedMillis } = yield* Effect.gen(function*() {
        const files = yield* Effect.fromOption(yield* EmbeddedFiles)
        return yield* Taking.take(files, contents, target).pipe(
          Effect.mapError(diskFailure("The backup failed")),
          // The folder was empty before. If it is a mount point, the folder itself stays.
          Effect.onError(() => Tree.removeFolder(target))
        )
      }).pipe(Effect.provide(connection))
      yield* print(
        options,
        { folder: target, ...description, folders: undefined, waited_ms: waitedMillis },
        `Backed up ${directory} to ${target}: ${summary(description)}.` +
          (waitedMillis > 0 ? ` Requests waited for ${waitedMillis} ms.` : ""),
        ...(description.bucket === null ? [] : [`The files in the bucket ${description.bucket} are not in it.`])
      )
    })
  ).pipe(
    Command.withDescription(
      "Back up the embedded database and the files of attachments, also while a server runs; for a PostgreSQL server, use pg_dump"
    ),
    Command.withExamples([{ command: "candor backup /backups/monday" }])
  )

const unfinished =
  "The backup is restored. Its audit log is not verified, and readers of the change feed are not told yet: run candor audit " +
  "verify and candor events restored. The reason"

export const restore = <E>({ store }: Pick<Stores<E>, "store">) =>
  Command.make(
    "restore",
    {
      folder: folder.pipe(Argument.withDescription("The folder of a backup")),
      dryRun: Flag.Boolean("dry-run").pipe(
        Flag.withDescription("Only check that the backup is whole and can be restored here"),
        Flag.withDefault(false)
      ),
      json
    },
    Effect.fnUntraced(function*({ dryRun, folder, ...options }) {
      const source = yield* absolute(folder)
      const target = yield* location
      const backup = yield* Manifest.load(source)
      const { description } = backup
      yield* Restoring.assertFree(target, description)
      yield* Restoring.assertIntact(source, backup.sums)
      if (dryRun) {
        return yield* print(
          options,
          { ...description, folders: undefined },
          `The backup of ${description.taken_at} is whole (${
            summary(description)
          }), and can be restored to ${target.directory}.`
        )
      }
      yield* Effect.mapError(Restoring.restore(source, target, backup), diskFailure("The restore failed"))
      const chains = yield* Effect.provide(
        Effect.gen(function*() {
          yield* (yield* Events).startEpoch
          return yield* verified(yield* (yield* Organizations).list)
        }),
        store
      ).pipe(Effect.mapError(diskFailure(unfinished)))
      const broken = chains.filter((chain) => chain.broken !== null).length
      yield* print(
        options,
        { directory: target.directory, taken_at: description.taken_at, audit: chains },
        `Restored the backup of ${description.taken_at} to ${target.directory}: ${summary(description)}.`,
        `The audit log of ${
          chains.length - broken
        } of ${chains.length} organizations is intact. Cursors of the change feed from ` +
          "before are refused with feed_restored."
      )
      if (broken > 0)
        return yield* refused(`The audit log is broken in ${broken} organizations: see candor audit verify.`)
    })
  ).pipe(
    Command.withDescription(
      "Restore a backup into CANDOR_DATA_DIR, which must not have a database; verify its audit log, and start a new epoch of the " +
        "change feed"
    ),
    Command.withExamples([{ command: "candor restore --dry-run /backups/monday" }])
  )

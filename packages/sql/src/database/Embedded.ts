/**
 * The database of a data directory: a PostgreSQL server as a child process, or else PGlite, which is PostgreSQL inside
 * this process (decision 0002).
 */
import { Context, Duration, Effect, Schedule, Schema, type Scope } from "effect"
import { existsSync, rmSync } from "node:fs"
import { resolve } from "node:path"
import * as DataDirectory from "./DataDirectory.ts"
import * as Cluster from "./embedded/Cluster.ts"
import type { CannotStart } from "./embedded/Postmaster.ts"
import { socketIn } from "./embedded/PostmasterFile.ts"
import * as Programs from "./embedded/Programs.ts"
import type { Sessions } from "./pglite/PgliteInstance.ts"

/** The source of the driver's sessions. */
export type Opened =
  | { readonly kind: "server"; readonly url: string; readonly folder: string }
  | { readonly kind: "pglite"; readonly sessions: Sessions }

/** Reasons why there is no embedded database. */
export type CannotOpen =
  | DataDirectory.DataDirectoryInUse
  | DataDirectory.DataDirectoryUnusable
  | Programs.CannotRun
  | CannotStart
  | Cluster.CannotServe
  | NothingToJoin

/**
 * How a process uses the database of a directory. A server must `open` it for itself. `join` uses the database that a
 * server has open, and waits for it. A command does `either`.
 */
export const Use = Context.Reference<"open" | "join" | "either">("@candor/sql/database/Use", {
  defaultValue: () => "open"
})

const pglite = Effect.fnUntraced(function*(directory: string) {
  const [PgliteInstance, { PrivateFiles }] = yield* Effect.promise(() =>
    Promise.all([import("./pglite/PgliteInstance.ts"), import("./pglite/PrivateFiles.ts")])
  )
  const sessions = yield* PgliteInstance.make({
    directory,
    open: () => PgliteInstance.create({ fs: new PrivateFiles(DataDirectory.pgliteIn(directory)) })
  })
  return { kind: "pglite", sessions } as const
})

const inside =
  "The database runs inside this process (PGlite): it is slower, takes more memory, and a power cut may lose its last writes"

/** Makes and opens a new PGlite, because PostgreSQL does not run here. Removes it if it cannot be opened. */
const withoutServer = (directory: string) => (error: Programs.CannotRun | CannotStart) =>
  Effect.andThen(
    Effect.logWarning(
      `${inside}. ${error.message}. Or name a PostgreSQL server with DATABASE_URL`
    ),
    Effect.onError(pglite(directory), () =>
      Effect.sync(() => rmSync(DataDirectory.pgliteIn(directory), { recursive: true, force: true })))
  )

const convertible = `${inside}. To carry it over to PostgreSQL, stop the server and run: candor convert`

/** Opens the database of a directory that this process has locked. */
const own = (directory: string, purpose: Cluster.Purpose): Effect.Effect<Opened, CannotOpen, Scope.Scope> =>
  Effect.gen(function*() {
    const folder = DataDirectory.clusterIn(directory)
    const hasCluster = existsSync(folder)
    yield* Effect.annotateLogs(Effect.logInfo("Opening the database"), { directory })
    if (!hasCluster && existsSync(DataDirectory.pgliteIn(directory))) {
      yield* Programs.find(DataDirectory.librariesIn(directory)).pipe(
        Effect.flatMap(() => Effect.logInfo(convertible)),
        Effect.catch(({ reason }) => Effect.logInfo(`${inside}. ${reason}`))
      )
      return yield* pglite(directory)
    }
    if (!hasCluster) yield* DataDirectory.assertRoom(directory)
    const served = Effect.map(
      Cluster.serve({ folder, libraries: DataDirectory.librariesIn(directory), purpose }),
      (url) => ({ kind: "server", url, folder }) as const
    )
    return yield* hasCluster ? served : Effect.catchTag(served, ["CannotRun", "CannotStart"], withoutServer(directory))
  })

/** The directory has no database that another process could have open. */
export class NothingToJoin extends Schema.TaggedError<NothingToJoin>()("NothingToJoin", { directory: Schema.String }) {
  override get message() {
    return `No server has made a database in ${this.directory} that other processes can use. Start the server first, or name a PostgreSQL ` +
      "server with DATABASE_URL."
  }
}

/** Joins the database that a server has open. The address is valid also before that server runs. */
const join = (directory: string): Opened => {
  const folder = DataDirectory.clusterIn(directory)
  return { kind: "server", url: Cluster.addressOf(folder), folder }
}

/** How long a command waits for another command to end, or for a server that is about to open the database. */
const patience = Duration.seconds(30)

/** Opens the database for this process, or joins the server of the process that has it open. */
const openOrJoin = (directory: string): Effect.Effect<Opened, CannotOpen, Scope.Scope> =>
  Effect.andThen(DataDirectory.open(directory), own(directory, "command")).pipe(
    Effect.catchTag("DataDirectoryInUse", (inUse) => {
      const folder = DataDirectory.clusterIn(directory)
      return Cluster.isShared(folder) && existsSync(socketIn(Cluster.socketOf(folder)))
        ? Effect.succeed(join(directory))
        : Effect.fail(inUse)
    }),
    Effect.retry({
      // A PGlite cannot be joined by other processes.
      while: ({ _tag }) =>
        _tag === "DataDirectoryInUse" && DataDirectory.databaseIn(directory) !== DataDirectory.pgliteIn(directory),
      schedule: Schedule.max([Schedule.spaced("100 millis"), Schedule.during(patience)])
    })
  )

/** Opens the database of a directory. */
export const open = (path: string): Effect.Effect<Opened, CannotOpen, Scope.Scope> =>
  Effect.gen(function*() {
    const directory = resolve(path)
    const use = yield* Use
    if (use === "open") return yield* Effect.andThen(DataDirectory.open(directory), own(directory, "server"))
    if (use === "either") return yield* openOrJoin(directory)
    return existsSync(DataDirectory.clusterIn(directory)) ? join(directory) : yield* new NothingToJoin({ directory })
  })

/**
 * The database of a data directory: a PostgreSQL server as a child process, or else PGlite, which is PostgreSQL inside this process
 * (decision 0002).
 */
import { Context, Effect, type Scope } from "effect"
import { existsSync, rmSync } from "node:fs"
import { resolve } from "node:path"
import * as DataDirectory from "./DataDirectory.ts"
import * as Cluster from "./embedded/Cluster.ts"
import type { CannotStart } from "./embedded/Postmaster.ts"
import type { CannotRun } from "./embedded/Programs.ts"
import type { Sessions } from "./pglite/PgliteInstance.ts"

/** Where the driver's sessions come from. */
export type Opened =
  | { readonly kind: "server"; readonly url: string; readonly folder: string }
  | { readonly kind: "pglite"; readonly sessions: Sessions }

/** Why there is no embedded database. */
export type CannotOpen =
  | DataDirectory.DataDirectoryInUse
  | DataDirectory.DataDirectoryUnusable
  | CannotRun
  | CannotStart
  | Cluster.CannotServe

/**
 * What a process does with the database of a directory: `open` it for itself, which a server does; `join` the one that a server has open,
 * and wait for that; or either, as a command does.
 */
export const Use = Context.Reference<"open" | "join" | "either">("@candor/sql/database/Use", { defaultValue: () => "open" })

const pglite = Effect.fnUntraced(function*(directory: string) {
  const [PgliteInstance, { PrivateFiles }] = yield* Effect.promise(() =>
    Promise.all([import("./pglite/PgliteInstance.ts"), import("./pglite/PrivateFiles.ts")]))
  const sessions = yield* PgliteInstance.make({
    directory,
    open: () => PgliteInstance.create({ fs: new PrivateFiles(DataDirectory.pgliteIn(directory)) })
  })
  return { kind: "pglite", sessions } as const
})

/** A new PGlite, where PostgreSQL does not run. */
const withoutServer = (directory: string) => (error: CannotRun | CannotStart) =>
  Effect.andThen(
    Effect.logWarning(
      "The database runs inside this process (PGlite): it is slower, takes more memory, and a power cut may lose its last writes. " +
        `${error.message}. Or name a PostgreSQL server with DATABASE_URL`
    ),
    Effect.onError(pglite(directory), () =>
      Effect.sync(() => rmSync(DataDirectory.pgliteIn(directory), { recursive: true, force: true })))
  )

const convertible = "The database in this directory is of an earlier kind (PGlite), and runs inside this process: it is slower, and a power cut " +
  "may lose its last writes. To carry it over to PostgreSQL, stop the server and run: candor convert"

/** Opens the database of a directory that this process has locked. */
const own = (directory: string): Effect.Effect<Opened, CannotOpen, Scope.Scope> =>
  Effect.gen(function*() {
    const folder = DataDirectory.clusterIn(directory)
    const hasCluster = existsSync(folder)
    yield* Effect.annotateLogs(Effect.logInfo("Opening the database"), { directory })
    if (!hasCluster && existsSync(DataDirectory.pgliteIn(directory))) {
      yield* Effect.logInfo(convertible)
      return yield* pglite(directory)
    }
    if (!hasCluster) yield* DataDirectory.assertRoom(directory)
    const served = Effect.map(Cluster.serve({ folder, libraries: DataDirectory.librariesIn(directory) }), (url) => ({ kind: "server", url, folder }) as const)
    return yield* hasCluster ? served : Effect.catchTag(served, ["CannotRun", "CannotStart"], withoutServer(directory))
  })

/** The database that a server has open. Where none does, its address leads to it once one does. */
const join = (directory: string): Effect.Effect<Opened, DataDirectory.DataDirectoryInUse> => {
  const folder = DataDirectory.clusterIn(directory)
  // PGlite is for one process.
  return existsSync(folder)
    ? Effect.succeed({ kind: "server", url: Cluster.addressOf(folder), folder })
    : Effect.fail(new DataDirectory.DataDirectoryInUse({ directory }))
}

/** Opens the database of a directory. */
export const open = (path: string): Effect.Effect<Opened, CannotOpen, Scope.Scope> =>
  Effect.gen(function*() {
    const directory = resolve(path)
    const use = yield* Use
    if (use === "join") return yield* join(directory)
    const opened = Effect.andThen(DataDirectory.open(directory), own(directory))
    return yield* use === "open" ? opened : Effect.catchTag(opened, "DataDirectoryInUse", () => join(directory))
  })

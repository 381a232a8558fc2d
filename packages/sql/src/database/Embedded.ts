/** PostgreSQL inside the process: PGlite, behind the same client that talks to a server. */
import { Effect, type Scope } from "effect"
import * as DataDirectory from "./DataDirectory.ts"
import * as PgliteInstance from "./PgliteInstance.ts"
import * as Template from "./Template.ts"

/** Where the driver's sessions come from. */
export type Sessions = PgliteInstance.Sessions

/** Why there is no embedded database. */
export type CannotOpen = DataDirectory.DataDirectoryInUse | DataDirectory.DataDirectoryUnusable

/** PostgreSQL with its data in `directory`. */
export const make = (directory: string): Effect.Effect<Sessions, CannotOpen, Scope.Scope> =>
  Effect.gen(function*() {
    yield* DataDirectory.open(directory)
    if (yield* Template.BeginWithDemo) yield* Template.unpack(DataDirectory.postgresIn(directory))
    yield* Effect.annotateLogs(Effect.logInfo("Opening the database"), { directory })
    const { PrivateFiles } = yield* Effect.promise(() => import("./PrivateFiles.ts"))
    return yield* PgliteInstance.make({
      directory,
      open: () => PgliteInstance.create({ fs: new PrivateFiles(DataDirectory.postgresIn(directory)) })
    })
  })

/** PostgreSQL in memory, from a dumped data directory where one is given. */
export const makeInMemory = (loadDataDir?: Blob): Effect.Effect<Sessions, never, Scope.Scope> =>
  PgliteInstance.make({ open: () => PgliteInstance.create(loadDataDir === undefined ? {} : { loadDataDir }) })

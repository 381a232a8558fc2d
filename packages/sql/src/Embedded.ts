/**
 * PostgreSQL inside the process: PGlite behind the same client that talks to a server. The client
 * writes protocol messages to a duplex stream, and PGlite answers them.
 */
import type { PGlite, PGliteOptions } from "@electric-sql/pglite"
import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { join } from "node:path"
import { Duplex } from "node:stream"
import * as DataDirectory from "./DataDirectory.ts"
import { registry } from "./Types.ts"

const connect = (database: PGlite) => (): Duplex => {
  const duplex = new Duplex({
    read() {},
    write(chunk: Uint8Array, _encoding, done) {
      database.execProtocolRaw(chunk).then((answer) => {
        duplex.push(answer)
        done()
      }, done)
    }
  })
  return duplex
}

/** Opens PGlite, which a process that uses a server never loads. */
const open = (options: PGliteOptions) =>
  Effect.acquireRelease(
    Effect.promise(async () => (await import("@electric-sql/pglite")).PGlite.create(options)),
    (database) => Effect.promise(() => database.close())
  )

/** A client over a PGlite that is open. */
export const client = (database: PGlite) =>
  PgClient.makeClient({ stream: connect(database), username: "postgres", database: "postgres", types: registry })

/** A client over PGlite with its data in `directory`. */
export const make = (directory: string) =>
  Effect.gen(function*() {
    yield* DataDirectory.open(directory)
    const { PrivateFiles } = yield* Effect.promise(() => import("./PrivateFiles.ts"))
    return yield* client(yield* open({ fs: new PrivateFiles(join(directory, "postgres")) }))
  })

/** A client over PGlite in memory, from a dumped data directory where one is given. */
export const makeInMemory = (loadDataDir?: Blob) =>
  open(loadDataDir === undefined ? {} : { loadDataDir }).pipe(Effect.flatMap(client))

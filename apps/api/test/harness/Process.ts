/** The server as a separate process. */
import * as Processes from "@candor/process/testing/Processes"
import { program } from "@candor/process/testing/Programs"
import { listening } from "@candor/process/testing/Servers"
import { expectDocumented, validated } from "@candor/process/testing/validation/Validated"
import { Effect } from "effect"

export interface ServerProcess {
  readonly base_url: string
  /** Stops it like an operator; returns its exit code. */
  readonly stop: () => Promise<number>
  /** Kills it, without a chance to finish anything. */
  readonly kill: () => Promise<number>
}

const main = await program("api")

/**
 * Starts a server on the database at this URL, behind a proxy that validates it against its document; it ends with the
 * scope.
 */
export const start = Effect.fnUntraced(function*(database_url: string) {
  const env = { DATABASE_URL: database_url, CANDOR_WORKER: "none", PORT: "0", LOG_FORMAT: "json" }
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => Processes.start([process.execPath, main], { env })),
    (child) => Effect.sync(() => child.signal("SIGKILL"))
  )
  const said = yield* Effect.promise(() => child.hear(listening))
  const proxy = yield* Effect.acquireRelease(
    Effect.promise(() => validated(listening.exec(said)![1]!)),
    (proxy) =>
      Effect.promise(async () => {
        child.signal("SIGKILL")
        await proxy.close()
        expectDocumented()
      })
  )
  const server: ServerProcess = {
    base_url: `${proxy.origin}/api/v1`,
    stop: () => child.stop(),
    kill: () => child.stop("SIGKILL")
  }
  return server
})

/** The server as its own process of the operating system. */
import * as Processes from "@candor/process/testing/Processes"
import { program } from "@candor/process/testing/Programs"
import { Effect } from "effect"

export interface ServerProcess {
  readonly base_url: string
  /** Asks it to stop, as an operator would; its exit code. */
  readonly stop: () => Promise<number>
  /** Ends it at once, without a chance to finish anything. */
  readonly kill: () => Promise<number>
}

const main = await program("api")

/** What the server says where it listens. */
export const listening = /Listening on (http:\/\/[\d.:]+)/

/** A server over the database at this address; it does not outlive the scope. */
export const start = Effect.fnUntraced(function*(database_url: string) {
  const env = { DATABASE_URL: database_url, CANDOR_WORKER: "none", PORT: "0", LOG_FORMAT: "json" }
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => Processes.start([process.execPath, main], { env })),
    (child) => Effect.sync(() => child.signal("SIGKILL"))
  )
  const said = yield* Effect.promise(() => child.hear(listening))
  const server: ServerProcess = {
    base_url: `${listening.exec(said)![1]}/api/v1`,
    stop: () => child.stop(),
    kill: () => child.stop("SIGKILL")
  }
  return server
})

/** The server as its own process of the operating system. */
import { Effect } from "effect"
import { join } from "node:path"

export interface ServerProcess {
  readonly base_url: string
  /** Asks it to stop, as an operator would; its exit code. */
  readonly stop: () => Promise<number>
}

const main = join(import.meta.dir, "../../src/main.ts")

/** Where the process says that it listens. Its output is read on, so that it never blocks. */
const listening = (output: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> =>
  new Promise((resolve, reject) => {
    const read = async () => {
      let said = ""
      for await (const text of output.pipeThrough(new TextDecoderStream())) {
        if (said.length < 100_000) said += text
        const origin = /Listening on (http:\/\/[\d.:]+)/.exec(said)?.[1]
        if (origin !== undefined) resolve(origin)
      }
      reject(new Error(`The server stopped before it listened: ${said}`))
    }
    read().catch(reject)
  })

/** `bun apps/api/src/main.ts` over the database at this address; it does not outlive the scope. */
export const start = Effect.fnUntraced(function*(database_url: string) {
  const child = yield* Effect.acquireRelease(
    Effect.sync(() =>
      Bun.spawn([process.execPath, main], {
        env: { PATH: process.env["PATH"], DATABASE_URL: database_url, PORT: "0", LOG_FORMAT: "json" },
        stdout: "pipe",
        stderr: "inherit"
      })
    ),
    (child) => Effect.sync(() => child.kill("SIGKILL"))
  )
  const origin = yield* Effect.promise(() => listening(child.stdout))
  const server: ServerProcess = {
    base_url: `${origin}/api/v1`,
    stop: () => {
      child.kill("SIGTERM")
      return child.exited
    }
  }
  return server
})

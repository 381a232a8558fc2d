/** Servers as programs, each behind a proxy that validates it against its OpenAPI document (decision 0056). */
import { afterAll, afterEach } from "bun:test"
import { type Process, processes } from "./Processes.ts"
import { program } from "./Programs.ts"
import { expectDocumented, validated } from "./validation/Validated.ts"

/** Matches a server's line when it listens. */
export const listening = /Listening on (http:\/\/[\d.:]+)/

// Loaded here because it may have to be built, which could exceed the time limit of a test's hook.
const main = await program("api")

export interface Addresses {
  /** The origin of the proxy, which tests use. */
  readonly origin: string
  /** The server's own origin, as it reports it: for checks without HTTP exchanges, such as whether it still listens. */
  readonly own_origin: string
  /** The server's output until it listened. */
  readonly said: string
}

export interface Server extends Addresses {
  readonly child: Process
}

/**
 * `processes` for the tests of a file, with servers among them. A violation fails its test, or else the end of the
 * file.
 */
export const servers = (name: string) => {
  const { folder, start } = processes(name)
  const closing: Array<() => Promise<void>> = []

  /** Waits until a server listens, and puts a proxy in front of it. */
  const behindProxy = async (child: Process): Promise<Addresses> => {
    const said = await child.hear(listening)
    const own_origin = listening.exec(said)![1]!
    const proxy = await validated(own_origin)
    closing.push(async () => {
      await child.stop("SIGKILL")
      await proxy.close()
    })
    return { origin: proxy.origin, own_origin, said }
  }

  /** Starts the built server with these variables. */
  const serve = async (env: Readonly<Record<string, string>>): Promise<Server> => {
    const variables = { HOST: "127.0.0.1", PORT: "0", LOG_FORMAT: "json", ...env }
    const child = start([process.execPath, main], { env: variables })
    return { child, ...await behindProxy(child) }
  }

  afterEach(expectDocumented)
  afterAll(async () => {
    await Promise.all(closing.map((close) => close()))
    expectDocumented()
  })
  return { folder, start, behindProxy, serve }
}

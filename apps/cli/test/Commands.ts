/**
 * Commands run in this process, which takes far less time than a process for each. That both answer alike is tested in
 * cli.test.ts.
 */
import * as Candor from "@candor/commands/Candor"
import * as Repositories from "@candor/sql/Repositories"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll } from "bun:test"
import { ConfigProvider, Effect, Layer, Logger, ManagedRuntime, References } from "effect"

/** What came of a command, as its process would have ended. */
export interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** For the tests of a file: commands over one database, and a way to work on it between them. */
export const commands = () => {
  const runtime = ManagedRuntime.make(Layer.provideMerge(Repositories.layer, databases[0]!.layer))
  afterAll(() => runtime.dispose())
  /** A command with these variables of the environment. */
  const candorWith = (env: Readonly<Record<string, string>>) => (...args: ReadonlyArray<string>): Promise<Outcome> => {
    const warnings: Array<string> = []
    const logger = Logger.make(({ message }) => void warnings.push(`${String(message)}\n`))
    return runtime.runPromise(
      Effect.gen(function*() {
        const store = Layer.effectContext(runtime.contextEffect)
        const { code, stderr, stdout } = yield* Candor.run(args, { store, connection: store })
        return { code, stdout, stderr: `${warnings.join("")}${stderr}${stderr === "" ? "" : "\n"}` }
      }).pipe(
        Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env })),
        Effect.provideService(Logger.CurrentLoggers, new Set([logger])),
        Effect.provideService(References.MinimumLogLevel, "Warn")
      )
    )
  }
  return { candor: candorWith({}), candorWith, run: runtime.runPromise }
}

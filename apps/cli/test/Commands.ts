/**
 * Runs commands in this process, which is much faster than a process for each. cli.test.ts checks that both give the
 * same results.
 */
import * as Candor from "@candor/commands/Candor"
import * as Repositories from "@candor/sql/Repositories"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll } from "bun:test"
import { ConfigProvider, Effect, Layer, Logger, ManagedRuntime, References } from "effect"

/** The outcome of a command, like that of its process. */
export interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Makes commands on one database for the tests of a file, and a function that works on the database between them. */
export const commands = () => {
  const runtime = ManagedRuntime.make(Layer.provideMerge(Repositories.layer, databases[0]!.layer))
  afterAll(() => runtime.dispose())
  /** Makes a command with these environment variables. */
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

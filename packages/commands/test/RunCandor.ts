/** Runs commands of `candor` on the database of the test. */
import * as Candor from "@candor/commands/Candor"
import { repeated } from "@candor/commands/moving/foreign/Left"
import type * as Database from "@candor/sql/database/Database"
import type * as Repositories from "@candor/sql/Repositories"
import { ConfigProvider, Console, Context, Effect, Layer } from "effect"

type Services = Layer.Success<typeof Repositories.layer> | Layer.Success<typeof Database.connection>

const quiet = { ...globalThis.console, error: () => {} }

/** Returns a function that runs a command with a data folder. */
export const candorIn = (data: string) => (...args: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const layer = Layer.succeedContext(Context.omit(Console.Console)(yield* Effect.context<Services>()))
    return yield* Effect.provideService(
      Candor.run(args, { store: layer, connection: layer }),
      ConfigProvider.ConfigProvider,
      ConfigProvider.fromUnknown({ CANDOR_DATA_DIR: data })
    )
  }).pipe(Effect.provideService(Console.Console, quiet))

/** The output of `candor import --json`. */
export interface Told {
  readonly organization: string
  readonly added: { readonly [part: string]: number }
  readonly rows: { readonly [part: string]: object }
  readonly left: ReadonlyArray<readonly [string, number]>
}

/** Returns what was left out, without what the same data say elsewhere. */
export const lostOf = ({ left }: Pick<Told, "left">): Told["left"] => left.filter(([what]) => !what.includes(repeated))

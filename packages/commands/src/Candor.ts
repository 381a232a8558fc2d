/** `candor`: all commands, on databases that the caller provides. */
import { CommandLineRefused, run as runCommand } from "@candor/process/CommandLine"
import { failureLine } from "@candor/process/FailureLine"
import { DataDirectoryInUse } from "@candor/sql/database/DataDirectory"
import { Cause, Console, Effect, Exit } from "effect"
import { Command } from "effect/cli"
import { audit } from "./Audit.ts"
import { backup, restore } from "./Backup.ts"
import { convert } from "./Convert.ts"
import { demo } from "./Demo.ts"
import { events } from "./Events.ts"
import { exporting } from "./Export.ts"
import { importing } from "./Import.ts"
import { interviews } from "./Interviews.ts"
import { keys } from "./Keys.ts"
import { members } from "./Members.ts"
import { migrate } from "./Migrate.ts"
import { organizations } from "./Organizations.ts"
import type { Outcome } from "./Outcome.ts"
import { ConfirmationNeeded } from "./Output.ts"
import { queue } from "./Queue.ts"
import type { Stores } from "./Stores.ts"

const candor = <E>({ connection, store }: Stores<E>) =>
  Command.make("candor").pipe(
    Command.withDescription("Operates Candor on the database that DATABASE_URL or CANDOR_DATA_DIR names"),
    Command.withSubcommands([
      Command.provide(migrate, connection),
      Command.provide(demo, store),
      Command.provide(organizations, store),
      Command.provide(members, store),
      Command.provide(keys, store),
      Command.provide(audit, store),
      Command.provide(events, store),
      Command.provide(queue, store),
      Command.provide(exporting, store),
      Command.provide(importing, store),
      Command.provide(interviews, store),
      backup({ connection }),
      restore({ store }),
      convert
    ])
  )

/** Makes a console that collects lines in a list, and sends warnings and errors to the real console. */
const printing = (lines: Array<string>): Console.Console => ({
  ...globalThis.console,
  log: (...parts: ReadonlyArray<unknown>) => void lines.push(parts.map(String).join(" "))
})

const text = (lines: ReadonlyArray<string>): string => lines.map((line) => `${line}\n`).join("")

/**
 * Runs the command that `args` name, and returns its outcome. Fails only if another process has the data directory
 * open; the caller can then have that process run the command.
 */
export const run = <E>(args: ReadonlyArray<string>, stores: Stores<E>): Effect.Effect<Outcome, DataDirectoryInUse> =>
  Effect.suspend(() => {
    const lines: Array<string> = []
    return runCommand(candor(stores), args).pipe(
      Effect.provideService(Console.Console, printing(lines)),
      Effect.exit,
      Effect.flatMap((exit): Effect.Effect<Outcome, DataDirectoryInUse> => {
        if (Exit.isSuccess(exit)) return Effect.succeed({ code: 0, stdout: text(lines), stderr: "", question: null })
        if (Cause.hasInterruptsOnly(exit.cause)) return Effect.interrupt
        const error = Cause.squash(exit.cause)
        if (error instanceof DataDirectoryInUse) return Effect.fail(error)
        const question = error instanceof ConfirmationNeeded ? error.question : null
        return Effect.as(
          error instanceof CommandLineRefused ? Effect.void : Effect.logDebug(exit.cause),
          { code: 1, stdout: text(lines), stderr: failureLine(exit.cause), question }
        )
      })
    )
  })

/** `candor …`: what operators do without the HTTP interface. Stdout carries nothing but results. */
import * as Candor from "@candor/commands/Candor"
import * as ControlSocket from "@candor/commands/ControlSocket"
import * as Logging from "@candor/process/Logging"
import { runMain } from "@candor/process/Main"
import { check } from "@candor/process/SettingsCheck"
import * as Database from "@candor/sql/database/Database"
import * as DatabaseSettings from "@candor/sql/database/DatabaseSettings"
import * as Repositories from "@candor/sql/Repositories"
import { Effect, Layer, Option, Schema } from "effect"
import { agreed } from "./Terminal.ts"

/** A command that failed, with the line that says why. */
class CommandFailed extends Schema.TaggedError<CommandFailed>()("CommandFailed", { message: Schema.String }) {}

/** Settings of the database that are wrong are told all at once, by those commands that open it. */
const checked = Layer.effectDiscard(check(DatabaseSettings.settings))

const stores = {
  store: Repositories.layer.pipe(Layer.provideMerge(Database.layer), Layer.provide(checked)),
  connection: Database.connection.pipe(Layer.provide(checked))
}

/** Runs a command here, or has the server run it that has the embedded database open. */
const run = (args: ReadonlyArray<string>) =>
  Candor.run(args, stores).pipe(
    Effect.catchTag("DataDirectoryInUse", (inUse) =>
      Effect.flatMap(ControlSocket.ask(inUse.directory, args), Option.match({
        onNone: () => Effect.fail(inUse),
        onSome: Effect.succeed
      })))
  )

/** Waits until all of a text is written: a pipe takes 64 KiB at a time, and what is left when the process exits is lost. */
const printed = (text: string) =>
  Effect.callback<void>((resume) => {
    process.stdout.write(text, () => resume(Effect.void))
  })

const program = Effect.gen(function*() {
  const args = process.argv.slice(2)
  const first = yield* run(args)
  const { code, stderr, stdout } = first.question !== null && (yield* agreed(first.question))
    ? yield* run([...args, "--yes"])
    : first
  yield* printed(stdout)
  if (code !== 0) return yield* new CommandFailed({ message: stderr })
}).pipe(Logging.logged({ level: "Warn", stream: "stderr" }))

runMain(program, { interrupted: 130 })

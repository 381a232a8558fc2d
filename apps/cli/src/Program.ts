/** `candor …`: the command line of operators. Stdout carries only results. */
import * as Candor from "@candor/commands/Candor"
import * as ControlSocket from "@candor/commands/ControlSocket"
import * as Logging from "@candor/process/Logging"
import { runMain } from "@candor/process/Main"
import { check } from "@candor/process/SettingsCheck"
import * as Database from "@candor/sql/database/Database"
import * as DatabaseSettings from "@candor/sql/database/DatabaseSettings"
import { Use } from "@candor/sql/database/Embedded"
import * as Migrations from "@candor/sql/migrations/Migrations"
import * as Repositories from "@candor/sql/Repositories"
import { Effect, Layer, Option, Schema } from "effect"
import { confirmed } from "./Terminal.ts"

/** A command failed; the message has the reason. */
class CommandFailed extends Schema.TaggedError<CommandFailed>()("CommandFailed", { message: Schema.String }) {}

/** In commands that open the database, first checks all its settings at once. */
const checked = Layer.effectDiscard(check(DatabaseSettings.settings))

/** Another process, such as a server, may already have the database open. */
const joining = Layer.succeed(Use, "either")

const stores = {
  store: Repositories.layer.pipe(Layer.provideMerge(Migrations.database), Layer.provide([checked, joining])),
  connection: Database.connection.pipe(Layer.provide([checked, joining]))
}

/** Runs a command in this process, or in the server that has the embedded database open. */
const run = (args: ReadonlyArray<string>) =>
  Candor.run(args, stores).pipe(
    Effect.catchTag("DataDirectoryInUse", (inUse) =>
      Effect.flatMap(
        ControlSocket.ask(inUse.directory, args),
        Option.match({
          onNone: () => Effect.fail(inUse),
          onSome: Effect.succeed
        })
      ))
  )

/** Waits until a text is written. A pipe takes 64 KiB at a time; the rest would be lost when the process exits. */
const printed = (text: string) =>
  Effect.callback<void>((resume) => {
    process.stdout.write(text, () => resume(Effect.void))
  })

const program = Effect.gen(function*() {
  const args = process.argv.slice(2)
  const first = yield* run(args)
  const { code, stderr, stdout } = first.question !== null && (yield* confirmed(first.question))
    ? yield* run([...args, "--yes"])
    : first
  yield* printed(stdout)
  if (code !== 0) return yield* new CommandFailed({ message: stderr })
}).pipe(Logging.logged({ level: "Warn", stream: "stderr" }))

runMain(program, { interrupted: 130 })

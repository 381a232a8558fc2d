/** `candor …`: what operators do without the HTTP interface. Stdout carries nothing but results. */
import * as Logging from "@candor/runtime/Logging"
import { runMain } from "@candor/runtime/Main"
import { Effect, Layer } from "effect"
import { CliConfig, CliError, CliOutput, Command, GlobalFlag } from "effect/cli"
import { audit } from "./commands/Audit.ts"
import { demo } from "./commands/Demo.ts"
import { events } from "./commands/Events.ts"
import { keys } from "./commands/Keys.ts"
import { migrate } from "./commands/Migrate.ts"
import { organizations } from "./commands/Organizations.ts"
import { queue } from "./commands/Queue.ts"
import { CommandRefused } from "./Output.ts"
import * as Platform from "./Platform.ts"

const candor = Command.make("candor").pipe(
  Command.withDescription("Operates Candor on the database that DATABASE_URL or CANDOR_DATA_DIR names"),
  Command.withSubcommands([migrate, demo, organizations, keys, audit, events, queue])
)

/** A command line that cannot be understood is one line on stderr like any failure; help goes to stdout. */
const presenter = CliOutput.layerPresenter({
  present: (event) => event._tag === "InvalidInvocation" ? Effect.void : CliOutput.defaultPresenter.present(event)
})

const misunderstood = ({ commandPath, errors }: CliError.ShowHelp) =>
  errors.length === 0
    ? Effect.void
    : Effect.fail(
      new CommandRefused({
        message: `${errors.map((error) => error.message).join("; ")} (see ${commandPath.join(" ")} --help)`
      })
    )

const program = Command.runWith(candor, { version: "1.0.0" })(process.argv.slice(2)).pipe(
  Effect.catchTag("ShowHelp", misunderstood),
  Effect.provide(Layer.mergeAll(
    Platform.layer,
    presenter,
    CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions] }),
    Logging.layer({ level: "Warn", stream: "stderr" })
  ))
)

runMain(program, { interrupted: 130 })

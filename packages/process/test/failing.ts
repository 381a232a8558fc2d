/** A program that fails with a cause. */
import * as Logging from "@candor/process/Logging"
import { runMain } from "@candor/process/Main"
import { Effect } from "effect"

const program = Effect.die(new Error("Broken")).pipe(Logging.logged({ level: "Info", stream: "stdout" }))

runMain(program, { interrupted: 0 })

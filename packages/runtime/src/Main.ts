/** How a program begins and ends: signals, exit codes, and the one line that says why it could not go on. */
import { Cause, Effect, Exit, Runtime } from "effect"
import { failureLine } from "./FailureLine.ts"

const report = (cause: Cause.Cause<unknown>) =>
  Cause.hasInterruptsOnly(cause)
    ? Effect.void
    : Effect.andThen(Effect.logDebug(cause), Effect.sync(() => console.error(failureLine(cause))))

const run = Runtime.makeRunMain(({ fiber, teardown }) => {
  const interrupt = () => fiber.interruptUnsafe(fiber.id)
  process.once("SIGTERM", interrupt)
  process.once("SIGINT", interrupt)
  fiber.addObserver((exit) => teardown(exit, (code) => process.exit(code)))
})

/**
 * Runs a program to its end and exits: 0 where it succeeded, `interrupted` where a signal ended it
 * (after everything it holds was given back), else 1 with one line on stderr. The stack behind that
 * line is logged where `LOG_LEVEL` is Debug.
 */
export const runMain = <A, E>(program: Effect.Effect<A, E>, options: { readonly interrupted: number }): void =>
  run(Effect.tapCause(program, report), {
    disableErrorReporting: true,
    teardown: (exit, onExit) =>
      onExit(Exit.isSuccess(exit) ? 0 : Cause.hasInterruptsOnly(exit.cause) ? options.interrupted : 1)
  })

/** Runs a program as a process: signals, exit codes, and one line on stderr for a failure. */
import { Cause, Effect, Exit, Runtime } from "effect"
import { failureLine } from "./FailureLine.ts"

const report = (cause: Cause.Cause<unknown>) =>
  Cause.hasInterruptsOnly(cause) ? Effect.void : Effect.sync(() => console.error(failureLine(cause)))

/** The exit code after a second Ctrl-C, by the convention of shells: 128 plus the signal's number. */
const forcedExitCode = 130

/** A single Ctrl-C can arrive twice: from the terminal, and from the program that started this one. */
const duplicateSignalMillis = 500

const run = Runtime.makeRunMain(({ fiber, teardown }) => {
  let stoppedAt: number | undefined
  const stop = () => {
    if (stoppedAt === undefined) fiber.interruptUnsafe(fiber.id)
    stoppedAt ??= performance.now()
  }
  // A repeated SIGTERM is ignored; a second Ctrl-C exits at once.
  process.on("SIGTERM", stop)
  process.on("SIGINT", () => {
    if (stoppedAt !== undefined && performance.now() - stoppedAt > duplicateSignalMillis) process.exit(forcedExitCode)
    stop()
  })
  fiber.addObserver((exit) => teardown(exit, (code) => process.exit(code)))
})

/**
 * Runs a program to its end and exits: with 0 if it succeeded, `interrupted` if a signal ended it (after its
 * finalizers), else 1 with one line on stderr. A repeated SIGTERM is ignored; a second SIGINT exits at once, with 130.
 */
export const runMain = <A, E>(program: Effect.Effect<A, E>, options: { readonly interrupted: number }): void =>
  run(Effect.tapCause(program, report), {
    disableErrorReporting: true,
    teardown: (exit, onExit) =>
      onExit(Exit.isSuccess(exit) ? 0 : Cause.hasInterruptsOnly(exit.cause) ? options.interrupted : 1)
  })

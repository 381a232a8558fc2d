/** Questions to the user on the terminal. */
import { Effect } from "effect"
import { createInterface } from "node:readline/promises"

/** Asks a question on the terminal. Returns true for yes; false without a terminal. */
export const confirmed = (question: string): Effect.Effect<boolean> =>
  process.stdin.isTTY && process.stderr.isTTY
    ? Effect.promise(async (signal) => {
      // On stderr: stdout carries only results.
      const terminal = createInterface({ input: process.stdin, output: process.stderr })
      try {
        return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `, { signal })).trim())
      } finally {
        terminal.close()
      }
    })
    : Effect.succeed(false)

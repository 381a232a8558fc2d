/** Asking whoever typed a command. */
import { Effect } from "effect"
import { createInterface } from "node:readline/promises"

/** Asks a question on the terminal, and returns whether the answer is yes; without a terminal it is not. */
export const agreed = (question: string): Effect.Effect<boolean> =>
  process.stdin.isTTY && process.stderr.isTTY
    ? Effect.promise(async (signal) => {
      // On stderr, because stdout carries nothing but results.
      const terminal = createInterface({ input: process.stdin, output: process.stderr })
      try {
        return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `, { signal })).trim())
      } finally {
        terminal.close()
      }
    })
    : Effect.succeed(false)

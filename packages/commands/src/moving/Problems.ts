/** What is wrong with the files of an import: all of it in a file, the first on the terminal. */
import { Effect } from "effect"
import { open } from "node:fs/promises"

export interface Problem {
  readonly file: string
  /** From 1; null where it is of the file. */
  readonly line: number | null
  /** The field, with the names and positions within it. */
  readonly path: ReadonlyArray<string | number>
  readonly message: string
}

/** Problems on the terminal, in the file, and characters of a message. */
export const [maxShown, maxWritten, maxMessage] = [20, 100_000, 500] as const

const cut = (text: string): string => text.length <= maxMessage ? text : `${text.slice(0, maxMessage).toWellFormed()}…`

/** A problem as a line of the terminal. */
export const lineOf = ({ file, line, message, path }: Problem): string =>
  `${file}${line === null ? "" : `:${line}`}${path.length === 0 ? "" : ` ${path.join(".")}`}: ${message}`

/** Collects problems; the file is made with the first. */
export const make = Effect.fnUntraced(function*(path: string) {
  const first: Array<Problem> = []
  let count = 0
  let waiting: Array<string> = []
  const file = yield* Effect.acquireRelease(
    Effect.promise(() => open(path, "w", 0o600)),
    (file) => Effect.promise(() => file.close())
  )
  return {
    add: (problem: Problem): void => {
      const bounded = { ...problem, path: problem.path.slice(0, maxShown).map((key) => typeof key === "string" ? cut(key) : key), message: cut(problem.message) }
      if (count < maxShown) first.push(bounded)
      if (count < maxWritten) waiting.push(`${JSON.stringify(bounded)}\n`)
      count++
    },
    /** Writes what was added since. */
    flush: Effect.suspend(() => {
      if (waiting.length === 0) return Effect.void
      const text = waiting.join("")
      waiting = []
      return Effect.promise(() => file.appendFile(text))
    }),
    count: () => count,
    first: (): ReadonlyArray<Problem> => first
  }
})
export type Problems = Effect.Success<ReturnType<typeof make>>

/** What is wrong with the files of an import: all of it in a file, the first on the terminal. */
import { Effect } from "effect"
import { appendFile, rm } from "node:fs/promises"

export interface Problem {
  readonly file: string
  /** From 1; null where it is of the file. */
  readonly line: number | null
  /** The field, with the names and positions within it. */
  readonly path: ReadonlyArray<string | number>
  readonly message: string
}

/** Problems on the terminal, in the file, and characters of a message or a name. */
export const [maxShown, maxWritten, maxMessage] = [20, 100_000, 500] as const

const maxPath = 20

const cut = (text: string): string => text.length <= maxMessage ? text : `${text.slice(0, maxMessage).toWellFormed()}…`

/** A problem as a line of the terminal. */
export const lineOf = ({ file, line, message, path }: Problem): string =>
  `${file}${line === null ? "" : `:${line}`}${path.length === 0 ? "" : ` ${path.join(".")}`}: ${message}`

/** Collects problems for a file, which is made with the first, and replaces that of an earlier check. */
export const make = Effect.fnUntraced(function*(path: string) {
  const first: Array<Problem> = []
  let count = 0
  let waiting: Array<string> = []
  yield* Effect.promise(() => rm(path, { force: true }))
  return {
    add: (problem: Problem): void => {
      const bounded: Problem = {
        ...problem,
        path: problem.path.slice(0, maxPath).map((key) => typeof key === "string" ? cut(key) : key),
        message: cut(problem.message)
      }
      if (count < maxShown) first.push(bounded)
      if (count < maxWritten) waiting.push(`${JSON.stringify(bounded)}\n`)
      count++
    },
    /** Writes what was added since. */
    flush: Effect.suspend(() => {
      if (waiting.length === 0) return Effect.void
      const text = waiting.join("")
      waiting = []
      return Effect.promise(() => appendFile(path, text, { mode: 0o600 }))
    }),
    count: () => count,
    first: (): ReadonlyArray<Problem> => first
  }
})
export type Problems = Effect.Success<ReturnType<typeof make>>

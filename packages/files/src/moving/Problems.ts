/** The problems with the files of an import: all of them in a file, the first ones on the terminal. */
import { Effect } from "effect"
import { appendFile, rm } from "node:fs/promises"

export interface Problem {
  readonly file: string
  /** The line number, from 1; null if the problem concerns the whole file. */
  readonly line: number | null
  /** The field, with the names and indexes within it. */
  readonly path: ReadonlyArray<string | number>
  readonly message: string
}

/** The most problems on the terminal and in the file, and the most characters of a message or name. */
export const [maxShown, maxWritten, maxMessage] = [20, 100_000, 500] as const

const maxPath = 20

const cut = (text: string): string => text.length <= maxMessage ? text : `${text.slice(0, maxMessage).toWellFormed()}…`

/** Formats a problem as a line for the terminal. */
export const lineOf = ({ file, line, message, path }: Problem): string =>
  `${file}${line === null ? "" : `:${line}`}${path.length === 0 ? "" : ` ${path.join(".")}`}: ${message}`

/** Collects problems in a file, which is created with the first problem, and replaces the file of an earlier check. */
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
    /** Writes the problems that were added since the last call. */
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

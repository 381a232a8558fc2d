/** Reads the rows of a file in batches, so that few are in memory. */
import type { Row } from "@candor/domain/moving/Moves"
import { Effect, type Schema, Semaphore } from "effect"
import type { FileHandle } from "node:fs/promises"
import { type Line, linesOf } from "./Lines.ts"
import type { TakenIds } from "./TakenIds.ts"

/** The most rows of a batch, and the most bytes of their lines. */
const [maxRows, maxBytes] = [500, 4 * 2 ** 20]

/** A line with its row; undefined if it is not a JSON object. */
export interface Read extends Line {
  readonly row: Row | undefined
}

const isRow = (value: Schema.Json): value is Row => typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * Tells whether JSON certainly contains only storable text: no escaped U+0000, and no escaped surrogate. Otherwise its
 * values are examined.
 */
const isStorable = (text: string): boolean => !text.includes(String.raw`\u0000`) && !/\\u[dD][89a-fA-F]/.test(text)

/** Tells whether the database can store all texts of a value. */
const isSound = (value: Schema.Json): boolean =>
  typeof value === "string"
    ? value.isWellFormed() && !value.includes("\0")
    : typeof value !== "object" || value === null ||
      Object.entries(value).every(([key, one]) => isSound(key) && isSound(one))

/** Returns the row of a line, with missing columns filled in from `absent`; undefined if the line is not a row. */
const rowOf = ({ text: read = "" }: Line, { absent, ids }: Reading): Row | undefined => {
  try {
    const text = ids?.replaced(read) ?? read
    const row = JSON.parse(text) as Schema.Json
    return isRow(row) && (isStorable(text) || isSound(row)) ? { ...absent, ...row } : undefined
  } catch {
    // Malformed, or nested too deeply for the parser.
    return undefined
  }
}

/** How lines are converted to rows. */
export interface Reading {
  /** Default values of columns that rows lack. */
  readonly absent: Row
  /** The ids of rows that are matched to others. */
  readonly ids?: TakenIds
}

/** Returns the rows of a batch. */
export const rowsOf = (portion: ReadonlyArray<Read>): ReadonlyArray<Row> =>
  portion.flatMap(({ row }) => row === undefined ? [] : [row])

/**
 * Calls `use` with each batch, in order; `seen` gets all bytes of the file. Up to `concurrency` batches are in use at a
 * time; each is read when an earlier one is done.
 */
export const forEach = <E, R>(
  file: FileHandle,
  seen: (bytes: Uint8Array) => void,
  use: (portion: ReadonlyArray<Read>) => Effect.Effect<void, E, R>,
  { concurrency = 1, ...reading }: Reading & { readonly concurrency?: number } = { absent: {} }
): Effect.Effect<void, E, R> =>
  Effect.suspend(() => {
    const lines = linesOf(file, seen)
    const turn = Semaphore.makeUnsafe(1)
    const next = turn.withPermits(1)(Effect.promise(async () => {
      const portion: Array<Read> = []
      for (let bytes = 0; portion.length < maxRows && bytes < maxBytes;) {
        const { done, value } = await lines.next()
        if (done) break
        portion.push({ ...value, row: rowOf(value, reading) })
        bytes += value.bytes
      }
      return portion
    }))
    const again: Effect.Effect<void, E, R> = Effect.flatMap(next, (portion) =>
      portion.length === 0 ? Effect.void : Effect.andThen(use(portion), again))
    return Effect.all(
      Array.from({ length: concurrency }, () =>
        again),
      { concurrency, discard: true }
    )
  })

/** Rows that were read of a file, and their keys. */
import type { Row } from "@candor/domain/moving/Moves"

/** A row with the number of its line, from 1. */
export interface Found {
  readonly number: number
  readonly row: Row
}

/** The values of columns of a row as one text; undefined where one is null. */
export const keyOf = (columns: ReadonlyArray<string>, row: Row): string | undefined => {
  const values = columns.map((column) => row[column] ?? null)
  return values.includes(null) ? undefined : values.map(String).join(" ")
}

/** The key of a row; the one row of a part without keys has an empty one. */
export const ownKey = (part: { readonly key: ReadonlyArray<string> }, row: Row): string => keyOf(part.key, row) ?? ""

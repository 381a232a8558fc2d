/** Rows that were read from a file, and their keys. */
import type { Row } from "@candor/domain/moving/Moves"

/** A row with its line number, from 1. */
export interface Found {
  readonly number: number
  readonly row: Row
}

/** Joins the values of columns in a row; undefined if one is null. */
export const keyOf = (columns: ReadonlyArray<string>, row: Row): string | undefined => {
  const values = columns.map((column) => row[column] ?? null)
  return values.includes(null) ? undefined : values.map(String).join(" ")
}

/** Returns the key of a row; empty for the only row of a part without keys. */
export const ownKey = (part: { readonly key: ReadonlyArray<string> }, row: Row): string => keyOf(part.key, row) ?? ""

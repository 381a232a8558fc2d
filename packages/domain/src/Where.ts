/**
 * Conditions on the rows of a noun: comparisons of its fields, and conditions on its owners or on the rows that it
 * owns. Plain data, which packages/sql compiles to SQL.
 */

/**
 * The value that a field is compared with: a constant, the viewer's id, the viewer's email address (a candidate's list
 * of addresses matches if it contains it, in any case of letters), one of the viewer's roles in teams, or a field of
 * the owner.
 */
export type Value = string | number | boolean | null | { readonly viewer: "email" | "member" | "roles" } | {
  readonly owner: string
}

export type Where =
  | { readonly field: string; readonly is: Value }
  | { readonly every: ReadonlyArray<Where> }
  | { readonly some: ReadonlyArray<Where> }
  | { readonly not: Where }
  /**
   * The row's owner is of this noun and meets the condition; without a condition, the viewer sees the owner. If several
   * nouns are named, the first owner that the row has counts.
   */
  | { readonly of: string | ReadonlyArray<string>; readonly where?: Where }
  /** The row owns a row of this noun that meets the condition, or, without one, that the viewer sees. */
  | { readonly has: string; readonly where?: Where }

/** All rows, and none. */
export const everything: Where = { every: [] }
export const nothing: Where = { some: [] }

/** A condition that compares the fields of one row with texts. */
export type Comparison =
  | { readonly field: string; readonly is: string }
  | { readonly every: ReadonlyArray<Comparison> }
  | { readonly some: ReadonlyArray<Comparison> }
  | { readonly not: Comparison }

/** Tells whether a row meets a comparison, in any case of letters. A list field matches if it contains the text. */
export const meets = (where: Comparison, row: Readonly<Record<string, unknown>>): boolean => {
  if ("every" in where) return where.every.every((one) => meets(one, row))
  if ("some" in where) return where.some.some((one) => meets(one, row))
  if ("not" in where) return !meets(where.not, row)
  const key = where.is.trim().toLowerCase()
  return [row[where.field]].flat().some((value) => typeof value === "string" && value.trim().toLowerCase() === key)
}

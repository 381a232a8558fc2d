/**
 * Which rows of a noun: comparisons of its fields, and conditions on rows that it belongs to, or that belong to it.
 * Plain data, which packages/sql writes as SQL.
 */

/**
 * What a field is compared with: a value, the viewer's id, the viewer's address, which a list of a
 * candidate's has in any case of letters, one of the
 * viewer's roles in teams, or a field of the row that has this one.
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
   * It belongs to a row of this noun that meets the condition, or that the viewer sees; of several nouns, to one of the
   * first that it names.
   */
  | { readonly of: string | ReadonlyArray<string>; readonly where?: Where }
  /** A row of this noun belongs to it that meets the condition, or that the viewer sees. */
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

/** Tells whether a row meets a comparison, in any case of letters. A field with a list has each of its texts. */
export const meets = (where: Comparison, row: Readonly<Record<string, unknown>>): boolean => {
  if ("every" in where) return where.every.every((one) => meets(one, row))
  if ("some" in where) return where.some.some((one) => meets(one, row))
  if ("not" in where) return !meets(where.not, row)
  const key = where.is.trim().toLowerCase()
  return [row[where.field]].flat().some((value) => typeof value === "string" && value.trim().toLowerCase() === key)
}

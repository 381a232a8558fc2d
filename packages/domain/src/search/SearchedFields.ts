/**
 * The fields of a candidate that are searched, from their declaration: the indexed, compared and highlighted fields are
 * derived from these.
 */
import type { Traits } from "../Field.ts"
import { noun } from "../candidate/Candidate.ts"

type SourceOf<F> = {
  [Name in keyof F]: F[Name] extends { readonly searched: infer Source extends string } ? Source : never
}[keyof F]

/** The name of a field in highlights. */
export type FieldSource = SourceOf<typeof noun.fields>

interface SearchedField {
  readonly column: string
  readonly source: FieldSource
}

/** Addresses and numbers, which are searched separately from the text columns. */
const contacts: ReadonlySet<string> = new Set(["primary_email", "email_addresses", "phone_numbers"])

const declared = Object.entries<Traits>(noun.fields).flatMap(([column, { kind, searched }]) =>
  typeof searched === "string" ? [{ column, source: searched as FieldSource, kind }] : []
)

/** The names of a candidate's fields in highlights. */
export const fieldSources: ReadonlyArray<FieldSource> = declared.map(({ source }) => source)

const own = declared.filter(({ column }) => !contacts.has(column))

/** Columns with one text. */
export const searchedColumns: ReadonlyArray<SearchedField> = own.filter(({ kind }) => kind !== "list")

/** Columns with several texts. */
export const searchedLists: ReadonlyArray<SearchedField> = own.filter(({ kind }) => kind === "list")

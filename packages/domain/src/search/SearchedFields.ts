/**
 * The fields of a candidate that the search finds, from their declaration: what is indexed, compared and shown is
 * derived from these.
 */
import type { Traits } from "../Field.ts"
import { noun } from "../candidate/Candidate.ts"

type SourceOf<F> = {
  [Name in keyof F]: F[Name] extends { readonly searched: infer Source extends string } ? Source : never
}[keyof F]

/** What a highlight calls the field that it is of. */
export type FieldSource = SourceOf<typeof noun.fields>

interface SearchedField {
  readonly column: string
  readonly source: FieldSource
}

/** Addresses and numbers, whose words are not those of their columns. */
const contacts: ReadonlySet<string> = new Set(["primary_email", "email_addresses", "phone_numbers"])

const declared = Object.entries<Traits>(noun.fields).flatMap(([column, { kind, searched }]) =>
  typeof searched === "string" ? [{ column, source: searched as FieldSource, kind }] : []
)

/** What highlights call the fields of a candidate. */
export const fieldSources: ReadonlyArray<FieldSource> = declared.map(({ source }) => source)

const own = declared.filter(({ column }) => !contacts.has(column))

/** Columns that are a text. */
export const searchedColumns: ReadonlyArray<SearchedField> = own.filter(({ kind }) => kind !== "list")

/** Columns that are several texts. */
export const searchedLists: ReadonlyArray<SearchedField> = own.filter(({ kind }) => kind === "list")

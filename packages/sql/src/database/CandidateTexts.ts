/** What is searched of a candidate, as its index and the statements that use the index have to spell it. */
import { searchedColumns, searchedLists } from "@candor/domain/search/SearchedFields"

/**
 * The migration since which the words of a text are what they are: an index of the same columns that is older has
 * others.
 */
export const wordsSince = "0062"

/** Columns, of the row with this alias, or of the table of an index. */
const columnsOf = (alias: string | undefined, columns: ReadonlyArray<string>) =>
  columns.map((column) => alias === undefined ? column : `${alias}.${column}`)

/** Texts of candidates, as an array. */
const textsIn = (alias?: string, others: ReadonlyArray<string> = []): string =>
  [
    `ARRAY[${columnsOf(alias, searchedColumns.map(({ column }) => column)).join(", ")}]`,
    ...others,
    ...columnsOf(alias, searchedLists.map(({ column }) => column))
  ]
    .join(" || ")

/**
 * The searched fields of a candidate as one text, as its index and the statements that use the index have to spell it:
 * a field whose declaration says that it is searched is in both.
 */
export const candidateFields = (alias?: string): string =>
  `fields_text(${
    textsIn(alias, [`contact_values(${columnsOf(alias, ["primary_email", "email_addresses"]).join(", ")}, '[]')`])
  })`

/** The words of these fields with those of a name and of numbers, likewise. */
export const candidateKeys = (alias?: string): string => {
  const [organization, name, numbers] = columnsOf(alias, ["organization_id", "full_name", "phone_numbers"])
  return `(text_keys(${organization}, ${candidateFields(alias)}) || text_name_keys(${organization}, ${name}) || ` +
    `text_keys(${organization}, phone_words(${numbers})) || joined_keys(${organization}, ${textsIn(alias)}))`
}

/** What other spellings of these words have in common with them, likewise. */
export const candidateSpellings = (alias?: string): string =>
  `text_spellings(${columnsOf(alias, ["organization_id"]).join("")}, ${candidateFields(alias)})`

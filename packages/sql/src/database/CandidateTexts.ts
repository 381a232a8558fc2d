/**
 * The searched texts of candidates as SQL. Indexes and the statements that use them must have exactly the same text.
 */
import { searchedColumns, searchedLists } from "@candor/domain/search/SearchedFields"

/**
 * The migration that last changed how a text is split into words: older indexes of the same columns have other words.
 */
export const wordsSince = "0062"

/** Columns of the row with this alias, or without an alias as an index names them. */
const columnsOf = (alias: string | undefined, columns: ReadonlyArray<string>) =>
  columns.map((column) => alias === undefined ? column : `${alias}.${column}`)

/** Texts of candidates, as an SQL array. */
const textsIn = (alias?: string, others: ReadonlyArray<string> = []): string =>
  [
    `ARRAY[${columnsOf(alias, searchedColumns.map(({ column }) => column)).join(", ")}]`,
    ...others,
    ...columnsOf(alias, searchedLists.map(({ column }) => column))
  ]
    .join(" || ")

/** The searched fields of a candidate as one text. A field whose declaration says that it is searched is in it. */
export const candidateFields = (alias?: string): string =>
  `fields_text(${
    textsIn(alias, [`contact_values(${columnsOf(alias, ["primary_email", "email_addresses"]).join(", ")}, '[]')`])
  })`

/** The words of these fields, with those of the name and of phone numbers. */
export const candidateKeys = (alias?: string): string => {
  const [organization, name, numbers] = columnsOf(alias, ["organization_id", "full_name", "phone_numbers"])
  return `(text_keys(${organization}, ${candidateFields(alias)}) || text_name_keys(${organization}, ${name}) || ` +
    `text_keys(${organization}, phone_words(${numbers})) || joined_keys(${organization}, ${textsIn(alias)}))`
}

/** What different spellings of these words have in common. */
export const candidateSpellings = (alias?: string): string =>
  `text_spellings(${columnsOf(alias, ["organization_id"]).join("")}, ${candidateFields(alias)})`

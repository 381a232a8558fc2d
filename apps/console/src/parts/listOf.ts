/** Lists of texts in one field, with commas between them. An entry that has a comma itself is in quotation marks. */

/** The entries of a text. */
export const listOf = (text: string): ReadonlyArray<string> =>
  (text.match(/\s*"(?:[^"]|"")*"\s*(?=,|$)|[^,]+/g) ?? [])
    .map((entry) => entry.trim().replace(/^"((?:[^"]|"")*)"$/, (_, quoted: string) => quoted.replaceAll('""', '"')).trim())
    .filter((entry) => entry !== "")

/** The text of entries, of which `listOf` makes the same entries. */
export const textOfList = (entries: ReadonlyArray<string>): string =>
  entries.map((entry) => /[",]/.test(entry) ? `"${entry.replaceAll('"', '""')}"` : entry).join(", ")

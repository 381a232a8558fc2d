/**
 * Lists of texts in one field, with commas between them; also what people type or paste in their place: semicolons, the
 * commas of other
 * scripts, and the tabs and line breaks of a spreadsheet. An entry that has one of them itself is in quotation marks.
 */

const separator = String.raw`,;\t\n\r\u2028\u2029，；、،؛`

const entries = new RegExp(
  String.raw`\s*"(?:[^"]|"")*"[^\S\t\n\r\u2028\u2029]*(?=[${separator}]|$)|[^${separator}]+`,
  "gu"
)

const special = new RegExp(`[${separator}"]`)

const quoted = (entry: string): string => `"${entry.replaceAll("\"", "\"\"")}"`

/** Puts the known entries that have a separator in quotation marks, where a text has them between separators. */
const withKnown = (text: string, known: ReadonlyArray<string>): string =>
  known
    .filter((entry) => special.test(entry))
    .toSorted((one, other) => other.length - one.length)
    .reduce(
      (text, entry) =>
        text.replace(
          new RegExp(
            String.raw`(^|[${separator}])(\s*)${
              entry.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
            }(?=\s*(?:[${separator}]|$))`,
            "giu"
          ),
          (_, before: string, space: string) => `${before}${space}${quoted(entry)}`
        ),
      text
    )

/** The entries of a text. Of `known` ones, those that have a comma themselves need no quotation marks. */
export const listOf = (text: string, known: ReadonlyArray<string> = []): ReadonlyArray<string> =>
  (withKnown(text, known).match(entries) ?? [])
    .map((entry) =>
      entry
        .trim()
        .replace(/^"((?:[^"]|"")*)"$/, (_, inner: string) => inner.replaceAll("\"\"", "\""))
        .trim()
    )
    .filter((entry) => entry !== "")

/** The text of entries, of which `listOf` makes the same entries. */
export const textOfList = (entries: ReadonlyArray<string>): string =>
  entries.map((entry) => (special.test(entry) ? quoted(entry) : entry)).join(", ")

/**
 * Lists of texts in one field, separated by commas. Also accepts what people type or paste instead: semicolons, commas
 * of other scripts, and the tabs and line breaks of a spreadsheet. An entry that contains a separator is in quotation
 * marks.
 */

const separator = String.raw`,;\t\n\r\u2028\u2029，；、،؛`

const entries = new RegExp(
  String.raw`\s*"(?:[^"]|"")*"[^\S\t\n\r\u2028\u2029]*(?=[${separator}]|$)|[^${separator}]+`,
  "gu"
)

const special = new RegExp(`[${separator}"]`)

const quoted = (entry: string): string => `"${entry.replaceAll("\"", "\"\"")}"`

/** Puts known entries that contain a separator into quotation marks. */
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

/** Returns the entries of a text. Those in `known` need no quotation marks, even with a comma. */
export const listOf = (text: string, known: ReadonlyArray<string> = []): ReadonlyArray<string> =>
  (withKnown(text, known).match(entries) ?? [])
    .map((entry) =>
      entry
        .trim()
        .replace(/^"((?:[^"]|"")*)"$/, (_, inner: string) => inner.replaceAll("\"\"", "\""))
        .trim()
    )
    .filter((entry) => entry !== "")

/** Returns the text from which `listOf` reads the same entries. */
export const textOfList = (entries: ReadonlyArray<string>): string =>
  entries.map((entry) => (special.test(entry) ? quoted(entry) : entry)).join(", ")

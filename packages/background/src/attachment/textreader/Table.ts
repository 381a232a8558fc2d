/** The rows of a table, from separated values or a workbook. */
import type { TableRow } from "@candor/domain/import/Proposal"
import { maxCell, maxColumns, maxRows } from "@candor/domain/import/TableBounds"
import { parse } from "csv-parse/sync"
import { textOf } from "./PlainText.ts"
import { Refused } from "./Failures.ts"

/** Maximum characters of all cells. */
const maxCharacters = 64 * 1024 * 1024

/** The separators of values, the likeliest first. */
const separators = [";", ",", "\t", "|"]

/** Characters at the beginning of a file that are used to find the separator. */
const sampleLength = 64 * 1024

interface Parsed {
  readonly record: ReadonlyArray<string>
  readonly info: { readonly lines: number }
}

const options = {
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: false,
  record_delimiter: "\n",
  info: true
}

/** Parses the records of a text. If a quote is never closed, quotes have no meaning except around a whole value. */
const records = (text: string, delimiter: string): ReadonlyArray<Parsed> => {
  try {
    return parse(text, { ...options, delimiter }) as unknown as ReadonlyArray<Parsed>
  } catch {
    const plain = parse(text, { ...options, delimiter, quote: false }) as unknown as ReadonlyArray<Parsed>
    return plain.map(({ info, record }) => ({
      info,
      record: record.map((cell) => cell.replace(/^"([\s\S]*)"$/, "$1").replaceAll("\"\"", "\""))
    }))
  }
}

/** Rates a separator: the largest number of records with the same number of values, and that number of values. */
const fitOf = (text: string, delimiter: string): readonly [records: number, values: number] => {
  const widths = records(text, delimiter).map(({ record }) => record.length).filter((width) => width > 1)
  const counts = [...Map.groupBy(widths, (width) => width)].map(([width, same]) => [same.length, width] as const)
  return counts.toSorted(([a, one], [b, other]) => b - a || other - one)[0] ?? [0, 1]
}

/** Returns the separator by which most records have the same number of values, and at least two. */
const separatorOf = (text: string): string => {
  const begin = text.length <= sampleLength
    ? text
    : text.slice(0, text.lastIndexOf("\n", sampleLength) + 1 || sampleLength)
  const fits = separators.map((separator) => ({ separator, fit: fitOf(begin, separator) }))
  return fits.toSorted(({ fit: [a, one] }, { fit: [b, other] }) => b - a || other - one)[0]!.separator
}

/** Returns the rows that are not empty, without characters that the database cannot store. */
export const boundedRows = (rows: Iterable<TableRow>): ReadonlyArray<TableRow> => {
  const found: Array<TableRow> = []
  let characters = 0
  for (const { cells: given, line } of rows) {
    const cells = given.map((cell) => cell.toWellFormed().replaceAll("\u0000", "").trim())
    while (cells.at(-1) === "") cells.pop()
    if (cells.length === 0) continue
    if (cells.length > maxColumns) throw new Refused("too_many_columns")
    if (cells.some((cell) => cell.length > maxCell)) throw new Refused("cell_too_large")
    characters += cells.reduce((sum, cell) => sum + cell.length, 0)
    if (characters > maxCharacters) throw new Refused("too_large")
    if (found.length > maxRows) throw new Refused("too_many_rows")
    found.push({ line, cells })
  }
  if (found.length === 0) throw new Refused("empty")
  return found
}

/** How files of other kinds begin: PDF, images, RTF, HTML. */
const otherwise = /^(?:%PDF-|\x89PNG|\xff\xd8\xff|GIF8|\{\\rtf|\s*<(?:!doctype html|html|\?xml))/i

/** A file with at least this many control characters, and this share of them, is no text. */
const [minControls, minShare] = [10, 0.05]

/** Tells whether a file is something other than separated values. */
const isOther = (content: Uint8Array, text: string): boolean => {
  const bytes = content.subarray(0, 4096)
  // Without zero bytes it is not UTF-16, in which separators and line ends contain them, whatever `textOf` detected.
  const begin = bytes.includes(0) ? text.slice(0, bytes.length) : Buffer.from(bytes).toString("latin1")
  const controls =
    Array.from(begin).filter((character) => character < "\t" || character > "\r" && character < " ").length
  return otherwise.test(Buffer.from(content.subarray(0, 200)).toString("latin1")) ||
    controls >= minControls && controls >= minShare * begin.length
}

/** Returns the rows of separated values. Excel names the separator in the first line: `sep=;`. */
export const separatedRows = (content: Uint8Array): ReadonlyArray<TableRow> => {
  const text = textOf(content).replace(/^\ufeff/, "").replaceAll(/\r\n?/g, "\n")
  if (isOther(content, text)) throw new Refused("not_a_table")
  const [first = "", named] = /^"?sep=(.)"?\n/i.exec(text) ?? []
  let line = first === "" ? 0 : 1
  return boundedRows(
    records(text.slice(first.length), named ?? separatorOf(text)).map(({ info: { lines }, record }) => {
      const begin = line + 1
      line = lines + (first === "" ? 0 : 1)
      return { line: begin, cells: record }
    })
  )
}

/** Reads the rows of a CSV file, one at a time, as records by the names of the columns. */
import { type CastingContext, parse } from "csv-parse"
import { constants } from "node:fs"
import { open } from "node:fs/promises"
import { maxLineBytes } from "@candor/files/moving/Lines"

/** The most columns of a table. */
const maxColumns = 1000

const sampleBytes = 64 * 1024

/** Separators of values, likeliest first. */
const separators = [",", ";", "\t", "|"] as const

/** Whether a cell is what databases write for NULL. */
const isNothing = (cell: string): boolean => cell === "\\N" || cell === "NULL"

/** Backslash escapes of MySQL's clients for characters that would end a line or cell (`mysql --batch`). */
const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "0": "", "\\": "\\" }
const withoutEscapes = (cell: string): string => cell.replaceAll(/\\([ntr0\\])/g, (_, sign: string) => escapes[sign]!)

export interface Line {
  /** Undefined if the rest of the file cannot be read. */
  readonly record: { readonly [column: string]: string } | undefined
  /** The line on which the row begins, from 1. */
  readonly line: number
}

interface Parsed {
  readonly record: ReadonlyArray<string>
  readonly info: CastingContext
}

/** Returns the most frequent separator in the first line. */
const separatorOf = (begin: string): string => {
  const [first = ""] = begin.replace(/^\ufeff/, "").split("\n", 1)
  return separators.toSorted((one, other) => first.split(other).length - first.split(one).length)[0]!
}

/**
 * Yields the rows below the header, except empty ones. A `.tsv` file is read in the format of MySQL's clients: without
 * quotes, with backslash escapes.
 */
export async function* rowsOf(path: string): AsyncGenerator<Line> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const sample = Buffer.alloc(sampleBytes)
    const { bytesRead } = await file.read(sample, 0, sampleBytes, 0)
    const isBatch = /\.tsv$/i.test(path)
    const valueOf = (cell = ""): string => isNothing(cell) ? "" : isBatch ? withoutEscapes(cell) : cell
    const parser = file.createReadStream({ start: 0, autoClose: false }).pipe(parse({
      bom: true,
      delimiter: isBatch ? "\t" : separatorOf(sample.subarray(0, bytesRead).toString("utf8")),
      ...(isBatch ? { quote: false as const } : {}),
      info: true,
      max_record_size: maxLineBytes,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true
    }))
    let columns: ReadonlyArray<string> | undefined
    let line = 1
    try {
      for await (const { info, record } of parser as AsyncIterable<Parsed>) {
        const begin = line
        line = info.lines + 1
        if (columns === undefined) {
          columns = record.slice(0, maxColumns).map((name) => name.trim())
          continue
        }
        const cells = columns.map((name, nth) => [name, valueOf(record[nth])] as const)
        // Cells to the right of the header's last column have no name. They are reported as “without a name”.
        const further = record.slice(columns.length).filter((cell) => cell.trim() !== "")
        const all = further.length === 0 ? cells : [...cells, ["without a name", further.join(", ")] as const]
        if (all.some(([, cell]) => cell !== "")) yield { record: Object.fromEntries(all), line: begin }
      }
    } catch {
      yield { record: undefined, line }
    }
  } finally {
    await file.close()
  }
}

/**
 * Reads damaged CSV files like an import, and prints how much of them it reads: Pollock's score, of 10 (Vitagliano et
 * al., Pollock: A Data Loading Benchmark, PVLDB 16(8), 2023), and the files that are read worst.
 *
 *     bun soak/tables.ts polluted_files [--least 9.5]
 *
 * The folder is from https://github.com/HPI-Information-Systems/Pollock: `csv` has the files, and `clean` their
 * contents. Exits with 1 below the minimum score.
 */
import { separatedRows } from "../packages/background/src/attachment/textreader/Table.ts"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"

const { positionals: [folder = "."], values: { least } } = parseArgs({
  allowPositionals: true,
  options: { least: { type: "string", default: "9.5" } }
})

type Cells = ReadonlyArray<ReadonlyArray<string>>

const countsOf = (values: ReadonlyArray<string>): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/** Returns the sum of precision, recall and their harmonic mean. */
const fit = (wanted: ReadonlyArray<string>, read: ReadonlyArray<string>): number => {
  if (wanted.length === 0) return 3
  const counts = countsOf(read)
  const common = [...countsOf(wanted)].reduce((sum, [value, count]) => sum + Math.min(count, counts.get(value) ?? 0), 0)
  if (common === 0) return 0
  const [precision, recall] = [common / wanted.length, common / read.length]
  return precision + recall + 2 * precision * recall / (precision + recall)
}

/** Pads all rows to the same width, and trims values. */
const rectangular = (rows: Cells): Cells => {
  const width = Math.max(0, ...rows.map((cells) => cells.length))
  return rows.map((cells) => Array.from({ length: width }, (_, at) => cells[at]?.trim() ?? ""))
}

const readRows = (content: Uint8Array): Cells | undefined => {
  try {
    return rectangular(separatedRows(content).map(({ cells }) => cells))
  } catch {
    return undefined
  }
}

const scoreOf = (wanted: Cells, read: Cells | undefined): number => {
  if (wanted.length === 0) return 10
  if (read === undefined) return 0
  const texts = (rows: Cells) => rows.slice(1).map((cells) => cells.join(""))
  return 1 + fit(wanted[0]!, read[0] ?? []) + fit(texts(wanted), texts(read)) + fit(wanted.flat(), read.flat())
}

/** Returns the rows of a file by RFC 4180, like all files in `clean`. */
const cleanOf = (file: string): Cells => {
  const rows: Array<Array<string>> = []
  let isFirst = true
  for (
    const [, value = "", end] of readFileSync(join(folder, "clean", file), "utf8").replace(/^\ufeff/, "").matchAll(
      /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r?\n|$)/g
    )
  ) {
    if (isFirst && value === "" && end === "") break
    if (isFirst) rows.push([])
    rows.at(-1)!.push(value.replace(/^"([\s\S]*)"$/, "$1").replaceAll("\"\"", "\""))
    isFirst = end !== ","
  }
  return rectangular(rows)
}

const files = readdirSync(join(folder, "csv")).filter((file) => existsSync(join(folder, "clean", file)))
const scores = files.map((file) => ({
  file,
  score: scoreOf(cleanOf(file), readRows(readFileSync(join(folder, "csv", file))))
})).toSorted((one, other) => one.score - other.score)
const mean = scores.reduce((sum, { score }) => sum + score, 0) / scores.length
console.log(`${files.length} files: ${mean.toFixed(3)} of 10`)
for (const { file, score } of scores.filter(({ score }) => score < Number(least)).slice(0, 40))
  console.log(`${score.toFixed(2)} ${file}`)
process.exit(mean >= Number(least) ? 0 : 1)

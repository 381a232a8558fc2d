/** Writes made-up folders of other systems' data. */
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** Writes files by path in a folder: texts unchanged, everything else as JSON. */
export const write = (folder: string, files: { readonly [path: string]: unknown }): void => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), typeof content === "string" ? content : JSON.stringify(content, null, 1))
  }
}

/** Returns a table as CSV. */
export const csv = (rows: ReadonlyArray<{ readonly [column: string]: unknown }>): string => {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cell = (value: unknown): string =>
    value === null || value === undefined ? "" : `"${String(value).replaceAll("\"", "\"\"")}"`
  return [columns.join(","), ...rows.map((row) => columns.map((column) => cell(row[column])).join(","))].join("\r\n")
}

/** Returns a table in the format of MySQL clients with `--batch`. */
export const tsv = (rows: ReadonlyArray<{ readonly [column: string]: unknown }>): string => {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cell = (value: unknown): string => value === "\\N" ? "NULL" : String(value).replaceAll("\n", "\\n")
  return [columns.join("\t"), ...rows.map((row) => columns.map((column) => cell(row[column])).join("\t"))].join("\n")
}

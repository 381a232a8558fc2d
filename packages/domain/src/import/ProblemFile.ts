/** The problems of an import as a CSV file (RFC 4180), which spreadsheet programs open without running formulas. */
import { byteOrderMark, lineOf, quoted } from "../Csv.ts"
import type { ImportRow } from "./Import.ts"
import type { ImportProblem } from "./OrganizationImport.ts"

const line = (values: ReadonlyArray<string>): string => lineOf(values.map(quoted))

/**
 * Returns a header and a line for each problem of these rows, after a byte order mark, by which Excel recognizes UTF-8.
 */
export const problemLines = (file_name: string, rows: ReadonlyArray<ImportRow>): string =>
  `${byteOrderMark}${line(["file", "line", "column", "value", "expected"])}${
    rows.flatMap(({ issues, line: at }) =>
      issues.map(({ column, expected, value }) => line([file_name, String(at), column ?? "", value, expected]))
    ).join("")
  }`

/** Returns a line for each problem of an archive, in the same columns. The message says what would be accepted. */
export const archiveProblemLines = (problems: ReadonlyArray<ImportProblem>): string =>
  `\ufeff${line(["file", "line", "column", "value", "expected"])}${
    problems.map((one) => line([one.file, one.line === null ? "" : String(one.line), one.field, "", one.message])).join(
      ""
    )
  }`

/** CSV files (RFC 4180) that spreadsheet programs open without running formulas. */

/** Prefixes a formula with an apostrophe, so that spreadsheet programs read it as text. */
const safe = (text: string): string => /^[=+\-@\t\r]/.test(text) ? `'${text}` : text

/** The byte order mark, by which Excel recognizes UTF-8. */
export const byteOrderMark = "\ufeff"

/** Returns a value in quotes, with formulas made harmless. */
export const quoted = (value: string): string => `"${safe(value).replaceAll("\"", "\"\"")}"`

/** Joins cells to a line. The cells are already quoted where they need it. */
export const lineOf = (cells: ReadonlyArray<string>): string => `${cells.join(",")}\r\n`

/** CSV files (RFC 4180) that a program of tables opens without running anything. */

/** A formula would run: an apostrophe makes it a text, as programs of tables have it. */
const safe = (text: string): string => /^[=+\-@\t\r]/.test(text) ? `'${text}` : text

/** The mark by which Excel reads UTF-8. */
export const byteOrderMark = "\ufeff"

/** A text in quotes, which is no formula. */
export const quoted = (value: string): string => `"${safe(value).replaceAll("\"", "\"\"")}"`

/** A line of cells as they are to be written. */
export const lineOf = (cells: ReadonlyArray<string>): string => `${cells.join(",")}\r\n`

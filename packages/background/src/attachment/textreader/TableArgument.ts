/** The argument by which the reader reads a table, and not a text. */
export const tableArgument = "table"

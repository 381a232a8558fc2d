/** The argument that makes the reader read a table instead of a text. */
export const tableArgument = "table"

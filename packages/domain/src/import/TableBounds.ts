/** Limits of an imported table: its rows, its columns, and the characters of a cell. */
export const [maxRows, maxColumns, maxCell] = [100_000, 200, 100_000]

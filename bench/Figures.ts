/** Statistics over several rounds, and their formats. */

export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

/** Returns the median, minimum and maximum of at least one value. */
export const spread = (values: ReadonlyArray<number>): Spread => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const median = (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2
  return { median, min: sorted[0]!, max: sorted.at(-1)! }
}

/** Formats a number with three significant digits. */
export const format = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString("en-US") : value >= 10 ? value.toFixed(1) : value.toFixed(2)

/** Formats `median (minimum–maximum)`. */
export const formatSpread = ({ max, median, min }: Spread): string =>
  `${format(median)} (${format(min)}–${format(max)})`

/** Formats a Markdown table. */
export const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map((_, at) => at === 0 ? "---" : "---:"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n")

/** Formats the size of a file for people: “184 kB”, “2.4 MB”, “96.5 GB”. */
import { locale } from "../language/language.ts"

/** The number of bytes from which a unit is used, and its fraction digits. */
const units = [[1e9, "gigabyte", 1], [1e6, "megabyte", 1], [0, "kilobyte", 0]] as const

export const fileSize = (bytes: number): string => {
  const [from, unit, digits] = units.find(([from]) => bytes >= from) ?? units[2]
  const format = new Intl.NumberFormat(locale(), { style: "unit", unit, maximumFractionDigits: digits })
  return format.format(from === 0 ? Math.max(1, bytes / 1000) : bytes / from)
}

/** The size of a file as people say it: “184 kB”, “2.4 MB”. */
import { locale } from "../language/language.ts"

export const fileSize = (bytes: number): string => {
  const isSmall = bytes < 1_000_000
  const format = new Intl.NumberFormat(locale(), { style: "unit", unit: isSmall ? "kilobyte" : "megabyte", maximumFractionDigits: isSmall ? 0 : 1 })
  return format.format(isSmall ? Math.max(1, bytes / 1000) : bytes / 1_000_000)
}

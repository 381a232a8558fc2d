/** Reads and formats amounts of money. */
import { locale } from "../../language/language.ts"

/** A separator before each group of three digits separates thousands: `60.000` and `60,000` are both sixty thousand. */
const grouped = /^(\d{1,3})(([.,'’\s])\d{3}(?:\3\d{3})*)(?:[.,](\d+))?$/

/** Returns an amount; null for an empty text, undefined for one that is not an amount. */
export const amountOf = (text: string): number | null | undefined => {
  const trimmed = text.trim()
  if (trimmed === "") return null
  const [, begin, groups, , decimals] = grouped.exec(trimmed) ?? []
  if (begin !== undefined) return Number(`${begin}${groups!.replace(/\D/g, "")}.${decimals ?? 0}`)
  return /^\d+(?:[.,]\d+)?$/.test(trimmed) ? Number(trimmed.replace(",", ".")) : undefined
}

/** Formats an amount in the person's language. */
export const amountText = (amount: number | null): string =>
  amount === null ? "" : new Intl.NumberFormat(locale(), { maximumFractionDigits: 10 }).format(amount)

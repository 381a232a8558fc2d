/** Amounts of money as people write them. */
import { locale } from "../../language/language.ts"

/** Three digits behind each separator are thousands: `60.000` and `60,000` are both sixty thousand. */
const grouped = /^(\d{1,3})(([.,'’\s])\d{3}(?:\3\d{3})*)(?:[.,](\d+))?$/

/** Returns an amount; null of an empty text, and undefined of one that is none. */
export const amountOf = (text: string): number | null | undefined => {
  const trimmed = text.trim()
  if (trimmed === "") return null
  const [, begin, groups, , decimals] = grouped.exec(trimmed) ?? []
  if (begin !== undefined) return Number(`${begin}${groups!.replace(/\D/g, "")}.${decimals ?? 0}`)
  return /^\d+(?:[.,]\d+)?$/.test(trimmed) ? Number(trimmed.replace(",", ".")) : undefined
}

/** Returns an amount as a text of the person's language. */
export const amountText = (amount: number | null): string =>
  amount === null ? "" : new Intl.NumberFormat(locale(), { maximumFractionDigits: 10 }).format(amount)

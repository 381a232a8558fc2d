/** The languages in which Candor speaks to people. */
import { Schema } from "effect"

export const SpokenLanguage = Schema.Literals(["en", "de"])
export type SpokenLanguage = typeof SpokenLanguage.Type

/** Languages in the order of preference: each a tag of BCP 47, or an `Accept-Language`, which has several. */
export type Preferred = ReadonlyArray<string | null | undefined>

/** Returns the first language of these that Candor speaks; null where it speaks none of them. */
export const spokenOf = (...preferred: Preferred): SpokenLanguage | null => {
  const begins = preferred.flatMap((tag) => (tag ?? "").split(",")).map((tag) => tag.trim().slice(0, 2).toLowerCase())
  return begins.flatMap((begin) => SpokenLanguage.literals.filter((one) => one === begin))[0] ?? null
}

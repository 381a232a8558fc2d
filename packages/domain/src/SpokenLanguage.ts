/** The languages of Candor's mails and pages. */
import { Schema } from "effect"

export const SpokenLanguage = Schema.Literals(["en", "de"])
export type SpokenLanguage = typeof SpokenLanguage.Type

/** Languages in order of preference: BCP 47 tags, or `Accept-Language` headers with several tags. */
export type Preferred = ReadonlyArray<string | null | undefined>

/** Returns the first of these languages that Candor supports; null if it supports none. */
export const spokenOf = (...preferred: Preferred): SpokenLanguage | null => {
  const begins = preferred.flatMap((tag) => (tag ?? "").split(",")).map((tag) => tag.trim().slice(0, 2).toLowerCase())
  return begins.flatMap((begin) => SpokenLanguage.literals.filter((one) => one === begin))[0] ?? null
}

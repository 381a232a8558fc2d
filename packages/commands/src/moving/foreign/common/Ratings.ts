/** What recommendations of other systems say, in their words or on their scales. */
import type { Rating } from "@candor/domain/feedback/Rating"

/** The words, the most telling first: “strong no” says “no”, too. */
const words: ReadonlyArray<readonly [said: RegExp, rating: Rating]> = [
  [/\b(?:strong(?:ly)? no|definitely not|strong no hire|very poor)\b/, "strong_no"],
  [/\b(?:strong(?:ly)? yes|definitely(?: yes)?|strong hire|excellent|outstanding)\b/, "strong_yes"],
  [/\b(?:no|not|no hire|thumbs down|negative|poor)\b/, "no"],
  [/\b(?:yes|hire|thumbs up|positive|good)\b/, "yes"],
  [/\b(?:mixed|maybe|neutral|unsure|fair)\b/, "mixed"]
]

const scale = ["strong_no", "no", "mixed", "yes", "strong_yes"] as const

/** `3 of 4`, `4/5`: the value of a scale that begins with 1. */
const onScale = /^(\d+(?:\.\d+)?)\s*(?:\/|of)\s*(\d+)/

/** Guesses the rating that a recommendation says; null where it says none, such as “no decision”. */
export const guessed = (recommendation: string): Rating | null => {
  const text = recommendation.toLowerCase().replaceAll(/[_-]+/g, " ").trim()
  if (text === "" || text.includes("no decision") || text.includes("no score")) return null
  const said = words.find(([said]) => said.test(text))
  if (said !== undefined) return said[1]
  const [, value, highest] = onScale.exec(text) ?? []
  if (value === undefined || Number(highest) < 2) return null
  const steps = Math.round(4 * (Number(value) - 1) / (Number(highest) - 1))
  return scale[Math.max(0, Math.min(4, steps))] ?? null
}

/** Converts recommendations of other systems, in words or on scales, to ratings. */
import type { Rating } from "@candor/domain/feedback/Rating"

/** Patterns of words, most specific first: “strong no” also contains “no”. */
const words: ReadonlyArray<readonly [said: RegExp, rating: Rating]> = [
  [/\b(?:strong(?:ly)? no|definitely not|strong no hire|very poor)\b/, "strong_no"],
  [/\b(?:strong(?:ly)? yes|definitely(?: yes)?|strong hire|excellent|outstanding)\b/, "strong_yes"],
  [/\b(?:no|not|no hire|thumbs down|negative|poor)\b/, "no"],
  [/\b(?:yes|hire|thumbs up|positive|good)\b/, "yes"],
  [/\b(?:mixed|maybe|neutral|unsure|fair)\b/, "mixed"]
]

const scale = ["strong_no", "no", "mixed", "yes", "strong_yes"] as const

/** `3 of 4`, `4/5`: a value on a scale that begins with 1. */
const onScale = /^(\d+(?:\.\d+)?)\s*(?:\/|of)\s*(\d+)/

/** Guesses the rating of a recommendation; null if it has none, such as “no decision”. */
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

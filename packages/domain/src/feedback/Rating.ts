/** Ratings of a candidate by an interviewer, from worst to best. */
import { Schema } from "effect"

const ratings = ["strong_no", "no", "mixed", "yes", "strong_yes"] as const

export const Rating = Schema.Literals(ratings).annotate({
  identifier: "Rating",
  message: `Expected one of ${ratings.join(", ")}`
})
export type Rating = typeof Rating.Type

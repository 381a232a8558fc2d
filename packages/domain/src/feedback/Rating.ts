/** Ratings of a candidate by an interviewer, from worst to best. */
import { Schema } from "effect"
import { named } from "../Described.ts"

const ratings = ["strong_no", "no", "mixed", "yes", "strong_yes"] as const

export const Rating = Schema.Literals(ratings).pipe(named(
  "Rating",
  "The interviewer's vote, from worst to best"
)).annotate({ message: `Expected one of ${ratings.join(", ")}` })
export type Rating = typeof Rating.Type

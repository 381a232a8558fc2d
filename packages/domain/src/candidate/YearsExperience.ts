/** Years of work experience. */
import { Schema } from "effect"

export const YearsExperience = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: 100 }, { expected: "an integer from 0 to 100" })
)

/** Years of work experience. */
import { Schema } from "effect"

/** The most years that are accepted. */
export const maxYears = 100

export const YearsExperience = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: maxYears }, { expected: `an integer from 0 to ${maxYears}` })
)

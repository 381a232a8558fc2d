/** Years of work experience, stored as whole years. */
import { Schema, SchemaTransformation } from "effect"

/** The highest accepted number. */
export const maxYears = 100

export const YearsExperience = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: maxYears }, { expected: `an integer from 0 to ${maxYears}` })
)

/** Years in a request. People count in halves: 2.5 is stored as 2. */
export const YearsFromRequest = Schema.Finite.check(
  Schema.isBetween({ minimum: 0, maximum: maxYears }, { expected: `a number from 0 to ${maxYears}` })
).pipe(
  Schema.decodeTo(
    YearsExperience,
    SchemaTransformation.transform({ decode: Math.floor, encode: (years: number) => years })
  )
)

/** Parses a number of years, such as `2,5` or `2½`; undefined if the text is not one. */
export const yearsIn = (text: string): number | undefined => {
  const [, whole, fraction, half] = /^\s*(\d{1,3})(?:[.,](\d{1,3})|\s*(½))?\s*$/.exec(text) ?? []
  return whole === undefined ? undefined : Number(whole) + (half === undefined ? Number(`0.${fraction ?? 0}`) : 0.5)
}

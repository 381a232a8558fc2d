/** Years of work experience, kept as whole years. */
import { Schema, SchemaTransformation } from "effect"

/** The most years that are accepted. */
export const maxYears = 100

export const YearsExperience = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: maxYears }, { expected: `an integer from 0 to ${maxYears}` })
)

/** Years in a request, which people count in halves: of 2.5 years, 2 are whole. */
export const YearsFromRequest = Schema.Finite.check(
  Schema.isBetween({ minimum: 0, maximum: maxYears }, { expected: `a number from 0 to ${maxYears}` })
).pipe(
  Schema.decodeTo(
    YearsExperience,
    SchemaTransformation.transform({ decode: Math.floor, encode: (years: number) => years })
  )
)

/** Returns the number of years that a text says, as in `2,5` or `2½`; undefined of another text. */
export const yearsIn = (text: string): number | undefined => {
  const [, whole, fraction, half] = /^\s*(\d{1,3})(?:[.,](\d{1,3})|\s*(½))?\s*$/.exec(text) ?? []
  return whole === undefined ? undefined : Number(whole) + (half === undefined ? Number(`0.${fraction ?? 0}`) : 0.5)
}

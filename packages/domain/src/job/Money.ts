/** Ranges of amounts: salary and equity. */
import { Schema } from "effect"

/** An amount of money or equity: finite, not negative, at most a trillion. */
export const Amount = Schema.Finite.check(
  Schema.isBetween({ minimum: 0, maximum: 1e12 }, { expected: "a number from 0 to 1000000000000" })
)

/** A minimum exceeds its maximum. A patch of one is compared with the stored other. */
export class RangeInverted extends Schema.TaggedError<RangeInverted>()("RangeInverted", {
  field: Schema.Literals(["salary_min", "equity_min"]),
  min: Schema.Number,
  max: Schema.Number
}) {}

/** Tells whether the minimum exceeds the maximum. Null means unknown, and is accepted. */
export const inverted = (min: number | null, max: number | null): boolean => min !== null && max !== null && min > max

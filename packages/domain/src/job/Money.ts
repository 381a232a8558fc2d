/** Ranges of amounts: salary and equity. */
import { Schema } from "effect"

/** An amount of money or equity: finite, not negative, at most a trillion. */
export const Amount = Schema.Finite.check(
  Schema.isBetween({ minimum: 0, maximum: 1e12 }, { expected: "a number from 0 to 1000000000000" })
)

/** A minimum that is above its maximum, counting the halves that a patch leaves as they are. */
export class RangeInverted extends Schema.TaggedError<RangeInverted>()("RangeInverted", {
  field: Schema.Literals(["salary_min", "equity_min"]),
  min: Schema.Number,
  max: Schema.Number
}) {}

/** Whether both ends are known and in the wrong order. */
export const inverted = (min: number | null, max: number | null): boolean => min !== null && max !== null && min > max

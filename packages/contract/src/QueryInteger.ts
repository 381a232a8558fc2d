/** Integers in a query string. */
import { Schema, SchemaTransformation } from "effect"
import { because } from "@candor/domain/IssueReason"

/**
 * Makes the schema of an integer in a query, from `minimum` to `maximum`. The OpenAPI document shows the bounds and the
 * default.
 */
export const queryInteger = (bounds: {
  readonly minimum: number
  readonly maximum: number
  readonly default?: number
  readonly description: string
  /** Whether fractions are accepted and rounded down. The document shows integers only. */
  readonly isRounded?: true
}) => {
  const { description, isRounded = false, maximum, minimum } = bounds
  const expected = `${isRounded ? "a number" : "an integer"} from ${minimum} to ${maximum}`
  const form = isRounded ? /^(?:0|[1-9]\d{0,15})(?:\.\d{1,3})?$/ : /^(?:0|-?[1-9]\d{0,15})$/
  const described = {
    type: "integer",
    minimum,
    maximum,
    ...("default" in bounds ? { default: bounds.default } : {})
  } as const
  const isInteger = Schema.makeFilter<string>((text) => form.test(text), {
    expected,
    ...because("out_of_range", { minimum, maximum }),
    toJsonSchema: () => described
  })
  return Schema.String.check(isInteger).annotate({ description }).pipe(
    Schema.decodeTo(
      Schema.Int.check(Schema.isBetween({ minimum, maximum }, { expected })),
      SchemaTransformation.transform({ decode: (text: string) => Math.floor(Number(text)), encode: String })
    )
  )
}

/** The `limit` of long lists that programs read: events, and failed work. */
export const longListLimit = { minimum: 1, maximum: 1000, default: 100, description: "Maximum number of results" }

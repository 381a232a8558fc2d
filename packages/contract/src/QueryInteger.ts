/** Integers in a query string. */
import { Schema, SchemaTransformation } from "effect"

/**
 * An integer as a query string writes it, from `minimum` to `maximum`. The OpenAPI document tells the same bounds, and
 * what holds where the parameter is left out.
 */
export const queryInteger = (bounds: {
  readonly minimum: number
  readonly maximum: number
  readonly default?: number
  readonly description: string
}) => {
  const { description, maximum, minimum } = bounds
  const expected = `an integer from ${minimum} to ${maximum}`
  const described = { type: "integer", minimum, maximum, ...("default" in bounds ? { default: bounds.default } : {}) } as const
  const written = Schema.makeFilter<string>((text) => /^(?:0|-?[1-9]\d{0,15})$/.test(text), {
    expected,
    toJsonSchema: () => described
  })
  return Schema.String.check(written).annotate({ description }).pipe(
    Schema.decodeTo(
      Schema.Int.check(Schema.isBetween({ minimum, maximum }, { expected })),
      SchemaTransformation.transform({ decode: Number, encode: String })
    )
  )
}

/** The `limit` of lists that are read by programs rather than shown in pages: events, and failed work. */
export const longListLimit = { minimum: 1, maximum: 1000, default: 100, description: "The most results to return" }

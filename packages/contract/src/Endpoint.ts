/** What endpoints have in common. */
import { Schema } from "effect"
import * as Errors from "./Errors.ts"

/** Operations without query parameters refuse any. (A struct without fields would take all there is.) */
export const noQuery = Schema.Struct({}).check(
  Schema.makeFilter((query) => Object.keys(query).map((name) => ({ path: [name], issue: "Unknown; none is accepted here" })))
)

/** Errors of an operation that addresses something. */
export const addressed = [Errors.NotFound] as const

/** Errors of an operation that takes a body. */
export const withBody = [Errors.PayloadTooLarge, Errors.UnsupportedMediaType] as const

/** The answer to a deletion. */
export const Deleted = Schema.Struct({ deleted: Schema.Boolean })

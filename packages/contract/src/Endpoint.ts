/** Parts that endpoints share. */
import { described } from "@candor/domain/Described"
import { because } from "@candor/domain/IssueReason"
import { Context, Duration, Schema } from "effect"
import { OpenApi } from "effect/http-api"
import * as Errors from "./Errors.ts"

/** Refuses unknown fields of bodies and queries, and reports all issues of a request. */
export const strict = { onExcessProperty: "error", errors: "all" } as const

/** Refuses every query parameter. (A struct without fields would accept all.) */
export const noQuery = Schema.Struct({}).check(
  Schema.makeFilter(
    (query) => Object.keys(query).map((name) => ({ path: [name], issue: "Unknown; none is accepted here" })),
    because("unknown", { accepted: [] })
  )
)

/** The errors of an operation on one resource. */
export const resourceErrors = [Errors.NotFound] as const

/** The errors of an operation with a request body. */
export const bodyErrors = [Errors.PayloadTooLarge, Errors.UnsupportedMediaType] as const

/** The response to a deletion. */
export const Deleted = Schema.Struct({
  deleted: Schema.Boolean.pipe(described("Always true: it is deleted, or revoked", true))
})

/** What the OpenAPI document says of an operation. */
export const documented = (summary: string, description: string) => OpenApi.annotations({ summary, description })

/** What the example of an operation's response has in place of the values of its schema's example. */
export const ResponseExample = Context.Reference<Schema.JsonObject>("@candor/contract/ResponseExample", {
  defaultValue: () => ({})
})

/** The time limit of an operation, 15 s by default. The server answers 503 when it has passed. */
export const OperationTimeout = Context.Reference<Duration.Duration>("@candor/contract/OperationTimeout", {
  defaultValue: () => Duration.seconds(15)
})

/**
 * What a member whose role is `limited` may do with an operation that changes something: nothing by default; the same
 * as others on what they see; or that on jobs of which they are the hiring manager or a recruiter.
 */
export const ForLimitedMembers = Context.Reference<"refused" | "allowed" | "deciding">(
  "@candor/contract/ForLimitedMembers",
  {
    defaultValue: () => "refused"
  }
)

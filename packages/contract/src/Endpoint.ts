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
  deleted: Schema.Boolean.pipe(described("Always true: the resource was deleted or revoked", true))
})

/** Annotates an operation with its summary and description in the OpenAPI document. */
export const documented = (summary: string, description: string) => OpenApi.annotations({ summary, description })

/** Values that replace those of the schema's example in the example of an operation's response. */
export const ResponseExample = Context.Reference<Schema.JsonObject>("@candor/contract/ResponseExample", {
  defaultValue: () => ({})
})

/** The time limit of an operation, 15 s by default. After it, the server answers 503. */
export const OperationTimeout = Context.Reference<Duration.Duration>("@candor/contract/OperationTimeout", {
  defaultValue: () => Duration.seconds(15)
})

/**
 * What a member with the role `limited` may do with a writing operation: nothing by default; the same as others on what
 * they see (`allowed`); or that only on jobs of which they are the hiring manager or a recruiter (`deciding`).
 */
export const ForLimitedMembers = Context.Reference<"refused" | "allowed" | "deciding">(
  "@candor/contract/ForLimitedMembers",
  {
    defaultValue: () => "refused"
  }
)

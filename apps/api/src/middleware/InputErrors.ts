/** Answers input that the schemas refuse with `invalid_request`, and lists every issue with its path. */
import { InputErrors } from "@candor/contract/Authorization"
import { invalidInput } from "@candor/contract/Issues"
import { Effect } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import { issuesOf } from "../request/InputIssues.ts"

const prefixes = { Query: "Invalid query. ", Payload: "Invalid body. ", Params: "Invalid path. ", Headers: "Invalid headers. " }

export const layer = HttpApiMiddleware.layerSchemaErrorTransform(InputErrors, (error) => {
  // An answer that its own schema refuses is our mistake, not the caller's.
  if (error.kind === "Body" || error.kind === "ResponseHeaders") return Effect.fail(error)
  const issues = issuesOf(error.cause.issue).map((issue) => ({
    path: issue.path,
    // Every parameter is text; a parameter that was given several times is an array.
    message: error.kind === "Query" && issue.message === "Expected string" ? "Expected one value" : issue.message
  }))
  return Effect.fail(invalidInput(issues, prefixes[error.kind]))
})

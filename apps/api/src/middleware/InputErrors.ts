/** Answers input that the schemas refuse with `invalid_request`, and lists every issue with its path. */
import { InputErrors } from "@candor/contract/Authorization"
import { invalidInput } from "@candor/contract/Issues"
import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiMiddleware } from "effect/http-api"
import { issuesOf } from "../request/InputIssues.ts"

const prefixes = { Query: "Invalid query. ", Payload: "Invalid body. ", Params: "Invalid path. ", Headers: "Invalid headers. " }

/** Tells whether a query has the parameter with a plus that is not encoded, which is a space (WHATWG URL, section 5.1). */
const hasPlus = (url: string, name: string): boolean =>
  (url.split(/\?(.*)/s, 2)[1] ?? "").split("&").some((pair) => pair.includes("+") && new URLSearchParams(pair).has(name))

export const layer = HttpApiMiddleware.layerSchemaErrorTransform(InputErrors, (error) => {
  // An answer that its own schema refuses is our mistake, not the caller's.
  if (error.kind === "Body" || error.kind === "ResponseHeaders") return Effect.fail(error)
  const issues = issuesOf(error.cause.issue)
  if (error.kind !== "Query") return Effect.fail(invalidInput(issues, prefixes[error.kind]))
  return Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ url }) =>
    Effect.fail(invalidInput(
      issues.map(({ message, path }) => ({
        path,
        // Every parameter is text; a parameter that was given several times is an array.
        message: (message === "Expected string" ? "Expected one value" : message) +
          (hasPlus(url, String(path[0])) ? ". A + in a query is a space: send it as %2B" : "")
      })),
      prefixes.Query
    )))
})

/** Answers input that the schemas refuse with `invalid_request`, listing every issue with its path. */
import { InputErrors } from "@candor/contract/Authorization"
import { invalidInput } from "@candor/contract/Issues"
import { dryRun } from "@candor/contract/SafeWriting"
import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiMiddleware } from "effect/http-api"
import { issuesOf } from "../request/InputIssues.ts"
import { malformed } from "../request/JsonPosition.ts"
import { meantName } from "../request/NameHint.ts"

const prefixes = {
  Query: "Invalid query. ",
  Payload: "Invalid body. ",
  Params: "Invalid path. ",
  Headers: "Invalid headers. "
}

/**
 * Returns the names of query parameters that contain an unencoded plus, which means a space (WHATWG URL, section 5.1).
 */
const namesWithPlus = (url: string): ReadonlySet<string> => {
  const pairs = (url.split(/\?(.*)/s, 2)[1] ?? "").split("&").filter((pair) => pair.includes("+"))
  return new Set(pairs.flatMap((pair) => [...new URLSearchParams(pair).keys()]))
}

/** Words the issue of a parameter. */
const wordsOf = (message: string, name: string, method: string): string => {
  // Parameters are texts; one that is given several times is an array.
  if (message === "Expected string") return "Expected one value"
  // `dry_run` is no parameter of the operation's schema, because all writes accept it.
  const isDryRun = method !== "GET" && message.startsWith("Unknown; ") && meantName(name, [dryRun]) !== undefined
  return isDryRun ? `Unknown; did you mean ${dryRun}?` : message
}

export const layer = HttpApiMiddleware.layerSchemaErrorTransform(InputErrors, (error, { endpoint }) => {
  // A response that its own schema refuses is our mistake, not the caller's.
  if (error.kind === "Body" || error.kind === "ResponseHeaders") return Effect.fail(error)
  const issues = issuesOf(error.cause.issue)
  // The library could not parse the body, and does not say where it is malformed.
  if (error.kind === "Payload" && error.cause.issue._tag === "InvalidValue") {
    return Effect.flatMap(
      HttpServerRequest.HttpServerRequest,
      ({ text }) =>
        Effect.flatMap(Effect.orElseSucceed(text, () => ""), (text) => {
          const message = malformed(text)
          return Effect.fail(
            invalidInput(
              message === undefined ? issues : [{ path: [], message, reason: "unreadable" }],
              prefixes.Payload
            )
          )
        })
    )
  }
  if (error.kind !== "Query") return Effect.fail(invalidInput(issues, prefixes[error.kind]))
  return Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ url }) => {
    const withPlus = namesWithPlus(url)
    return Effect.fail(invalidInput(
      issues.map(({ message, path, ...issue }) => ({
        ...issue,
        path,
        message: wordsOf(message, String(path[0]), endpoint.method) +
          (withPlus.has(String(path[0])) ? ". A + in a query is a space: send it as %2B" : "")
      })),
      prefixes.Query
    ))
  })
})

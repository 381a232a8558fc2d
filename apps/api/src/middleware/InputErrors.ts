/** Answers input that the schemas refuse with `invalid_request`, and lists every issue with its path. */
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
 * Returns the names of a query's parameters with a plus that is not encoded, which is a space (WHATWG URL, section
 * 5.1).
 */
const namesWithPlus = (url: string): ReadonlySet<string> => {
  const pairs = (url.split(/\?(.*)/s, 2)[1] ?? "").split("&").filter((pair) => pair.includes("+"))
  return new Set(pairs.flatMap((pair) => [...new URLSearchParams(pair).keys()]))
}

/** Words the issue of a parameter. */
const wordsOf = (message: string, name: string, method: string): string => {
  // Every parameter is text; a parameter that was given several times is an array.
  if (message === "Expected string") return "Expected one value"
  // No operation's own parameter, but one of every write.
  const isDryRun = method !== "GET" && message.startsWith("Unknown; ") && meantName(name, [dryRun]) !== undefined
  return isDryRun ? `Unknown; did you mean ${dryRun}?` : message
}

export const layer = HttpApiMiddleware.layerSchemaErrorTransform(InputErrors, (error, { endpoint }) => {
  // A response that its own schema refuses is our mistake, not the caller's.
  if (error.kind === "Body" || error.kind === "ResponseHeaders") return Effect.fail(error)
  const issues = issuesOf(error.cause.issue)
  // A body that the library could not parse; it does not say where.
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

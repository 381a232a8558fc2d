/** The error page for failures that no other page handles, such as a lost database: people read it instead of JSON. */
import { Cause, Effect } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import * as Responses from "../response/Responses.ts"
import { html, messagePage } from "./OwnPages.ts"
import { type Words, wordsFor } from "./Words.ts"

type Link = Parameters<typeof messagePage>[3]

/**
 * Answers every failure with a page, which has the status of the API's error, and links back to the form that was sent.
 */
export const inWords = <E, R>(
  handle: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  pageOf = (words: Words, back: Link) => messagePage(words, words.notPossible, null, back)
) =>
  Effect.catchCause(handle, (cause) =>
    // The client has gone, or the process ends: nobody reads a response.
    Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : Effect.gen(function*() {
      const { status } = yield* Responses.fromCause(cause)
      const { headers, method, url } = yield* HttpServerRequest.HttpServerRequest
      const words = wordsFor(headers["accept-language"])
      // What a form was sent to is shown at the same address.
      const page = method === "POST" ? { path: url.split("?")[0]!, text: words.back } : undefined
      return html(pageOf(words, page), status, { isAnswer: true })
    }))

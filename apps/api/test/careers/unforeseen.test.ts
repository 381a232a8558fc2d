/** The page for what no other page foresees. */
import { expect, test } from "bun:test"
import { Effect, Logger } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { inWords } from "../../src/careers/Unforeseen.ts"

const answerTo = (method: string) =>
  inWords(Effect.die(new Error("lost"))).pipe(
    Effect.provideService(
      HttpServerRequest.HttpServerRequest,
      HttpServerRequest.fromWeb(new Request("http://localhost/careers/-/schedule/one?zone=UTC", { method }))
    ),
    Effect.provide(Logger.layer([])),
    Effect.map((response) => HttpServerResponse.toWeb(response)),
    Effect.flatMap((response) => Effect.promise(() => response.text())),
    Effect.runPromise
  )

test.each([["POST", true], ["GET", false]])("a %s that fails leads back to the page: %p", async (method, isLinked) => {
  const text = await answerTo(method)
  expect(text).toContain("Something went wrong")
  expect(text.includes(`<a href="/careers/-/schedule/one">Back to the page</a>`)).toBe(isLinked)
})

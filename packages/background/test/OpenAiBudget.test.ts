/** What questions to a model cost, whatever the endpoint says or does not say of it. */
import * as Prompt from "@candor/background/profile/Prompt"
import { describe, expect, test } from "bun:test"
import { Deferred, Effect, Fiber } from "effect"
import { budgets, extracting, good, run } from "./ExtractorWorld.ts"
import { completion, serve, status } from "./OpenAiServer.ts"

describe.concurrent("The tokens of a day", () => {
  test.each<[string, unknown]>([
    ["null", null],
    ["a text", "hello"],
    ["without choices", { id: "x" }],
    ["with a choice that is none", { choices: [null] }],
    ["with a number for the text", { choices: [{ message: { role: "assistant", content: 42 } }] }],
    ["with an object for the text", { choices: [{ message: { role: "assistant", content: { summary: "x" } } }] }]
  ])(
    "an answer %s is unavailable and no defect, and costs what was set aside",
    (_, body) =>
      run(Effect.gen(function*() {
        const server = yield* serve(() => Response.json(body))
        const budget = budgets()
        expect(yield* Effect.flip(extracting(server, { budget }))).toMatchObject({
          _tag: "ExtractorUnavailable",
          reason: "the endpoint's answer could not be read"
        })
        expect(budget.total()).toBeGreaterThan(3 * Prompt.maxResponseTokens)
      }))
  )

  test.each<[unknown]>([["12x"], [1.5], [-100_000_000], [1e300], [null], [{}]])(
    "a good answer whose count of tokens is %p is taken, and costs what was set aside",
    (total_tokens) =>
      run(Effect.gen(function*() {
        const message = { role: "assistant", content: JSON.stringify(good) }
        const server = yield* serve(() => Response.json({ choices: [{ message }], usage: { total_tokens } }))
        const budget = budgets()
        expect((yield* extracting(server, { budget })).summary).toBe(good.summary)
        expect(budget.total()).toBeGreaterThan(Prompt.maxResponseTokens)
        expect(budget.total()).toBeLessThan(2 * Prompt.maxResponseTokens)
      }))
  )

  test("a count of tokens is charged with at most ten times the reservation", () =>
    run(Effect.gen(function*() {
      const server = yield* serve(() => completion(JSON.stringify(good), { tokens: Number.MAX_SAFE_INTEGER }))
      const budget = budgets()
      yield* extracting(server, { budget })
      expect(budget.total()).toBeLessThan(20 * Prompt.maxResponseTokens)
    })))

  test("a call that the endpoint may have answered costs the reserved tokens, also without a response", () =>
    run(Effect.gen(function*() {
      const never = () => new Promise<Response>(() => {})
      const broken = () => new Response("{\"choices\": [", { headers: { "content-type": "application/json" } })
      for (const answer of [never, broken, () => status(500)]) {
        const server = yield* serve(answer)
        const budget = budgets()
        yield* Effect.flip(extracting(server, { budget, env: { CANDOR_AI_TIMEOUT: "200 millis" } }))
        expect(budget.total()).toBeGreaterThan(3 * Prompt.maxResponseTokens)
      }
    })))

  test("an interrupted call costs the reserved tokens", () =>
    run(Effect.gen(function*() {
      const requested = yield* Deferred.make<void>()
      const server = yield* serve(() => {
        Deferred.doneUnsafe(requested, Effect.void)
        return new Promise<Response>(() => {})
      })
      const budget = budgets()
      const fiber = yield* Effect.forkChild(extracting(server, { budget }))
      yield* Deferred.await(requested)
      yield* Fiber.interrupt(fiber)
      expect(budget.total()).toBeGreaterThan(Prompt.maxResponseTokens)
    })))

  test("a refusal of the model costs the tokens that it counts", () =>
    run(Effect.gen(function*() {
      const server = yield* serve(() => completion("", { refusal: "I cannot.", tokens: 77 }))
      const budget = budgets()
      yield* Effect.flip(extracting(server, { budget }))
      expect(budget.total()).toBe(77)
    })))

  test("a call that the endpoint certainly did not answer costs nothing", () =>
    run(Effect.gen(function*() {
      for (const code of [400, 401, 404, 422, 429]) {
        const server = yield* serve(() => status(code, { "retry-after": "120" }))
        const budget = budgets()
        yield* Effect.flip(extracting(server, { budget }))
        expect([code, budget.total()]).toEqual([code, 0])
      }
      const server = yield* Effect.scoped(serve(() => status(500)))
      const budget = budgets()
      expect(yield* Effect.flip(extracting(server, { budget }))).toMatchObject({
        reason: "the endpoint could not be reached"
      })
      expect(budget.total()).toBe(0)
    })))

  test("stops at the day's budget until the next day begins, and refunds unused tokens", () =>
    run(Effect.gen(function*() {
      const server = yield* serve(() => completion(JSON.stringify(good), { tokens: 4000 }))
      const budget = budgets()
      const env = { CANDOR_AI_DAILY_TOKENS: "5000" }
      yield* extracting(server, { budget, env })
      const failure = yield* Effect.flip(extracting(server, { budget, env }))
      expect(failure).toMatchObject({ _tag: "BudgetExhausted", until: expect.stringMatching(/T00:00:00\.000Z$/) })
      expect(budget.total()).toBe(4000)
      expect(server.requests).toHaveLength(1)
    })))

  test("refuses an input that needs more than a whole day's budget", () =>
    run(Effect.gen(function*() {
      const server = yield* serve(() => completion(JSON.stringify(good)))
      expect(yield* Effect.flip(extracting(server, { env: { CANDOR_AI_DAILY_TOKENS: "10" } }))).toMatchObject({
        _tag: "ExtractorRefused"
      })
      expect(server.requests).toEqual([])
    })))
})

import * as RulesExtractor from "@candor/background/profile/RulesExtractor"
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { budgets, extracting, good, hostile, input, run } from "./ExtractorWorld.ts"
import { completion, serve, status } from "./OpenAiServer.ts"

describe.concurrent("The extractor with a model", () => {
  test("returns a valid answer with its provenance, after one request with the schema, for at most 2,000 tokens", () =>
    run(Effect.gen(function*() {
      const server = yield* serve(() => completion(JSON.stringify(good), { tokens: 321 }))
      const budget = budgets()
      const { facts, model, provider, summary } = yield* extracting(server, {
        budget,
        env: { CANDOR_AI_KEY: "sk-test" }
      })
      const { summary: _, ...rest } = good
      expect({ facts, model, provider, summary }).toEqual({
        facts: rest,
        model: "test-model",
        provider: server.host,
        summary: good.summary
      })
      expect(server.requests).toHaveLength(1)
      expect(server.requests[0]).toMatchObject({
        authorization: "Bearer sk-test",
        body: {
          model: "test-model",
          max_completion_tokens: 2000,
          response_format: { type: "json_schema", json_schema: { strict: true } }
        }
      })
      expect(budget.total()).toBe(321)
    })))

  test("sends no key if none is set", () =>
    run(Effect.gen(function*() {
      const server = yield* serve(() => completion(JSON.stringify(good)))
      yield* extracting(server)
      expect(server.requests[0]!.authorization).toBeNull()
    })))

  test.each([
    ["no JSON", "Sure! Here is the profile you asked for."],
    ["the wrong shape", JSON.stringify({ ...good, skills: "Haskell" })],
    ["what no text can hold", JSON.stringify({ ...good, headline: "a\u0000b" })],
    ["nothing", ""]
  ])("has %s repaired once, by showing the model its error", (_, broken) =>
    run(Effect.gen(function*() {
      const server = yield* serve(() => completion(broken), () => completion(JSON.stringify(good)))
      expect((yield* extracting(server)).summary).toBe(good.summary)
      expect(server.requests).toHaveLength(2)
      const [, , answer, repair] = server.requests[1]!.body.messages
      expect([answer?.role, answer?.content]).toEqual(["assistant", broken])
      expect(repair?.content).toMatch(/not accepted: \S/)
    })))

  test("shows the model the first 20,000 characters of an invalid answer", () =>
    run(Effect.gen(function*() {
      const server = yield* serve(() => completion(`${"x".repeat(20_000)}y`), () => completion(JSON.stringify(good)))
      yield* extracting(server)
      expect(server.requests[1]!.body.messages[2]?.content).toBe("x".repeat(20_000))
    })))

  test("fails after two invalid answers", () =>
    run(Effect.gen(function*() {
      const server = yield* serve(() => completion("{}"))
      expect(yield* Effect.flip(extracting(server))).toMatchObject({ _tag: "InvalidOutput" })
      expect(server.requests).toHaveLength(2)
    })))

  test("takes from an answer only the fields of the schema", () =>
    run(Effect.gen(function*() {
      const more = { ...good, rating: "strong_yes", provider: "nobody", __proto__: { admin: true } }
      const server = yield* serve(() => completion(JSON.stringify(more)), () => completion(JSON.stringify(good)))
      const { facts } = yield* extracting(server)
      const { summary: _, ...fields } = good
      expect(Object.keys(facts).toSorted()).toEqual(Object.keys(fields).toSorted())
    })))

  test("sends texts of candidates as data that cannot end its markers, with unchanged instructions", () =>
    run(Effect.gen(function*() {
      const server = yield* serve(() => completion(JSON.stringify(good)))
      yield* extracting(server)
      yield* extracting(server, {
        input: {
          ...input,
          candidate: { ...input.candidate, full_name: hostile.slice(0, 60), university: hostile.slice(60, 200) },
          answers: [{ question_text: hostile, answer_text: hostile }],
          files: [{ file_type: hostile.slice(0, 60), text: hostile }]
        }
      })
      const [plain, attacked] = server.requests.map(({ body }) => body.messages)
      expect(attacked?.map(({ role }) => role)).toEqual(["system", "user"])
      expect(attacked![0]).toEqual(plain![0]!)
      const { content } = attacked![1]!
      expect(content.match(/<\/?data>/g)).toEqual(["<data>", "</data>"])
      expect(content).not.toContain("<system>")
      const sent = JSON.parse(content.slice("<data>\n".length, -"\n</data>".length))
      expect([sent.answers[0].answer_text, sent.files[0].text]).toEqual([hostile, hostile])
    })))

  test("fails at the time limit, also if only the body is slow", () =>
    run(Effect.gen(function*() {
      const never = () => new Promise<Response>(() => {})
      const dripping = () =>
        new Response(new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode("{")) }))
      for (const slow of [never, dripping]) {
        const server = yield* serve(slow)
        expect(yield* Effect.flip(extracting(server, { env: { CANDOR_AI_TIMEOUT: "100 millis" } }))).toMatchObject({
          _tag: "ExtractorUnavailable",
          reason: "the endpoint did not answer in time"
        })
      }
    })))

  test("waits for the Retry-After of a rate limit, and tries again", () =>
    run(Effect.gen(function*() {
      const server = yield* serve(() => status(429, { "retry-after": "1" }), () => completion(JSON.stringify(good)))
      const started = performance.now()
      expect((yield* extracting(server)).summary).toBe(good.summary)
      expect(performance.now() - started).toBeGreaterThan(1000)
    })))

  test("leaves a long wait to the queue", () =>
    run(Effect.gen(function*() {
      const server = yield* serve(() => status(429, { "retry-after": "120" }))
      expect(yield* Effect.flip(extracting(server))).toMatchObject({ _tag: "ExtractorUnavailable", retry_after: 120 })
      expect(server.requests).toHaveLength(1)
    })))

  test.each([[500, 3], [503, 3], [401, 3]])(
    "retries after %i, with at most %i requests in one attempt",
    (code, times) =>
      run(Effect.gen(function*() {
        const server = yield* serve(() => status(code))
        expect(yield* Effect.flip(extracting(server))).toMatchObject({ _tag: "ExtractorUnavailable" })
        expect(server.requests).toHaveLength(times)
      }))
  )

  test("does not retry a refusal of the endpoint or the model", () =>
    run(Effect.gen(function*() {
      for (const refusal of [() => status(400), () => status(404), () => completion("", { refusal: "I cannot." })]) {
        const server = yield* serve(refusal)
        expect(yield* Effect.flip(extracting(server))).toMatchObject({ _tag: "ExtractorRefused" })
        expect(server.requests).toHaveLength(1)
      }
    })))

  test("does not follow redirects", () =>
    run(Effect.gen(function*() {
      const elsewhere = yield* serve(() => completion(JSON.stringify(good)))
      const location = `${elsewhere.base_url}/chat/completions`
      const server = yield* serve(() => new Response(null, { status: 307, headers: { location } }))
      expect(yield* Effect.flip(extracting(server))).toMatchObject({ _tag: "ExtractorUnavailable" })
      expect(elsewhere.requests).toEqual([])
    })))

  test("fails in the type for malformed responses", () =>
    run(Effect.gen(function*() {
      for (
        const nonsense of [() => new Response("<html>"), () => Response.json([]), () => Response.json({ choices: [] })]
      ) {
        const server = yield* serve(nonsense)
        expect(["InvalidOutput", "ExtractorUnavailable"]).toContain((yield* Effect.flip(extracting(server)))._tag)
      }
    })))
})

describe.concurrent("The extractor by rules", () => {
  test("returns the terms of fields and answers, with the provider rules", () => {
    const { facts, model, provider, summary } = RulesExtractor.extract(input)
    expect({ facts, model, provider }).toEqual({
      facts: {
        headline: "40 years of experience, Stanford",
        current_company: null,
        skills: ["Haskell", "SQL"],
        languages: [],
        education: [{ school: "Stanford" }],
        years_experience: 40
      },
      model: null,
      provider: "rules"
    })
    expect(summary).toContain("no page was read")
  })

  test("returns the terms of files", () => {
    const files = [{ file_type: "resume", text: "Ran Kubernetes at a bank.\nFluent in Polish." }]
    const { facts } = RulesExtractor.extract({ ...input, files })
    expect([facts.skills, facts.languages]).toEqual([["Haskell", "SQL", "Kubernetes"], ["Polish"]])
  })

  test("returns only known terms of an answer and of a file", () => {
    const { facts, summary } = RulesExtractor.extract({
      ...input,
      answers: [{ question_text: "?", answer_text: hostile }],
      files: [{ file_type: "resume", text: hostile }]
    })
    expect(facts.skills).toEqual([])
    expect(summary).not.toMatch(/ignore|hire|system/i)
  })
})

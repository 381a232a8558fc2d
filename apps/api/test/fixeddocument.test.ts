/** A document that stays the same is made once and compressed once, however many ask for it at the same time. */
import { describe, expect, test } from "bun:test"
import { Effect, Exit } from "effect"
import { HttpServerRequest } from "effect/http"
import * as FixedDocument from "../src/open/FixedDocument.ts"

const text = "A line that is compressed well.\n".repeat(500)

/** The route of a document, and how often its document was made. `fails` says whether the nth time does, from 1. */
const route = (fails: (time: number) => boolean = () => false) => {
  const made = { times: 0 }
  const answer = FixedDocument.respond(async () => {
    const time = ++made.times
    // Those who ask meanwhile find it unfinished.
    await new Promise(setImmediate)
    if (fails(time)) throw new Error("not this time")
    return { text, contentType: "text/plain" }
  })
  const ask = (encoding: string) =>
    answer.pipe(
      Effect.provideService(
        HttpServerRequest.HttpServerRequest,
        HttpServerRequest.fromWeb(new Request("http://candor.test/", { headers: { "accept-encoding": encoding } }))
      ),
      Effect.exit
    )
  /** Asks so many times at once, every other time with gzip. */
  const askAtOnce = (count: number) =>
    Effect.runPromise(Effect.forEach(
      Array.from({ length: count }, (_, n) => n % 2 === 0 ? "gzip" : "identity"),
      (encoding) => Effect.map(ask(encoding), (exit) => ({ encoding, exit })),
      { concurrency: "unbounded" }
    ))
  return { made, askAtOnce }
}

type Answers = Awaited<ReturnType<ReturnType<typeof route>["askAtOnce"]>>

/** The different bodies of the answers with this encoding. */
const bodies = (answers: Answers, encoding: string): ReadonlyArray<Blob> => {
  const own = answers.filter((one) => one.encoding === encoding).map(({ exit }) => Exit.isSuccess(exit) ? exit.value : undefined)
  expect(own.map((answer) => answer?.status)).toEqual(own.map(() => 200))
  return [...new Set(own.map((answer) => answer?.body._tag === "Raw" ? answer.body.body : undefined))] as ReadonlyArray<Blob>
}

describe("A fixed document", () => {
  test("is made once for 100 requests at once, and all answers of an encoding share one body", async () => {
    const { askAtOnce, made } = route()
    const answers = [...await askAtOnce(100), ...await askAtOnce(100)]
    expect(made.times).toBe(1)
    const [zipped, plain] = [bodies(answers, "gzip"), bodies(answers, "identity")]
    expect([zipped, plain].map((each) => each.map((body) => body instanceof Blob))).toEqual([[true], [true]])
    expect(await plain[0]!.text()).toBe(text)
    expect(new TextDecoder().decode(Bun.gunzipSync(await zipped[0]!.bytes()))).toBe(text)
  })

  test("that could not be made fails those who asked for it, and is made at the next request, once", async () => {
    const { askAtOnce, made } = route((time) => time === 1)
    expect((await askAtOnce(20)).map(({ exit }) => Exit.isFailure(exit))).toEqual(Array(20).fill(true))
    expect(made.times).toBe(1)
    const answers = await askAtOnce(20)
    expect(made.times).toBe(2)
    expect([bodies(answers, "gzip").length, bodies(answers, "identity").length]).toEqual([1, 1])
  })
})

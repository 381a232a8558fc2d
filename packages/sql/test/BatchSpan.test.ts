/** The span of a batch, whose requests may be recorded or not. */
import { expect, test } from "bun:test"
import { type Context, Effect, Option, References, Tracer } from "effect"
import { batchSpan } from "../src/statements/BatchTelemetry.ts"

/** A tracer that keeps the spans it has made. */
const keeping = () => {
  const made: Array<Tracer.Span> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      made.push(span)
      return span
    }
  })
  return { made, tracer }
}

const statement = Effect.useSpan("statement", () => Effect.void)

const request = Tracer.externalSpan({ spanId: "1", traceId: "2" })

/** The spans of a batch of these requests that are recorded; it runs in the context of its first request, which may have left it. */
const spansOf = async (size: number, sampled: ReadonlyArray<Tracer.AnySpan>, first: { readonly isSampled: boolean }) => {
  const { made, tracer } = keeping()
  await Effect.contextWith((context: Context.Context<never>) => batchSpan("read", size, sampled, context, statement)).pipe(
    Effect.provideService(Tracer.ParentSpan, Tracer.externalSpan({ spanId: "3", traceId: "4" })),
    Effect.provideService(References.TracerEnabled, first.isSampled),
    Effect.provideService(Tracer.Tracer, tracer),
    Effect.runPromise
  )
  return made
}

test("a batch has its span, and its statement's within, where any of its requests is recorded, and not only the first", async () => {
  const [batch, inner, ...rest] = await spansOf(2, [request], { isSampled: false })
  expect([batch?.name, inner?.name, rest]).toEqual(["batch read", "statement", []])
  expect(batch!.links.map(({ span }) => span)).toEqual([request])
  expect(inner!.parent).toMatchObject({ value: { spanId: batch!.spanId } })
})

test("the statement of one recorded request is within that, although the batch was begun by another, which has left", async () => {
  const [inner, ...rest] = await spansOf(1, [request], { isSampled: false })
  expect([inner?.name, rest]).toEqual(["statement", []])
  expect(inner!.parent).toMatchObject({ value: request })
})

test("a batch of which no request is recorded makes no span, or one in no trace where one that was recorded has left", async () => {
  expect(await spansOf(2, [], { isSampled: false })).toEqual([])
  const [inner, ...rest] = await spansOf(1, [], { isSampled: true })
  expect([inner?.name, rest]).toEqual(["statement", []])
  expect(inner!.parent).toEqual(Option.none())
})

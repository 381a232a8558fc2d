/** Which traces are sent, and what a collector that does not take them costs. */
import { expect, test } from "bun:test"
import { Clock, ConfigProvider, Duration, Effect, Logger, Metric, Option, Tracer } from "effect"
import { isSampled, type Sampler } from "../src/telemetry/Sampler.ts"
import * as TraceLimit from "../src/telemetry/TraceLimit.ts"
import * as Traces from "../src/telemetry/Traces.ts"
import { type TraceSettings, traceSettings } from "../src/telemetry/TraceSettings.ts"

const settingsOf = (env: Record<string, string>) =>
  Effect.runPromise(
    Effect.provideService(traceSettings, ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env }))
  )

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" }

test("traces are off without a collector, and where a variable of OpenTelemetry turns them off", async () => {
  for (const env of [{}, { ...endpoint, OTEL_SDK_DISABLED: "true" }, { ...endpoint, OTEL_TRACES_EXPORTER: "none" }]) {
    expect(await settingsOf(env)).toEqual(Option.none())
  }
})

test("the variables of OpenTelemetry say where traces go; one for traces comes before one for every signal", async () => {
  expect(Option.getOrThrow(await settingsOf(endpoint))).toMatchObject({
    url: "http://127.0.0.1:4318/v1/traces",
    headers: {},
    serviceName: "candor",
    sampler: { name: "parentbased_always_on", ratio: 1 },
    perSecond: 100
  })
  const own = {
    ...endpoint,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://collector.example/traces",
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Basic%20abc%3D, x-team = hiring",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment=staging",
    OTEL_SERVICE_NAME: "ats"
  }
  expect(Option.getOrThrow(await settingsOf(own))).toMatchObject({
    url: "https://collector.example/traces",
    headers: { "authorization": "Basic abc=", "x-team": "hiring" },
    attributes: { "deployment.environment": "staging" },
    serviceName: "ats"
  })
})

const low = `${"0".repeat(31)}1`
const high = "f".repeat(32)

const samples: ReadonlyArray<readonly [Sampler["name"], number, string, boolean | undefined, boolean]> = [
  ["always_on", 1, high, false, true],
  ["always_off", 1, low, true, false],
  ["traceidratio", 0.5, low, false, true],
  ["traceidratio", 0.5, high, true, false],
  ["traceidratio", 0, low, undefined, false],
  ["traceidratio", 1, high, undefined, true],
  ["parentbased_always_on", 1, low, undefined, true],
  ["parentbased_always_on", 1, low, false, false],
  ["parentbased_always_off", 1, low, undefined, false],
  ["parentbased_always_off", 1, low, true, true],
  ["parentbased_traceidratio", 0.5, high, undefined, false],
  ["parentbased_traceidratio", 0.5, high, true, true]
]

test.each(samples)(
  "%s with %d: trace %s of a caller who says %p is recorded: %p",
  (name, ratio, trace, caller, expected) => {
    expect(isSampled({ name, ratio }, trace, caller)).toBe(expected)
  }
)

/** A collector that answers like this, and keeps what it got. */
const collector = (answer: () => Response | Promise<Response>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const bodies: Array<string> = []
      const server = Bun.serve({
        hostname: "127.0.0.1",
        port: 0,
        fetch: async (request) => {
          bodies.push(await request.text())
          return answer()
        }
      })
      return { bodies, url: server.url.href, stop: () => server.stop(true) }
    }),
    ({ stop }) => Effect.promise(stop)
  )

/** The clock of a test, and what it has logged at a level. */
const observed = (level: "Info" | "Warn" = "Warn") => {
  const lines: Array<string> = []
  const time = { millis: 0 }
  const logger = Logger.make(({ logLevel, message }) => void (logLevel === level && lines.push(String(message))))
  const clock = (real: Clock.Clock): Clock.Clock =>
    Object.assign(Object.create(real), {
      currentTimeMillisUnsafe: () => time.millis,
      monotonicTimeNanosUnsafe: () => BigInt(time.millis) * 1_000_000n
    })
  const run = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    effect.pipe(
      Effect.updateService(Clock.Clock, clock),
      Effect.provideService(Logger.CurrentLoggers, new Set([logger]))
    )
  return { lines, run, time }
}

/** Waits in real time: sockets have no other. */
const until = (condition: () => boolean) =>
  Effect.promise(async () => {
    while (!condition()) await Bun.sleep(2)
  })

const away = "Traces are lost: the OpenTelemetry collector does not take them"

const to = (url: string): TraceSettings => ({
  url,
  headers: {},
  timeout: Duration.seconds(10),
  delay: Duration.minutes(1),
  serviceName: "candor",
  attributes: {},
  sampler: { name: "always_on", ratio: 1 },
  perSecond: 1000
})

const work = Effect.useSpan("work", { kind: "consumer" }, Effect.succeed)

test("the end of a program sends its last spans", () =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    const { bodies, url } = yield* collector(() => new Response())
    yield* Effect.provide(work, Traces.layer(to(url)))
    expect(bodies.join()).toContain(`"name":"work"`)
  }))))

test.each([
  ["is away", (stop: () => Promise<void>) => stop(), () => new Response()],
  ["refuses them", async () => {}, () => new Response("no", { status: 503, headers: { "retry-after": "3600" } })],
  ["does not answer", async () => {}, () => Promise.withResolvers<Response>().promise]
])(
  "a collector that %s costs a line of the log, and nothing is sent twice",
  (_, prepare, answer) =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const { bodies, stop, url } = yield* collector(answer)
      yield* Effect.promise(() => prepare(stop))
      const { lines, run } = observed()
      const settings = { ...to(url), delay: Duration.millis(1), timeout: Duration.millis(50) }
      yield* run(Effect.provide(Effect.andThen(work, until(() => lines.length > 0)), Traces.layer(settings)))
      expect(lines).toEqual([away])
      expect(bodies.length).toBeLessThanOrEqual(1)
    })))
)

/** How many of so many traces that begin now are recorded. */
const sampledOf = (count: number) =>
  Effect.map(Effect.replicateEffect(work, count), (spans) => spans.filter(({ sampled }) => sampled).length)

test("of the traces that begin in a second so many are recorded, whatever a caller decided; the others are counted and the log says so", () =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    const { url } = yield* collector(() => new Response())
    const { lines, run, time } = observed("Info")
    const leftOut = () => Effect.runSync(Metric.value(TraceLimit.overLimit)).count
    const before = leftOut()
    yield* run(
      Effect.gen(function*() {
        expect(yield* sampledOf(25)).toBe(10)
        time.millis += 500
        expect(yield* sampledOf(25)).toBe(0)
        time.millis += 500
        expect(yield* sampledOf(5)).toBe(5)
        time.millis += 3_600_000
        const caller = Tracer.externalSpan({ traceId: high, spanId: "1".repeat(16), sampled: true })
        expect(yield* Effect.provideService(sampledOf(25), Tracer.ParentSpan, caller)).toBe(10)
      }).pipe(Effect.provide(Traces.layer({ ...to(url), perSecond: 10 })))
    )
    expect(leftOut() - before).toBe(55)
    expect(lines).toEqual(
      Array.from({ length: 2 }, () => "Not all traces are recorded: more begin than CANDOR_TRACES_PER_SECOND")
    )
  }))))

test("a failure is sent with its name, and without its message, which may have personal data in it", () =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    const { bodies, url } = yield* collector(() => new Response())
    const failing = Effect.useSpan("work", { kind: "consumer" }, () => Effect.fail(new TypeError("ada@example.com")))
    yield* Effect.provide(Effect.ignore(failing), Traces.layer(to(url)))
    expect(bodies.join()).toContain("TypeError")
    expect(bodies.join()).not.toContain("ada@example.com")
  }))))

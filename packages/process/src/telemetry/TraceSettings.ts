/**
 * The settings of traces: the variables of OpenTelemetry's specification ("Environment Variable Specification" and
 * "OTLP Exporter Configuration"), as far as they mean something here.
 */
import { Config, Duration, Effect, Option, Schema } from "effect"
import { type Sampler, samplers } from "./Sampler.ts"

const Milliseconds = Schema.NumberFromString.check(
  Schema.isInt(),
  Schema.isBetween({ minimum: 1, maximum: 600_000 }, { expected: "milliseconds from 1 to 600000" })
)

const Ratio = Schema.NumberFromString.check(
  Schema.isBetween({ minimum: 0, maximum: 1 }, { expected: "a share of the traces from 0 to 1" })
)

/** Traces per second that leave a busy server more than nine tenths of its throughput (docs/benchmarks.md). */
const defaultPerSecond = 100

const PerSecond = Schema.NumberFromString.check(
  Schema.isInt(),
  Schema.isBetween({ minimum: 1, maximum: 1_000_000 }, { expected: "traces a second from 1 to 1000000" })
)

/** A list of `name=value` with commas between, as W3C Baggage writes it. */
const Pairs = Schema.String.check(
  Schema.makeFilter((text) => text.split(",").every((pair) => /^\s*[^=\s]+\s*=[^,]*$/.test(pair)), {
    expected: "name=value, with a comma between two of them"
  })
)

const collector = Schema.URLFromString.check(
  Schema.makeFilter(({ protocol }) => protocol === "http:" || protocol === "https:", {
    expected: "the URL of a collector, for example http://127.0.0.1:4318"
  })
)

/** Every collector that takes OTLP over HTTP takes it as JSON. */
const protocols = ["http/json"] as const

/** Each variable by itself. A variable for traces alone comes before the one for every signal. */
const variables = {
  disabled: Config.Boolean("OTEL_SDK_DISABLED").pipe(Config.withDefault(false)),
  exporter: Config.Literals(["otlp", "none"], "OTEL_TRACES_EXPORTER").pipe(Config.withDefault("otlp")),
  endpoint: Config.option(Config.schema(collector, "OTEL_EXPORTER_OTLP_ENDPOINT")),
  tracesEndpoint: Config.option(Config.schema(collector, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")),
  protocol: Config.option(Config.Literals(protocols, "OTEL_EXPORTER_OTLP_PROTOCOL")),
  tracesProtocol: Config.option(Config.Literals(protocols, "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL")),
  headers: Config.option(Config.schema(Pairs, "OTEL_EXPORTER_OTLP_HEADERS")),
  tracesHeaders: Config.option(Config.schema(Pairs, "OTEL_EXPORTER_OTLP_TRACES_HEADERS")),
  timeout: Config.schema(Milliseconds, "OTEL_EXPORTER_OTLP_TIMEOUT").pipe(Config.withDefault(10_000)),
  delay: Config.schema(Milliseconds, "OTEL_BSP_SCHEDULE_DELAY").pipe(Config.withDefault(5000)),
  serviceName: Config.String("OTEL_SERVICE_NAME").pipe(Config.withDefault("candor")),
  attributes: Config.option(Config.schema(Pairs, "OTEL_RESOURCE_ATTRIBUTES")),
  sampler: Config.Literals(samplers, "OTEL_TRACES_SAMPLER").pipe(Config.withDefault("parentbased_always_on")),
  ratio: Config.schema(Ratio, "OTEL_TRACES_SAMPLER_ARG").pipe(Config.withDefault(1)),
  perSecond: Config.schema(PerSecond, "CANDOR_TRACES_PER_SECOND").pipe(Config.withDefault(defaultPerSecond))
}

/** All settings, for the check at the start of a program. */
export const settings: ReadonlyArray<Config.Config<unknown>> = Object.values(variables)

/** Where spans are sent, and which. */
export interface TraceSettings {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** How long the collector may take to respond. */
  readonly timeout: Duration.Duration
  /** The time between two exports. */
  readonly delay: Duration.Duration
  readonly serviceName: string
  readonly attributes: Readonly<Record<string, string>>
  readonly sampler: Sampler
  /** How many traces the process begins in a second, at most. */
  readonly perSecond: number
}

/** A value whose percent-encoding is broken is taken as it is. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const record = (pairs: Option.Option<string>): Record<string, string> =>
  Object.fromEntries(
    Option.getOrElse(pairs, () => "").split(",").filter((pair) => pair !== "").map((pair) => {
      const at = pair.indexOf("=")
      return [pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())] as const
    })
  )

/** The address for traces under the address for every signal. */
const forTraces = ({ href }: URL): string => `${href.replace(/\/$/, "")}/v1/traces`

/** Returns the settings; none where no collector is named, or traces are turned off. */
export const traceSettings: Effect.Effect<Option.Option<TraceSettings>, Config.ConfigError> = Effect.gen(function*() {
  const set = yield* Config.all(variables)
  const url = Option.orElse(
    Option.map(set.tracesEndpoint, ({ href }) => href),
    () => Option.map(set.endpoint, forTraces)
  )
  if (set.disabled || set.exporter === "none") return Option.none()
  return Option.map(url, (url): TraceSettings => ({
    url,
    headers: record(Option.orElse(set.tracesHeaders, () => set.headers)),
    timeout: Duration.millis(set.timeout),
    delay: Duration.millis(set.delay),
    serviceName: set.serviceName,
    attributes: record(set.attributes),
    sampler: { name: set.sampler, ratio: set.ratio },
    perSecond: set.perSecond
  }))
})

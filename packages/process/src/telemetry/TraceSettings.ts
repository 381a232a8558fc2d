/**
 * The settings of traces: the variables of OpenTelemetry's specification ("Environment Variable Specification" and
 * "OTLP Exporter Configuration") that apply here.
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

/** A list of `name=value` pairs separated by commas, as in W3C Baggage. */
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

/** Every collector that accepts OTLP over HTTP accepts JSON. */
const protocols = ["http/json"] as const

/** The variables, each read separately. A variable for traces takes precedence over the one for all signals. */
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

/** All settings, to be checked when a program starts. */
export const settings: ReadonlyArray<Config.Config<unknown>> = Object.values(variables)

/** The destination of spans, and which of them are sent. */
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
  /** The most traces that the process begins per second. */
  readonly perSecond: number
}

/** Decodes a value; one with broken percent-encoding is used unchanged. */
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

/** Returns the address for traces below the address for all signals. */
const forTraces = ({ href }: URL): string => `${href.replace(/\/$/, "")}/v1/traces`

/** Reads the settings; none if no collector is configured, or traces are turned off. */
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

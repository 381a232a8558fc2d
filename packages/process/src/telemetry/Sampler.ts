/** Decides which traces are recorded (OpenTelemetry, "Sampling"; `OTEL_TRACES_SAMPLER`). */

/** The supported samplers of the specification. */
export const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio"
] as const

export interface Sampler {
  readonly name: typeof samplers[number]
  /** The share of traces that the samplers `…traceidratio` record, from 0 to 1. */
  readonly ratio: number
}

/**
 * Whether the last 8 bytes of a trace's id are below the ratio. Services with the same ratio therefore record the same
 * traces.
 */
const isWithin = (traceId: string, ratio: number): boolean =>
  Number.parseInt(traceId.slice(-16, -3), 16) < ratio * 2 ** 52

/** Returns whether a span is recorded. `parent` is the caller's decision, if there is a caller. */
export const isSampled = ({ name, ratio }: Sampler, traceId: string, parent: boolean | undefined): boolean => {
  if (parent !== undefined && name.startsWith("parentbased_")) return parent
  return name.endsWith("always_on") || (name.endsWith("traceidratio") && isWithin(traceId, ratio))
}

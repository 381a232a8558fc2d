/**
 * Stops a server in order (decision 0025). It drains first: it reports not to be ready, and each response closes its
 * connection. Then it closes its listener, and ends streams and waiting requests.
 */
import { Clock, Config, Context, Effect, Latch, Option, Schema } from "effect"

/** How far a server has shut down, and whether a proxy polls its readiness. */
export interface StopState {
  isDraining: boolean
  /** When readiness was last requested, in milliseconds since the Unix epoch. */
  probed: number | undefined
  /** Opens when the listener closes. Streams end then, and a request that waits for events gets an empty page. */
  readonly closing: Latch.Latch
}

/** The state of a server that is not stopping. */
export const running = (): StopState => ({ isDraining: false, probed: undefined, closing: Latch.makeUnsafe(false) })

/** The state of the server of the present request. */
export const Stopping = Context.Reference<StopState>("@candor/api/server/Stopping", { defaultValue: running })

/** Records a request for readiness. Returns whether the server drains, and so is not ready. */
export const probed: Effect.Effect<boolean> = Effect.gen(function*() {
  const state = yield* Stopping
  state.probed = yield* Clock.currentTimeMillis
  return state.isDraining
})

/** Longest time from the signal to the end of the last request, in seconds. The process has to end within 10. */
export const graceSeconds = 8

/** Seconds to drain if a proxy polls readiness. */
const defaultSeconds = 5

/** A working proxy polls readiness at least this often, in milliseconds. */
const probeMillis = 60_000

const Seconds = Schema.NumberFromString.check(
  Schema.isBetween({ minimum: 0, maximum: graceSeconds - 1 }, { expected: `seconds from 0 to ${graceSeconds - 1}` })
)

/** `CANDOR_DRAIN_SECONDS`: how long a server drains before its listener closes; none if the server is to decide. */
export const drainSeconds = Config.option(Config.schema(Seconds, "CANDOR_DRAIN_SECONDS"))

/** Returns how long to drain: as set; else 5 seconds if a proxy has polled readiness within the last minute; else 0. */
export const secondsToDrain = (
  set: Option.Option<number>,
  { probed }: Pick<StopState, "probed">,
  now: number
): number => Option.getOrElse(set, () => probed !== undefined && now - probed <= probeMillis ? defaultSeconds : 0)

/**
 * Turns in which open streams send. When hundreds have something to send, they do it a few at a time, so that other
 * requests are answered in between.
 */
import type { OrganizationId } from "@candor/domain/Id"
import { Context, Duration, Effect, Layer, PartitionedSemaphore } from "effect"

/** Streams that send in one turn. Organizations share it equally. */
const maxInFlight = 2

/** The duration of a turn. */
const turn = Duration.millis(1)

export class StreamTurns extends Context.Service<StreamTurns, {
  /** Waits until a stream of this organization may send. */
  readonly next: (organization: OrganizationId) => Effect.Effect<void>
}>()("@candor/api/streams/StreamTurns") {
  static readonly layer = Layer.effect(
    StreamTurns,
    Effect.map(
      PartitionedSemaphore.make<OrganizationId>({ permits: maxInFlight }),
      (turns) => StreamTurns.of({ next: (organization) => turns.withPermit(organization)(Effect.sleep(turn)) })
    )
  )
}

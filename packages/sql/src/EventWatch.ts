/**
 * Waiting for events. However many readers of an organization wait in this process, one fiber looks
 * for them; it also seals, so that what they wait for gets its place.
 */
import type { OrganizationId } from "@candor/domain/Id"
import { Context, Duration, Effect, Layer, RcMap, Schedule, Stream, SubscriptionRef } from "effect"
import { SqlClient } from "effect/sql"
import { sealAll } from "./Sealing.ts"

/** How long an event may wait for its readers. */
const interval = Duration.millis(200)

export class EventWatch extends Context.Service<EventWatch, {
  /** Ends when the organization has an event after this sequence. */
  readonly changed: (organization: OrganizationId, after: number) => Effect.Effect<void>
}>()("@candor/sql/EventWatch") {
  static readonly layer = Layer.effect(
    EventWatch,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const watched = yield* RcMap.make({
        lookup: Effect.fnUntraced(function*(organization: OrganizationId) {
          const head = yield* SubscriptionRef.make(0)
          const look = Effect.gen(function*() {
            yield* sealAll(organization)
            const [row] = yield* sql<{ readonly sequence: number }>`
              SELECT sequence FROM event_heads WHERE organization_id = ${organization}
            `
            if (row !== undefined) yield* SubscriptionRef.set(head, row.sequence)
          })
          yield* look.pipe(
            Effect.catchCause((cause) => Effect.logWarning("Could not look for events", cause)),
            Effect.repeat(Schedule.spaced(interval)),
            Effect.forkScoped
          )
          return head
        }),
        idleTimeToLive: Duration.seconds(5)
      })
      return EventWatch.of({
        changed: (organization, after) =>
          Effect.scoped(Effect.flatMap(RcMap.get(watched, organization), (head) =>
            SubscriptionRef.changes(head).pipe(
              Stream.filter((sequence) => sequence > after),
              Stream.take(1),
              Stream.runDrain
            )))
      })
    })
  )
}

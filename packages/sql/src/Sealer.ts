/** Sealing what nobody reads: an event that has no place yet is not protected by the chain. */
import type { OrganizationId } from "@candor/domain/Id"
import { Duration, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { sealAll } from "./Sealing.ts"

/** How long an event may stay without its seal. */
const interval = Duration.seconds(1)

const sealed = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const unsealed = yield* sql<{ readonly id: OrganizationId }>`
    SELECT o.id FROM organizations o
    WHERE EXISTS (SELECT FROM events e WHERE e.organization_id = o.id AND e.sequence IS NULL)
  `
  yield* Effect.forEach(unsealed, ({ id }) => sealAll(id), { discard: true })
})

/** Seals every organization's events within about a second, in the background. */
export const layer = Layer.effectDiscard(
  sealed.pipe(
    Effect.catchCause((cause) => Effect.logDebug("Could not seal events", cause)),
    Effect.repeat(Schedule.spaced(interval)),
    Effect.forkScoped
  )
)

/** Revokes ended connections at their providers, once the change that ended them is committed. */
import { OAuthConnections } from "@candor/connections/OAuthConnections"
import { Connections } from "@candor/domain/connection/Connections"
import { Element, queue } from "@candor/sql/queue/RevocationWork"
import { Effect, Layer } from "effect"
import { consume } from "../queue/Consumer.ts"

const make = Effect.gen(function*() {
  const connections = yield* Connections
  const { revoke } = yield* OAuthConnections

  return Effect.fn("Revocations.run")(function*(ended: typeof Element.Type) {
    // Revoking one grant makes Google revoke all grants of the account to the app, including a new connection.
    if (yield* connections.isConnectedAgain(ended)) return
    yield* revoke(ended).pipe(
      Effect.catchIf(
        ({ problem }) => problem !== "busy",
        ({ detail, problem }) =>
          Effect.logInfo("A provider was not told that a connection has ended", {
            provider: ended.provider,
            problem,
            detail
          })
      )
    )
  })
})

export const layer = Layer.effectDiscard(
  Effect.flatMap(make, (handle) => consume({ queue, element: Element, concurrency: 1, maxAttempts: 100, handle }))
)

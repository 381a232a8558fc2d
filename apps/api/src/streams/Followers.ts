/** Bounds the open streams and waiting requests. */
import type { RateLimitExceeded } from "@candor/contract/Errors"
import { maxFollowers, maxFollowersOfOrganization, maxStreamsOfKey } from "@candor/contract/Events"
import type { KeyAddress } from "@candor/domain/authentication/ApiKeys"
import { Context, Duration, Effect, Layer, Random, type Scope } from "effect"
import { type Slot, slots } from "../request/Slots.ts"

/**
 * Refusals are delayed randomly, up to this time. Otherwise readers that are refused together would also come back
 * together, and hold up other requests for as long as refusing all of them takes.
 */
const maxDelay = Duration.seconds(1)

/** Delays a refusal. */
const refusedLater = <A, E, R>(taking: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.catch(
    taking,
    (refusal) =>
      Effect.flatMap(Random.next, (share) =>
        Effect.andThen(Effect.sleep(Duration.times(maxDelay, share)), Effect.fail(refusal)))
  )

export class Followers extends Context.Service<Followers, {
  /** Takes a slot for a stream of server-sent events until the scope closes. */
  readonly stream: (key: KeyAddress) => Effect.Effect<Slot, RateLimitExceeded, Scope.Scope>
  /** Takes a slot for a request that waits for events until the scope closes. */
  readonly wait: (key: KeyAddress) => Effect.Effect<Slot, RateLimitExceeded, Scope.Scope>
}>()("@candor/api/streams/Followers") {
  static readonly layer = Layer.sync(Followers, () => {
    const take = slots({
      things: "streams or waiting requests open",
      advice: "Close some, or ask without waiting.",
      ofOrganization: maxFollowersOfOrganization,
      ofServer: maxFollowers,
      grace: Number.POSITIVE_INFINITY
    })
    return Followers.of({
      stream: ({ id, organization_id }) =>
        refusedLater(take(organization_id, { id, of: "This key", limit: maxStreamsOfKey })),
      wait: ({ organization_id }) => refusedLater(take(organization_id))
    })
  })
}

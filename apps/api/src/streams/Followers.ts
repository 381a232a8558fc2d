/** Bounds the streams and waiting requests that are open at a time. */
import type { RateLimitExceeded } from "@candor/contract/Errors"
import { maxFollowers, maxFollowersOfOrganization, maxStreamsOfKey } from "@candor/contract/Events"
import type { KeyAddress } from "@candor/domain/access/ApiKeys"
import { Context, Duration, Effect, Layer, Random, type Scope } from "effect"
import { type Count, openCounts } from "../request/OpenCounts.ts"

/**
 * A refusal is told at random within this time. Readers that are refused together come back after the same pause, all at once, and hold
 * up others for as long as it takes to refuse them again; so they come back one after the other.
 */
const maxDelay = Duration.seconds(1)

/** Counts, and delays a refusal. */
const refusedLater = <A, E, R>(count: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.catch(count, (refusal) =>
    Effect.flatMap(Random.next, (share) => Effect.andThen(Effect.sleep(Duration.times(maxDelay, share)), Effect.fail(refusal))))

export class Followers extends Context.Service<Followers, {
  /** Counts a stream of server-sent events until the scope closes. */
  readonly stream: (key: KeyAddress) => Effect.Effect<void, RateLimitExceeded, Scope.Scope>
  /** Counts a request that waits for events until the scope closes. */
  readonly wait: (key: KeyAddress) => Effect.Effect<void, RateLimitExceeded, Scope.Scope>
}>()("@candor/api/streams/Followers") {
  static readonly layer = Layer.sync(Followers, () => {
    const counted = openCounts("streams or waiting requests open", "Close some, or ask without waiting.")

    const shared = ({ organization_id }: KeyAddress): ReadonlyArray<Count> => [
      { name: organization_id, of: "This organization", limit: maxFollowersOfOrganization },
      { name: "server", of: "This server", limit: maxFollowers }
    ]

    return Followers.of({
      stream: (key) => refusedLater(counted([{ name: key.id, of: "This key", limit: maxStreamsOfKey }, ...shared(key)])),
      wait: (key) => refusedLater(counted(shared(key)))
    })
  })
}

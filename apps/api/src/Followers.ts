/** Bounds the streams and waiting requests that are open at a time. */
import { RateLimitExceeded } from "@candor/contract/Errors"
import { maxFollowers, maxFollowersOfOrganization, maxStreamsOfKey } from "@candor/contract/Events"
import type { KeyAddress } from "@candor/domain/access/ApiKeys"
import { Context, Effect, Layer, type Scope } from "effect"

/** A number of things that are open, and how many may be. */
interface Count {
  readonly name: string
  readonly of: string
  readonly limit: number
}

const refusal = ({ limit, of }: Count) =>
  new RateLimitExceeded({
    error: {
      message: `${of} has ${limit} streams or waiting requests open, and may have no more. Close some, or ask without waiting.`,
      details: { limit }
    }
  })

export class Followers extends Context.Service<Followers, {
  /** Counts a stream of server-sent events until the scope closes. */
  readonly stream: (key: KeyAddress) => Effect.Effect<void, RateLimitExceeded, Scope.Scope>
  /** Counts a request that waits for events until the scope closes. */
  readonly wait: (key: KeyAddress) => Effect.Effect<void, RateLimitExceeded, Scope.Scope>
}>()("@candor/api/Followers") {
  static readonly layer = Layer.sync(Followers, () => {
    const open = new Map<string, number>()
    const openOf = ({ name }: Count): number => open.get(name) ?? 0

    const enter = (counts: ReadonlyArray<Count>): Effect.Effect<void, RateLimitExceeded> =>
      Effect.suspend(() => {
        const full = counts.find((count) => openOf(count) >= count.limit)
        if (full !== undefined) return Effect.fail(refusal(full))
        for (const count of counts) open.set(count.name, openOf(count) + 1)
        return Effect.void
      })

    const leave = (counts: ReadonlyArray<Count>) =>
      Effect.sync(() => {
        for (const count of counts) {
          if (openOf(count) === 1) open.delete(count.name)
          else open.set(count.name, openOf(count) - 1)
        }
      })

    const counted = (counts: ReadonlyArray<Count>) => Effect.acquireRelease(enter(counts), () => leave(counts))

    const shared = ({ organization_id }: KeyAddress): ReadonlyArray<Count> => [
      { name: organization_id, of: "This organization", limit: maxFollowersOfOrganization },
      { name: "server", of: "This server", limit: maxFollowers }
    ]

    return Followers.of({
      stream: (key) => counted([{ name: key.id, of: "This key", limit: maxStreamsOfKey }, ...shared(key)]),
      wait: (key) => counted(shared(key))
    })
  })
}

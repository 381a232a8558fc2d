/**
 * Turns of requests with large bodies: to read, check, store and answer a body of a megabyte takes the process tens of milliseconds and
 * leaves megabytes of garbage, which take it as long to collect. Of an organization's it handles one at a time, and so many bytes a
 * second, so that others are answered between them (decision 0028).
 */
import { isUpload } from "@candor/contract/Attachments"
import type { RateLimitExceeded } from "@candor/contract/Errors"
import type { OrganizationId } from "@candor/domain/Id"
import { Clock, Duration, Effect, type Scope, Semaphore } from "effect"
import type { HttpServerRequest } from "effect/http"
import { openCounts } from "./OpenCounts.ts"
import { pathOf } from "./Path.ts"

/** Bytes of a body above which it is large. */
const largeBytes = 64 * 1024

/** Requests with large bodies of an organization, and of a process, that have begun. They hold their bodies in memory. */
const maxOfOrganization = 16
const maxOfServer = 64

/** Bytes of large bodies that an organization has handled in a second. */
const maxBytesPerSecond = 2 * 2 ** 20

/** Bytes that it has handled at once before that rate counts. */
const maxBurst = 4 * 2 ** 20

const millisOf = (bytes: number): number => 1000 * bytes / maxBytesPerSecond

interface Turns {
  readonly permit: Semaphore.Semaphore
  /** Requests that have the turn or wait for it. */
  requests: number
  /** The state of a token bucket: when the rate has made up for all bytes, in milliseconds. */
  paidAt: number
}

/** Whether the body is large, or may be. An upload has a bound of its own. */
const isLarge = ({ headers, method, url }: HttpServerRequest.HttpServerRequest): boolean =>
  (headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > largeBytes) && !isUpload(method, pathOf(url))

/** Waits until the bytes before these are paid, and charges these. */
const pay = (turns: Turns, bytes: number) =>
  Effect.gen(function*() {
    const wait = turns.paidAt - (yield* Clock.currentTimeMillis)
    if (wait > 0) yield* Effect.sleep(Duration.millis(wait))
    const now = yield* Clock.currentTimeMillis
    turns.paidAt = Math.max(turns.paidAt, now - millisOf(maxBurst)) + millisOf(bytes)
  })

/** Makes a function that handles a request of an organization, in its turn if the body is large. */
export const make = () => {
  const counted = openCounts("requests with large bodies under way", "Try again when one has ended.")
  const all = new Map<OrganizationId, Turns>()

  const forgetIdle = (now: number) => {
    for (const [organization, { paidAt, requests }] of all) {
      if (requests === 0 && paidAt <= now - millisOf(maxBurst)) all.delete(organization)
    }
  }

  const enter = (organization: OrganizationId) =>
    Effect.map(Clock.currentTimeMillis, (now): Turns => {
      forgetIdle(now)
      const turns = all.get(organization) ?? { permit: Semaphore.makeUnsafe(1), requests: 0, paidAt: -Infinity }
      turns.requests++
      all.set(organization, turns)
      return turns
    })

  const leave = (turns: Turns) =>
    Effect.sync(() => {
      turns.requests--
    })

  const inTurn = <A, E, R>(organization: OrganizationId, bytes: number, handle: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.acquireUseRelease(
      enter(organization),
      (turns) => turns.permit.withPermit(Effect.andThen(pay(turns, bytes), handle)),
      leave
    )

  return <A, E, R>(
    request: HttpServerRequest.HttpServerRequest,
    organization: OrganizationId,
    handle: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | RateLimitExceeded, R | Scope.Scope> =>
    isLarge(request)
      ? counted([
        { name: organization, of: "This organization", limit: maxOfOrganization },
        { name: "server", of: "This server", limit: maxOfServer }
      ]).pipe(
        // The handler reads it again, and tells what is wrong with it. A body that comes slowly has no turn while it comes.
        Effect.andThen(Effect.orElseSucceed(request.text, () => "")),
        Effect.flatMap((text) => {
          const bytes = Buffer.byteLength(text)
          return bytes > largeBytes ? inTurn(organization, bytes, handle) : handle
        })
      )
      : handle
}

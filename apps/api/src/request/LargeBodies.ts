/**
 * Handles requests with large bodies one at a time per organization, and limits their bytes per second, so that other
 * requests are handled in between. A body of a megabyte takes tens of milliseconds of the process, and leaves megabytes
 * of garbage (decision 0028).
 */
import { isUpload } from "@candor/contract/Attachments"
import type { RateLimitExceeded } from "@candor/contract/Errors"
import * as ByteRate from "@candor/domain/access/ByteRate"
import type { OrganizationId } from "@candor/domain/Id"
import { Clock, Context, Duration, Effect, Layer, RcMap, type Scope, Semaphore } from "effect"
import type { HttpServerRequest } from "effect/http"
import { BodyTooComplex, isTooComplex } from "./JsonShape.ts"
import { sendingGrace } from "./Pace.ts"
import { decodedPathOf } from "./Path.ts"
import { countArriving } from "./RequestBody.ts"
import { slots } from "./Slots.ts"

/** Bytes from which a body counts as large. */
const largeBytes = 64 * 1024

/**
 * Maximum requests with large bodies that run or wait, per organization and per process. They hold their bodies in
 * memory.
 */
const maxOfOrganization = 16
const maxOfServer = 64

interface Turns {
  readonly permit: Semaphore.Semaphore
  /** When the bytes of all requests before are within the rate. */
  paidAt: number
}

/** By then the rate has made up for all bytes of an organization without requests. */
const idleTime = Duration.seconds(10)

/** Whether the body is large, or may be. An upload has a bound of its own. */
const isLarge = ({ headers, method, url }: HttpServerRequest.HttpServerRequest): boolean =>
  (headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > largeBytes) &&
  !isUpload(method, decodedPathOf(url))

export class LargeBodies extends Context.Service<LargeBodies, {
  /**
   * Handles a request of an organization; one with a large body after the organization's earlier ones. `text` reads the
   * body, which the handler reads again. Only complete bodies take a turn, so a slow one delays no other.
   */
  readonly inTurn: <A, E, R, Failure, Needed>(
    request: HttpServerRequest.HttpServerRequest,
    organization: OrganizationId,
    text: Effect.Effect<string, Failure, Needed>,
    handle: Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | RateLimitExceeded, R | Needed | Scope.Scope>
}>()("@candor/api/request/LargeBodies") {
  static readonly layer = Layer.effect(
    LargeBodies,
    Effect.gen(function*() {
      const clock = yield* Clock.Clock
      const take = slots({
        things: "requests with large bodies under way",
        advice: "Try again when one has ended.",
        ofOrganization: maxOfOrganization,
        ofServer: maxOfServer,
        grace: sendingGrace
      })
      const turnsOf = yield* RcMap.make({
        lookup: (_: OrganizationId) =>
          Effect.sync((): Turns => ({ permit: Semaphore.makeUnsafe(1), paidAt: ByteRate.neverUsed })),
        idleTimeToLive: idleTime
      })

      const now = () => Number(clock.monotonicTimeNanosUnsafe()) / 1_000_000

      /** Waits until the rate allows these bytes, and counts them. */
      const pay = (turns: Turns, bytes: number) =>
        Effect.suspend(() => {
          const wait = Math.ceil(turns.paidAt - now())
          const take = Effect.sync(() => {
            turns.paidAt = ByteRate.take(turns.paidAt, bytes, now())
          })
          return wait > 0 ? Effect.andThen(Effect.sleep(Duration.millis(wait)), take) : take
        })

      const handledNext = <A, E, R>(
        organization: OrganizationId,
        bytes: number,
        handle: Effect.Effect<A, E, R>
      ) =>
        Effect.flatMap(
          RcMap.get(turnsOf, organization),
          (turns) => turns.permit.withPermit(Effect.andThen(pay(turns, bytes), handle))
        )

      return LargeBodies.of({
        inTurn: (request, organization, text, handle) =>
          isLarge(request)
            ? take(organization).pipe(
              Effect.flatMap((slot) => {
                countArriving(request, slot.progress)
                // Ignores a body that cannot be read: the handler reports the error.
                return Effect.orElseSucceed(text, () => "").pipe(
                  Effect.raceFirst(slot.lost),
                  Effect.tap(() => Effect.sync(slot.keep))
                )
              }),
              Effect.flatMap((text) => {
                if (isTooComplex(text)) return Effect.die(new BodyTooComplex())
                const bytes = Buffer.byteLength(text)
                return bytes > largeBytes ? handledNext(organization, bytes, handle) : handle
              })
            )
            : handle
      })
    })
  )
}

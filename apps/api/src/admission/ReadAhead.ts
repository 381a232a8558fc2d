/**
 * Reads that go ahead: a request of a key that was valid a short while ago is handled while it is admitted, for the principal that
 * the key had then. What may change something waits for the admission, and so does the answer (decision 0061).
 */
import { isSame, type Principal } from "@candor/domain/access/Principal"
import { Admitted } from "@candor/sql/database/Admitted"
import { Effect, Fiber, Latch } from "effect"

/**
 * The groups whose handlers do nothing but run statements, or do it after one that waits, as an export does. Handlers of other groups
 * begin once their request is admitted.
 */
const groups: ReadonlySet<string> = new Set([
  "Applications",
  "Candidates",
  "Feedback",
  "Jobs",
  "Notes",
  "Prospects",
  "RejectionReasons",
  "SourcingSearches"
])

/** Whether requests of a group may be handled while they are admitted. */
export const mayReadAhead = (group: string): boolean => groups.has(group)

/**
 * While this many requests of these groups are in flight, the next ones are admitted first: they would wait for statements that others
 * share, and to be handled meanwhile costs a fiber.
 */
export const maxInFlight = 8

/**
 * Handles a request for its expected principal, while it is admitted. Fails as the admission does; else the answer is that of the
 * handling, which begins anew if the request is admitted with another principal than the expected one.
 */
const whileAdmitted = <A, E, R, Refusal, Needed>(
  expected: Principal,
  admission: Effect.Effect<Principal, Refusal, Needed>,
  handle: (principal: Principal) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | Refusal, R | Needed> =>
  Effect.suspend(() => {
    const admitted = Latch.makeUnsafe(false)
    const early = Effect.provideService(handle(expected), Admitted, admitted.await)
    return Effect.flatMap(Effect.forkChild(early, { startImmediately: true }), (handling) =>
      Effect.flatMap(Effect.onError(admission, () => Fiber.interrupt(handling)), (principal) => {
        if (!isSame(principal, expected)) return Effect.andThen(Fiber.interrupt(handling), handle(principal))
        admitted.openUnsafe()
        return Fiber.join(handling)
      }))
  })

/** Makes a function that handles a request, ahead of its admission where its principal is expected and few are in flight. */
export const make = () => {
  let inFlight = 0
  return <A, E, R, Refusal, Needed>(
    expectedPrincipal: () => Principal | undefined,
    admission: Effect.Effect<Principal, Refusal, Needed>,
    handle: (principal: Principal) => Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | Refusal, R | Needed> =>
    Effect.suspend(() => {
      const expected = inFlight < maxInFlight ? expectedPrincipal() : undefined
      inFlight++
      const handled = expected === undefined ? Effect.flatMap(admission, handle) : whileAdmitted(expected, admission, handle)
      return Effect.ensuring(handled, Effect.sync(() => inFlight--))
    })
}

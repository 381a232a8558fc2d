/**
 * Requests that the database has counted for a key and this process has not made yet. A key that is
 * used now and then is counted by a statement for each request; one that is used a lot is lent more
 * and more requests at a time, for less than a second, and what it does not need is given back. So
 * the limit holds over all processes, and a busy key costs next to no statements (decision 0017).
 */
import type { ParsedKey } from "@candor/domain/ApiKey"
import { type Admission, ApiKeys } from "@candor/domain/ApiKeys"
import type { Principal } from "@candor/domain/Principal"
import * as RateLimit from "@candor/domain/RateLimit"
import { type Cause, Clock, Context, Duration, Effect, Fiber, Layer, Option, Schedule, Semaphore } from "effect"
import { Settings } from "./Settings.ts"

/** A lease's life in nanoseconds. */
const lending = BigInt(RateLimit.lending) * 1_000_000n

/** How often what is not needed is looked for. */
const sweep = Duration.millis(200)

/**
 * How long asking or giving back may take. A connection may be dead and not say so: then the driver takes up to five
 * seconds more to give it up.
 */
const patience = Duration.seconds(15)

interface Lease {
  readonly principal: Principal
  readonly window: RateLimit.Window
  /** On the clock that only goes forward, in nanoseconds. */
  readonly until: bigint
  /** The numbers within the window of the first request that was lent, of the next one, and of the last. */
  readonly first: number
  next: number
  readonly last: number
}

interface Holder {
  readonly refilling: Semaphore.Semaphore
  /** What asks for a lease: while it does, the holder stays. */
  asking: Fiber.Fiber<unknown, unknown> | undefined
  /** Requests that wait for a lease: while there are any, the holder stays. */
  waiting: number
  /** How many to ask for next. */
  size: number
  lease: Lease | undefined
}

/** One request of a key, counted. */
export interface Taken {
  readonly principal: Principal
  /** Requests of the window that are counted with this one; null where the limit was reached before. */
  readonly used: number | null
}

/** The next request of a lease, if it has one left. */
const take = (holder: Holder, window: RateLimit.Window, now: bigint): Taken | undefined => {
  const { lease } = holder
  if (lease === undefined || now >= lease.until || lease.window.reset !== window.reset) return undefined
  return lease.next > lease.last ? undefined : { principal: lease.principal, used: lease.next++ }
}

export class Leases extends Context.Service<Leases, {
  /** A request of the key in the window; none where there is no such key. */
  readonly take: (
    text: string,
    parse: (text: string) => Option.Option<ParsedKey>,
    window: RateLimit.Window
  ) => Effect.Effect<Option.Option<Taken>>
}>()("@candor/api/Leases") {
  static readonly layer = Layer.effect(
    Leases,
    Effect.gen(function*() {
      const keys = yield* ApiKeys
      const { rate_limit: limit } = yield* Settings
      const clock = yield* Clock.Clock
      const holders = new Map<string, Holder>()

      /**
       * Takes the lease from its holder, and gives back what is left of it. The next one is for as many requests as were
       * made, or twice as many where it is used up before its end.
       */
      const settle = (holder: Holder) =>
        Effect.suspend(() => {
          const { lease } = holder
          holder.lease = undefined
          if (lease === undefined) return Effect.void
          const made = lease.next - lease.first
          const spent = lease.next > lease.last
          const early = spent && clock.monotonicTimeNanosUnsafe() < lease.until
          holder.size = early ? made * 2 : made
          if (spent) return Effect.void
          const { principal: { api_key, organization }, window } = lease
          return keys.giveBack(organization.id, api_key.id, window, lease.last - lease.next + 1).pipe(Effect.timeout(patience))
        })

      const settleWhere = (over: (lease: Lease) => boolean) =>
        Effect.suspend(() =>
          Effect.forEach([...holders], ([text, holder]) => {
            if (holder.lease !== undefined && !over(holder.lease)) return Effect.void
            if (holder.waiting === 0 && holder.asking === undefined && holder.lease === undefined) holders.delete(text)
            return Effect.catchCause(settle(holder), (cause) => Effect.logWarning("Could not give requests back", cause))
          }, { concurrency: "unbounded", discard: true })
        )

      /** Waits for a lease that is being asked for. */
      const asked = ({ asking }: Holder) => asking === undefined ? Effect.void : Effect.asVoid(Fiber.await(asking))

      yield* Effect.suspend(() => {
        const now = clock.monotonicTimeNanosUnsafe()
        return settleWhere((lease) => now >= lease.until)
      }).pipe(
        Effect.repeat(Schedule.spaced(sweep)),
        Effect.forkScoped
      )
      yield* Effect.addFinalizer(() =>
        Effect.andThen(Effect.forEach(holders.values(), asked, { concurrency: "unbounded" }), settleWhere(() => true))
      )

      /** Asks for one request; where others may hold some that they do not need, once more when they have not. */
      const ask = (key: ParsedKey, window: RateLimit.Window, count: number): Effect.Effect<Option.Option<Admission>> =>
        Effect.flatMap(keys.admit(key, window, limit, count), (admission) =>
          Option.isSome(admission) && admission.value.granted === 0 && admission.value.settled_in > 0
            ? Effect.andThen(Effect.sleep(admission.value.settled_in), keys.admit(key, window, limit, 1))
            : Effect.succeed(admission))

      const refill = Effect.fnUntraced(function*(
        key: ParsedKey,
        holder: Holder,
        window: RateLimit.Window
      ) {
        const now = clock.monotonicTimeNanosUnsafe()
        yield* settle(holder)
        const admission = yield* ask(key, window, holder.size)
        if (Option.isNone(admission)) return Option.none()
        const { granted, principal, used } = admission.value
        if (granted === 0) return Option.some<Taken>({ principal, used: null })
        const first = used - granted + 1
        holder.lease = { principal, window, until: now + lending, first, next: first + 1, last: used }
        return Option.some<Taken>({ principal, used: first })
      })

      /**
       * Refills in a fiber of its own, which goes on when the request that began it is interrupted: what the database has
       * counted by then would be lost.
       */
      const startRefill = (key: ParsedKey, holder: Holder, window: RateLimit.Window) =>
        Effect.withFiber<Option.Option<Taken>, Cause.TimeoutError>((fiber) => {
          holder.asking = fiber
          return refill(key, holder, window).pipe(
            Effect.timeout(patience),
            Effect.ensuring(Effect.sync(() => holder.asking = undefined))
          )
        }).pipe(Effect.orDie, Effect.forkDetach({ startImmediately: true }))

      return Leases.of({
        take: (text, parse, window) =>
          Effect.suspend(() => {
            const known = holders.get(text)
            const taken = known && take(known, window, clock.monotonicTimeNanosUnsafe())
            if (taken !== undefined) return Effect.succeed(Option.some(taken))
            const key = parse(text)
            if (Option.isNone(key)) return Effect.succeed(Option.none())
            const holder = known ?? { refilling: Semaphore.makeUnsafe(1), asking: undefined, waiting: 0, size: 1, lease: undefined }
            holders.set(text, holder)
            holder.waiting++
            return Effect.suspend(() => asked(holder)).pipe(
              Effect.andThen(() => {
                const meanwhile = take(holder, window, clock.monotonicTimeNanosUnsafe())
                return meanwhile === undefined
                  ? Effect.flatMap(startRefill(key.value, holder, window), Fiber.join)
                  : Effect.succeed(Option.some(meanwhile))
              }),
              holder.refilling.withPermits(1),
              Effect.ensuring(Effect.sync(() => holder.waiting--))
            )
          })
      })
    })
  )
}

/**
 * Slots for expensive work. Each organization has a maximum, and so has the server. If all slots are taken, the slot of
 * a client that is too slow is freed. If there is none, an organization gets a slot from another that has at least two
 * more.
 */
import { RateLimitExceeded } from "@candor/contract/Errors"
import type { OrganizationId } from "@candor/domain/Id"
import { Clock, Deferred, Effect, type Scope } from "effect"
import { retryAfterSeconds } from "../response/Responses.ts"
import { CurrentRequest } from "./CurrentRequest.ts"
import * as Pace from "./Pace.ts"

export interface Slot {
  /** Fails when the slot is given to another client. */
  readonly lost: Effect.Effect<never, RateLimitExceeded>
  /** Counts bytes that were sent or received. */
  readonly progress: (bytes: number) => void
  /** Protects the slot until its scope closes: the client has sent or read everything. */
  readonly keep: () => void
}

/** An additional limit, for a part of an organization. */
export interface Part {
  readonly id: string
  /** The part's owner, in the message of a refusal. */
  readonly of: string
  readonly limit: number
}

/** A slot that is taken. */
export interface Taken {
  readonly organization: OrganizationId
  /** When its client is too slow, unless more bytes move. */
  deadline: number
  isKept: boolean
}

interface Open extends Taken {
  /** Milliseconds from taking the slot to its first deadline. */
  readonly head: number
  readonly part: string | undefined
  readonly lost: Deferred.Deferred<never, RateLimitExceeded>
}

interface SlotOptions {
  /** What the slots are for, and what to do if none is free, in the message of a refusal. */
  readonly things: string
  readonly advice: string
  readonly ofOrganization: number
  readonly ofServer: number
  /** Milliseconds for which a client may stall; `Infinity` for slots that wait for events. */
  readonly grace: number
}

/** Milliseconds for which an organization whose client was too slow gets neither slots of others nor grace. */
const slownessMillis = 60_000

/**
 * Returns which of the slots, in the order in which they were taken, to free for a newcomer's organization: the one
 * that has been too slow longest. If there is none, and `share` allows it, the newest slot of the organization with the
 * most, provided it has at least two more than the newcomer's.
 */
export const slotToFree = <A extends Taken>(
  taken: ReadonlyArray<A>,
  organization: OrganizationId,
  share: boolean,
  now: number
): A | undefined => {
  const losable = taken.filter(({ isKept }) => !isKept)
  const slowest = Pace.slowest(losable, now)
  if (slowest !== undefined || !share) return slowest
  const counts = new Map<OrganizationId, number>()
  const count = ({ organization }: Pick<Taken, "organization">) => counts.get(organization) ?? 0
  for (const slot of taken) counts.set(slot.organization, count(slot) + 1)
  const larger = losable.filter((slot) => count(slot) >= count({ organization }) + 2)
  const max = Math.max(...larger.map(count))
  return larger.findLast((slot) => count(slot) === max)
}

/** Sets `Retry-After` on a refusal. */
const withRetryAfter = <A, R>(taking: Effect.Effect<A, RateLimitExceeded, R>): Effect.Effect<A, RateLimitExceeded, R> =>
  Effect.tapError(taking, () =>
    Effect.map(CurrentRequest, (current) => {
      current.retry_after = retryAfterSeconds
    }))

/** Takes a slot for an organization until the scope closes. */
export type TakeSlot = (
  organization: OrganizationId,
  part?: Part
) => Effect.Effect<Slot, RateLimitExceeded, Scope.Scope>

/** Makes the function that takes slots. */
export const slots = ({ advice, grace, ofOrganization, ofServer, things }: SlotOptions): TakeSlot => {
  const all = new Set<Open>()
  /** The time until which an organization counts as slow. */
  const slow = new Map<OrganizationId, number>()

  const refusal = (whose: string, limit: number, outcome = "may have no more") =>
    new RateLimitExceeded({
      error: { message: `${whose} has ${limit} ${things}, and ${outcome}. ${advice}`, details: { limit } }
    })

  const enter = (
    organization: OrganizationId,
    part: Part | undefined,
    now: number
  ): Effect.Effect<Open, RateLimitExceeded> => {
    const own = [...all].filter((slot) => slot.organization === organization)
    if (part !== undefined && own.filter((slot) => slot.part === part.id).length >= part.limit)
      return Effect.fail(refusal(part.of, part.limit))
    const isSlow = (slow.get(organization) ?? now) > now
    const [whose, limit, taken] = own.length >= ofOrganization
      ? ["This organization", ofOrganization, own] as const
      : ["This server", ofServer, [...all]] as const
    if (taken.length >= limit) {
      const slot = slotToFree(taken, organization, !isSlow, now)
      if (slot === undefined) return Effect.fail(refusal(whose, limit))
      all.delete(slot)
      Deferred.doneUnsafe(slot.lost, Effect.fail(refusal(whose, limit, "gave the slot of this one to another")))
    }
    const head = isSlow ? 0 : grace
    const open: Open = {
      organization,
      part: part?.id,
      head,
      deadline: now + head,
      isKept: false,
      lost: Deferred.makeUnsafe()
    }
    all.add(open)
    return Effect.succeed(open)
  }

  const leave = (open: Open, now: number) => {
    all.delete(open)
    for (const [organization, until] of slow) if (until <= now) slow.delete(organization)
    // Also if the slot is released before its deadline: otherwise a client could get one grace period after the other.
    if (!open.isKept && open.deadline < now + open.head - grace / 2) slow.set(open.organization, now + slownessMillis)
  }

  return (organization, part) =>
    Effect.gen(function*() {
      const clock = yield* Clock.Clock
      const now = () => Number(clock.monotonicTimeNanosUnsafe()) / 1_000_000
      const open = yield* Effect.acquireRelease(
        Effect.suspend(() => enter(organization, part, now())),
        (open) => Effect.sync(() => leave(open, now()))
      )
      return {
        lost: withRetryAfter(Deferred.await(open.lost)),
        progress: (bytes: number) => {
          open.deadline = Pace.deadlineAfter(open.deadline, bytes, grace, now())
        },
        keep: () => {
          open.isKept = true
        }
      }
    }).pipe(withRetryAfter)
}

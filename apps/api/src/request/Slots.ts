/**
 * Slots for work that takes much of a server. An organization has a number of them, and the server has one. Where all
 * are taken, the slot of a client that is too slow is freed; where none is, an organization gets a slot of another one
 * that has at least two more.
 */
import { RateLimitExceeded } from "@candor/contract/Errors"
import type { OrganizationId } from "@candor/domain/Id"
import { Clock, Deferred, Effect, type Scope } from "effect"
import { retryAfterSeconds } from "../response/Responses.ts"
import { CurrentRequest } from "./CurrentRequest.ts"
import * as Pace from "./Pace.ts"

export interface Slot {
  /** Fails once another needs the slot. */
  readonly lost: Effect.Effect<never, RateLimitExceeded>
  /** Counts bytes that were sent or received. */
  readonly progress: (bytes: number) => void
  /** Keeps the slot until its scope closes: the client has sent or read everything. */
  readonly keep: () => void
}

/** A further limit, of a part of an organization. */
export interface Part {
  readonly id: string
  /** The owner, in the message of a refusal. */
  readonly of: string
  readonly limit: number
}

/** A slot that is taken. */
export interface Taken {
  readonly organization: OrganizationId
  /** When its client will be too slow, if no more bytes move. */
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
  /** What the slots are for and what to do where none is free, in the message of a refusal. */
  readonly things: string
  readonly advice: string
  readonly ofOrganization: number
  readonly ofServer: number
  /** Milliseconds that a client may stand still; `Infinity` for slots that wait for events. */
  readonly grace: number
}

/** Milliseconds for which an organization with a client that was too slow gets no slots of others, and no grace. */
const slownessMillis = 60_000

/**
 * Returns which of the slots, in the order in which they were taken, is freed for a newcomer of an organization: the
 * one that has been too slow longest. Where none is, and the organization has its `share`, the newest of the
 * organization with most slots, and at least two more.
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

/** Has the response say when to try again. */
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
  /** Until when an organization counts as slow. */
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
    // Also where it is left before its deadline, so that no client gets grace after grace.
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

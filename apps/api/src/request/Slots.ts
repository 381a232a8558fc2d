/**
 * Slots for what takes much of a server at a time. An organization has so many, and all together have so many. Where all are taken, an
 * organization that has fewer than another gets one of the other's, so that nobody is shut out: the slot that moves least.
 */
import { RateLimitExceeded } from "@candor/contract/Errors"
import type { OrganizationId } from "@candor/domain/Id"
import { Clock, Deferred, Effect, type Scope } from "effect"
import { retryAfterSeconds } from "../answer/Responses.ts"
import { CurrentRequest } from "./CurrentRequest.ts"

/** Bytes with which a slot begins, so that one that has just begun is not taken for one that stands still. */
const headStart = 65_536

export interface Slot {
  /** Fails once another organization needs the slot. */
  readonly lost: Effect.Effect<never, RateLimitExceeded>
  /** Counts bytes that were sent or received. */
  readonly progress: (bytes: number) => void
  /** Has the slot stay until its scope closes: what waited for the client is done. */
  readonly keep: () => void
}

/** A further limit, of a part of an organization. */
export interface Part {
  readonly id: string
  /** Whose it is, as a refusal says it. */
  readonly of: string
  readonly limit: number
}

interface Open {
  readonly organization: OrganizationId
  readonly part: string | undefined
  /** Monotonic, in milliseconds. */
  readonly since: number
  bytes: number
  isKept: boolean
  readonly lost: Deferred.Deferred<never, RateLimitExceeded>
}

interface SlotOptions {
  /** What is open at a time, and what to do about it, as a refusal says it. */
  readonly things: string
  readonly advice: string
  readonly ofOrganization: number
  readonly ofServer: number
}

/** Makes the function that takes a slot until the scope closes. */
export const slots = ({ advice, ofOrganization, ofServer, things }: SlotOptions) => {
  const all = new Set<Open>()

  const refusal = (whose: string, limit: number) =>
    new RateLimitExceeded({
      error: { message: `${whose} has ${limit} ${things}, and may have no more. ${advice}`, details: { limit } }
    })

  const serverIsFull = refusal("This server", ofServer)

  const of = (organization: OrganizationId) => [...all].filter((slot) => slot.organization === organization)

  /** The slowest slot of the organization that has most, if it has at least two more than this one. */
  const leastMoving = (organization: OrganizationId, now: number): Open | undefined => {
    const groups = [...Map.groupBy(all, (slot) => slot.organization).values()]
    const largest = groups.reduce((largest, group) => group.length > largest.length ? group : largest)
    if (largest.length < of(organization).length + 2) return undefined
    const pace = ({ bytes, since }: Open) => (bytes + headStart) / (now - since + 1)
    return largest.filter(({ isKept }) => !isKept).toSorted((one, other) => pace(one) - pace(other))[0]
  }

  const enter = (organization: OrganizationId, part: Part | undefined): Effect.Effect<Open, RateLimitExceeded> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (part !== undefined && of(organization).filter((slot) => slot.part === part.id).length >= part.limit) {
        return Effect.fail(refusal(part.of, part.limit))
      }
      if (of(organization).length >= ofOrganization) return Effect.fail(refusal("This organization", ofOrganization))
      if (all.size >= ofServer) {
        const slot = leastMoving(organization, now)
        if (slot === undefined) return Effect.fail(serverIsFull)
        all.delete(slot)
        Deferred.doneUnsafe(slot.lost, Effect.fail(serverIsFull))
      }
      const open: Open = { organization, part: part?.id, since: now, bytes: 0, isKept: false, lost: Deferred.makeUnsafe() }
      all.add(open)
      return Effect.succeed(open)
    })

  return (organization: OrganizationId, part?: Part): Effect.Effect<Slot, RateLimitExceeded, Scope.Scope> =>
    Effect.acquireRelease(enter(organization, part), (open) => Effect.sync(() => all.delete(open))).pipe(
      Effect.map((open): Slot => ({
        lost: Deferred.await(open.lost),
        progress: (bytes) => {
          open.bytes += bytes
        },
        keep: () => {
          open.isKept = true
        }
      })),
      Effect.tapError(() =>
        Effect.map(CurrentRequest, (current) => {
          current.retry_after = retryAfterSeconds
        }))
    )
}

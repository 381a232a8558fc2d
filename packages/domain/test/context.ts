/** The context of decisions in tests: a fixed time, one actor, and ascending ids. */
import type { Actor } from "@candor/domain/access/Actor"
import type { DecisionContext } from "@candor/domain/Decision"
import { ApiKeyId, OrganizationId, UserId } from "@candor/domain/Id"
import { Timestamp } from "@candor/domain/Timestamp"

/** Returns the n-th id. */
export const id = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`

export const actor: Actor = {
  organization_id: OrganizationId.make(id(901)),
  user_id: UserId.make(id(902)),
  api_key_id: ApiKeyId.make(id(903)),
  request_id: "test"
}

/** Returns the context of a decision at a time of day: one actor, and the ids 1, 2, 3, … */
export const contextAt = (time = "09:00:00.000"): DecisionContext => {
  let n = 0
  return { actor, now: Timestamp.make(`2026-11-20T${time}Z`), nextId: () => id(++n) }
}

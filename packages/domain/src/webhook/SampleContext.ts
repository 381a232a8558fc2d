/** The invented actor and time of sample events. */
import type { Worker } from "../access/Actor.ts"
import type { Decided, DecisionContext, DomainEvent } from "../Decision.ts"
import { ApiKeyId, OrganizationId, UserId } from "../Id.ts"
import { Timestamp } from "../Timestamp.ts"

/** Returns the n-th id. */
export const idOf = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`

export const organization_id = OrganizationId.make(idOf(901))
export const now = Timestamp.make("2026-01-05T09:00:00.000Z")

/** Makes a context whose ids count up from `first`. */
export const contextFrom = (first: number): DecisionContext => {
  let n = first
  return {
    actor: {
      organization_id,
      user_id: UserId.make(idOf(902)),
      api_key_id: ApiKeyId.make(idOf(903)),
      request_id: "sample"
    },
    now,
    nextId: () => idOf(n++)
  }
}

export const workerContext: DecisionContext<Worker> = {
  ...contextFrom(900),
  actor: { organization_id, worker: "webhooks", request_id: "sample" }
}

/** Returns the events of decisions. */
export const eventsOf = (...all: ReadonlyArray<Decided<unknown>>): ReadonlyArray<DomainEvent> => all.flatMap(({ events }) => events)

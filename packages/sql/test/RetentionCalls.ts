/** Calls every method of the port for candidates due for erasure, in each way that sends a statement of its own. */
import type { Actor } from "@candor/domain/access/Actor"
import { DueCandidates } from "@candor/domain/retention/DueCandidates"
import { Timestamp } from "@candor/domain/Timestamp"
import { Effect } from "effect"
import { candidateOf, ruleThatApplies, setRule } from "./RetentionWorld.ts"
import { newJob } from "./WebhookWorld.ts"

export const retention = Effect.fn("retention")(function*(actor: Actor) {
  const { organization_id } = actor
  const due = yield* DueCandidates
  const rejected = {
    job: yield* newJob(actor, "Brewer"),
    status: "rejected",
    closed_at: Timestamp.make("2020-01-01T00:00:00.000Z")
  } as const
  const { id } = yield* candidateOf(actor, "Grace Hopper", [rejected])
  yield* candidateOf(actor, "Ada Lovelace", [rejected])
  const until = Timestamp.make("2021-01-01T00:00:00.000Z")
  const { next } = yield* due.list(organization_id, until, { limit: 1 })
  yield* due.list(organization_id, until, { limit: 1, after: next })
  yield* due.count(organization_id, until)
  yield* due.hold(organization_id, id, until)
  yield* ruleThatApplies(actor, 12)
  yield* due.enqueueRuns
  yield* due.continueSoon(organization_id)
  yield* setRule(actor, null)
})

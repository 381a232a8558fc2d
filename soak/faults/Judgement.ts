/** Checks all guarantees of a history on the data at its end. */
import type { Access } from "../Call.ts"
import { candor } from "../Programs.ts"
import { checkProfiles, checkWebhooks, type Webhook } from "./checks/Background.ts"
import { checkEvents, checkFollower } from "./checks/Events.ts"
import { checkPublished, checkRate } from "./checks/Limits.ts"
import { checkWrites } from "./checks/Writes.ts"
import type { Follower } from "./Follower.ts"
import type { Hammer } from "./Hammer.ts"
import { type History, type Violation, violation } from "./History.ts"
import type { Published } from "./PublishedJobs.ts"
import { publishLimit, rateLimit, type Stage } from "./Stage.ts"
import { read } from "./Stored.ts"

interface Evidence {
  readonly access: Access
  /** Violations found during the run. */
  readonly broken: ReadonlyArray<Violation>
  readonly following: Follower
  readonly hammering: Hammer
  readonly history: History
  readonly published: Published
  readonly stage: Stage
  readonly webhooks: ReadonlyArray<Webhook>
}

interface Chain {
  readonly broken: { readonly sequence: number; readonly reason: string } | null
}

const checkChain = async ({ database_url, organization }: Stage): Promise<ReadonlyArray<Violation>> => {
  const env = { DATABASE_URL: database_url }
  const chains = await candor<ReadonlyArray<Chain>>(env, "audit", "verify", "--organization", organization)
  return chains.flatMap(({ broken }) =>
    broken === null ? [] : [violation("events")(`The audit chain is broken: ${broken.sequence} is ${broken.reason}`)]
  )
}

/** Returns all violations, and the number of events. */
export const judge = async (evidence: Evidence) => {
  const { access, broken, following, hammering, history, published, stage, webhooks } = evidence
  const { deadLetters, deliveries, events, shown } = await read(access, webhooks.map(({ id }) => id))
  const violations: ReadonlyArray<Violation> = [
    ...broken,
    ...checkWrites(history, shown),
    ...checkEvents(history, events, shown),
    ...checkFollower(following.seen, events),
    ...await checkChain(stage),
    ...checkWebhooks(webhooks, events, deliveries),
    ...checkProfiles(events, deadLetters),
    ...checkPublished(published.max, publishLimit),
    ...checkRate(hammering.hours.values(), {
      limit: rateLimit,
      servers: stage.servers.length,
      uncounted: stage.cluster.uncounted,
      readOnly: stage.cluster.readOnly
    })
  ]
  return { violations, events: events.length }
}

/** Organizations with a retention rule, and candidates whose applications were closed at given times. */
import type { Actor } from "@candor/domain/access/Actor"
import type { ApplicationStatus } from "@candor/domain/application/ApplicationStatus"
import { ApplicationId, CandidateId } from "@candor/domain/Id"
import type { JobState } from "@candor/domain/job/Job"
import * as Organization from "@candor/domain/organization/Organization"
import { Organizations } from "@candor/domain/organization/Organizations"
import { type DueCandidate, DueCandidates, type RejectionPosition } from "@candor/domain/retention/DueCandidates"
import type { Timestamp } from "@candor/domain/Timestamp"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { create } from "./Person.ts"

/** Sets the organization's rule like a request; null removes it. */
export const setRule = (actor: Actor, months: number | null) =>
  Effect.flatMap(
    Organizations,
    (organizations) =>
      organizations.modify(actor, (organization, context) =>
        Organization.update(
          organization,
          { retention: months === null ? null : { anonymise_after_months: months } },
          context
        ))
  )

/** Sets the organization's rule as if more than a day ago. */
export const ruleThatApplies = Effect.fn("ruleThatApplies")(function*(actor: Actor, months: number) {
  const sql = yield* SqlClient.SqlClient
  yield* setRule(actor, months)
  yield* Effect.orDie(sql`
    UPDATE organizations SET retention_applies_from = now() - interval '1 hour', retention_run_at = now() - interval '1 hour'
    WHERE id = ${actor.organization_id}`)
})

/** An application in a test: its job, its status, and the time at which it was closed. */
export interface Ended {
  readonly job: Pick<JobState, "id" | "stages">
  readonly status: ApplicationStatus
  readonly closed_at: Timestamp | null
}

/** Stores closed applications of the candidate without events. */
export const endedApplications = Effect.fn("endedApplications")(function*(
  { organization_id }: Pick<Actor, "organization_id">,
  candidate: CandidateId,
  applications: ReadonlyArray<Ended>
) {
  const sql = yield* SqlClient.SqlClient
  return yield* Effect.forEach(applications, ({ closed_at, job, status }) =>
    Effect.map(
      sql<{ id: string }>`
        INSERT INTO applications (organization_id, id, job_id, candidate_id, stage_id, source_type, status, closed_at, version,
          created_at, updated_at)
        VALUES (${organization_id}, gen_random_uuid(), ${job.id}, ${candidate}, ${job.stages[0]!.id}, 'api', ${status},
          ${closed_at}::timestamptz, 1, now(), now())
        RETURNING id`,
      ([row]) => ApplicationId.make(row!.id)
    ))
}, Effect.orDie)

/** Makes a new candidate with this name and these applications. */
export const candidateOf = Effect.fn("candidateOf")(
  function*(actor: Actor, full_name: string, applications: ReadonlyArray<Ended>) {
    const { id } = yield* create(actor, { full_name, primary_email: "person@example.com" })
    return { id, applications: yield* endedApplications(actor, id, applications) }
  }
)

/** Returns all due candidates, read in pages of this size. */
export const allDue = Effect.fn("allDue")(
  function*({ organization_id }: Pick<Actor, "organization_id">, until: Timestamp, limit: number) {
    const due = yield* DueCandidates
    const found: Array<DueCandidate> = []
    let after: RejectionPosition | undefined
    do {
      const { items, next } = yield* due.list(organization_id, until, { limit, after })
      found.push(...items)
      after = next
    } while (after !== undefined)
    return found
  }
)

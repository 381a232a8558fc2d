/** Removes the rows of deleted jobs in portions that hold no lock for long. */
import { type ApplicationPortion, DeletedJobs, JobRemovalIncomplete } from "@candor/domain/job/DeletedJobs"
import type { JobId, OrganizationId } from "@candor/domain/Id"
import type { Position } from "@candor/domain/Pagination"
import * as Timestamp from "@candor/domain/Timestamp"
import { Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient, type SqlError } from "effect/sql"
import { rowsOfApplication } from "../application/ApplicationRows.ts"
import { invitationsRemoved } from "../interview/RemovedInvitations.ts"
import { prospectsUnlinked } from "../sourcing/ProspectEvents.ts"
import { applicationsDeleted } from "../application/ApplicationEvents.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { deliverRowEvents, idsAround } from "../../statements/Outbox.ts"
import { after as isAfter } from "../../statements/Paging.ts"
import { deletions as removedContents } from "../../queue/ContentWork.ts"
import { enqueued } from "../../queue/Queue.ts"
import { queue } from "../../queue/JobRemovalWork.ts"
import { isTimeout } from "../../database/SqlFailures.ts"

/** The most applications of a portion. */
const maxApplications = 500

/** How long a portion waits for a row that another transaction has locked. */
const lockTimeout = "100ms"

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const random = yield* SecureRandom.SecureRandom

  /** Selects the applications of a portion. The last one may have more rows than the portion has room for. */
  const portion = (organization: OrganizationId, job: JobId, { after, maxRows }: ApplicationPortion) =>
    sql<Position>`
      SELECT created_at, id FROM (
        SELECT created_at, id, rows, sum(rows) OVER (ORDER BY created_at DESC, id DESC) AS rows_up_to_it FROM (
          SELECT a.created_at, a.id, ${sql.literal(rowsOfApplication)} AS rows FROM applications a
          JOIN jobs j ON j.organization_id = $organization AND j.id = a.job_id
          WHERE a.organization_id = $organization AND a.job_id = ${job} AND j.deleted_at IS NOT NULL
            AND ${isAfter(sql, "a", { after, limit: maxApplications, offset: 0 })}
          ORDER BY a.created_at DESC, a.id DESC LIMIT ${Math.min(maxRows, maxApplications)}
        ) newest
      ) counted
      WHERE rows_up_to_it - rows < ${maxRows} ORDER BY created_at DESC, id DESC
    `.pipe(ofOrganization(sql, organization))

  /** Selects who deleted the job, who also counts as the author of its applications' deletion. */
  const author = (organization: OrganizationId, job: JobId) =>
    sql`
      (
        SELECT e.user_id, e.api_key_id, e.worker, e.request_id FROM events e
        WHERE e.organization_id = ${organization} AND e.subject_id = ${job} AND e.type = 'job.deleted'
        UNION ALL SELECT NULL, NULL, ${queue}, ${queue}
      ) ORDER BY worker NULLS FIRST LIMIT 1`

  const removal = Effect.fnUntraced(function*(organization: OrganizationId, job: JobId, ids: ReadonlyArray<string>) {
    const origin = {
      author: author(organization, job),
      now: yield* Timestamp.now,
      ids: idsAround(yield* random.uuidV7(), "before")
    }
    const work = { queue: removedContents, id: yield* random.uuidV7(), element: { organization_id: organization } }
    const contentsRemoved = enqueued(sql, [work], sql`EXISTS (SELECT FROM deleted_applications)`)
    yield* sql`SELECT set_config('lock_timeout', ${lockTimeout}, true)`
    yield* sql`
      WITH free AS MATERIALIZED (
        SELECT a.id FROM applications a
        WHERE a.organization_id = $organization AND a.id = ANY (${ids}::uuid[])
        FOR UPDATE SKIP LOCKED
      ), ${
      sql.csv([...prospectsUnlinked(sql, sql`free`, origin.now, origin), ...invitationsRemoved(sql, sql`free`, origin)])
    }, deleted_applications AS (
        DELETE FROM applications a USING free WHERE a.organization_id = $organization AND a.id = free.id
        RETURNING a.organization_id, a.id, a.job_id, a.candidate_id
      ), ${applicationsDeleted(sql, origin)}, ${contentsRemoved}, ${deliverRowEvents(sql)}
      SELECT count(*) FROM deleted_applications
    `.pipe(ofOrganization(sql, organization))
  }, sql.withTransaction)

  /** Removes the applications in one transaction. If a row of one is locked, removes each half separately. */
  const removeEach = (
    organization: OrganizationId,
    job: JobId,
    ids: ReadonlyArray<string>
  ): Effect.Effect<unknown, SqlError.SqlError> =>
    Effect.catchIf(removal(organization, job, ids), isTimeout, () => {
      if (ids.length <= 1) return Effect.void
      const middle = ids.length >> 1
      return Effect.andThen(
        removeEach(organization, job, ids.slice(0, middle)),
        removeEach(organization, job, ids.slice(middle))
      )
    })

  const removeApplications = Effect.fn("DeletedJobs.removeApplications")(function*(
    organization: OrganizationId,
    job: JobId,
    request: ApplicationPortion
  ) {
    const applications = yield* portion(organization, job, request)
    if (applications.length > 0) yield* removeEach(organization, job, applications.map(({ id }) => id))
    return applications.at(-1)
  }, Effect.orDie)

  const remove = Effect.fn("DeletedJobs.remove")(function*(organization: OrganizationId, job: JobId) {
    yield* sql`
      DELETE FROM jobs j
      WHERE j.organization_id = $organization AND j.id = ${job} AND j.deleted_at IS NOT NULL
        AND NOT EXISTS (SELECT FROM applications a WHERE a.organization_id = $organization AND a.job_id = j.id)
    `.pipe(ofOrganization(sql, organization), Effect.orDie)
    const left = yield* Effect.orDie(sql`SELECT FROM jobs WHERE organization_id = ${organization} AND id = ${job}`)
    if (left.length > 0) return yield* new JobRemovalIncomplete({ job_id: job })
  })

  return DeletedJobs.of({ removeApplications, remove })
})

export const layer = Layer.effect(DeletedJobs, make)

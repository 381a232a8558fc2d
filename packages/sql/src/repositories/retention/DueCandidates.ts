/**
 * Candidates that are due by a retention rule. They are found by the index `applications_rejected`, which has the
 * rejections that are not anonymized, in order of time. A candidate is due at the last rejection, unless another
 * application is open or was closed too recently.
 */
import {
  type DueCandidate,
  DueCandidates,
  type DuePageRequest,
  maxCounted,
  type RejectionPosition,
  runHours
} from "@candor/domain/retention/DueCandidates"
import { type Closing, isDue } from "@candor/domain/retention/RetentionRule"
import type { CandidateId, OrganizationId } from "@candor/domain/Id"
import type { Timestamp } from "@candor/domain/Timestamp"
import { Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { isLocked } from "../../database/SqlFailures.ts"
import { insertWork } from "../../queue/Queue.ts"
import { queue } from "../../queue/RetentionWork.ts"

/** Rejections that one statement examines, in about 50 ms. Those of candidates that are not due are skipped. */
export const maxRejections = 2000

/** Organizations whose runs are queued at a time. */
const maxRuns = 1000

interface Found extends DueCandidate {
  readonly application_id: string
}

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /**
   * A condition: the job of an application with this alias is not deleted. The deleted jobs are read once per
   * statement.
   */
  const ofVisibleJob = (organization: OrganizationId, alias: "a" | "o"): Statement.Fragment =>
    sql`${sql(alias)}.job_id <> ALL (ARRAY(
      SELECT j.id FROM jobs j WHERE j.organization_id = ${organization} AND j.deleted_at IS NOT NULL
    ))`

  /**
   * When the person of an application with this alias last applied again. Servers of versions before 0080 do not set
   * the column, so submissions count as well.
   */
  const appliedAgainAt = (organization: OrganizationId, alias: "a" | "o"): Statement.Fragment =>
    sql`greatest(${sql(alias)}.applied_again_at, (
      SELECT max(s.created_at) FROM submissions s
      WHERE s.organization_id = ${organization} AND s.application_id = ${sql(alias)}.id AND NOT s.made_application
    ))`

  /** Selects the rejections until a time, after a position: oldest first, as many as one statement examines. */
  const rejections = (
    organization: OrganizationId,
    until: Timestamp,
    after: RejectionPosition | undefined
  ): Statement.Fragment =>
    sql`
      SELECT a.candidate_id, a.closed_at, a.id FROM applications a
      WHERE a.organization_id = ${organization} AND a.status = 'rejected' AND a.anonymised_at IS NULL
        AND a.closed_at <= ${until}::timestamptz AND ${ofVisibleJob(organization, "a")}
        AND ${
      after === undefined
        ? sql`true`
        : sql`(a.closed_at, a.id) > (${after.rejected_at}::timestamptz, ${after.id}::uuid)`
    }
      ORDER BY a.closed_at, a.id LIMIT ${sql.literal(String(maxRejections))}
    `

  /** Selects the due candidates of these rejections, at most `limit`. */
  const dueAmong = (organization: OrganizationId, until: Timestamp, { after, limit }: DuePageRequest) =>
    sql<Found>`
      SELECT c.id, c.full_name, found.closed_at AS last_rejected_at, found.id AS application_id, (
        SELECT max(o.closed_at) FROM applications o
        WHERE o.organization_id = ${organization} AND o.candidate_id = found.candidate_id AND ${
      ofVisibleJob(organization, "o")
    }
      ) AS last_closed_at
      FROM (
        SELECT r.* FROM (${rejections(organization, until, after)}) r
        -- Looks for one at a time: for an EXISTS, PostgreSQL may read all applications of the organization.
        WHERE (
          SELECT true FROM applications o
          WHERE o.organization_id = ${organization} AND o.candidate_id = r.candidate_id AND ${
      ofVisibleJob(organization, "o")
    } AND (
              o.status NOT IN ('rejected', 'withdrawn') OR greatest(o.closed_at, ${
      appliedAgainAt(organization, "o")
    }) > ${until}::timestamptz
              OR o.status = 'rejected' AND (o.closed_at, o.id) > (r.closed_at, r.id)
            )
          LIMIT 1
        ) IS NOT TRUE
        ORDER BY r.closed_at, r.id LIMIT ${sql.literal(String(limit))}
      ) found
      CROSS JOIN LATERAL (
        SELECT c.id, c.full_name FROM candidates c WHERE c.organization_id = ${organization} AND c.id = found.candidate_id LIMIT 1
      ) c
      ORDER BY found.closed_at, found.id
    `

  /** Selects the position of the last rejection that a statement examined, if there may be more after it. */
  const lastLookedAt = (organization: OrganizationId, until: Timestamp, after: RejectionPosition | undefined) =>
    sql<RejectionPosition>`
      SELECT r.closed_at AS rejected_at, r.id FROM (${rejections(organization, until, after)}) r
      ORDER BY r.closed_at, r.id OFFSET ${sql.literal(String(maxRejections - 1))}
    `.pipe(Effect.map(([position]) => position))

  /** Finds the first `limit` due candidates after a position, however many rejections are skipped. */
  const find = Effect.fnUntraced(
    function*(organization: OrganizationId, until: Timestamp, { after, limit }: DuePageRequest) {
      const found: Array<Found> = []
      let from = after
      do {
        found.push(...yield* dueAmong(organization, until, { limit: limit - found.length, after: from }))
        from = found.length < limit ? yield* lastLookedAt(organization, until, from) : undefined
      } while (from !== undefined)
      return found
    },
    Effect.orDie
  )

  const list = Effect.fn("DueCandidates.list")(
    function*(organization: OrganizationId, until: Timestamp, { after, limit }: DuePageRequest) {
      const found = yield* find(organization, until, { after, limit: limit + 1 })
      const page = found.slice(0, limit)
      const last = page.at(-1)
      return {
        items: page.map(({ application_id: _, ...candidate }) => candidate),
        next: found.length > limit && last !== undefined
          ? { rejected_at: last.last_rejected_at, id: last.application_id }
          : undefined
      }
    }
  )

  const count = (organization: OrganizationId, until: Timestamp) =>
    Effect.map(find(organization, until, { limit: maxCounted + 1 }), ({ length }) => ({
      count: Math.min(length, maxCounted),
      at_least: length > maxCounted
    }))

  const hold = Effect.fn("DueCandidates.hold")(
    function*(organization: OrganizationId, candidate: CandidateId, until: Timestamp) {
      const locked = yield* sql`
      SELECT FROM candidates c
      WHERE c.organization_id = ${organization} AND c.id = ${candidate} AND c.anonymised_at IS NULL FOR UPDATE
    `
      if (locked.length === 0) return false
      const applications = yield* sql<Closing>`
      SELECT a.status, a.closed_at, ${appliedAgainAt(organization, "a")} AS applied_again_at FROM applications a
      WHERE a.organization_id = ${organization} AND a.candidate_id = ${candidate} AND ${ofVisibleJob(organization, "a")}
      ORDER BY a.id FOR UPDATE
    `
      return isDue(applications, until)
    },
    Effect.orDie
  )

  const dueRuns = sql<{ readonly id: OrganizationId }>`
    SELECT o.id FROM organizations o WHERE o.retention_run_at <= now() ORDER BY o.retention_run_at LIMIT ${
    sql.literal(String(maxRuns))
  }`

  /** Queues the run of an organization if it is still due. If its row is locked, leaves it to the next time. */
  const enqueueRun = ({ id }: { readonly id: OrganizationId }) =>
    sql`
    WITH planned AS (
      UPDATE organizations o SET retention_run_at = now() + ${sql.literal(`interval '${runHours} hours'`)}
      WHERE o.id = ${id} AND o.retention_run_at <= now() RETURNING o.id
    ), enqueued AS (
      ${insertWork} ${queue}, planned.id::text, json_build_object('organization_id', planned.id)::text, now() FROM planned
      ON CONFLICT (id, queue_name) DO UPDATE SET state = 'pending', attempts = 0, visible_at = now(), updated_at = now(),
        last_failure = NULL, acquired_at = NULL, acquired_by = NULL
      WHERE queue.state <> 'pending'
    )
    SELECT FROM planned
  `.pipe(Effect.catchIf(isLocked, () => Effect.void))

  const enqueueRuns = Effect.tap(dueRuns, Effect.forEach(enqueueRun, { discard: true })).pipe(
    Effect.asVoid,
    Effect.orDie
  )

  // The column has milliseconds. A rounded time could be later than that of the next statement.
  const continueSoon = (organization: OrganizationId) =>
    sql`
      UPDATE organizations SET retention_run_at = date_trunc('milliseconds', now()) WHERE id = ${organization} AND retention_run_at IS NOT NULL
    `.pipe(Effect.asVoid, Effect.orDie)

  return DueCandidates.of({ list, count, hold, enqueueRuns, continueSoon })
})

export const layer = Layer.effect(DueCandidates, make)

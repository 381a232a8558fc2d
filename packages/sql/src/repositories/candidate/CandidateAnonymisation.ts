/**
 * Anonymizes a candidate: removes everything that belongs to it and to its applications, but keeps the applications
 * (decision 0036). This includes applications of deleted jobs whose rows are still stored.
 */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import { noun as application } from "@candor/domain/application/Application"
import type { CandidateState } from "@candor/domain/candidate/Candidate"
import type { DecisionContext } from "@candor/domain/Decision"
import type { OrganizationId } from "@candor/domain/Id"
import { anonymous } from "@candor/domain/Noun"
import { personalPartsOf } from "@candor/domain/nouns"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { afterDeletion } from "../../queue/ContentWork.ts"
import { erasureOf } from "../../queue/Erasure.ts"
import type { Change } from "../../statements/Change.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { deliverRowEvents, originOf } from "../../statements/Outbox.ts"
import { setFrom } from "../../statements/Rows.ts"
import { save, withAll } from "../../statements/Saving.ts"
import { applicationsUpdated } from "../application/ApplicationEvents.ts"
import { importRowsForgotten } from "../import/ImportRows.ts"
import { invitationsRemoved } from "../interview/RemovedInvitations.ts"
import { isMailOfPerson } from "../mail/MailOfPerson.ts"
import { workRemoved } from "../profile/AiProfileRows.ts"
import { isOfPerson } from "../submission/OfPerson.ts"
import { removeProspects } from "../sourcing/ProspectRemoval.ts"
import { maxRows, portionOf, type Removable } from "./CandidateApplications.ts"
import { candidateColumns } from "./CandidateRows.ts"

/** The values that replace an application's own personal values. */
const replaced = anonymous(application)

/** A condition: the application `a` has not been anonymized. */
const isPersonal = "a.anonymised_at IS NULL"

/**
 * Makes the functions that empty a candidate's applications. In their events the candidate has the name of anonymized
 * ones.
 */
const emptying = (
  sql: SqlClient.SqlClient,
  context: DecisionContext<Actor | Worker>,
  organization: OrganizationId,
  { full_name, id: candidate }: CandidateState
) => {
  const { now } = context

  /** Deletes everything that belongs to these applications, or to this candidate. */
  const removeParts = (
    owner: "application" | "candidate",
    ids: ReadonlyArray<string>,
    before: ReadonlyArray<Statement.Fragment> = []
  ) => {
    const tables = personalPartsOf(owner).map(({ table }) => table)
    // Fingerprints of texts (`prints`) are not declared as a noun.
    const removed = (owner === "application" ? [...tables, "prints"] : tables).map((table) =>
      sql`${sql.literal(`removed_${table}`)} AS (
        DELETE FROM ${sql.literal(table)} x
        WHERE x.organization_id = $organization AND ${sql.literal(`x.${owner}_id`)} = ANY (${ids}::uuid[])
      )`
    )
    return sql`${withAll(sql, [...before, ...removed])} SELECT`.pipe(ofOrganization(sql, organization))
  }

  /**
   * Marks the applications, so that nothing can be added to them, then deletes what belongs to them. Returns their ids.
   * Two statements, because the second one also sees rows that the first one had to wait for.
   */
  const empty = Effect.fnUntraced(function*(applications: Statement.Fragment) {
    const rows = yield* sql<{ readonly id: string }>`
      WITH changed_applications AS (
        UPDATE applications a SET anonymised_at = ${now}, notes_counted = 0, feedback_counted = 0, text_bytes = 0,
          updated_at = greatest(a.updated_at, ${now}::timestamptz), version = a.version + 1,
          ${setFrom(sql, "applications", Object.keys(replaced), replaced)}, (${applications}) found
        WHERE a.organization_id = $organization AND a.id = found.id
        RETURNING a.*
      ), ${applicationsUpdated(sql, originOf(sql, context), full_name)}, ${deliverRowEvents(sql)}
      SELECT id FROM changed_applications
    `.pipe(ofOrganization(sql, organization))
    const ids = rows.map(({ id }) => id)
    const emptied = sql`(SELECT id FROM unnest(${ids}::uuid[]) AS id)`
    if (ids.length > 0) yield* removeParts("application", ids, invitationsRemoved(sql, emptied, originOf(sql, context)))
    return ids
  })

  const all = empty(sql`
    SELECT a.id FROM applications a
    WHERE a.organization_id = ${organization} AND a.candidate_id = ${candidate} AND ${sql.literal(isPersonal)}`)
  const portion = sql.withTransaction(empty(portionOf(sql, organization, candidate, isPersonal)))
  return {
    all,
    portions: Effect.repeat(portion, { until: (ids) => ids.length === 0 }),
    own: removeParts("candidate", [candidate], [
      sql`candidate AS (SELECT ${organization}::uuid AS organization_id, ${candidate}::uuid AS id)`,
      workRemoved(sql, "candidate")
    ])
  }
}

/**
 * Saves an anonymized candidate if it still has the loaded version and no prospect is linked to it any more, and
 * returns its row. The lock on the candidate makes new applications wait, and then find it anonymized.
 */
export const saveAnonymised = Effect.fnUntraced(function*(
  sql: SqlClient.SqlClient,
  change: Change<Removable, CandidateState, Actor | Worker>
) {
  const {
    before: { candidate: { id, version }, merged, prospects, rows },
    context,
    decided: { entity: candidate },
    organization_id
  } = change
  const { all, own, portions } = emptying(sql, context, organization_id, candidate)
  yield* removeProspects(sql, context.actor, prospects)
  if (rows > maxRows) yield* portions
  return yield* sql.withTransaction(Effect.gen(function*() {
    const locked = yield* sql`
      SELECT FROM candidates c WHERE c.organization_id = ${organization_id} AND c.id = ${id} AND c.version = ${version} FOR UPDATE
    `
    if (locked.length === 0) return []
    const linked =
      yield* sql`SELECT FROM public.prospects p WHERE p.organization_id = ${organization_id} AND p.candidate_id = ${id} LIMIT 1`
    if (linked.length > 0) return []
    yield* all
    yield* own
    yield* sql`
      DELETE FROM submissions s USING candidates c
      WHERE c.organization_id = $organization AND c.id = ${id} AND ${isOfPerson(sql)}
    `.pipe(ofOrganization(sql, organization_id))
    yield* sql`
      DELETE FROM messages m WHERE ${isMailOfPerson(sql, sql`c.id = ${id}`)}
    `.pipe(ofOrganization(sql, organization_id))
    return yield* save(sql, change, {
      saved: sql`
        UPDATE candidates c SET notes_counted = 0, text_bytes = 0, ${
        setFrom(sql, "candidates", [...candidateColumns, "anonymised_at", "updated_at", "version"], candidate)
      }
        WHERE c.organization_id = ${organization_id} AND c.id = ${id} AND c.version = ${version}
        RETURNING c.organization_id, c.id`,
      after: [
        sql`forgotten_merges AS (
          UPDATE candidate_merges m SET undo = NULL FROM saved
          WHERE m.organization_id = $organization AND m.into_id = saved.id
        )`,
        importRowsForgotten(sql, [id, ...merged], sql`saved`)
      ],
      work: [...[id, ...merged].map((id) => erasureOf(context, id)), afterDeletion(context)]
    })
  }))
})

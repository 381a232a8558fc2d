/** Stored requests for feedback. */
import type { Actor } from "@candor/domain/access/Actor"
import { ApplicationNotFound } from "@candor/domain/application/Application"
import type { Decision, DecisionContext } from "@candor/domain/Decision"
import type { ApplicationId, FeedbackRequestId, OrganizationId, UserId } from "@candor/domain/Id"
import { fromRows, type PageRequest } from "@candor/domain/Pagination"
import {
  type Asking,
  type FeedbackRequest,
  FeedbackRequestNotFound,
  noun,
  requestStatus,
  type RequestState
} from "@candor/domain/request/FeedbackRequest"
import { FeedbackRequests, RequestFilter } from "@candor/domain/request/FeedbackRequests"
import { Effect, Layer, Result } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { changedColumns, jsonColumns, object, rowColumns } from "../../statements/Nouns.ts"
import { meets } from "../../statements/Filtering.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { insertRowEvents, originOf } from "../../statements/Outbox.ts"
import { after, newestFirst } from "../../statements/Paging.ts"
import { columnsOf, pick } from "../../statements/Rows.ts"
import { save } from "../../statements/Saving.ts"
import { write } from "../../statements/Writing.ts"
import { authorOf } from "../application/ApplicationQueries.ts"
import { applicationIsVisible, ofVisibleJob } from "../application/Visibility.ts"

const user = (column: string): string =>
  `(SELECT ${authorOf("u")} FROM users u WHERE u.organization_id = $organization AND u.id = r.${column})`

/** The columns of a request `r` with `withNames`. */
export const requestShown = jsonColumns(noun, "r", "json", {
  member: user("member_id"),
  author: user("author_id"),
  application: object(
    `a.id, ${object("c.id, c.full_name")} AS candidate, ${object("j.id, j.title, j.is_confidential")} AS job`
  )
})

/** Joins the row of a table with this id, if it meets the condition. LIMIT makes PostgreSQL look it up for each row. */
const named = (table: string, alias: string, id: string, condition = "true"): string =>
  `CROSS JOIN LATERAL (
    SELECT * FROM ${table} ${alias} WHERE ${alias}.organization_id = $organization AND ${alias}.id = ${id} AND ${condition} LIMIT 1
  ) ${alias}`

/**
 * Joins the application, candidate, job and member of rows, each by its id: otherwise PostgreSQL might read all
 * applications of the organization. Leaves out deleted jobs.
 */
export const namesOf = (alias: string): string =>
  [
    named("applications", "a", `${alias}.application_id`, ofVisibleJob),
    named("candidates", "c", "a.candidate_id"),
    named("jobs", "j", "a.job_id")
  ].join("\n")

/** Joins the application, candidate, job and member of requests `r`. */
export const withNames = namesOf("r")

const open = requestStatus.initial
const given = Result.getOrThrow(requestStatus.next(open, "give"))

/**
 * Common table expressions that fulfill the actor's open request on an application, with its event, if the earlier
 * expression `saved` has the feedback.
 */
export const requestGiven = (
  sql: SqlClient.SqlClient,
  application: ApplicationId,
  context: DecisionContext
): ReadonlyArray<Statement.Fragment> => [
  sql`given_requests AS (
    UPDATE feedback_requests r SET status = ${given}, updated_at = ${context.now}::timestamptz, version = r.version + 1
    WHERE r.organization_id = ${context.actor.organization_id} AND r.application_id = ${application}
      AND r.member_id = ${context.actor.user_id} AND r.status = ${open} AND EXISTS (SELECT FROM saved)
    RETURNING r.*
  )`,
  insertRowEvents(
    sql,
    "feedback_request.given",
    sql`
    SELECT r.organization_id, r.id, to_jsonb(${
      sql.literal(object(jsonColumns(noun, "r", "event")))
    }) AS data FROM given_requests r
  `,
    originOf(sql, context, "after")
  )
]

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const list = (organization: OrganizationId, filter: RequestFilter, page: PageRequest) => {
    // The page is found before what it names, of which there may be much more.
    const rows = sql`
      SELECT r.* FROM ${
      sql.literal(filter.member_id === undefined ? "$scanned_feedback_requests" : "$feedback_requests")
    } r
      WHERE r.organization_id = $organization AND ${sql.literal(applicationIsVisible("r.application_id"))}
        AND ${meets(sql, noun, "r", RequestFilter, filter)} AND ${after(sql, "r", page)}
      ${newestFirst(sql, "r", page)}`
    return sql<FeedbackRequest>`
      SELECT ${sql.literal(requestShown)} FROM (${rows}) r ${sql.literal(withNames)}
      ORDER BY r.created_at DESC, r.id DESC
    `.pipe(ofOrganization(sql, organization), Effect.map((rows) => fromRows(page, rows)), Effect.orDie)
  }

  const found = (id: FeedbackRequestId) => <Row>([row]: ReadonlyArray<Row>) =>
    row === undefined ? new FeedbackRequestNotFound({ id }) : Effect.succeed(row)

  const get = (organization: OrganizationId, id: FeedbackRequestId) =>
    sql<FeedbackRequest>`
      SELECT ${sql.literal(requestShown)} FROM $feedback_requests r ${
      sql.literal(withNames)
    } WHERE r.organization_id = $organization AND r.id = ${id}
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap(found(id))
    )

  const asking = (organization: OrganizationId, application: ApplicationId, member: UserId) =>
    sql<Asking>`
      SELECT a.anonymised_at, a.requests_counted,
        (SELECT u.status FROM users u WHERE u.organization_id = ${organization} AND u.id = ${member}) AS member_status,
        (
          SELECT r.id FROM feedback_requests r
          WHERE r.organization_id = ${organization} AND r.application_id = a.id AND r.member_id = ${member} AND r.status = ${open}
        ) AS open_request_id
      FROM $applications a
      WHERE a.organization_id = $organization AND a.id = ${application} AND ${sql.literal(ofVisibleJob)}
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap(([row]) => row === undefined ? new ApplicationNotFound({ id: application }) : Effect.succeed(row))
    )

  // Counting locks the application, so that a concurrent anonymization waits, and then finds the request; after one,
  // the application is not found.
  const create = <Failure>(
    actor: Actor,
    application: ApplicationId,
    member: UserId,
    decide: (asking: Asking, context: DecisionContext) => Decision<RequestState, Failure>
  ) =>
    write({
      actor,
      load: asking(actor.organization_id, application, member),
      decide,
      save: (change) => {
        const row = { organization_id: actor.organization_id, ...change.decided.entity }
        return save(sql, change, {
          before: [sql`counted AS (
            UPDATE applications a SET requests_counted = a.requests_counted + 1
            WHERE a.organization_id = $organization AND a.id = ${application} AND a.anonymised_at IS NULL AND ${
            sql.literal(ofVisibleJob)
          }
            RETURNING a.id
          )`],
          saved: sql`
            INSERT INTO feedback_requests (${sql.literal(Object.keys(row).join(", "))})
            SELECT ${sql.csv(Object.values(row).map((value) => sql`${value}`))} FROM counted RETURNING id`
        })
      },
      races: ["feedback_requests_application", "feedback_requests_open", "applications_requests"]
    })

  const load = (organization: OrganizationId, id: FeedbackRequestId) =>
    sql<RequestState>`
      SELECT ${sql.literal(columnsOf("r", rowColumns(noun)))}
      FROM $feedback_requests r JOIN applications a ON a.organization_id = $organization AND a.id = r.application_id
      WHERE r.organization_id = $organization AND r.id = ${id} AND ${sql.literal(ofVisibleJob)}
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.flatMap(found(id)))

  const modify = <Failure>(
    actor: Actor,
    id: FeedbackRequestId,
    decide: (request: RequestState, context: DecisionContext) => Decision<RequestState, Failure>
  ) =>
    write({
      actor,
      load: load(actor.organization_id, id),
      decide,
      save: (change) =>
        save(sql, change, {
          saved: sql`
            UPDATE feedback_requests r SET ${
            sql.update(pick(change.decided.entity, [...changedColumns(noun), "updated_at", "version"]))
          }
            WHERE r.organization_id = ${actor.organization_id} AND r.id = ${id} AND r.version = ${change.before.version}
            RETURNING id`
        })
    })

  return FeedbackRequests.of({ list, get, create, modify })
})

export const layer = Layer.effect(FeedbackRequests, make)

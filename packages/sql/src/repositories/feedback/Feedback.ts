/** Stored interview feedback. */
import type { Actor } from "@candor/domain/access/Actor"
import { ApplicationNotFound } from "@candor/domain/application/ApplicationNotFound"
import * as ApplicationSize from "@candor/domain/application/ApplicationSize"
import { type Decision, type DecisionContext, onlyIf } from "@candor/domain/Decision"
import { Feedback } from "@candor/domain/feedback/Feedback"
import type { ApplicationId, FeedbackId, OrganizationId } from "@candor/domain/Id"
import { FeedbackNotFound, type FeedbackState, type InterviewFeedback } from "@candor/domain/feedback/InterviewFeedback"
import { listOf } from "@candor/domain/Encoded"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { feedbackShown } from "../application/ApplicationQueries.ts"
import { addToSize, applicationSize, applicationSizeGuard, sizeColumns } from "../application/ApplicationSize.ts"
import type { Key } from "../../statements/Batching.ts"
import { insertRow } from "../../statements/Inserts.ts"
import { batchedRead } from "../../statements/Reads.ts"
import { save } from "../../statements/Saving.ts"
import { batchedUpdate } from "../../statements/Updates.ts"
import { applicationIsVisible, ofVisibleJob, visibleApplicationId } from "../application/Visibility.ts"
import { write } from "../../statements/Writing.ts"

/** The row of an application that is there and has no such feedback. */
interface Without {
  readonly id: null
}

/** Feedback with the size of its application. */
interface Loaded extends Pick<FeedbackState, "id" | "version"> {
  readonly feedback: FeedbackState
  readonly size: ApplicationSize.ApplicationSize
}

/** The size that a revision adds to the application. */
const growth = (before: FeedbackState, after: FeedbackState) =>
  ApplicationSize.difference(ApplicationSize.ofFeedback(before), ApplicationSize.ofFeedback(after))

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  // One row for each entry, so that no message of the database is longer than an entry.
  const list = (organization: OrganizationId, application: ApplicationId) =>
    sql<{ readonly json: Uint8Array | null }>`
      SELECT CASE WHEN f.id IS NOT NULL THEN convert_to(${sql.literal(feedbackShown("f"))}::text, 'UTF8') END AS json
      FROM applications a
      LEFT JOIN interview_feedback f ON f.organization_id = a.organization_id AND f.application_id = a.id
      WHERE a.organization_id = ${organization} AND a.id = ${application} AND ${sql.literal(ofVisibleJob)}
      ORDER BY f.created_at DESC, f.id DESC
    `.pipe(
      Effect.orDie,
      Effect.flatMap((rows) =>
        rows.length === 0
          ? new ApplicationNotFound({ id: application })
          : Effect.succeed(listOf<InterviewFeedback>(rows.flatMap(({ json }) => json ?? [])))
      )
    )

  const find = batchedRead<
    Key<FeedbackId> & { readonly application_id: ApplicationId },
    (FeedbackState | Without) & ApplicationSize.ApplicationSize
  >(
    sql,
    "interview_feedback",
    sql`
      SELECT f.id, f.application_id, f.author_id, f.interview_type, f.rating, f.body, f.version, f.created_at,
        f.submitted_at, ${sql.literal(sizeColumns)}
      FROM applications a
      LEFT JOIN interview_feedback f
        ON f.organization_id = a.organization_id AND f.application_id = a.id AND f.id = request.id
      WHERE a.organization_id = request.organization_id AND a.id = request.application_id AND ${sql.literal(ofVisibleJob)}
    `
  )

  const load = Effect.fnUntraced(function*(organization_id: OrganizationId, application_id: ApplicationId, id: FeedbackId) {
    const [row] = yield* Effect.orDie(find({ organization_id, application_id, id }))
    if (row === undefined) return yield* new ApplicationNotFound({ id: application_id })
    if (row.id === null) return yield* new FeedbackNotFound({ id })
    const { feedback_counted, notes_counted, text_bytes, ...feedback } = row
    return { id, version: feedback.version, feedback, size: { feedback_counted, notes_counted, text_bytes } }
  })

  const create = <Failure>(
    actor: Actor,
    application: ApplicationId,
    decide: (context: DecisionContext) => Decision<FeedbackState, Failure>
  ) =>
    write({
      actor,
      load: applicationSize(sql, actor.organization_id, application),
      decide: (size, context) =>
        onlyIf(decide(context), (feedback) => ApplicationSize.withinLimits(size, ApplicationSize.ofFeedback(feedback))),
      save: (change) =>
        save(sql, change, {
          saved: sql`
            ${
            insertRow(sql, "interview_feedback", {
              organization_id: actor.organization_id,
              ...change.decided.entity,
              application_id: visibleApplicationId(sql, actor.organization_id, application),
              updated_at: change.context.now
            })
          } RETURNING id`,
          increments: [addToSize(application, ApplicationSize.ofFeedback(change.decided.entity))]
        }),
      races: ["interview_feedback_application", applicationSizeGuard]
    })

  const update = batchedUpdate<Loaded, FeedbackState>(sql, {
    table: "interview_feedback",
    key: ["application_id"],
    set: ["interview_type", "rating", "body"],
    row: (feedback) => feedback,
    where: applicationIsVisible("t.organization_id", "t.application_id"),
    locks: { table: "applications", by: "application_id" },
    belongings: ({ before: { feedback }, decided: { entity } }) => ({
      increments: [addToSize(feedback.application_id, growth(feedback, entity))]
    })
  })

  const modify = <Failure>(
    actor: Actor,
    application: ApplicationId,
    id: FeedbackId,
    decide: (feedback: FeedbackState, context: DecisionContext) => Decision<FeedbackState, Failure>
  ) =>
    write({
      actor,
      load: load(actor.organization_id, application, id),
      decide: ({ feedback, size }, context) =>
        onlyIf(decide(feedback, context), (after) => ApplicationSize.withinLimits(size, growth(feedback, after))),
      save: update,
      races: [applicationSizeGuard]
    })

  return Feedback.of({ list, create, modify })
})

export const layer = Layer.effect(Feedback, make)

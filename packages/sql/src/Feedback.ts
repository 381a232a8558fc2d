/** Stored interview feedback. */
import type { Actor } from "@candor/domain/Actor"
import { ApplicationNotFound } from "@candor/domain/ApplicationNotFound"
import type { Decided, Decision, Facts } from "@candor/domain/Decision"
import { Feedback } from "@candor/domain/Feedback"
import type { ApplicationId, FeedbackId, OrganizationId } from "@candor/domain/Id"
import { FeedbackNotFound, type FeedbackState, type InterviewFeedback } from "@candor/domain/InterviewFeedback"
import { Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { applicationExists } from "./ApplicationExists.ts"
import { recorded } from "./Recording.ts"
import { write } from "./Writing.ts"

/** The row of an application that is there and has no such feedback. */
interface Without {
  readonly id: null
}

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const provide = Effect.provideService(SecureRandom.SecureRandom, yield* SecureRandom.SecureRandom)

  const list = Effect.fnUntraced(function*(organization: OrganizationId, application: ApplicationId) {
    const rows = yield* sql<InterviewFeedback | Without>`
      SELECT f.id, f.interview_type, f.rating, f.body, f.created_at, f.submitted_at
      FROM applications a
      LEFT JOIN interview_feedback f ON f.organization_id = a.organization_id AND f.application_id = a.id
      WHERE a.organization_id = ${organization} AND a.id = ${application}
      ORDER BY f.created_at DESC, f.id DESC
    `.pipe(Effect.orDie)
    if (rows.length === 0) return yield* new ApplicationNotFound({ id: application })
    return rows.filter((row) => row.id !== null)
  })

  const load = Effect.fnUntraced(function*(organization: OrganizationId, application: ApplicationId, id: FeedbackId) {
    const [row] = yield* sql<FeedbackState | Without>`
      SELECT f.id, f.application_id, f.author_id, f.interview_type, f.rating, f.body, f.version, f.created_at,
        f.submitted_at
      FROM applications a
      LEFT JOIN interview_feedback f
        ON f.organization_id = a.organization_id AND f.application_id = a.id AND f.id = ${id}
      WHERE a.organization_id = ${organization} AND a.id = ${application}
    `.pipe(Effect.orDie)
    if (row === undefined) return yield* new ApplicationNotFound({ id: application })
    if (row.id === null) return yield* new FeedbackNotFound({ id })
    return row
  })

  const create = <Failure>(
    actor: Actor,
    application: ApplicationId,
    decide: (facts: Facts) => Decision<FeedbackState, Failure>
  ) =>
    provide(write({
      actor,
      load: applicationExists(sql, actor.organization_id, application),
      decide: (_, facts) => decide(facts),
      save: (_, { entity: feedback, events }, facts) =>
        sql`
          WITH saved AS (
            INSERT INTO interview_feedback ${
          sql.insert({ organization_id: actor.organization_id, ...feedback, updated_at: facts.now })
        }
            RETURNING id
          ), ${recorded(sql, facts, events)}
          SELECT FROM saved
        `,
      races: ["interview_feedback_application"]
    }))

  const modify = <Failure>(
    actor: Actor,
    application: ApplicationId,
    id: FeedbackId,
    decide: (feedback: FeedbackState, facts: Facts) => Decision<FeedbackState, Failure>
  ) =>
    provide(write({
      actor,
      load: load(actor.organization_id, application, id),
      decide,
      save: (before: FeedbackState, { entity: feedback, events }: Decided<FeedbackState>, facts) =>
        sql`
          WITH saved AS (
            UPDATE interview_feedback SET
              interview_type = ${feedback.interview_type}, rating = ${feedback.rating}, body = ${feedback.body},
              version = ${feedback.version}, updated_at = ${facts.now}
            WHERE organization_id = ${actor.organization_id} AND application_id = ${application} AND id = ${id}
              AND version = ${before.version}
            RETURNING id
          ), ${recorded(sql, facts, events)}
          SELECT FROM saved
        `
    }))

  return Feedback.of({ list, create, modify })
})

export const layer = Layer.effect(Feedback, make)

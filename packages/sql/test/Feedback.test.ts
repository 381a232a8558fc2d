import type { Actor } from "@candor/domain/access/Actor"
import { Feedback } from "@candor/domain/feedback/Feedback"
import { type ApplicationId } from "@candor/domain/Id"
import * as InterviewFeedback from "@candor/domain/feedback/InterviewFeedback"
import { decodeWith } from "@candor/domain/Encoded"
import { describe, expect, test } from "bun:test"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { insertApplication } from "./ApplicationRow.ts"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import * as World from "./World.ts"

const draft: InterviewFeedback.FeedbackDraft = { interview_type: "technical", rating: "yes", body: "Clear thinking." }

const submit = (actor: Actor, application: ApplicationId, fields: InterviewFeedback.FeedbackPatch = {}) =>
  Effect.flatMap(
    Feedback,
    (feedback) =>
      feedback.create(
        actor,
        { application_id: application },
        (context) => InterviewFeedback.submit(application, { ...draft, ...fields }, context)
      )
  )

const revise = (
  actor: Actor,
  { application_id, id }: InterviewFeedback.FeedbackState,
  patch: InterviewFeedback.FeedbackPatch
) =>
  Effect.flatMap(
    Feedback,
    (feedback) =>
      feedback.modify(actor, { application_id }, id, (stored, context) =>
        InterviewFeedback.revise(stored, patch, context))
  )

const remove = (actor: Actor, { application_id, id }: InterviewFeedback.FeedbackState) =>
  Effect.flatMap(Feedback, (feedback) => feedback.remove(actor, { application_id }, id, InterviewFeedback.remove))

const parseFeedback = decodeWith(Schema.Array(InterviewFeedback.InterviewFeedback))

const list = (actor: Actor, application: ApplicationId) =>
  Effect.flatMap(
    Feedback,
    (feedback) => Effect.flatMap(feedback.list(actor.organization_id, { application_id: application }), parseFeedback)
  )

const eventTypes = (actor: Actor) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const events = yield* sql<{ type: string }>`
      SELECT type FROM events WHERE organization_id = ${actor.organization_id} ORDER BY id`
    return events.map((event) => event.type)
  })

const world = Effect.gen(function*() {
  const { actor: ada } = yield* World.organization({ name: "Acme" })
  const { actor: grace } = yield* World.member(ada.organization_id, { email: "grace@example.com", scope: "write" })
  const application = (yield* insertApplication(ada.organization_id)).id
  return { ada, grace, application }
})

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`Feedback on ${database.name}`, () => {
    test("what is submitted is what is listed, newest first", () =>
      run(
        Effect.gen(function*() {
          const { ada, application, grace } = yield* world
          yield* submit(ada, application, { interview_type: "screen" })
          yield* TestClock.adjust("1 second")
          const last = yield* submit(grace, application)
          const all = yield* list(ada, application)
          expect(all.map((feedback) => feedback.interview_type)).toEqual(["technical", "screen"])
          expect(all[0]).toEqual({
            ...draft,
            external_ids: [],
            id: last.id,
            scorecard_id: null,
            author: { id: grace.user_id, full_name: "grace@example.com" },
            created_at: last.created_at,
            submitted_at: last.submitted_at
          })
        }).pipe(Effect.provide(TestClock.layer()))
      ))

    test("a revision changes what it names and stays submitted when it was; an empty one records nothing", () =>
      run(
        Effect.gen(function*() {
          const { ada, application } = yield* world
          const feedback = yield* submit(ada, application)
          yield* TestClock.adjust("1 minute")
          yield* revise(ada, feedback, { rating: "strong_yes" })
          yield* revise(ada, feedback, { rating: "strong_yes" })
          yield* revise(ada, feedback, {})
          expect(yield* list(ada, application)).toEqual([{
            ...draft,
            external_ids: [],
            rating: "strong_yes",
            id: feedback.id,
            scorecard_id: null,
            author: { id: ada.user_id, full_name: "ada@example.com" },
            created_at: feedback.created_at,
            submitted_at: feedback.submitted_at
          }])
          expect(yield* eventTypes(ada)).toEqual(["interview_feedback.submitted", "interview_feedback.revised"])
        }).pipe(Effect.provide(TestClock.layer()))
      ))

    test("deleted feedback is gone and gives its size back; somebody else's is not deleted", () =>
      run(Effect.gen(function*() {
        const { ada, application, grace } = yield* world
        const sql = yield* SqlClient.SqlClient
        const size = sql`SELECT feedback_counted, text_bytes FROM applications WHERE id = ${application}`
        const before = yield* size
        const feedback = yield* submit(ada, application)
        expect(yield* Effect.flip(remove(grace, feedback))).toBeInstanceOf(InterviewFeedback.NotFeedbackAuthor)
        yield* remove(ada, feedback)
        expect(yield* Effect.flip(remove(ada, feedback))).toBeInstanceOf(InterviewFeedback.FeedbackNotFound)
        expect(yield* list(ada, application)).toEqual([])
        expect(yield* size).toEqual(before)
        expect(yield* eventTypes(ada)).toEqual(["interview_feedback.submitted", "interview_feedback.deleted"])
      })))
  })
}

import type { Actor } from "@candor/domain/access/Actor"
import { ApplicationNotFound } from "@candor/domain/application/ApplicationNotFound"
import { Feedback } from "@candor/domain/feedback/Feedback"
import { type ApplicationId, FeedbackId } from "@candor/domain/Id"
import * as InterviewFeedback from "@candor/domain/feedback/InterviewFeedback"
import { decodeWith } from "@candor/domain/Encoded"
import { describe, expect, test } from "bun:test"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { deleteApplication, insertApplication } from "./ApplicationRow.ts"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { meanwhile } from "./Meanwhile.ts"
import * as World from "./World.ts"

const draft: InterviewFeedback.FeedbackDraft = { interview_type: "technical", rating: "yes", body: "Clear thinking." }

const submit = (actor: Actor, application: ApplicationId, fields: InterviewFeedback.FeedbackPatch = {}) =>
  Effect.flatMap(Feedback, (feedback) =>
    feedback.create(actor, application, (context) =>
      InterviewFeedback.submit(application, { ...draft, ...fields }, context)))

const revise = (
  actor: Actor,
  { application_id, id }: InterviewFeedback.FeedbackState,
  patch: InterviewFeedback.FeedbackPatch
) =>
  Effect.flatMap(Feedback, (feedback) =>
    feedback.modify(actor, application_id, id, (stored, context) => InterviewFeedback.revise(stored, patch, context)))

const remove = (actor: Actor, { application_id, id }: InterviewFeedback.FeedbackState) =>
  Effect.flatMap(Feedback, (feedback) => feedback.remove(actor, application_id, id, InterviewFeedback.remove))

const parseOne = decodeWith(InterviewFeedback.InterviewFeedback)

const get = (actor: Actor, { application_id, id }: Pick<InterviewFeedback.FeedbackState, "application_id" | "id">) =>
  Effect.flatMap(Feedback, (feedback) => Effect.flatMap(feedback.get(actor.organization_id, application_id, id), parseOne))

const parseFeedback = decodeWith(Schema.Array(InterviewFeedback.InterviewFeedback))

const list = (actor: Actor, application: ApplicationId) =>
  Effect.flatMap(Feedback, (feedback) => Effect.flatMap(feedback.list(actor.organization_id, application), parseFeedback))

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
      run(Effect.gen(function*() {
        const { ada, application, grace } = yield* world
        yield* submit(ada, application, { interview_type: "screen" })
        yield* TestClock.adjust("1 second")
        const last = yield* submit(grace, application)
        const all = yield* list(ada, application)
        expect(all.map((feedback) => feedback.interview_type)).toEqual(["technical", "screen"])
        expect(all[0]).toEqual({
          ...draft,
          id: last.id,
          author: { id: grace.user_id, full_name: "grace@example.com" },
          created_at: last.created_at,
          submitted_at: last.submitted_at
        })
      }).pipe(Effect.provide(TestClock.layer()))))

    test("an application without feedback has an empty list; no application has none", () =>
      run(Effect.gen(function*() {
        const { ada, application } = yield* world
        expect(yield* list(ada, application)).toEqual([])
        yield* deleteApplication(ada.organization_id, application)
        expect(yield* Effect.flip(list(ada, application))).toBeInstanceOf(ApplicationNotFound)
        expect(yield* Effect.flip(submit(ada, application))).toBeInstanceOf(ApplicationNotFound)
      })))

    test("another organization finds neither the application nor its feedback", () =>
      run(Effect.gen(function*() {
        const { ada, application } = yield* world
        const feedback = yield* submit(ada, application)
        const { actor: stranger } = yield* World.organization({ name: "Other" })
        expect(yield* Effect.flip(list(stranger, application))).toBeInstanceOf(ApplicationNotFound)
        expect(yield* Effect.flip(submit(stranger, application))).toBeInstanceOf(ApplicationNotFound)
        expect(yield* Effect.flip(revise(stranger, feedback, { rating: "no" }))).toBeInstanceOf(ApplicationNotFound)
        expect((yield* list(ada, application)).map(({ rating }) => rating)).toEqual(["yes"])
      })))

    test("feedback is found on its own application only", () =>
      run(Effect.gen(function*() {
        const { ada, application } = yield* world
        const feedback = yield* submit(ada, application)
        const elsewhere = { ...feedback, application_id: (yield* insertApplication(ada.organization_id)).id }
        const unknown = { ...feedback, id: FeedbackId.make(crypto.randomUUID()) }
        for (const absent of [elsewhere, unknown]) {
          const failures = [
            yield* Effect.flip(revise(ada, absent, { rating: "no" })),
            yield* Effect.flip(remove(ada, absent)),
            yield* Effect.flip(get(ada, absent))
          ]
          expect(failures.map(({ _tag }) => _tag)).toEqual(["FeedbackNotFound", "FeedbackNotFound", "FeedbackNotFound"])
        }
        expect([yield* get(ada, feedback)]).toEqual([...yield* list(ada, application)])
      })))

    test("a revision changes what it names and stays submitted when it was; an empty one records nothing", () =>
      run(Effect.gen(function*() {
        const { ada, application } = yield* world
        const feedback = yield* submit(ada, application)
        yield* TestClock.adjust("1 minute")
        yield* revise(ada, feedback, { rating: "strong_yes" })
        yield* revise(ada, feedback, { rating: "strong_yes" })
        yield* revise(ada, feedback, {})
        expect(yield* list(ada, application)).toEqual([{
          ...draft,
          rating: "strong_yes",
          id: feedback.id,
          author: { id: ada.user_id, full_name: "ada@example.com" },
          created_at: feedback.created_at,
          submitted_at: feedback.submitted_at
        }])
        expect(yield* eventTypes(ada)).toEqual(["interview_feedback.submitted", "interview_feedback.revised"])
      }).pipe(Effect.provide(TestClock.layer()))))

    test("reads at the same time each have their own feedback, or none, however long the texts are", () =>
      run(Effect.gen(function*() {
        const { ada, application } = yield* world
        const bodies = Array.from({ length: 8 }, (_, n) => `${n}`.repeat(50_000))
        const given = yield* Effect.forEach(bodies, (body) => submit(ada, application, { body }))
        const unknown = { application_id: application, id: FeedbackId.make(crypto.randomUUID()) }
        const read = yield* Effect.forEach([...given, unknown], (one) => Effect.result(get(ada, one)), { concurrency: "unbounded" })
        expect(read.map((result) => result._tag === "Success" ? result.success.body : result.failure._tag))
          .toEqual([...bodies, "FeedbackNotFound"])
      })))

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

    test("somebody else's feedback is not revised", () =>
      run(Effect.gen(function*() {
        const { ada, application, grace } = yield* world
        const feedback = yield* submit(ada, application)
        const failure = yield* Effect.flip(revise(grace, feedback, { rating: "no" }))
        expect(failure).toBeInstanceOf(InterviewFeedback.NotFeedbackAuthor)
        expect((yield* list(ada, application)).map(({ rating }) => rating)).toEqual(["yes"])
      })))

    test("revisions of different fields at once are all kept", () =>
      run(Effect.gen(function*() {
        const { ada, application } = yield* world
        const feedback = yield* submit(ada, application)
        const changes = { interview_type: "culture", rating: "mixed", body: "Hard to say." } as const
        yield* Effect.all([
          revise(ada, feedback, { interview_type: changes.interview_type }),
          revise(ada, feedback, { rating: changes.rating }),
          revise(ada, feedback, { body: changes.body })
        ], { concurrency: "unbounded" })
        expect(yield* list(ada, application)).toMatchObject([changes])
      })))

    test("feedback for an application that is deleted meanwhile fails and leaves nothing", () =>
      run(Effect.gen(function*() {
        const { ada, application } = yield* world
        const feedback = yield* Feedback
        let decisions = 0
        const late = feedback.create(ada, application, (context) => {
          decisions++
          return InterviewFeedback.submit(application, draft, context)
        })
        const failure = yield* Effect.flip(meanwhile(deleteApplication(ada.organization_id, application), late))
        expect(failure).toBeInstanceOf(ApplicationNotFound)
        expect(decisions).toBe(1)
        expect(yield* eventTypes(ada)).toEqual([])
      })))
  })
}

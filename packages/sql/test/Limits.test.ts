/** The limits of lists that an answer holds whole: exact however many requests add at the same time. */
import type { Actor } from "@candor/domain/access/Actor"
import { maxFeedback, maxNotes, maxTextBytes, ofCandidate } from "@candor/domain/application/ApplicationSize"
import { maxProfiles } from "@candor/domain/candidate/AiProfile"
import * as Candidate from "@candor/domain/candidate/Candidate"
import { Candidates } from "@candor/domain/candidate/Candidates"
import { Feedback } from "@candor/domain/feedback/Feedback"
import type { ApplicationId, SearchId } from "@candor/domain/Id"
import * as InterviewFeedback from "@candor/domain/feedback/InterviewFeedback"
import { decodeWith } from "@candor/domain/Encoded"
import { LimitReached } from "@candor/domain/Limit"
import * as Note from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import type { Owner } from "@candor/domain/part/Owner"
import * as Prospect from "@candor/domain/sourcing/Prospect"
import { Prospects } from "@candor/domain/sourcing/Prospects"
import { SourcingSearches } from "@candor/domain/sourcing/SourcingSearches"
import { jsonBytes } from "@candor/domain/Text"
import { maxWebhooks } from "@candor/domain/webhook/Webhook"
import { Webhooks } from "@candor/domain/webhook/Webhooks"
import { describe, expect, test } from "bun:test"
import { Effect, Result, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { insertApplication } from "./ApplicationRow.ts"
import { ownerOf } from "./AttachmentCalls.ts"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { newWebhook } from "./WebhookWorld.ts"
import * as World from "./World.ts"

const write = (actor: Actor, of: ApplicationId | Owner, note: string) =>
  Effect.flatMap(
    Notes,
    (notes) => notes.create(actor, ownerOf(of), (context) => Note.write(ownerOf(of), { note }, context))
  )

const parseNotes = decodeWith(Schema.Array(Note.Note))

const listed = (actor: Actor, application: ApplicationId) =>
  Effect.flatMap(
    Notes,
    (notes) => Effect.flatMap(notes.list(actor.organization_id, { application_id: application }), parseNotes)
  )

type Written = Pick<Note.NoteState, "id"> & Owner

const edit = (actor: Actor, written: Written, text: string) =>
  Effect.flatMap(
    Notes,
    (notes) => notes.modify(actor, written, written.id, (note, context) => Note.edit(note, { note: text }, context))
  )

const remove = (actor: Actor, written: Written) =>
  Effect.flatMap(Notes, (notes) => notes.remove(actor, written, written.id, Note.remove))

const draft = { interview_type: "onsite", rating: "yes", body: "Clear." } as const

const submit = (actor: Actor, application: ApplicationId, more: Partial<InterviewFeedback.FeedbackDraft> = {}) =>
  Effect.flatMap(
    Feedback,
    (feedback) =>
      feedback.create(
        actor,
        { application_id: application },
        (context) => InterviewFeedback.submit(application, { ...draft, ...more }, context)
      )
  )

const revise = (actor: Actor, { application_id, id }: InterviewFeedback.FeedbackState, body: string) =>
  Effect.flatMap(
    Feedback,
    (all) =>
      all.modify(actor, { application_id }, id, (feedback, context) =>
        InterviewFeedback.revise(feedback, { body }, context))
  )

const discover = (actor: Actor, search: SearchId, drafts: ReadonlyArray<Prospect.ProspectDraft>) =>
  Effect.flatMap(
    Prospects,
    (prospects) =>
      prospects.discover(actor, search, drafts, (known, context) => Prospect.discover(search, drafts, known, context))
  )

/** Runs the effect so many times at once; the number of successes, and what the others failed with. */
const atOnce = <A, E, R>(count: number, effect: (n: number) => Effect.Effect<A, E, R>) =>
  Effect.map(
    Effect.all(Array.from({ length: count }, (_, n) => Effect.result(effect(n))), { concurrency: "unbounded" }),
    (outcomes) => ({
      succeeded: outcomes.filter(Result.isSuccess).length,
      failures: outcomes.filter(Result.isFailure).map(({ failure }) => failure)
    })
  )

const application = Effect.gen(function*() {
  const { actor } = yield* World.organization({ name: "Acme" })
  return { actor, id: (yield* insertApplication(actor.organization_id)).id }
})

const search = Effect.gen(function*() {
  const { actor } = yield* World.organization({ name: "Acme" })
  const { id } = yield* (yield* SourcingSearches).create(actor, { name: "Rust" })
  return { actor, id }
})

/** Sets counters, in place of making as much as they count. */
const setCounters = (
  table: "applications" | "candidates" | "sourcing_searches",
  id: string,
  counters: Readonly<Record<string, number>>
) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`UPDATE ${sql(table)} SET ${sql.update(counters)} WHERE id = ${id}`)

/** The counters of an application, and what there really is. */
const sizes = (id: ApplicationId) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql`
      SELECT notes_counted, feedback_counted, text_bytes,
        (SELECT count(*)::integer FROM notes WHERE application_id = a.id) AS notes,
        (SELECT count(*)::integer FROM interview_feedback WHERE application_id = a.id) AS feedback,
        (SELECT coalesce(sum(octet_length(to_json(body)::text)), 0)::integer FROM notes WHERE application_id = a.id) + (
          SELECT coalesce(sum(octet_length(to_json(body)::text) + octet_length(to_json(interview_type)::text)), 0)::integer
          FROM interview_feedback WHERE application_id = a.id
        ) AS bytes
      FROM applications a WHERE id = ${id}`)

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`Limits on ${database.name}`, () => {
    test("12 notes and 12 entries of feedback at once with 3 places left of each: exactly 3 succeed of each", () =>
      run(Effect.gen(function*() {
        const { actor, id } = yield* application
        const counted = { notes_counted: maxNotes.limit - 3, feedback_counted: maxFeedback.limit - 3, text_bytes: 0 }
        yield* setCounters("applications", id, counted)
        const [notes, feedback] = yield* Effect.all([
          atOnce(12, () => write(actor, id, "One more")),
          atOnce(12, () => submit(actor, id))
        ], { concurrency: 2 })
        expect([notes.succeeded, feedback.succeeded]).toEqual([3, 3])
        const full = (limit: typeof maxNotes) => new LimitReached({ ...limit, present: limit.limit, added: 1 })
        expect(notes.failures).toEqual(Array.from({ length: 9 }, () => full(maxNotes)))
        expect(feedback.failures).toEqual(Array.from({ length: 9 }, () => full(maxFeedback)))
        const [note] = yield* listed(actor, id)
        yield* remove(actor, { id: note!.id, application_id: id })
        expect((yield* atOnce(2, () => write(actor, id, "In its place"))).succeeded).toBe(1)
      })))

    test("a candidate has as many notes of its own: of 12 at once with 3 places left, and with room for 3, exactly 3 succeed; counters stay", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { candidate_id } = yield* insertApplication(actor.organization_id)
        const sql = yield* SqlClient.SqlClient
        const counted = sql<{ notes: number; bytes: number; notes_counted: number; text_bytes: number }>`
          SELECT notes_counted, text_bytes, (SELECT count(*)::integer FROM notes) AS notes,
            (SELECT coalesce(sum(octet_length(to_json(body)::text)), 0)::integer FROM notes) AS bytes
          FROM candidates WHERE id = ${candidate_id}`
        const rooms = [
          { limit: ofCandidate.notes, counters: { notes_counted: maxNotes.limit - 3, text_bytes: 0 }, added: 1 },
          {
            limit: ofCandidate.text,
            counters: { notes_counted: 0, text_bytes: maxTextBytes.limit - 3 * jsonBytes("é\n🛠") },
            added: jsonBytes("é\n🛠")
          }
        ]
        for (const { added, counters, limit } of rooms) {
          yield* setCounters("candidates", candidate_id, counters)
          const { failures, succeeded } = yield* atOnce(12, () => write(actor, { candidate_id }, "é\n🛠"))
          expect(succeeded).toBe(3)
          expect(failures).toEqual(
            Array.from({ length: 9 }, () => new LimitReached({ ...limit, present: limit.limit, added }))
          )
        }
        yield* sql`DELETE FROM notes`
        yield* setCounters("candidates", candidate_id, { notes_counted: 0, text_bytes: 0 })
        const made = yield* Effect.forEach(Array.from({ length: 6 }), () => write(actor, { candidate_id }, "Before"))
        yield* Effect.all(
          made.flatMap((note, n) => [
            Effect.ignore(edit(actor, note, "é🛠\"\u0001".repeat(n + 1))),
            ...(n % 2 === 0 ? [Effect.ignore(remove(actor, note))] : [])
          ]),
          { concurrency: "unbounded" }
        )
        const [{ bytes, notes, ...counters }] = (yield* counted) as [
          { notes: number; bytes: number; notes_counted: number; text_bytes: number }
        ]
        expect(counters).toEqual({ notes_counted: notes, text_bytes: bytes })
        expect(notes).toBe(3)
      })))

    test("texts are added, and grow, up to the limit of bytes and no further, 24 of them at once", () =>
      run(Effect.gen(function*() {
        const { actor, id } = yield* application
        const short = yield* Effect.forEach(Array.from({ length: 8 }), () => write(actor, id, "x"))
        const given = yield* Effect.forEach(Array.from({ length: 8 }), () => submit(actor, id))
        const [before] = yield* sizes(id)
        const text_bytes = maxTextBytes.limit - 5 * 1000
        yield* setCounters("applications", id, { text_bytes })
        const long = (bytes: number) => "x".repeat(bytes - 2)
        const { failures, succeeded } = yield* atOnce(
          24,
          (n): Effect.Effect<unknown, unknown, Notes | Feedback> =>
            n < 8
              ? edit(actor, short[n]!, long(1000 + 3))
              : n < 16
              ? revise(actor, given[n - 8]!, long(1000 + jsonBytes(draft.body)))
              : write(actor, id, long(1000))
        )
        expect(succeeded).toBe(5)
        expect(failures).toEqual(
          Array.from(
            { length: 19 },
            () => new LimitReached({ ...maxTextBytes, present: maxTextBytes.limit, added: 1000 })
          )
        )
        const [after] = yield* sizes(id)
        expect(Number(after!["bytes"]) - Number(before!["bytes"])).toBe(5000)
        expect(after!["text_bytes"]).toBe(maxTextBytes.limit)
        // What shrinks is never refused, and gives its bytes to others.
        const [longest] = (yield* listed(actor, id)).toSorted((a, b) => b.body.length - a.body.length)
        const kept = { ...longest!, application_id: id }
        yield* edit(actor, kept, "x")
        expect((yield* atOnce(2, () => write(actor, id, long(kept.body.length - 1)))).succeeded).toBe(1)
      })))

    test("counters stay what there is, whatever is written, edited and deleted at the same time", () =>
      run(Effect.gen(function*() {
        const { actor, id } = yield* application
        const { id: other } = yield* insertApplication(actor.organization_id)
        const made = yield* Effect.forEach(
          Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? id : other)),
          (where) => write(actor, where, "Before")
        )
        const given = yield* submit(actor, id, { interview_type: "\u0001\"\\\n\u007f\u2028é🛠" })
        yield* Effect.all([
          ...made.flatMap((note, n) =>
            [
              edit(actor, note, `${"é🛠\"\\\u0001\n".repeat(n)}.`),
              edit(actor, note, "y".repeat(1 + n * 7)),
              ...(n % 3 === 0 ? [remove(actor, note)] : [])
            ].map((change) => Effect.ignore(change))
          ),
          ...Array.from({ length: 5 }, (_, n) => revise(actor, given, "z".repeat(1 + n))),
          ...Array.from({ length: 5 }, (_, n) => write(actor, other, "w".repeat(1 + n)))
        ], { concurrency: "unbounded" })
        for (const where of [id, other]) {
          const [size] = yield* sizes(where)
          expect(size).toMatchObject({
            notes_counted: size!["notes"],
            feedback_counted: size!["feedback"],
            text_bytes: size!["bytes"]
          })
        }
      })))

    test("12 calls that add 2 prospects at once with 7 places left: exactly 3 succeed", () =>
      run(Effect.gen(function*() {
        const { actor, id } = yield* search
        yield* setCounters("sourcing_searches", id, { prospects_counted: Prospect.maxProspects.limit - 7 })
        const { failures, succeeded } = yield* atOnce(
          12,
          () => discover(actor, id, [{ full_name: "A" }, { full_name: "B" }])
        )
        expect(succeeded).toBe(3)
        const present = Prospect.maxProspects.limit - 1
        expect(failures).toEqual(
          Array.from({ length: 9 }, () => new LimitReached({ ...Prospect.maxProspects, present, added: 2 }))
        )
        yield* discover(actor, id, [{ full_name: "The last" }])
        expect((yield* atOnce(3, () => discover(actor, id, [{ full_name: "One more" }]))).succeeded).toBe(0)
      })))

    test("30 webhooks at once: exactly the limit is made; one that is removed makes room for one", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { actor: other } = yield* World.organization({ name: "Globex" })
        const { limit } = maxWebhooks
        const { failures, succeeded } = yield* atOnce(limit + 10, () => newWebhook(actor))
        expect(succeeded).toBe(limit)
        expect(failures).toEqual(
          Array.from({ length: 10 }, () => new LimitReached({ ...maxWebhooks, present: limit, added: 1 }))
        )
        const webhooks = yield* Webhooks
        const { items: [first] } = yield* webhooks.list(actor.organization_id, { limit: 1, offset: 0 })
        const removals = yield* atOnce(4, () => webhooks.remove(actor, first!.id))
        expect(removals.succeeded).toBe(1)
        expect((yield* atOnce(4, () => newWebhook(actor))).succeeded).toBe(1)
        yield* newWebhook(other)
      })))

    test("a candidate whose LinkedIn URL changes 30 times at once gets profiles up to the limit", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const candidates = yield* Candidates
        const linkedin_url = "https://www.linkedin.com/in/ada"
        const ada = { full_name: "Ada", primary_email: "ada@example.com", linkedin_url }
        const { id } = yield* candidates.create(actor, (context) => Candidate.create(ada, context))
        const patch = (patch: Candidate.CandidatePatch) =>
          candidates.modify(actor, id, (candidate, context) => Candidate.update(candidate, patch, context))
        const { failures, succeeded } = yield* atOnce(30, (n) => patch({ linkedin_url: `${linkedin_url}-${n}` }))
        const { limit } = maxProfiles
        expect(succeeded).toBe(limit - 1)
        expect(failures).toEqual(
          Array.from({ length: 31 - limit }, () => new LimitReached({ ...maxProfiles, present: limit, added: 1 }))
        )
        // All else can be changed.
        expect(yield* patch({ linkedin_url: null, university: "London" })).toMatchObject({ university: "London" })
      })))
  })
}

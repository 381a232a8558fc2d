import type { Actor, Worker } from "@candor/domain/access/Actor"
import * as AiProfile from "@candor/domain/candidate/AiProfile"
import { AiProfiles } from "@candor/domain/candidate/AiProfiles"
import { maxFiles, maxFileTextLength } from "@candor/domain/candidate/ProfileExtractor"
import { decodeWith } from "@candor/domain/Encoded"
import { AiProfileId, type CandidateId } from "@candor/domain/Id"
import { LimitReached } from "@candor/domain/Limit"
import { describe, expect, test } from "bun:test"
import { Effect, Result, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { meanwhile } from "./Meanwhile.ts"
import { create, erase, tablesWith, update } from "./Person.ts"
import { applied } from "./SearchWorld.ts"
import * as World from "./World.ts"

const [one, other] = ["one", "two"].map((handle) => `https://www.linkedin.com/in/${handle}`) as [string, string]
const ada = { full_name: "Ada Lovelace", primary_email: "ada@example.com", linkedin_url: one }

const decoded = decodeWith(Schema.Array(AiProfile.AiProfileDetail))

const list = (actor: Actor, candidate: CandidateId) =>
  Effect.flatMap(AiProfiles, (profiles) => profiles.list(actor.organization_id, candidate)).pipe(
    Effect.flatMap(decoded)
  )

/** The status of each profile, newest first; the current one is marked. */
const statuses = (actor: Actor, candidate: CandidateId) =>
  Effect.map(
    list(actor, candidate),
    (profiles) => profiles.map(({ is_current, status }) => `${status}${is_current ? ", current" : ""}`)
  )

const refresh = (actor: Actor, candidate: CandidateId) =>
  Effect.flatMap(AiProfiles, (profiles) => profiles.request(actor, candidate, AiProfile.refresh))

const remove = (actor: Actor, candidate: CandidateId, id: AiProfileId) =>
  Effect.flatMap(AiProfiles, (profiles) => profiles.remove(actor, candidate, id, AiProfile.remove))

const workerOf = ({ organization_id }: Actor): Worker => ({ organization_id, worker: "profiles", request_id: "test" })

const start = (actor: Actor, id: AiProfileId) =>
  Effect.flatMap(AiProfiles, (profiles) => profiles.modify(workerOf(actor), id, AiProfile.start))

/** The profiles whose work waits in the queue. */
const queued = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql<{ id: string }>`SELECT id FROM queue WHERE queue_name = 'profiles' AND state = 'pending' ORDER BY id`,
    (rows) => rows.map(({ id }) => id)
  ))

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`AI profiles on ${database.name}`, () => {
    test("the newest of the present URL is current; none is once the URL is withdrawn", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { id } = yield* create(actor, ada)
        expect(yield* list(actor, id)).toMatchObject([{
          status: "pending",
          linkedin_url: one,
          summary: null,
          completed_at: null
        }])
        yield* update(actor, id, { linkedin_url: other })
        expect(yield* statuses(actor, id)).toEqual(["pending, current", "pending"])
        yield* update(actor, id, { linkedin_url: one })
        expect(yield* statuses(actor, id)).toEqual(["pending, current", "pending", "pending"])
        yield* update(actor, id, { linkedin_url: null })
        expect(yield* statuses(actor, id)).toEqual(["pending", "pending", "pending"])
      })))

    test("one whose URL was replaced before it began is superseded, and its work is done; the current one is processed", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { id } = yield* create(actor, ada)
        yield* update(actor, id, { linkedin_url: other })
        const [current, replaced] = (yield* list(actor, id)).map((profile) => profile.id) as [AiProfileId, AiProfileId]
        expect((yield* start(actor, replaced)).status).toBe("superseded")
        expect((yield* start(actor, current)).status).toBe("processing")
        expect(yield* statuses(actor, id)).toEqual(["processing, current", "superseded"])
        expect(yield* queued).toEqual([current])
      })))

    test("one that has begun when its URL is replaced ends as it would have", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { id } = yield* create(actor, ada)
        const [profile] = yield* list(actor, id)
        const { version } = yield* start(actor, profile!.id)
        yield* update(actor, id, { linkedin_url: other })
        const profiles = yield* AiProfiles
        yield* profiles.modify(workerOf(actor), profile!.id, (profile) => AiProfile.fail(profile, version, "no"))
        expect(yield* statuses(actor, id)).toEqual(["pending, current", "failed"])
      })))

    test("the stored URL again adds a profile where the current one has failed, and only there", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { id } = yield* create(actor, ada)
        const profiles = yield* AiProfiles
        const [first] = yield* list(actor, id)
        const { version } = yield* start(actor, first!.id)
        yield* update(actor, id, { linkedin_url: one })
        expect(yield* statuses(actor, id)).toEqual(["processing, current"])
        yield* profiles.modify(workerOf(actor), first!.id, (profile) => AiProfile.fail(profile, version, "no"))
        yield* update(actor, id, { full_name: "Ada King" })
        expect(yield* statuses(actor, id)).toEqual(["failed, current"])
        yield* Effect.all([one, one].map((linkedin_url) => update(actor, id, { linkedin_url })), {
          concurrency: "unbounded"
        })
        expect(yield* statuses(actor, id)).toEqual(["pending, current", "failed"])
        yield* update(actor, id, { linkedin_url: one })
        expect((yield* list(actor, id)).length).toBe(2)
      })))

    test("a refresh adds a profile unless the current one waits; 8 at once add one", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { id } = yield* create(actor, ada)
        const [first] = yield* list(actor, id)
        expect((yield* refresh(actor, id)).id).toBe(first!.id)
        yield* start(actor, first!.id)
        const added = yield* Effect.all(Array.from({ length: 8 }, () => refresh(actor, id)), {
          concurrency: "unbounded"
        })
        expect(new Set(added.map((profile) => profile.id)).size).toBe(1)
        expect(yield* statuses(actor, id)).toEqual(["pending, current", "processing"])
        expect(yield* queued).toEqual([first!.id, added[0]!.id])
      })))

    test("of 8 refreshes with one place left one is added, and deleting a profile makes room", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { id } = yield* create(actor, ada)
        for (let n = 2; n < AiProfile.maxProfiles.limit; n++) yield* update(actor, id, { linkedin_url: `${one}-${n}` })
        yield* start(actor, (yield* list(actor, id))[0]!.id)
        const last = yield* refresh(actor, id)
        yield* start(actor, last.id)
        const outcomes = yield* Effect.all(Array.from({ length: 8 }, () => Effect.result(refresh(actor, id))), {
          concurrency: "unbounded"
        })
        expect(outcomes.filter(Result.isFailure).map(({ failure }) => failure)).toEqual(
          Array.from({ length: 8 }, () => expect.any(LimitReached))
        )
        yield* remove(actor, id, last.id)
        expect((yield* refresh(actor, id)).status).toBe("pending")
      })))

    test("a deleted one is gone with its work, and its content from events, also where it was processed meanwhile", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { id } = yield* create(actor, { ...ada, linkedin_url: `${one}-marker` })
        const [profile] = yield* list(actor, id)
        const started = yield* start(actor, profile!.id)
        yield* meanwhile(
          Effect.flatMap(
            AiProfiles,
            (profiles) =>
              profiles.modify(
                workerOf(actor),
                profile!.id,
                (profile) => AiProfile.fail(profile, started.version, "marker")
              )
          ),
          remove(actor, id, profile!.id)
        )
        expect(yield* list(actor, id)).toEqual([])
        const failure = yield* Effect.flip(remove(actor, id, profile!.id))
        expect(failure).toBeInstanceOf(AiProfile.AiProfileNotFound)
        expect(yield* Effect.flip(start(actor, profile!.id))).toBeInstanceOf(AiProfile.AiProfileNotFound)
        yield* update(actor, id, { linkedin_url: null })
        yield* erase(actor)
        const sql = yield* SqlClient.SqlClient
        const events = yield* sql`
          SELECT type, data FROM events WHERE subject_id = ${profile!.id} AND type <> 'audit.erased' ORDER BY id`
        expect(events).toEqual(
          ["requested", "failed", "deleted"].map((what) => ({ type: `ai_profile.${what}`, data: null }))
        )
        expect(yield* tablesWith(profile!.id)).toEqual(["events", "queue"])
        expect(yield* sql`SELECT queue_name FROM queue WHERE position(${profile!.id} IN element) > 0`).toEqual([{
          queue_name: "erasures"
        }])
      })))

    test("the newest texts of files are read for it, each in part, of the jobs that are not deleted", () =>
      run(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { actor } = yield* World.organization({ name: "Acme" })
        const { id } = yield* create(actor, ada)
        for (let n = 1; n < maxFiles; n++) yield* applied(actor, id, { resume: `${n}` })
        yield* applied(actor, id, { resume: "" })
        yield* applied(actor, id, { resume: "x".repeat(maxFileTextLength + 1) })
        const [profile] = yield* list(actor, id)
        const texts = Effect.map(
          (yield* AiProfiles).input(actor.organization_id, profile!.id),
          ({ files }) => files.map(({ text }) => text)
        )
        expect(yield* texts).toEqual(["x".repeat(maxFileTextLength), "4", "3", "2", "1"])
        const { job } = yield* applied(actor, id, { resume: "The newest" })
        expect(yield* texts).toEqual(["The newest", "x".repeat(maxFileTextLength), "4", "3", "2"])
        yield* sql`UPDATE jobs SET deleted_at = now() WHERE id = ${job.id}`
        expect(yield* texts).toEqual(["x".repeat(maxFileTextLength), "4", "3", "2", "1"])
      })))

    test("nothing of an application for a confidential job is read: a profile is shown to all who see the candidate", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const sql = yield* SqlClient.SqlClient
        const { id } = yield* create(actor, ada)
        yield* applied(actor, id, { answer: "I know Haskell.", resume: "Haskell" })
        const { job } = yield* applied(actor, id, { answer: "I can replace the CFO.", resume: "Audits" })
        yield* sql`UPDATE jobs SET is_confidential = true WHERE id = ${job.id}`
        const [profile] = yield* list(actor, id)
        const { answers, files } = yield* (yield* AiProfiles).input(actor.organization_id, profile!.id)
        expect([answers.map(({ answer_text }) => answer_text), files.map(({ text }) => text)]).toEqual([
          ["I know Haskell."],
          ["Haskell"]
        ])
      })))
  })
}

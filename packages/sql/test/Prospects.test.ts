import { UserId } from "@candor/domain/Id"
import * as Prospect from "@candor/domain/sourcing/Prospect"
import { Prospects } from "@candor/domain/sourcing/Prospects"
import { SourcingSearches } from "@candor/domain/sourcing/SourcingSearches"
import { CurrentViewer, viewerOf } from "@candor/sql/database/Viewer"
import { describe, expect, test } from "bun:test"
import { Effect, Result, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { jobWith } from "./LargeJob.ts"
import { discover, eventsOf, get, into, known, list, stored, url, world } from "./SourcingWorld.ts"

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`Prospects on ${database.name}`, () => {
    test("what is discovered is what is read, whether everything is known of a prospect or only the name", () =>
      run(Effect.gen(function*() {
        const { actor, search } = yield* world("Acme")
        const discovered = yield* discover(actor, search, [known, { full_name: "Grace Hopper" }])
        expect(discovered[0]).toMatchObject(known)
        const read = yield* Effect.forEach(discovered, (prospect) => stored(actor, prospect.id))
        expect(read).toEqual([...discovered])
        expect(read.filter(Schema.is(Prospect.ProspectState))).toEqual(read)
        const listed = yield* list(actor, search)
        expect(listed.map((prospect) => prospect.id)).toEqual(discovered.map((prospect) => prospect.id))
        expect(listed.filter(Schema.is(Prospect.Prospect))).toEqual([...listed])
        expect(yield* Effect.forEach(listed, ({ id }) => get(actor, id), { concurrency: "unbounded" })).toEqual([
          ...listed
        ])
      })))

    test("1000 prospects at once keep their order, with an event each", () =>
      run(Effect.gen(function*() {
        const { actor, search } = yield* world("Acme")
        const drafts = Array.from({ length: 1000 }, (_, n) => ({
          full_name: `Prospect ${n}`,
          linkedin_url: url(`p${n}`)
        }))
        yield* discover(actor, search, drafts)
        yield* discover(actor, search, [{ full_name: "One more" }])
        const listed = yield* list(actor, search)
        expect(listed.map((prospect) => prospect.full_name)).toEqual([
          ...drafts.map((draft) => draft.full_name),
          "One more"
        ])
        const events = yield* eventsOf(actor)
        expect(events.map((event) => event.subject_id)).toEqual(listed.map((prospect) => prospect.id))
        expect(new Set(events.map((event) => event.type))).toEqual(new Set(["prospect.discovered"]))
      })))

    test("one duplicate, and nothing of the call is stored", () =>
      run(Effect.gen(function*() {
        const { actor, search } = yield* world("Acme")
        const [ada] = yield* discover(actor, search, [known])
        const failure = yield* Effect.flip(discover(actor, search, [
          { full_name: "Grace Hopper", linkedin_url: url("grace") },
          { full_name: "Countess of Lovelace", linkedin_url: url("ada") },
          { full_name: "Rear Admiral Hopper", linkedin_url: url("grace") }
        ]))
        expect(failure).toMatchObject({
          _tag: "DuplicateProspects",
          duplicates: [
            { index: 1, field: "linkedin_url", value: url("ada"), same_as: null, prospect_id: ada!.id },
            { index: 2, field: "linkedin_url", value: url("grace"), same_as: 0, prospect_id: null }
          ]
        })
        expect((yield* list(actor, search)).map((prospect) => prospect.full_name)).toEqual(["Ada Lovelace"])
        expect((yield* eventsOf(actor)).length).toBe(1)
      })))

    test("a duplicate of a prospect who became a hidden application is refused without the prospect's id", () =>
      run(Effect.gen(function*() {
        const { actor, search } = yield* world("Acme")
        const [ada] = yield* discover(actor, search, [known])
        const { job } = yield* jobWith(actor, "Hidden", 0)
        yield* into(actor, ada!.id, job)
        yield* (yield* SqlClient.SqlClient)`UPDATE jobs SET is_confidential = true WHERE id = ${job.id}`
        const nobody = UserId.make("0197f3a2-5b1c-7d4e-8f60-00000000dead")
        const again = discover(actor, search, [
          { full_name: "By email", email: "ADA@example.com" },
          { full_name: "By URL", linkedin_url: known.linkedin_url }
        ])
        const failure = yield* Effect.flip(
          Effect.provideService(again, CurrentViewer, viewerOf(actor.organization_id, nobody, "open"))
        )
        expect(failure).toMatchObject({
          _tag: "DuplicateProspects",
          duplicates: [
            { index: 0, field: "email", same_as: null, prospect_id: null },
            { index: 1, field: "linkedin_url", same_as: null, prospect_id: null }
          ]
        })
      })))

    test("the same LinkedIn URL may be in two searches, and its absence many times in one", () =>
      run(Effect.gen(function*() {
        const { actor, search } = yield* world("Acme")
        const searches = yield* SourcingSearches
        const other = yield* searches.create(actor, { name: "Another" })
        yield* discover(actor, search, [known, { full_name: "Grace" }, { full_name: "Joan", linkedin_url: null }])
        yield* discover(actor, other.id, [known])
        expect((yield* list(actor, search)).length).toBe(3)
        expect((yield* list(actor, other.id)).length).toBe(1)
      })))

    test.each(
      [
        ["LinkedIn URL", "linkedin_url", () => url("ada")],
        ["e-mail address", "email", (n: number) => n % 2 === 0 ? "ada@example.com" : "Ada@Example.com"]
      ] as const
    )(
      "20 calls at once with one %s: exactly 1 succeeds, and the others say which it is and who has it",
      (_, field, value) =>
        run(Effect.gen(function*() {
          const { actor, search } = yield* world("Acme")
          const outcomes = yield* Effect.all(
            Array.from({ length: 20 }, (_, n) =>
              Effect.result(discover(actor, search, [
                { full_name: `First of ${n}`, linkedin_url: url(`first-${n}`) },
                { full_name: `Second of ${n}`, [field]: value(n) }
              ]))),
            { concurrency: "unbounded" }
          )
          expect(outcomes.filter(Result.isSuccess).length).toBe(1)
          const holder = (yield* list(actor, search)).find((prospect) =>
            prospect[field] !== null && prospect.full_name.startsWith("Second")
          )
          expect(outcomes.filter(Result.isFailure).map((outcome) => outcome.failure)).toMatchObject(
            Array.from(
              { length: 19 },
              () => ({ duplicates: [{ index: 1, field, same_as: null, prospect_id: holder!.id }] })
            )
          )
          expect((yield* list(actor, search)).length).toBe(2)
          expect((yield* eventsOf(actor)).length).toBe(2)
        }))
    )

    test("what is already so is not written again, also by 10 at once", () =>
      run(Effect.gen(function*() {
        const { actor, search } = yield* world("Acme")
        const prospects = yield* Prospects
        const [{ id }] = (yield* discover(actor, search, [{ full_name: "Ada" }])) as [Prospect.ProspectState]
        const shortlist = prospects.modify(actor, id, Prospect.shortlist)
        const answers = yield* Effect.all(Array.from({ length: 10 }, () => shortlist), { concurrency: "unbounded" })
        expect(answers.map((prospect) => [prospect.status, prospect.version])).toEqual(
          Array.from({ length: 10 }, () => ["shortlisted", 2])
        )
        yield* prospects.modify(actor, id, Prospect.unshortlist)
        yield* prospects.modify(actor, id, Prospect.unshortlist)
        expect(yield* stored(actor, id)).toMatchObject({ status: "discovered", version: 3 })
        expect((yield* eventsOf(actor)).map((event) => event.type)).toEqual([
          "prospect.discovered",
          "prospect.shortlisted",
          "prospect.unshortlisted"
        ])
      })))
  })
}

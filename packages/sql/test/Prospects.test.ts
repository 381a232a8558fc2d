import type { Actor } from "@candor/domain/access/Actor"
import { unchanged } from "@candor/domain/Decision"
import { ProspectId, SearchId } from "@candor/domain/Id"
import { decodeWith } from "@candor/domain/Encoded"
import * as Prospect from "@candor/domain/sourcing/Prospect"
import { Prospects } from "@candor/domain/sourcing/Prospects"
import * as SourcingSearch from "@candor/domain/sourcing/SourcingSearch"
import { SourcingSearches } from "@candor/domain/sourcing/SourcingSearches"
import { StateRefused } from "@candor/domain/StateMachine"
import { describe, expect, test } from "bun:test"
import { Effect, Result, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { meanwhile } from "./Meanwhile.ts"
import * as World from "./World.ts"

/** An organization with one search. */
const world = (name: string) =>
  Effect.gen(function*() {
    const { actor } = yield* World.organization({ name })
    const searches = yield* SourcingSearches
    const search = yield* searches.create(actor, (context) => SourcingSearch.create({ name: "Rust in Berlin" }, context))
    return { actor, search: search.id }
  })

const discover = (actor: Actor, search: SearchId, drafts: ReadonlyArray<Prospect.ProspectDraft>) =>
  Effect.flatMap(Prospects, (prospects) =>
    prospects.discover(actor, search, Prospect.linkedInUrls(drafts), (taken, context) =>
      Prospect.discover(search, drafts, taken, context)))

const list = (actor: Actor, search: SearchId) =>
  Effect.flatMap(Prospects, (prospects) => prospects.list(actor.organization_id, search)).pipe(
    Effect.flatMap(decodeWith(Schema.Array(Prospect.Prospect)))
  )

/** The prospect as it is stored, with what only decisions see. */
const stored = (actor: Actor, id: ProspectId) =>
  Effect.flatMap(Prospects, (prospects) => prospects.modify(actor, id, unchanged))

const update = (actor: Actor, id: ProspectId, patch: Prospect.ProspectPatch) =>
  Effect.flatMap(Prospects, (prospects) => prospects.modify(actor, id, (prospect) => Prospect.update(prospect, patch)))

const eventsOf = (actor: Actor) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql<{ type: string; subject_id: string }>`
      SELECT type, subject_id FROM events
      WHERE organization_id = ${actor.organization_id} AND type LIKE 'prospect.%' ORDER BY id`)

const url = (handle: string) => `https://www.linkedin.com/in/${handle}`

const known = {
  full_name: "Ada Lovelace",
  current_title: "Analyst",
  current_company: "Analytical Engines",
  linkedin_url: url("ada"),
  email: "ada@example.com",
  location: "London",
  years_experience: 12,
  summary: "Wrote \"the\" first program;\nunicode: 🛠 ' \\"
}

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
        yield* discover(actor, search, [known])
        const failure = yield* Effect.flip(discover(actor, search, [
          { full_name: "Grace Hopper", linkedin_url: url("grace") },
          { full_name: "Countess of Lovelace", linkedin_url: url("ada") },
          { full_name: "Rear Admiral Hopper", linkedin_url: url("grace") }
        ]))
        expect(failure).toMatchObject({
          _tag: "DuplicateProspects",
          duplicates: [
            { index: 1, linkedin_url: url("ada"), same_as: null },
            { index: 2, linkedin_url: url("grace"), same_as: 0 }
          ]
        })
        expect((yield* list(actor, search)).map((prospect) => prospect.full_name)).toEqual(["Ada Lovelace"])
        expect((yield* eventsOf(actor)).length).toBe(1)
      })))

    test("the same LinkedIn URL may be in two searches, and its absence many times in one", () =>
      run(Effect.gen(function*() {
        const { actor, search } = yield* world("Acme")
        const searches = yield* SourcingSearches
        const other = yield* searches.create(actor, (context) => SourcingSearch.create({ name: "Another" }, context))
        yield* discover(actor, search, [known, { full_name: "Grace" }, { full_name: "Joan", linkedin_url: null }])
        yield* discover(actor, other.id, [known])
        expect((yield* list(actor, search)).length).toBe(3)
        expect((yield* list(actor, other.id)).length).toBe(1)
      })))

    test("20 calls at once with one LinkedIn URL: exactly 1 succeeds, and the others say which it is", () =>
      run(Effect.gen(function*() {
        const { actor, search } = yield* world("Acme")
        const outcomes = yield* Effect.all(
          Array.from({ length: 20 }, (_, n) =>
            Effect.result(discover(actor, search, [
              { full_name: `First of ${n}`, linkedin_url: url(`first-${n}`) },
              { full_name: `Second of ${n}`, linkedin_url: url("ada") }
            ]))),
          { concurrency: "unbounded" }
        )
        expect(outcomes.filter(Result.isSuccess).length).toBe(1)
        expect(outcomes.filter(Result.isFailure).map((outcome) => outcome.failure)).toMatchObject(
          Array.from({ length: 19 }, () => ({ duplicates: [{ index: 1, linkedin_url: url("ada"), same_as: null }] }))
        )
        expect((yield* list(actor, search)).length).toBe(2)
        expect((yield* eventsOf(actor)).length).toBe(2)
      })))

    test("a search without prospects is empty; one that is not there is not found", () =>
      run(Effect.gen(function*() {
        const { actor, search } = yield* world("Acme")
        const nowhere = SearchId.make(crypto.randomUUID())
        expect(yield* list(actor, search)).toEqual([])
        expect(yield* Effect.flip(list(actor, nowhere))).toBeInstanceOf(SourcingSearch.SearchNotFound)
        expect(yield* Effect.flip(discover(actor, nowhere, [known]))).toBeInstanceOf(SourcingSearch.SearchNotFound)
        expect(yield* eventsOf(actor)).toEqual([])
      })))

    test("an e-mail address and a place on the shortlist at once are both kept, with an event each", () =>
      run(Effect.gen(function*() {
        const { actor, search } = yield* world("Acme")
        const prospects = yield* Prospects
        const [{ id }] = (yield* discover(actor, search, [{ full_name: "Ada" }])) as [Prospect.ProspectState]
        yield* Effect.all([
          prospects.modify(actor, id, Prospect.shortlist),
          prospects.modify(actor, id, (prospect) => Prospect.setEmail(prospect, { email: "ada@example.com" }))
        ], { concurrency: "unbounded" })
        expect(yield* stored(actor, id)).toMatchObject({ status: "shortlisted", email: "ada@example.com", version: 3 })
        expect((yield* eventsOf(actor)).map((event) => event.type).toSorted()).toEqual([
          "prospect.discovered",
          "prospect.email_changed",
          "prospect.shortlisted"
        ])
      })))

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

    test("a patch of every field is what is read, and one of nulls clears what can be unknown", () =>
      run(Effect.gen(function*() {
        const { actor, search } = yield* world("Acme")
        const [ada, grace] = yield* discover(actor, search, [known, { full_name: "Grace" }])
        const patch = {
          full_name: "Ada King",
          current_title: "Countess",
          current_company: "Lovelace",
          linkedin_url: url("ada-king"),
          email: "king@example.com",
          location: "Ockham",
          years_experience: 13,
          summary: "é🛠",
          pipeline_stage: "contacted"
        } as const
        const updated = yield* update(actor, ada!.id, patch)
        expect(updated).toEqual({ ...ada!, ...patch, version: 2 })
        expect(yield* stored(actor, ada!.id)).toEqual(updated)
        const { full_name: _, pipeline_stage: __, ...rest } = patch
        const nulls = Object.fromEntries(Object.keys(rest).map((field) => [field, null]))
        const cleared = yield* update(actor, ada!.id, nulls)
        expect(cleared).toEqual({ ...updated, ...nulls, version: 3 })
        expect(yield* stored(actor, ada!.id)).toEqual(cleared)
        expect(yield* stored(actor, grace!.id)).toEqual(grace!)
        expect((yield* eventsOf(actor)).filter(({ subject_id }) => subject_id === ada!.id).map(({ type }) => type)).toEqual([
          "prospect.discovered",
          "prospect.updated",
          "prospect.updated"
        ])
      })))

    test("a search counts the bytes of its prospects exactly, whatever changes at the same time", () =>
      run(Effect.gen(function*() {
        const { actor, search } = yield* world("Acme")
        const made = yield* discover(actor, search, Array.from({ length: 8 }, (_, n) => ({ ...known, linkedin_url: url(`${n}`) })))
        yield* Effect.all(
          made.flatMap(({ id }, n): ReadonlyArray<Effect.Effect<unknown, unknown, Prospects>> => [
            update(actor, id, { summary: "é🛠\"\\\u0001".repeat(n) }),
            update(actor, id, { full_name: "x".repeat(1 + n * 20), current_title: null }),
            update(actor, id, { email: null, linkedin_url: n % 2 === 0 ? null : url(`changed-${n}`) }),
            discover(actor, search, [{ full_name: "One more", location: "Kyiv".repeat(n + 1) }])
          ]),
          { concurrency: "unbounded" }
        )
        const sql = yield* SqlClient.SqlClient
        const size = Prospect.sizeOf(yield* list(actor, search))
        expect(size.prospects_counted).toBe(16)
        expect(yield* sql`SELECT prospects_counted, text_bytes FROM sourcing_searches WHERE id = ${search}`).toEqual([{ ...size }])
      })))

    test("8 prospects get one LinkedIn URL at once: exactly 1 succeeds, and it may be used again once it is cleared", () =>
      run(Effect.gen(function*() {
        const { actor, search } = yield* world("Acme")
        const made = yield* discover(actor, search, Array.from({ length: 8 }, (_, n) => ({ full_name: `${n}` })))
        const outcomes = yield* Effect.all(
          made.map(({ id }) => Effect.result(update(actor, id, { linkedin_url: url("ada"), current_title: "Analyst" }))),
          { concurrency: "unbounded" }
        )
        expect(outcomes.filter(Result.isSuccess).length).toBe(1)
        expect(outcomes.filter(Result.isFailure).map(({ failure }) => failure)).toEqual(
          Array.from({ length: 7 }, () => new Prospect.LinkedInUrlTaken())
        )
        const [holder, ...others] = (yield* list(actor, search)).toSorted((a) => (a.linkedin_url === null ? 1 : -1))
        expect(others.map(({ current_title, linkedin_url }) => current_title ?? linkedin_url)).toEqual(others.map(() => null))
        yield* update(actor, holder!.id, { linkedin_url: null })
        expect(yield* update(actor, others[0]!.id, { linkedin_url: url("ada") })).toMatchObject({ linkedin_url: url("ada") })
      })))

    test("a stage is refused by the stage of another request that was faster", () =>
      run(Effect.gen(function*() {
        const { actor, search } = yield* world("Acme")
        const [ada] = yield* discover(actor, search, [{ full_name: "Ada" }])
        yield* update(actor, ada!.id, { pipeline_stage: "contacted" })
        const failure = yield* Effect.flip(meanwhile(
          update(actor, ada!.id, { pipeline_stage: "interested" }),
          update(actor, ada!.id, { pipeline_stage: "replied", email: "ada@example.com" })
        ))
        const accepted = ["not_interested", "converted"]
        expect(failure).toEqual(new StateRefused({ field: "pipeline_stage", state: "interested", requested: "replied", accepted }))
        expect(yield* stored(actor, ada!.id)).toMatchObject({ pipeline_stage: "interested", email: null, version: 3 })
      })))

    test("an organization reads and changes its own prospects only", () =>
      run(Effect.gen(function*() {
        const { actor, search } = yield* world("Acme")
        const { actor: stranger } = yield* world("Other")
        const prospects = yield* Prospects
        const [{ id }] = (yield* discover(actor, search, [known])) as [Prospect.ProspectState]
        expect(yield* Effect.flip(list(stranger, search))).toBeInstanceOf(SourcingSearch.SearchNotFound)
        expect(yield* Effect.flip(discover(stranger, search, [{ full_name: "Spy" }])))
          .toBeInstanceOf(SourcingSearch.SearchNotFound)
        expect(yield* Effect.flip(prospects.modify(stranger, id, Prospect.shortlist)))
          .toBeInstanceOf(Prospect.ProspectNotFound)
        expect(yield* Effect.flip(update(stranger, id, { email: null }))).toBeInstanceOf(Prospect.ProspectNotFound)
        expect(yield* list(actor, search)).toMatchObject([{ id, status: "discovered", email: known.email }])
        expect(yield* eventsOf(stranger)).toEqual([])
      })))
  })
}

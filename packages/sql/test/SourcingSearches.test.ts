import type { Actor } from "@candor/domain/access/Actor"
import { SearchId } from "@candor/domain/Id"
import * as Prospect from "@candor/domain/sourcing/Prospect"
import { Prospects } from "@candor/domain/sourcing/Prospects"
import * as SourcingSearch from "@candor/domain/sourcing/SourcingSearch"
import { SourcingSearches } from "@candor/domain/sourcing/SourcingSearches"
import { describe, expect, test } from "bun:test"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import * as World from "./World.ts"

const create = (actor: Actor, draft: SourcingSearch.SourcingSearchDraft) =>
  Effect.flatMap(SourcingSearches, (searches) =>
    searches.create(actor, (context) => SourcingSearch.create(draft, context)))

const update = (actor: Actor, id: SearchId, patch: SourcingSearch.SourcingSearchPatch) =>
  Effect.flatMap(SourcingSearches, (searches) =>
    searches.modify(actor, id, (search) => SourcingSearch.update(search, patch)))

const eventTypes = ({ organization_id }: Actor) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ type: string }>`SELECT type FROM events WHERE organization_id = ${organization_id} ORDER BY id`,
      (events) => events.map(({ type }) => type)
    ))

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`SourcingSearches on ${database.name}`, () => {
    test("what is created is what is read and listed, with an event", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const searches = yield* SourcingSearches
        const sql = yield* SqlClient.SqlClient
        const created = yield* create(actor, { name: "Rust in Berlin", query: "rust AND berlin" })
        const read = yield* searches.get(actor.organization_id, created.id)
        expect(read).toEqual(created)
        expect(Schema.is(SourcingSearch.SourcingSearch)(read)).toBe(true)
        const page = yield* searches.list(actor.organization_id, { limit: 10, offset: 0 })
        expect(page.items).toEqual([created])
        const events = yield* sql`
          SELECT type, subject_id, data FROM events WHERE organization_id = ${actor.organization_id}`
        expect(events).toEqual([{ type: "sourcing_search.created", subject_id: created.id, data: { ...created } }])
      })))

    test("changes of name and query at the same time are both kept, with an event each", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { id } = yield* create(actor, { name: "Rust" })
        yield* Effect.all([update(actor, id, { name: "Go" }), update(actor, id, { query: "go" })], { concurrency: "unbounded" })
        const searches = yield* SourcingSearches
        expect(yield* searches.get(actor.organization_id, id)).toMatchObject({ name: "Go", query: "go" })
        expect(yield* update(actor, id, { query: null })).toMatchObject({ name: "Go", query: null })
        expect(yield* searches.get(actor.organization_id, id)).toMatchObject({ name: "Go", query: null })
        const updated = ["sourcing_search.updated", "sourcing_search.updated", "sourcing_search.updated"]
        expect(yield* eventTypes(actor)).toEqual(["sourcing_search.created", ...updated])
      })))

    test("10 requests for the same name at once are one change", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { id } = yield* create(actor, { name: "Rust", query: "rust" })
        const all = Array.from({ length: 10 }, () => update(actor, id, { name: "Go" }))
        const answers = yield* Effect.all(all, { concurrency: "unbounded" })
        expect(new Set(answers.map(({ name, query }) => `${name} ${query}`))).toEqual(new Set(["Go rust"]))
        expect(yield* eventTypes(actor)).toEqual(["sourcing_search.created", "sourcing_search.updated"])
      })))

    test("a search counts its own prospects", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const searches = yield* SourcingSearches
        const prospects = yield* Prospects
        const [three, none] = [yield* create(actor, { name: "Three" }), yield* create(actor, { name: "None" })]
        yield* prospects.discover(actor, three.id, [], (taken, context) =>
          Prospect.discover(three.id, Array.from({ length: 3 }, () => ({ full_name: "Somebody" })), taken, context))
        expect((yield* searches.get(actor.organization_id, three.id)).prospect_count).toBe(3)
        const page = yield* searches.list(actor.organization_id, { limit: 10, offset: 0 })
        expect(page.items.map((search) => [search.id, search.prospect_count])).toEqual([[none.id, 0], [three.id, 3]])
      })))

    test("pages are newest first, and cursors lead through all of them", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const searches = yield* SourcingSearches
        const created = yield* Effect.forEach(["1", "2", "3", "4", "5"], (name) => create(actor, { name }))
        const first = yield* searches.list(actor.organization_id, { limit: 2, offset: 0 })
        const second = yield* searches.list(actor.organization_id, { limit: 2, offset: 0, after: first.next })
        const third = yield* searches.list(actor.organization_id, { limit: 2, offset: 0, after: second.next })
        const pages = [first, second, third]
        expect(pages.flatMap((page) => page.items)).toEqual(created.toReversed())
        expect(pages.map((page) => page.pagination.has_more)).toEqual([true, true, false])
        const skipped = yield* searches.list(actor.organization_id, { limit: 2, offset: 3 })
        expect(skipped.items.map((search) => search.name)).toEqual(["2", "1"])
      })))

    test("an organization sees its own searches only", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { actor: stranger } = yield* World.organization({ name: "Other" })
        const searches = yield* SourcingSearches
        const { id } = yield* create(actor, { name: "Ours" })
        const failure = yield* Effect.flip(searches.get(stranger.organization_id, id))
        expect(failure).toBeInstanceOf(SourcingSearch.SearchNotFound)
        expect(yield* Effect.flip(update(stranger, id, { name: "Theirs" }))).toBeInstanceOf(SourcingSearch.SearchNotFound)
        expect(yield* searches.get(actor.organization_id, id)).toMatchObject({ name: "Ours" })
        expect((yield* searches.list(stranger.organization_id, { limit: 10, offset: 0 })).items).toEqual([])
      })))

    test("an id that nobody has is no search", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const searches = yield* SourcingSearches
        const failure = yield* Effect.flip(searches.get(actor.organization_id, SearchId.make(crypto.randomUUID())))
        expect(failure).toBeInstanceOf(SourcingSearch.SearchNotFound)
      })))
  })
}

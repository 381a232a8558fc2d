import type { Actor } from "@candor/domain/access/Actor"
import { AuditLog } from "@candor/domain/event/AuditLog"
import { SearchId } from "@candor/domain/Id"
import { ResourceNotFound } from "@candor/domain/Resource"
import * as Prospect from "@candor/domain/sourcing/Prospect"
import { Prospects } from "@candor/domain/sourcing/Prospects"
import * as SourcingSearch from "@candor/domain/sourcing/SourcingSearch"
import { SourcingSearches } from "@candor/domain/sourcing/SourcingSearches"
import { describe, expect, test } from "bun:test"
import { Effect, Option, Result, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { meanwhile } from "./Meanwhile.ts"
import { untilSequenceable } from "./Sequenceable.ts"
import {
  discover,
  eventsOf,
  known,
  list,
  remove as removeProspect,
  update as updateProspect,
  world
} from "./SourcingWorld.ts"
import * as World from "./World.ts"

const create = (actor: Actor, draft: SourcingSearch.SourcingSearchDraft) =>
  Effect.flatMap(SourcingSearches, (searches) => searches.create(actor, draft))

const remove = (actor: Actor, id: SearchId) =>
  Effect.flatMap(SourcingSearches, (searches) => searches.remove(actor, id))

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
        const { version: _, ...shown } = created
        expect(events).toEqual([{ type: "sourcing_search.created", subject_id: created.id, data: shown }])
      })))

    test("a change by a server that counts no versions raises the version, and nothing else does", () =>
      run(Effect.gen(function*() {
        const { actor, search: id } = yield* world("Acme")
        const sql = yield* SqlClient.SqlClient
        const versions = yield* Effect.forEach([
          sql`name = 'Go in Berlin'`,
          sql`name = 'Go in Berlin', query = NULL`,
          sql`query = 'go'`,
          sql`query = 'go AND berlin', version = version + 1`,
          sql`prospects_counted = prospects_counted + 1`
        ], (change) =>
          Effect.map(
            sql<{ version: number }>`
              UPDATE sourcing_searches SET ${change} WHERE organization_id = ${actor.organization_id} AND id = ${id} RETURNING version`,
            ([row]) => row!.version
          ))
        expect(versions).toEqual([2, 2, 3, 4, 4])
      })))

    test("a deleted search takes its prospects, other searches keep theirs, and its deletion is queued for erasure", () =>
      run(Effect.gen(function*() {
        const { actor, search: id } = yield* world("Acme")
        const searches = yield* SourcingSearches
        const kept = yield* create(actor, { name: "Kept" })
        const [ada, grace] = yield* discover(actor, id, [known, { full_name: "Grace Hopper" }])
        yield* discover(actor, kept.id, [{
          ...known,
          full_name: "Ada of another search",
          email: null,
          linkedin_url: null
        }])
        yield* removeProspect(actor, ada!.id)
        yield* remove(actor, id)
        expect(yield* Effect.flip(remove(actor, id))).toBeInstanceOf(ResourceNotFound)
        expect(yield* Effect.flip(list(actor, id))).toBeInstanceOf(ResourceNotFound)
        expect((yield* list(actor, kept.id)).length).toBe(1)
        const sql = yield* SqlClient.SqlClient
        expect(yield* sql`SELECT count(*)::integer AS prospects FROM prospects`).toEqual([{ prospects: 1 }])
        const told = yield* sql`
          SELECT subject_id, data FROM events WHERE organization_id = ${actor.organization_id} AND type = 'prospect.deleted' ORDER BY id`
        expect(told).toEqual([ada!, grace!].map((one) => ({ subject_id: one.id, data: { id: one.id, search_id: id } })))
        expect((yield* searches.list(actor.organization_id, { limit: 10, offset: 0 })).items.map(({ id }) => id))
          .toEqual([kept.id])
        const queued = yield* sql`
          SELECT round(extract(epoch FROM visible_at - created_at))::integer AS seconds
          FROM queue WHERE queue_name = 'erasures' AND element::json ->> 'subject_id' = ${id}`
        expect(queued).toEqual([{ seconds: 600 }])
        const log = yield* AuditLog
        yield* untilSequenceable(actor.organization_id)
        yield* log.erase(actor.organization_id, id, "erasures")
        yield* untilSequenceable(actor.organization_id)
        const events = yield* sql<{ type: string; data: unknown }>`
          SELECT type, data FROM events WHERE organization_id = ${actor.organization_id} ORDER BY id`
        expect(events.filter(({ data }) => data !== null).map(({ type }) => type).toSorted()).toEqual([
          "audit.erased",
          "prospect.discovered",
          "sourcing_search.created"
        ])
        expect(JSON.stringify(events)).not.toMatch(/Ada Lovelace|Grace Hopper|Berlin/)
        expect((yield* log.verify(actor.organization_id)).broken).toEqual(Option.none())
      })))

    test("of 8 deletions at once exactly one succeeds, beside prospects that are added, changed and deleted", () =>
      run(Effect.gen(function*() {
        const { actor, search } = yield* world("Acme")
        const made = yield* discover(actor, search, Array.from({ length: 8 }, (_, n) => ({ full_name: `${n}` })))
        const beside = made.flatMap((
          { id }
        ): ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }, Prospects>> => [
          discover(actor, search, [{ full_name: "One more" }]),
          updateProspect(actor, id, { summary: "Longer" }),
          removeProspect(actor, id)
        ])
        const [deletions, others] = yield* Effect.all([
          Effect.all(made.map(() => Effect.result(remove(actor, search))), { concurrency: "unbounded" }),
          Effect.all(beside.map((one) => Effect.result(one)), { concurrency: "unbounded" })
        ], { concurrency: "unbounded" })
        expect(deletions.filter(Result.isSuccess).length).toBe(1)
        const failures = others.filter(Result.isFailure).map(({ failure }) => failure._tag)
        expect(failures.filter((tag) => tag !== "ResourceNotFound" && tag !== "ProspectNotFound")).toEqual([])
        const sql = yield* SqlClient.SqlClient
        expect(yield* sql`SELECT id FROM prospects UNION ALL SELECT id FROM sourcing_searches`).toEqual([])
        const untold = yield* sql`
          SELECT subject_id FROM events WHERE type IN ('prospect.discovered', 'prospect.deleted') GROUP BY subject_id HAVING count(*) <> 2`
        expect(untold).toEqual([])
      })))

    test("a search that is deleted while prospects are added to it is not found, and keeps none", () =>
      run(Effect.gen(function*() {
        const { actor, search } = yield* world("Acme")
        const failure = yield* Effect.flip(meanwhile(remove(actor, search), discover(actor, search, [known])))
        expect(failure).toBeInstanceOf(ResourceNotFound)
        expect(yield* eventsOf(actor)).toEqual([])
      })))

    test("a search counts its own prospects", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const searches = yield* SourcingSearches
        const prospects = yield* Prospects
        const [three, none] = [yield* create(actor, { name: "Three" }), yield* create(actor, { name: "None" })]
        const drafts = Array.from({ length: 3 }, () => ({ full_name: "Somebody" }))
        yield* prospects.discover(actor, three.id, drafts, (known, context) =>
          Prospect.discover(three.id, drafts, known, context))
        expect((yield* searches.get(actor.organization_id, three.id)).prospect_count).toBe(3)
        const page = yield* searches.list(actor.organization_id, { limit: 10, offset: 0 })
        expect(page.items.map((search) => [search.id, search.prospect_count])).toEqual([[none.id, 0], [three.id, 3]])
      })))
  })
}

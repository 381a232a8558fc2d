/** Changes and deletions of prospects, and the size of their search meanwhile. */
import { AuditLog } from "@candor/domain/event/AuditLog"
import { TakenByProspect } from "@candor/domain/sourcing/Duplicates"
import * as Prospect from "@candor/domain/sourcing/Prospect"
import type { Prospects } from "@candor/domain/sourcing/Prospects"
import { StateRefused } from "@candor/domain/StateMachine"
import { describe, expect, test } from "bun:test"
import { Effect, Option, Result } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { meanwhile } from "./Meanwhile.ts"
import { untilSequenceable } from "./Sequenceable.ts"
import { discover, eventsOf, known, list, remove, stored, update, url, world } from "./SourcingWorld.ts"

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`Changes of prospects on ${database.name}`, () => {
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
        expect((yield* eventsOf(actor)).filter(({ subject_id }) => subject_id === ada!.id).map(({ type }) => type))
          .toEqual([
            "prospect.discovered",
            "prospect.updated",
            "prospect.updated"
          ])
      })))

    test("a search counts the bytes of its prospects exactly, whatever changes at the same time", () =>
      run(Effect.gen(function*() {
        const { actor, search } = yield* world("Acme")
        const made = yield* discover(
          actor,
          search,
          Array.from({ length: 8 }, (_, n) => ({ ...known, linkedin_url: url(`${n}`), email: `${n}@example.com` }))
        )
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
        expect(yield* sql`SELECT prospects_counted, text_bytes FROM sourcing_searches WHERE id = ${search}`).toEqual([{
          ...size
        }])
      })))

    test("8 prospects get one LinkedIn URL at once: exactly 1 succeeds, and it may be used again once it is cleared", () =>
      run(Effect.gen(function*() {
        const { actor, search } = yield* world("Acme")
        const made = yield* discover(actor, search, Array.from({ length: 8 }, (_, n) => ({ full_name: `${n}` })))
        const outcomes = yield* Effect.all(
          made.map(({ id }) =>
            Effect.result(update(actor, id, { linkedin_url: url("ada"), current_title: "Analyst" }))
          ),
          { concurrency: "unbounded" }
        )
        expect(outcomes.filter(Result.isSuccess).length).toBe(1)
        expect(outcomes.filter(Result.isFailure).map(({ failure }) => failure)).toEqual(
          Array.from({ length: 7 }, () => new TakenByProspect({ field: "linkedin_url" }))
        )
        const [holder, ...others] = (yield* list(actor, search)).toSorted((a) => (a.linkedin_url === null ? 1 : -1))
        expect(others.map(({ current_title, linkedin_url }) => current_title ?? linkedin_url)).toEqual(
          others.map(() => null)
        )
        yield* update(actor, holder!.id, { linkedin_url: null })
        expect(yield* update(actor, others[0]!.id, { linkedin_url: url("ada") })).toMatchObject({
          linkedin_url: url("ada")
        })
      })))

    test("8 prospects get one e-mail address at once: exactly 1 succeeds, and it may be used again once it is cleared", () =>
      run(Effect.gen(function*() {
        const { actor, search } = yield* world("Acme")
        const made = yield* discover(actor, search, Array.from({ length: 8 }, (_, n) => ({ full_name: `${n}` })))
        const outcomes = yield* Effect.all(
          made.map(({ id }, n) =>
            Effect.result(update(actor, id, { email: n % 2 === 0 ? "ada@example.com" : "Ada@Example.com" }))
          ),
          { concurrency: "unbounded" }
        )
        expect(outcomes.filter(Result.isSuccess).length).toBe(1)
        expect(outcomes.filter(Result.isFailure).map(({ failure }) => failure)).toEqual(
          Array.from({ length: 7 }, () => new TakenByProspect({ field: "email" }))
        )
        const holder = (yield* list(actor, search)).find(({ email }) => email !== null)!
        const other = made.find(({ id }) => id !== holder.id)!
        yield* update(actor, holder.id, { email: null })
        expect(yield* update(actor, other.id, { email: "ada@example.com" })).toMatchObject({ email: "ada@example.com" })
      })))

    test("a stage is refused by the stage of another request that was faster", () =>
      run(Effect.gen(function*() {
        const { actor, search } = yield* world("Acme")
        const [ada] = yield* discover(actor, search, [{ full_name: "Ada" }])
        yield* update(actor, ada!.id, { pipeline_stage: "contacted" })
        const failure = yield* Effect.flip(meanwhile(
          update(actor, ada!.id, { pipeline_stage: "not_contacted" }),
          update(actor, ada!.id, { pipeline_stage: "replied", email: "ada@example.com" })
        ))
        const accepted = ["contacted"]
        expect(failure).toEqual(
          new StateRefused({ field: "pipeline_stage", state: "not_contacted", requested: "replied", accepted })
        )
        expect(yield* stored(actor, ada!.id)).toMatchObject({
          pipeline_stage: "not_contacted",
          email: null,
          version: 3
        })
      })))

    test("a deleted prospect is gone, and its data is erased from its events ten minutes later", () =>
      run(Effect.gen(function*() {
        const { actor, search } = yield* world("Acme")
        const [{ id }, kept] = (yield* discover(actor, search, [known, { full_name: "Kept" }])) as [
          Prospect.ProspectState,
          Prospect.ProspectState
        ]
        yield* update(actor, id, { email: "king@example.com" })
        yield* remove(actor, id)
        expect((yield* list(actor, search)).map((prospect) => prospect.id)).toEqual([kept.id])
        expect(yield* Effect.flip(remove(actor, id))).toBeInstanceOf(Prospect.ProspectNotFound)
        expect(yield* Effect.flip(update(actor, id, { email: null }))).toBeInstanceOf(Prospect.ProspectNotFound)
        const sql = yield* SqlClient.SqlClient
        const queued = yield* sql`
          SELECT element::json AS element, round(extract(epoch FROM visible_at - created_at))::integer AS seconds
          FROM queue WHERE queue_name = 'erasures'`
        expect(queued).toEqual([{ element: { organization_id: actor.organization_id, subject_id: id }, seconds: 600 }])
        const log = yield* AuditLog
        yield* untilSequenceable(actor.organization_id)
        yield* log.erase(actor.organization_id, id, "erasures")
        yield* untilSequenceable(actor.organization_id)
        expect((yield* eventsOf(actor)).filter(({ subject_id }) => subject_id === id).map(({ type }) => type)).toEqual([
          "prospect.discovered",
          "prospect.updated",
          "prospect.deleted"
        ])
        const events = yield* sql`SELECT subject_id, data FROM events WHERE organization_id = ${actor.organization_id}`
        expect(JSON.stringify(events)).not.toMatch(/Lovelace|example\.com|in\/ada/)
        expect(JSON.stringify(events)).toContain("Kept")
        expect((yield* log.verify(actor.organization_id)).broken).toEqual(Option.none())
      })))

    test("of 8 deletions at once exactly one succeeds; a prospect that is changed meanwhile is deleted as it then is", () =>
      run(Effect.gen(function*() {
        const { actor, search } = yield* world("Acme")
        const [one, other] = (yield* discover(actor, search, [known, { full_name: "Grace" }])) as [
          Prospect.ProspectState,
          Prospect.ProspectState
        ]
        const outcomes = yield* Effect.all(
          Array.from({ length: 8 }, () => Effect.result(remove(actor, one.id))),
          { concurrency: "unbounded" }
        )
        expect(outcomes.filter(Result.isSuccess).length).toBe(1)
        const last = yield* meanwhile(update(actor, other.id, { summary: "Longer" }), remove(actor, other.id))
        expect(last).toMatchObject({ summary: "Longer", version: 2 })
        const sql = yield* SqlClient.SqlClient
        expect(yield* sql`SELECT prospects_counted, text_bytes FROM sourcing_searches WHERE id = ${search}`).toEqual([
          { prospects_counted: 0, text_bytes: 0 }
        ])
        expect((yield* eventsOf(actor)).filter(({ type }) => type === "prospect.deleted").length).toBe(2)
      })))
  })
}

import type { Actor } from "@candor/domain/access/Actor"
import { noun } from "@candor/domain/candidate/Candidate"
import { Candidates } from "@candor/domain/candidate/Candidates"
import { type ExternalId, ExternalIdTaken } from "@candor/domain/ExternalId"
import { ExternalIds } from "@candor/domain/ExternalIds"
import type { CandidateId } from "@candor/domain/Id"
import { describe, expect, test } from "bun:test"
import { Effect, Option, Result } from "effect"
import { SqlClient } from "effect/sql"
import { atOnce } from "./AtOnce.ts"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { merge, unmerge } from "./Merges.ts"
import { anonymise, create, remove, update } from "./Person.ts"
import * as World from "./World.ts"

const of = (id: string): ExternalId => ({ system: "greenhouse", id })
const draft = (...external_ids: ReadonlyArray<ExternalId>) => ({
  full_name: "Grace Hopper",
  primary_email: null,
  external_ids
})

const found = ({ organization_id }: Actor, id: string) =>
  Effect.flatMap(ExternalIds, ({ find }) => Effect.map(find(organization_id, noun, of(id)), Option.getOrNull))

const idsOf = ({ organization_id }: Actor, id: CandidateId) =>
  Effect.flatMap(
    Candidates,
    (candidates) => Effect.map(candidates.get(organization_id, id), ({ external_ids }) => external_ids)
  )

const takenBy = (row_id: string | null, id: string) =>
  Result.fail(new ExternalIdTaken({ subject: "candidate", external_id: of(id), row_id }))

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`An external id on ${database.name}`, () => {
    test("is of one candidate of an organization, and finds it", () =>
      run(Effect.gen(function*() {
        const [{ actor }, { actor: other }] = [
          yield* World.organization({ name: "Acme" }),
          yield* World.organization({ name: "Globex" })
        ]
        const { external_ids, id } = yield* create(actor, draft(of("1"), { system: "lever", id: "1" }))
        expect(external_ids).toEqual([of("1"), { system: "lever", id: "1" }])
        expect(yield* found(actor, "1")).toBe(id)
        expect(yield* found(other, "1")).toBeNull()
        expect(yield* Effect.result(create(actor, draft(of("1"))))).toEqual(takenBy(id, "1"))
        const second = yield* create(actor, draft(of("2")))
        expect(yield* Effect.result(update(actor, second.id, { external_ids: [of("2"), of("1")] }))).toEqual(
          takenBy(id, "1")
        )
        expect((yield* create(other, draft(of("1")))).external_ids).toEqual([of("1")])
        const page = yield* (yield* Candidates).list(actor.organization_id, { external_id: of("1") }, {
          limit: 10,
          offset: 0
        })
        expect(page.items.map((item) => item.id)).toEqual([id])
      })))

    test("is free again once its candidate is without it, anonymised or deleted", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const ends = [(id: CandidateId) => update(actor, id, { external_ids: [] }), (id: CandidateId) =>
          anonymise(actor, id), (id: CandidateId) =>
          remove(actor, id)]
        for (const end of ends) {
          const { id } = yield* create(actor, draft(of("1")))
          yield* end(id)
          expect(yield* found(actor, "1")).toBeNull()
        }
        const sql = yield* SqlClient.SqlClient
        expect(yield* sql`SELECT FROM external_ids WHERE organization_id = ${actor.organization_id}`).toEqual([])
      })))

    test("32 that create a candidate with the same one: exactly one does", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const results = yield* atOnce(32, Effect.result(create(actor, draft(of("1")))))
        const made = results.filter(Result.isSuccess)
        expect(made).toHaveLength(1)
        const id = yield* found(actor, "1")
        expect(results.filter(Result.isFailure).map(({ failure }) => failure.row_id)).toEqual(
          Array.from({ length: 31 }, () => id)
        )
      })))

    test("stays after a merge, with those of the other one, and its undo gives each back", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const [survivor, merged] = [yield* create(actor, draft(of("1"))), yield* create(actor, draft(of("2"), of("3")))]
        yield* merge(actor, merged.id, survivor.id)
        expect(yield* idsOf(actor, survivor.id)).toEqual([of("1"), of("2"), of("3")])
        expect(yield* found(actor, "2")).toBe(survivor.id)
        yield* update(actor, survivor.id, { external_ids: [of("1"), of("2"), of("3"), of("4")] })
        yield* unmerge(actor, merged.id)
        expect(yield* idsOf(actor, survivor.id)).toEqual([of("1"), of("4")])
        expect(yield* idsOf(actor, merged.id)).toEqual([of("2"), of("3")])
        expect(yield* found(actor, "3")).toBe(merged.id)
      })))

    test("that another candidate has got since keeps a merge from being undone, and nothing changes", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const [survivor, merged] = [yield* create(actor, draft(of("1"))), yield* create(actor, draft(of("2")))]
        yield* merge(actor, merged.id, survivor.id)
        yield* update(actor, survivor.id, { external_ids: [of("1")] })
        const third = yield* create(actor, draft(of("2")))
        expect(yield* Effect.result(unmerge(actor, merged.id))).toEqual(takenBy(third.id, "2"))
        expect(yield* idsOf(actor, survivor.id)).toEqual([of("1")])
      })))
  })
}

import type { Actor } from "@candor/domain/access/Actor"
import { CandidateNotFound } from "@candor/domain/candidate/Candidate"
import type { CandidateId } from "@candor/domain/Id"
import type { PageRequest } from "@candor/domain/Pagination"
import { type MergePosition, undoDays } from "@candor/domain/person/CandidateMerge"
import { CandidateMerges } from "@candor/domain/person/CandidateMerges"
import { later } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { merge, unmerge } from "./Merges.ts"
import { anonymise, create } from "./Person.ts"
import * as World from "./World.ts"

const listed = (
  { organization_id }: Pick<Actor, "organization_id">,
  id: CandidateId,
  page: Partial<PageRequest<MergePosition>> = {}
) => Effect.flatMap(CandidateMerges, (merges) => merges.merges(organization_id, id, { limit: 10, offset: 0, ...page }))

const idsOf = (actor: Actor, id: CandidateId) =>
  Effect.map(listed(actor, id), ({ items }) => items.map(({ candidate_id, into }) => [candidate_id, into]))

const people = (actor: Actor, count: number) =>
  Effect.forEach(
    Array.from({ length: count }, (_, n) => n),
    (n) =>
      Effect.map(create(actor, { full_name: `Grace ${n}`, primary_email: `grace${n}@example.com` }), ({ id }) => id)
  )

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`The merges of a candidate on ${database.name}`, () => {
    test("are listed in the order in which they are undone, under every id that answers with the survivor", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { actor: stranger } = yield* World.organization({ name: "Globex" })
        const [one, two, between, survivor] = yield* people(actor, 4)
        expect(yield* idsOf(actor, survivor!)).toEqual([])
        yield* merge(actor, one!, between!)
        yield* merge(actor, two!, survivor!)
        yield* merge(actor, between!, survivor!)
        const all = yield* idsOf(actor, survivor!)
        expect(all[0]).toEqual([between!, survivor!])
        expect(new Set(all.slice(1))).toEqual(new Set([[one!, between!], [two!, survivor!]]))
        for (const id of [one!, two!, between!]) expect(yield* idsOf(actor, id)).toEqual(all)
        expect(yield* Effect.flip(listed(stranger, survivor!))).toBeInstanceOf(CandidateNotFound)
        yield* unmerge(actor, all[0]![0]!)
        expect(yield* idsOf(actor, survivor!)).toEqual([[two!, survivor!]])
        expect(yield* idsOf(actor, between!)).toEqual([[one!, between!]])
      })))

    test("come in pages that go on where the last one ended", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const [survivor, ...others] = yield* people(actor, 6)
        yield* Effect.forEach(others, (id) => merge(actor, id, survivor!))
        const found: Array<string> = []
        let after: MergePosition | undefined
        do {
          const page = yield* listed(actor, survivor!, { limit: 2, after })
          found.push(...page.items.map(({ candidate_id }) => candidate_id))
          after = page.next
        } while (after !== undefined)
        expect(found).toEqual(others.toReversed())
      })))

    test("tell until when each can be undone, and null once it cannot", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const sql = yield* SqlClient.SqlClient
        const [survivor, one, two] = yield* people(actor, 3)
        yield* merge(actor, one!, survivor!)
        yield* sql`UPDATE candidate_merges SET merged_at = now() - ${undoDays + 1} * interval '1 day'`
        const { merged_at } = yield* merge(actor, two!, survivor!)
        const until = (yield* listed(actor, survivor!)).items.map(({ undo_until }) => undo_until)
        expect(until).toEqual([later(merged_at, undoDays * 86_400_000), null])
        yield* anonymise(actor, survivor!)
        expect((yield* listed(actor, survivor!)).items.map(({ undo_until }) => undo_until)).toEqual([null, null])
      })))
  })
}

/** Transactions over several writes: all or nothing, also where a write loses a race. */
import * as Prospect from "@candor/domain/sourcing/Prospect"
import { Prospects } from "@candor/domain/sourcing/Prospects"
import * as SourcingSearch from "@candor/domain/sourcing/SourcingSearch"
import { SourcingSearches } from "@candor/domain/sourcing/SourcingSearches"
import { Transactions } from "@candor/domain/Transactions"
import { databases, runOn } from "@candor/sql/testing/Databases"
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { newJob } from "./WebhookWorld.ts"
import * as World from "./World.ts"

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    test("what is not kept leaves no row, no event and no work, and its result is returned", () =>
      runOn(database)(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { actor } = yield* World.organization({ name: "Acme" })
        const transactions = yield* Transactions
        const made = (isKept: boolean) =>
          transactions.run(Effect.map(newJob(actor, "Chef"), (value) => ({ value, isKept })), { isSnapshot: false })
        const stored = sql`SELECT j.title, e.type FROM jobs j JOIN events e ON e.subject_id = j.id AND e.organization_id = j.organization_id
          WHERE j.organization_id = ${actor.organization_id}`
        expect((yield* made(false)).title).toBe("Chef")
        expect(yield* stored).toEqual([])
        yield* made(true)
        expect(yield* stored).toEqual([{ title: "Chef", type: "job.created" }])
      })))

    test("a rule that the database keeps is reported within a transaction too, and what came before it can be kept", () =>
      runOn(database)(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const search = yield* (yield* SourcingSearches).create(actor, (context) => SourcingSearch.create({ name: "Compilers" }, context))
        const prospects = yield* Prospects
        const transactions = yield* Transactions
        const drafts = ["wirth", "hoare"].map((name) => ({ full_name: name, linkedin_url: `https://www.linkedin.com/in/${name}` }))
        const [one, other] = yield* prospects.discover(actor, search.id, drafts, (known, context) =>
          Prospect.discover(search.id, drafts, known, context))
        const patch = ({ id }: Prospect.ProspectState, patch: Prospect.ProspectPatch) =>
          prospects.modify(actor, id, (prospect) => Prospect.update(prospect, patch))
        const failure = yield* transactions.run(Effect.gen(function*() {
          yield* patch(one!, { summary: "Pascal" })
          return { value: yield* Effect.flip(patch(other!, { linkedin_url: one!.linkedin_url })), isKept: true }
        }), { isSnapshot: false })
        expect(failure._tag).toBe("TakenByProspect")
        const sql = yield* SqlClient.SqlClient
        expect(yield* sql`SELECT summary FROM prospects WHERE organization_id = ${actor.organization_id} AND id = ${one!.id}`)
          .toEqual([{ summary: "Pascal" }])
      })))
  })
}

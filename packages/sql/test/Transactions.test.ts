/** Transactions over several writes: all or nothing, also where a write loses a race. */
import * as Prospect from "@candor/domain/sourcing/Prospect"
import { Prospects } from "@candor/domain/sourcing/Prospects"
import { SourcingSearches } from "@candor/domain/sourcing/SourcingSearches"
import { Transactions } from "@candor/domain/Transactions"
import { databases, runOn } from "@candor/sql/testing/Databases"
import { forFile } from "@candor/sql/testing/FileDatabase"
import { describe, expect, test } from "bun:test"
import { Cause, Effect, Exit } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { isOverloaded, isUnavailable } from "../src/database/SqlFailures.ts"
import { RaceLost } from "../src/statements/CurrentTransaction.ts"
import { make } from "../src/statements/Transactions.ts"
import { newJob } from "./WebhookWorld.ts"
import * as World from "./World.ts"

for (const database of databases.map(forFile)) {
  describe(`on ${database.name}`, () => {
    test("what is not kept leaves no row, no event and no work, and its result is returned", () =>
      runOn(database)(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { actor } = yield* World.organization({ name: "Acme" })
        const transactions = yield* Transactions
        const made = (isKept: boolean) =>
          transactions.run(Effect.map(newJob(actor, "Chef"), (value) => ({ value, isKept })), { isSnapshot: false })
        const stored =
          sql`SELECT j.title, e.type FROM jobs j JOIN events e ON e.subject_id = j.id AND e.organization_id = j.organization_id
          WHERE j.organization_id = ${actor.organization_id}`
        expect((yield* made(false)).title).toBe("Chef")
        expect(yield* stored).toEqual([])
        yield* made(true)
        expect(yield* stored).toEqual([{ title: "Chef", type: "job.created" }])
      })))

    test("a rule that the database keeps is reported within a transaction too, and what came before it can be kept", () =>
      runOn(database)(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const search = yield* (yield* SourcingSearches).create(actor, { name: "Compilers" })
        const prospects = yield* Prospects
        const transactions = yield* Transactions
        const drafts = ["wirth", "hoare"].map((name) => ({
          full_name: name,
          linkedin_url: `https://www.linkedin.com/in/${name}`
        }))
        const [one, other] = yield* prospects.discover(
          actor,
          search.id,
          drafts,
          (known, context) => Prospect.discover(search.id, drafts, known, context)
        )
        const patch = ({ id }: Prospect.ProspectState, patch: Prospect.ProspectPatch) =>
          prospects.modify(actor, id, (prospect) => Prospect.update(prospect, patch))
        const failure = yield* transactions.run(
          Effect.gen(function*() {
            yield* patch(one!, { summary: "Pascal" })
            return { value: yield* Effect.flip(patch(other!, { linkedin_url: one!.linkedin_url })), isKept: true }
          }),
          { isSnapshot: false }
        )
        expect(failure._tag).toBe("TakenByProspect")
        const sql = yield* SqlClient.SqlClient
        expect(
          yield* sql`SELECT summary FROM prospects WHERE organization_id = ${actor.organization_id} AND id = ${one!.id}`
        )
          .toEqual([{ summary: "Pascal" }])
      })))

    test("a reference that proves broken at the end is a lost race: what was linked is gone, and the transaction starts over", () =>
      runOn(database)(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { actor: { organization_id } } = yield* World.organization({ name: "Acme" })
        const candidates = [crypto.randomUUID(), null]
        const link = Effect.suspend(() =>
          sql`
          WITH search AS (
            INSERT INTO sourcing_searches (organization_id, id, name, created_at) VALUES (${organization_id}, gen_random_uuid(), 'Compilers', now()) RETURNING *
          )
          INSERT INTO prospects (organization_id, id, search_id, full_name, status, pipeline_stage, candidate_id, created_at, updated_at, version)
          SELECT organization_id, gen_random_uuid(), id, 'Grace Hopper', 'discovered', 'new', ${candidates
            .shift()!}::uuid, now(), now(), 1 FROM search`
        )
        const transactions = yield* Transactions
        yield* transactions.run(Effect.as(Effect.orDie(link), { value: undefined, isKept: true }), {
          isSnapshot: false
        })
        expect(yield* sql`SELECT candidate_id FROM prospects`).toEqual([{ candidate_id: null }])
      })))
  })
}

test("a transaction that others are faster with starts over a thousand times, one that breaks a constraint a hundred times, and then too much is done at once", async () => {
  // In the place of the database: what runs in a transaction alone.
  const client = { withTransaction: <A>(effect: A): A => effect } as SqlClient.SqlClient
  const collision = new SqlError.SqlError({
    reason: new SqlError.SerializationError({ cause: new Error("Changed since") })
  })
  const bug = new TypeError("A mistake in the code")
  const run = async (defect: unknown) => {
    let attempts = 0
    const losing = Effect.suspend(() => {
      attempts++
      return Effect.die(defect)
    })
    const transactions = Effect.provideService(make(), SqlClient.SqlClient, client)
    const exit = await Effect.runPromiseExit(
      Effect.flatMap(transactions, ({ run }) => run(losing, { isSnapshot: false }))
    )
    const failure = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
    return { attempts, failure, isOverloaded: isOverloaded(failure), isUnavailable: isUnavailable(failure) }
  }
  for (const defect of [new RaceLost(), collision]) {
    expect(await run(defect)).toMatchObject({ attempts: 1001, isOverloaded: true, isUnavailable: true })
  }
  expect(await run(new RaceLost("prospects_email"))).toMatchObject({ attempts: 100, isOverloaded: true })
  expect(await run(bug)).toEqual({ attempts: 1, failure: bug, isOverloaded: false, isUnavailable: false })
})

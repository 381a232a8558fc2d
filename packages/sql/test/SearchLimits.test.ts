/** How much a search reads, and what is not found beyond it. */
import type { Actor } from "@candor/domain/access/Actor"
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runOn, undistributed } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { search } from "./SearchWorld.ts"
import * as World from "./World.ts"

/** Adds candidates of a university. */
const add = ({ organization_id }: Actor, count: number, university: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql`
    INSERT INTO candidates (organization_id, id, full_name, primary_email, university, version, created_at, updated_at)
    SELECT ${organization_id}, gen_random_uuid(), '-', '-', ${university}, 1, now(), now() FROM generate_series(1, ${count}::integer)`)

/** Gives each candidate without an AI profile one with this summary. */
const summarise = ({ organization_id }: Actor, summary: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql`
    INSERT INTO ai_profiles (organization_id, id, candidate_id, status, linkedin_url, summary, version, created_at, updated_at)
    SELECT organization_id, gen_random_uuid(), id, 'completed', '', ${summary}, 1, now(), now() FROM candidates c
    WHERE organization_id = ${organization_id} AND NOT EXISTS (SELECT FROM ai_profiles p WHERE p.candidate_id = c.id)`)

/** How many candidates a search finds on a page that has room for all. */
const found = (actor: Actor, query: string) => Effect.map(search(actor, query, {}, 3000), ({ items }) => items.length)

for (const database of undistributed) {
  const run = runOn(forFile(database))

  test(`a search finds 500 candidates by their fields, 500 by a kind of text, and 500 by both together, and no more, on ${database.name}`, () =>
    run(Effect.gen(function*() {
      const { actor } = yield* World.organization({ name: "Acme" })
      const counts = Effect.all([found(actor, "oxford"), found(actor, "manager"), found(actor, "oxford manager")])
      yield* add(actor, 500, "Oxford")
      yield* summarise(actor, "Experienced manager")
      expect(yield* counts).toEqual([500, 500, 500])
      yield* add(actor, 1, "Oxford")
      yield* summarise(actor, "Experienced manager")
      const [fields, texts, combined] = yield* counts
      expect([fields, texts]).toEqual([500, 500])
      // The 500 of one word need not be those of the other.
      expect(combined).toBeWithin(499, 501)
    })))
}

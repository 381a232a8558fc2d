/** How much a search reads, and what is not found beyond it. */
import type { Actor } from "@candor/domain/access/Actor"
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { applied, person, search } from "./SearchWorld.ts"
import * as World from "./World.ts"

/** How the id of a row ends that is in the sample of its table, whose rows are read first, and of one that is not. */
const [inSample, notInSample] = ["00", "ff"] as const

interface Fields {
  readonly full_name?: string
  readonly university?: string | null
  readonly years_experience?: number
}

/** Adds so many candidates, whose ids have this end. */
const add = (
  { organization_id }: Actor,
  count: number,
  { full_name = "-", university = null, years_experience = 3 }: Fields,
  end: string = inSample
) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`
    INSERT INTO candidates (organization_id, id, full_name, primary_email, university, years_experience, version, created_at, updated_at)
    SELECT ${organization_id}, overlay(gen_random_uuid()::text PLACING ${end} FROM 35)::uuid, ${full_name}, '-', ${university},
      ${years_experience}, 1, now(), now()
    FROM generate_series(1, ${count}::integer)`)

/** Gives each candidate without an AI profile one with this summary. */
const summarise = ({ organization_id }: Actor, summary: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`
    INSERT INTO ai_profiles (organization_id, id, candidate_id, status, linkedin_url, summary, version, created_at, updated_at)
    SELECT organization_id, gen_random_uuid(), id, 'completed', '', ${summary}, 1, now(), now() FROM candidates c
    WHERE organization_id = ${organization_id} AND NOT EXISTS (SELECT FROM ai_profiles p WHERE p.candidate_id = c.id)`)

/** How many candidates a search finds on a page that has room for all. */
const found = (actor: Actor, query: string) => Effect.map(search(actor, query, {}, 3000), ({ items }) => items.length)

/** The names of those who have had thirty years, as a search with this filter finds them. */
const veterans = (actor: Actor, query: string) =>
  Effect.map(search(actor, query, { years_min: 30 }), ({ items }) => items.map(({ candidate: { full_name } }) => full_name))

for (const database of databases) {
  const run = runOn(forFile(database))

  test(`a search finds 500 candidates by their fields, 500 by a kind of text, and 500 by both together, and no more, on ${database.name}`, () =>
    run(Effect.gen(function*() {
      const { actor } = yield* World.organization({ name: "Acme" })
      const counts = Effect.all([found(actor, "oxford"), found(actor, "manager"), found(actor, "oxford manager")])
      yield* add(actor, 500, { university: "Oxford" })
      yield* summarise(actor, "Experienced manager")
      expect(yield* counts).toEqual([500, 500, 500])
      yield* add(actor, 1, { university: "Oxford" })
      yield* summarise(actor, "Experienced manager")
      const [fields, texts, combined] = yield* counts
      expect([fields, texts]).toEqual([500, 500])
      // The 500 of one word need not be those of the other.
      expect(combined).toBeWithin(499, 501)
    })))

  test(`a filter is held against 10,000 texts that have the words: one behind them is not found, on ${database.name}`, () =>
    run(Effect.gen(function*() {
      const { actor } = yield* World.organization({ name: "Acme" })
      const { organization_id, user_id } = actor
      const sql = yield* SqlClient.SqlClient
      const note = (application_id: string, count: number, end: string) => sql`
        INSERT INTO notes (organization_id, application_id, id, author_id, body, version, created_at, updated_at)
        SELECT ${organization_id}, ${application_id}, overlay(gen_random_uuid()::text PLACING ${end} FROM 35)::uuid, ${user_id}, 'manager', 1,
          now(), now()
        FROM generate_series(1, ${count}::integer)`
      const [novice, veteran] = [yield* person(actor, "Nina", { years_experience: 3 }), yield* person(actor, "Vera", { years_experience: 30 })]
      const { application } = yield* applied(actor, novice.id, {})
      yield* note((yield* applied(actor, veteran.id, {})).application.id, 1, notInSample)
      yield* note(application.id, 9999, inSample)
      expect(yield* veterans(actor, "manager")).toEqual(["Vera"])
      yield* note(application.id, 1, inSample)
      expect(yield* veterans(actor, "manager")).toEqual([])
    })))
}

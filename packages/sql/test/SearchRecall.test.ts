import { CandidateSearch } from "@candor/domain/search/CandidateSearch"
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, locales, runOn, type TestDatabase } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { others, queries, searched } from "./SearchQueries.ts"
import { applied, person } from "./SearchWorld.ts"
import * as World from "./World.ts"

/** The part of the queries that have to find their candidate. */
const minRecall = 0.95

/** Words of ASCII are compared in the same way in every locale. */
const queriesFor = (database: TestDatabase) =>
  database.name === databases[0]!.name ? queries : queries.filter(([query]) => /[^ -~]/.test(query))

for (const database of locales.map(forFile)) {
  test(`queries with typing errors and accents, of all scripts, find their candidates among 600 others on ${database.name}`, () =>
    runOn(database)(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { actor } = yield* World.organization({ name: "Acme" })
      yield* sql`
        INSERT INTO candidates (organization_id, id, full_name, primary_email, university, version, created_at, updated_at)
        SELECT ${actor.organization_id}, gen_random_uuid(), first || ' ' || last, lower(first || '.' || last) || '@example.com',
          'University of Technology', 1, now(), now()
        FROM unnest(${others.first}::text[]) first, unnest(${others.last}::text[]) last`
      for (const { note, ...fields } of searched) {
        const { id } = yield* person(actor, fields.full_name, fields)
        if (note !== undefined) yield* applied(actor, id, { note })
      }
      // The planner knows how many rows there are, as on a server.
      yield* sql`ANALYZE candidates`
      const { search } = yield* CandidateSearch
      const asked = queriesFor(database)
      const missed = yield* Effect.filter(
        asked,
        ([query, found]) =>
          Effect.map(
            search(actor.organization_id, query, {}, { limit: 10 }),
            ({ items }) => !items.some(({ candidate: { full_name } }) => full_name === found)
          )
      )
      expect(asked.length).toBeGreaterThanOrEqual(60)
      expect(missed.map(([query]) => query).slice(Math.floor(asked.length * (1 - minRecall)))).toEqual([])
      if (process.env["SHOW_MISSED"]) console.log(missed)
    })))
}

/** The language that organizations get that are there before they have one. */
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import migration from "../src/migrations/0351_language_of_jobs.ts"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { newJob } from "./WebhookWorld.ts"
import * as World from "./World.ts"

for (const database of databases) {
  const run = runOn(forFile(database))

  test.each([
    [["de", "de-AT", "en", null, null, null], "de"],
    [["de", "en"], "en"],
    [[null], "en"],
    [[], "en"]
  ])(
    `on ${database.name}, an organization with jobs in %j gets %s`,
    (languages, expected) =>
      run(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { actor, organization: { id } } = yield* World.organization({ name: "Acme" })
        yield* sql`UPDATE organizations o SET language = 'en' WHERE o.id = ${id}`
        for (const language of languages) {
          const job = yield* newJob(actor, "Engineer")
          yield* sql`UPDATE jobs j SET language = ${language} WHERE j.organization_id = ${id} AND j.id = ${job.id}`
        }
        yield* migration
        expect(yield* sql`SELECT o.language FROM organizations o WHERE o.id = ${id}`).toEqual([{ language: expected }])
      }))
  )
}

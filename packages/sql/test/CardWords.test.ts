/** Words of a board's filter: of the job's people all are found, however many others have them. */
import { Overviews } from "@candor/domain/overview/Overviews"
import { maxFiltered } from "@candor/domain/search/CandidateSearch"
import * as TeamMember from "@candor/domain/team/TeamMember"
import { TeamMembers } from "@candor/domain/team/TeamMembers"
import { CurrentViewer } from "@candor/sql/database/Viewer"
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { apply, create } from "./Person.ts"
import { unchecked } from "./Unchecked.ts"
import { newJob } from "./WebhookWorld.ts"
import * as World from "./World.ts"

/** Words that more candidates have in their names, or in notes, than a search compares with its filters. */
const cases = [
  ["engineer", "Ada Ben"],
  ["-engineer", "Cal"],
  ["ada engineer", "Ada"],
  ["engineer golang", "Ben"],
  ["engineer -golang", "Ada"],
  ["harbour", "Ada Ben"],
  ["-harbour", "Cal"],
  ["ben harbour", "Ben"],
  ["\"harbour golang\"", "Ben"],
  ["cal OR golang", "Ben Cal"],
  ["cook", "Cal"],
  ["nowhere", ""]
] as const

for (const database of databases) {
  test(`on ${database.name}, cards and counts have the people of the job with words that very many have`, () =>
    runOn(forFile(database))(Effect.gen(function*() {
      const { actor } = yield* World.organization({ name: "Acme" })
      const { organization_id, user_id } = actor
      const sql = yield* SqlClient.SqlClient
      const other = yield* create(actor, { full_name: "Somebody", primary_email: "somebody@example.com" })
      yield* unchecked(sql`
        WITH made AS (SELECT gen_random_uuid() AS id FROM generate_series(1, ${maxFiltered + 1}::integer)), noted AS (
          INSERT INTO notes (organization_id, candidate_id, id, author_id, body, version, created_at, updated_at)
          SELECT ${organization_id}::uuid, ${other.id}::uuid, id, ${user_id}::uuid, 'harbour', 1, now(), now() FROM made
        )
        INSERT INTO candidates (organization_id, id, full_name, version, created_at, updated_at)
        SELECT ${organization_id}::uuid, id, 'Engineer', 1, now(), now() FROM made`)
      yield* sql`ANALYZE candidates, notes`
      const job = yield* newJob(actor, "Pilot")
      for (
        const [full_name, notes] of [["Ada Engineer", ["harbour"]], ["Ben Engineer", ["harbour golang"]], [
          "Cal Cook",
          []
        ]] as const
      ) {
        const { id } = yield* create(actor, { full_name, primary_email: "person@example.com" })
        yield* apply(actor, { job_id: job.id, candidate_id: id, source_type: "api" })
        yield* Effect.forEach(notes, (body) =>
          sql`
          INSERT INTO notes (organization_id, candidate_id, id, author_id, body, version, created_at, updated_at)
          VALUES (${organization_id}, ${id}, gen_random_uuid(), ${user_id}, ${body}, 1, now(), now())`)
      }
      yield* (yield* TeamMembers).put(
        actor,
        job.id,
        user_id,
        (joining, context) => TeamMember.put(job.id, user_id, { role: "interviewer" }, joining, context)
      )
      const viewer = { organization_id, member_id: user_id, job_access: "team" } as const
      const overviews = yield* Overviews
      const found = yield* Effect.forEach(cases, ([q]) =>
        Effect.gen(function*() {
          const cards = overviews.cards(actor, job.id, { q }, "name", { limit: 10, offset: 0 })
          const { items } = yield* cards
          expect((yield* Effect.provideService(cards, CurrentViewer, viewer)).items).toEqual(items)
          const counts = yield* overviews.counts(actor, job.id, { q })
          expect(counts.reduce((sum, { applications }) => sum + applications, 0)).toBe(items.length)
          return [q, items.map(({ candidate: { full_name } }) => full_name.slice(0, 3)).join(" ")] as const
        }))
      expect(found).toEqual(cases as never)
    })))
}

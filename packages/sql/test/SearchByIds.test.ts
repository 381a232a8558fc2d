/** Words that very many texts have, in searches with a filter that an index finds: compared with ids. */
import { maxFiltered, maxMatches, type SearchFilter } from "@candor/domain/search/CandidateSearch"
import { CurrentViewer } from "@candor/sql/database/Viewer"
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runOn, undistributed } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { jobWith } from "./LargeJob.ts"
import { search } from "./SearchWorld.ts"
import { unchecked } from "./Unchecked.ts"
import * as World from "./World.ts"

for (const database of undistributed) {
  test(`on ${database.name}, a filter finds those whom it selects by one of 700 notes, and a member only by those that are seen`, () =>
    runOn(forFile(database))(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { actor } = yield* World.organization({ name: "Acme" })
      const { organization_id, user_id } = actor
      const { applications: many, job: hidden } = yield* jobWith(actor, "Hidden", maxMatches + 200)
      const { applications: few, job } = yield* jobWith(actor, "Open", 3)
      const [one, two] = [few[0]!, few[1]!]
      yield* unchecked(Effect.all([
        sql`UPDATE jobs SET is_confidential = true WHERE id = ${hidden.id}`,
        sql`UPDATE notes SET body = 'harbour' WHERE id = ANY (${[...many, one].map(({ note_id }) => note_id)}::uuid[])`,
        // Both applied for the hidden job, too: one has the word there as well, the other there alone.
        ...[one, two].map(({ candidate_id }, nth) =>
          sql`UPDATE applications SET candidate_id = ${candidate_id} WHERE id = ${many[nth]!.id}`
        ),
        sql`UPDATE candidates SET tags = ARRAY['rare'], years_experience = 9, location = 'Oslo' WHERE id = ANY (${
          [two, many[9]!].map(({ candidate_id }) => candidate_id)
        }::uuid[])`
      ]))
      // Else every text would be compared, instead of looking up its words.
      yield* sql`ANALYZE candidates, applications, notes`
      const found = (filter: SearchFilter) =>
        Effect.map(search(actor, "harbour", filter), ({ items }) => items.map(({ candidate: { id } }) => id).toSorted())
      const seen = (filter: SearchFilter) =>
        Effect.provideService(found(filter), CurrentViewer, { organization_id, member_id: user_id, job_access: "open" })
      const both = [one.candidate_id, two.candidate_id].toSorted()
      const [stage_id, tag, years_min] = [job.stages[0]!.id, "rare", 9]
      const selecting = [{ job_id: job.id, tag }, { job_id: job.id, years_min }, { stage_id, tag, years_min }]
      const withColumn = [two.candidate_id, many[9]!.candidate_id].toSorted()
      const expectAll = Effect.gen(function*() {
        for (const filter of [{ tag }, { years_min }, { location: "oslo" }]) {
          expect([filter, yield* found(filter)]).toEqual([filter, withColumn])
          expect([filter, yield* seen(filter)]).toEqual([filter, []])
        }
        for (const filter of selecting) expect([filter, yield* found(filter)]).toEqual([filter, [two.candidate_id]])
        for (const filter of selecting) expect([filter, yield* seen(filter)]).toEqual([filter, []])
      })
      expect(yield* found({ job_id: job.id })).toEqual(both)
      expect(yield* seen({ job_id: job.id })).toEqual([one.candidate_id])
      expect(yield* seen({ job_id: hidden.id })).toEqual([])
      yield* expectAll

      // Without their candidates, whose indexes would take most of the time.
      yield* unchecked(sql`
        INSERT INTO applications (organization_id, id, job_id, candidate_id, stage_id, source_type, version, created_at, updated_at)
        SELECT ${organization_id}::uuid, gen_random_uuid(), ${job.id}::uuid, gen_random_uuid(), ${stage_id}::uuid, 'api', 1,
          now(), now() FROM generate_series(1, ${maxFiltered}::integer)`)
      yield* expectAll
    })))
}

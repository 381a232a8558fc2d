/** What a merge may not exceed, and what is left of a merged candidate. */
import { LimitReached } from "@candor/domain/Limit"
import { maxMoved, MergePermanent } from "@candor/domain/person/CandidateMerge"
import { candidateColumns } from "@candor/sql/repositories/candidate/CandidateRows"
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { merge, unmerge } from "./Merges.ts"
import { anonymise, create, erase, personWith, remove, tablesWith, update } from "./Person.ts"
import * as World from "./World.ts"

const marker = "zq7marker"
const linkedin_url = "https://www.linkedin.com/in/grace"
const grace = { full_name: "Grace Hopper", primary_email: "grace@example.com" }

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`A merged candidate on ${database.name}`, () => {
    test("is refused where more moves than a candidate can have, or than one statement moves", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { id: merged } = yield* create(actor, { ...grace, linkedin_url, tags: ["navy"] })
        const { id: survivor } = yield* create(actor, grace)
        yield* update(actor, survivor, { tags: Array.from({ length: 20 }, (_, n) => `tag ${n}`) })
        expect(yield* Effect.flip(merge(actor, merged, survivor))).toMatchObject({ _tag: "LimitReached", limit: 20 })
        yield* update(actor, survivor, { tags: [] })
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          INSERT INTO ai_profiles (organization_id, id, candidate_id, status, linkedin_url, created_at, updated_at)
          SELECT ${actor.organization_id}, gen_random_uuid(), ${survivor}, 'failed', ${linkedin_url}, now(), now()
          FROM generate_series(1, 20)`
        expect(yield* Effect.flip(merge(actor, merged, survivor))).toMatchObject({ _tag: "LimitReached", limit: 20 })
        yield* sql`DELETE FROM ai_profiles`
        yield* sql`UPDATE candidates SET files_counted = 26`
        expect(yield* Effect.flip(merge(actor, merged, survivor))).toMatchObject({
          _tag: "LimitReached",
          limit: 50,
          present: 26,
          added: 26
        })
        yield* sql`UPDATE candidates SET files_counted = 0`
        yield* sql`
          WITH job AS (
            INSERT INTO jobs (organization_id, id, title, status, show_salary, version, created_at, updated_at)
            SELECT ${actor.organization_id}::uuid, gen_random_uuid(), 'Engineer', 'draft', false, 1, now(), now()
            FROM generate_series(1, ${maxMoved.limit + 1}::integer)
            RETURNING organization_id, id
          ), stage AS (
            INSERT INTO stages (organization_id, job_id, id, name, order_index)
            SELECT organization_id, id, id, 'Applied', 0 FROM job
          )
          INSERT INTO applications
            (organization_id, id, job_id, candidate_id, stage_id, source_type, version, created_at, updated_at)
          SELECT organization_id, id, id, ${merged}::uuid, id, 'api', 1, now(), now() FROM job`
        expect(yield* Effect.flip(merge(actor, merged, survivor))).toEqual(
          new LimitReached({ what: maxMoved.what, limit: maxMoved.limit, present: 0, added: maxMoved.limit + 1 })
        )
        expect((yield* merge(actor, survivor, merged)).into.id).toBe(merged)
      })))

    test("is gone with its survivor: from every table, and from the events of both", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const person = yield* personWith(actor, marker)
        const { id: survivor } = yield* create(actor, grace)
        yield* merge(actor, person.id, survivor)
        expect(yield* tablesWith(marker)).toContain("candidate_merges")
        yield* remove(actor, survivor)
        expect(yield* tablesWith(marker)).toEqual(["events", "webhook_deliveries"])
        yield* erase(actor)
        expect(yield* tablesWith(marker)).toEqual([])
      })))

    test("cannot come back once its survivor was anonymised, and nothing of it is left", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const person = yield* personWith(actor, marker, "careers")
        const { id: survivor } = yield* create(actor, grace)
        yield* merge(actor, person.id, survivor)
        yield* anonymise(actor, survivor)
        expect(yield* Effect.flip(unmerge(actor, person.id))).toBeInstanceOf(MergePermanent)
        yield* erase(actor)
        expect(yield* tablesWith(marker)).toEqual([])
      })))

    test("comes back with every column, and every table that refers to candidates takes part", () =>
      run(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const columns = yield* sql<{ name: string }>`
          SELECT column_name AS name FROM information_schema.columns
          WHERE table_schema = 'public' AND table_name = 'candidates' AND is_generated = 'NEVER'`
        const restored = ["organization_id", "id", ...candidateColumns, "created_at", "updated_at", "version"]
        // Anonymised candidates are not merged, and what is counted is counted again as it comes back.
        const others = ["anonymised_at", "bookings", "notes_counted", "text_bytes", "files_counted", "file_bytes"]
        expect(columns.map(({ name }) => name).toSorted()).toEqual([...restored, ...others].toSorted())
        const references = yield* sql<{ name: string }>`
          SELECT conrelid::regclass::text AS name FROM pg_constraint
          WHERE contype = 'f' AND confrelid = 'candidates'::regclass ORDER BY name`
        expect(references.map(({ name }) => name)).toEqual([
          "ai_profiles",
          "applications",
          "attachments",
          "candidate_merges",
          "notes",
          "prospects"
        ])
      })))
  })
}

import * as Candidate from "@candor/domain/candidate/Candidate"
import { Candidates } from "@candor/domain/candidate/Candidates"
import { describe, expect, test } from "bun:test"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import * as World from "./World.ts"

const ada: Candidate.CandidateDraft = { full_name: "Ada Lovelace", primary_email: "ada@example.com" }
const linkedin_url = "https://www.linkedin.com/in/ada"

const profiles = (candidate: Candidate.CandidateState) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql<{ status: string; linkedin_url: string }>`
      SELECT status, linkedin_url FROM ai_profiles
      WHERE candidate_id = ${candidate.id} ORDER BY id`)

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`Candidates on ${database.name}`, () => {
    test("what is created is what is read", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const candidates = yield* Candidates
        const created = yield* candidates.create(actor, (context) => Candidate.create(ada, context))
        const read = yield* candidates.get(actor.organization_id, created.id)
        expect(read).toEqual(created)
        expect(Schema.is(Candidate.CandidateState)(read)).toBe(true)
        expect(yield* profiles(read)).toEqual([])
      })))

    test("a LinkedIn URL that is new asks for one profile; the same again and its removal ask for none", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const candidates = yield* Candidates
        const { id } = yield* candidates.create(actor, (context) => Candidate.create(ada, context))
        const set = (url: string | null) =>
          candidates.modify(
            actor,
            id,
            (candidate, context) => Candidate.update(candidate, { linkedin_url: url }, context)
          )
        yield* set(linkedin_url)
        yield* set(linkedin_url)
        yield* set(null)
        const after = yield* set("https://www.linkedin.com/in/countess")
        expect(yield* profiles(after)).toEqual([
          { status: "pending", linkedin_url },
          { status: "pending", linkedin_url: "https://www.linkedin.com/in/countess" }
        ])
      })))

    test("the same URL set by many at once asks for one profile", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const candidates = yield* Candidates
        const { id } = yield* candidates.create(actor, (context) => Candidate.create(ada, context))
        const [first] = yield* Effect.all(
          Array.from({ length: 8 }, () =>
            candidates.modify(actor, id, (candidate, context) =>
              Candidate.update(candidate, { linkedin_url }, context))),
          { concurrency: "unbounded" }
        )
        expect(yield* profiles(first!)).toEqual([{ status: "pending", linkedin_url }])
      })))
  })
}

/** What the statements of a search cost: how many there are, and that each uses its indexes. */
import type { Actor } from "@candor/domain/access/Actor"
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { pglite, runOn } from "./Databases.ts"
import * as Recorder from "./Recorder.ts"
import { applied, person, search } from "./SearchWorld.ts"
import * as World from "./World.ts"

/** How PostgreSQL plans the statements of a search without knowing their parameters, as it does for those that it keeps. */
const plansOf = Effect.fnUntraced(function*(actor: Actor, query: string) {
  const recorder = Recorder.make()
  yield* recorder.record("search", search(actor, query))
  const sql = yield* SqlClient.SqlClient
  const planOf = (text: string) => {
    const nulls = Array.from(new Set(text.match(/\$\d+/g)), () => "NULL").join(", ")
    return sql.withTransaction(Effect.gen(function*() {
      yield* sql`SET LOCAL plan_cache_mode = force_generic_plan`
      yield* sql.unsafe(`PREPARE searched AS ${text}`)
      const plan = yield* sql.unsafe<{ readonly "QUERY PLAN": string }>(`EXPLAIN (COSTS OFF) EXECUTE searched (${nulls})`)
      yield* sql`DEALLOCATE searched`
      return plan.map((row) => row["QUERY PLAN"]).join("\n")
    }))
  }
  return yield* Effect.forEach(recorder.statements(), (statement) => planOf(statement.sql))
})

/** As many words as a search may have, short and long. */
const eightWords = "nobody anywhere noone nowhere whoever wherever nothing elsewhere"

test("a search of eight words sends four statements at most, also where it finds candidates and texts", () =>
  runOn(pglite)(Effect.gen(function*() {
    const { actor } = yield* World.organization({ name: "Acme" })
    const { id } = yield* person(actor, "Grace Brewster Murray Hopper", { university: "Yale", tags: ["navy"] })
    yield* applied(actor, id, { note: "An admiral and a programmer." })
    const recorder = Recorder.make()
    const { items } = yield* recorder.record("search", search(actor, "grace brewster murray hopper yale navy admiral programmer"))
    expect(items.map(({ match }) => match)).toEqual(["combined"])
    const { length } = recorder.statements()
    expect(length).toBeGreaterThan(0)
    expect(length).toBeLessThanOrEqual(4)
  })))

test("every kind of match uses its indexes among 2,000 candidates of two organizations", () =>
  runOn(pglite)(Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const actors = yield* Effect.forEach(["Acme", "Globex"], (name) => World.organization({ name }))
    for (const { actor: { organization_id } } of actors) {
      yield* sql`
        INSERT INTO candidates (organization_id, id, full_name, primary_email, version, created_at, updated_at)
        SELECT ${organization_id}, gen_random_uuid(), 'C ' || md5(n::text), n || '@x.org', 1, now(), now()
        FROM generate_series(1, 1000) n`
      yield* sql`
        INSERT INTO ai_profiles (organization_id, id, candidate_id, status, linkedin_url, summary, version, created_at, updated_at)
        SELECT organization_id, gen_random_uuid(), id, 'completed', '', full_name, 1, now(), now()
        FROM candidates WHERE organization_id = ${organization_id}`
    }
    yield* sql`ANALYZE candidates, ai_profiles`
    for (const query of ["nobody anywhere", eightWords]) {
      const plans = yield* plansOf(actors[0]!.actor, query)
      expect(plans).toHaveLength(3)
      for (const plan of plans) expect(plan).toContain("Bitmap Index Scan on candidates_texts")
      for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (candidates|ai_profiles)/)
      // One scan of each index, with no index of all rows of the organization beside it, and no more texts than the limits.
      for (const plan of plans) expect(plan).not.toContain("BitmapAnd")
      for (const index of [/ candidates_texts\b/g, / candidates_texts_sample\b/g]) {
        // The first looks for words in names besides.
        expect(plans.map((plan) => plan.match(index)?.length)).toEqual([2, 1, 1])
      }
      for (const index of [/ ai_profiles_lexemes\b/g, / ai_profiles_lexemes_sample\b/g]) {
        for (const exact of plans.slice(0, 2)) expect(exact.match(index)).toHaveLength(1)
      }
      for (const plan of plans) expect(plan).toContain("Limit")
    }
  })))

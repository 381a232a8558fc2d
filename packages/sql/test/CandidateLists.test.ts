import type { Actor } from "@candor/domain/access/Actor"
import type { CandidateState } from "@candor/domain/candidate/Candidate"
import { type CandidateFilter, type CandidatePosition, Candidates } from "@candor/domain/candidate/Candidates"
import { Timestamp } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, pglite, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { create, update } from "./Person.ts"
import * as Recorder from "./Recorder.ts"
import * as World from "./World.ts"

const named = (actor: Actor, full_name: string, tags: ReadonlyArray<string> = []) =>
  create(actor, { full_name, primary_email: "one@example.com", tags })

/** All pages of the list by their cursors, two candidates at a time. */
const walk = (actor: Actor, filter: CandidateFilter) =>
  Effect.gen(function*() {
    const candidates = yield* Candidates
    const seen: Array<CandidateState> = []
    let after: CandidatePosition | undefined
    do {
      const { items, next } = yield* candidates.list(actor.organization_id, filter, { limit: 2, offset: 0, after })
      seen.push(...items)
      after = next
    } while (after !== undefined)
    return seen
  })

const names = (actor: Actor, filter: CandidateFilter) =>
  Effect.map(walk(actor, filter), (seen) => seen.map(({ full_name }) => full_name))

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`Lists of candidates on ${database.name}`, () => {
    test("by name have every candidate once, in any case of letters, also those of one name", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { actor: stranger } = yield* World.organization({ name: "Globex" })
        yield* named(stranger, "bob")
        const bobs = yield* Effect.forEach(["bob", "Bob", "bob"], (name) => named(actor, name))
        for (const name of ["dave", "Carol", "alice"]) yield* named(actor, name)
        const seen = yield* walk(actor, { sort: "name" })
        expect(seen.map(({ full_name }) => full_name.toLowerCase())).toEqual(["alice", "bob", "bob", "bob", "carol", "dave"])
        expect(seen.slice(1, 4).map(({ id }) => id)).toEqual(bobs.map(({ id }) => id).toSorted())
        expect(yield* names(actor, {})).toEqual(["alice", "Carol", "dave", "bob", "Bob", "bob"])
      })))

    test("by change have the least recently changed first, and those that were changed since a time", () =>
      run(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { actor } = yield* World.organization({ name: "Acme" })
        for (const name of ["alice", "bob", "carol", "dave"]) yield* named(actor, name)
        yield* sql`UPDATE candidates SET updated_at = '2026-01-02T03:04:05.678Z' WHERE full_name = 'carol'`
        yield* sql`UPDATE candidates SET updated_at = '2026-01-02T03:04:05.679Z' WHERE full_name IN ('dave', 'alice')`
        const since = (updated_since: string) => ({ updated_since: Timestamp.make(updated_since) })
        expect(yield* names(actor, since("2026-01-02T03:04:05.678Z"))).toEqual(["carol", "alice", "dave", "bob"])
        expect(yield* names(actor, since("2026-01-02T03:04:05.679Z"))).toEqual(["alice", "dave", "bob"])
        const [carol] = yield* walk(actor, since("2026-01-01T00:00:00.000Z"))
        const { updated_at } = yield* update(actor, carol!.id, { university: "Yale" })
        expect(yield* walk(actor, { updated_since: updated_at })).toMatchObject([{ full_name: "carol", updated_at }])
      })))
  })
}

/** How PostgreSQL plans a list without knowing its parameters, as it does for a statement that it keeps. */
const planOf = (actor: Actor, filter: CandidateFilter, after?: CandidatePosition) =>
  Effect.gen(function*() {
    const recorder = Recorder.make()
    const candidates = yield* Candidates
    yield* recorder.record("list", candidates.list(actor.organization_id, filter, { limit: 50, offset: 0, after }))
    const sql = yield* SqlClient.SqlClient
    const [{ sql: text }] = recorder.statements() as [Recorder.Statement]
    const nulls = Array.from(new Set(text.match(/\$\d+/g)), () => "NULL").join(", ")
    return yield* sql.withTransaction(Effect.gen(function*() {
      yield* sql`SET LOCAL plan_cache_mode = force_generic_plan`
      yield* sql.unsafe(`PREPARE list AS ${text}`)
      const plan = yield* sql.unsafe<{ readonly "QUERY PLAN": string }>(`EXPLAIN (COSTS OFF) EXECUTE list (${nulls})`)
      yield* sql`DEALLOCATE list`
      return plan.map((row) => row["QUERY PLAN"]).join("\n")
    }))
  })

test("a page in each order, and by a tag, uses its index among 3,000 candidates of two organizations", () =>
  runOn(pglite)(Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const actors = yield* Effect.forEach(["Acme", "Globex"], (name) => World.organization({ name }))
    for (const { actor: { organization_id } } of actors) {
      yield* sql`
        INSERT INTO candidates (organization_id, id, full_name, primary_email, tags, version, created_at, updated_at)
        SELECT ${organization_id}, gen_random_uuid(), 'C' || n, 'c@example.com', ARRAY['tag ' || n % 300], 1,
          now() - n * interval '1 second', now() - n * interval '1 minute'
        FROM generate_series(1, 1500) n`
    }
    yield* sql`ANALYZE candidates`
    const { actor } = actors[0]!
    const updated_since = Timestamp.make("2026-01-01T00:00:00.000Z")
    const orders = [
      [{}, "candidates_newest"],
      [{ sort: "name" }, "candidates_by_name"],
      [{ updated_since }, "candidates_updated"]
    ] as const
    for (const [filter, index] of orders) {
      const { next } = yield* (yield* Candidates).list(actor.organization_id, filter, { limit: 50, offset: 0 })
      for (const after of [undefined, next]) {
        const plan = yield* planOf(actor, filter, after)
        expect(plan).toContain(`Index Scan using ${index}`)
        expect(plan).not.toContain("Sort")
      }
    }
    expect(yield* planOf(actor, { tag: "tag 7" })).toContain("candidates_tags")
  })))

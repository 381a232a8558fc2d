/** Rows that are deleted or changed in portions, so that no statement takes long. */
import { Candidates } from "@candor/domain/candidate/Candidates"
import { IdempotencyKeys } from "@candor/domain/idempotency/IdempotencyKeys"
import { Passkeys } from "@candor/domain/access/Passkeys"
import { databases, runOn } from "@candor/sql/testing/Databases"
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { counting } from "./Counting.ts"
import * as Person from "./Person.ts"
import { discover, world as sourcingWorld } from "./SourcingWorld.ts"
import * as World from "./World.ts"

/** How many rows there are, and how many statements they take: after a full portion, one more looks for others. */
const cases = [[999, 1], [1000, 2]] as const

for (const database of databases) {
  const run = runOn(database)

  test.each(cases)(`stored answers are deleted 1,000 at a time on ${database.name}: %d in %d statements`, (rows, statements) =>
    run(Effect.gen(function*() {
      const { actor: { api_key_id, organization_id } } = yield* World.organization({ name: "Acme" })
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        INSERT INTO idempotency_keys (organization_id, api_key_id, key, fingerprint, status, content_type, body, created_at)
        SELECT ${organization_id}, ${api_key_id}, n::text, '', 200, '', '', now() - interval '2 days'
        FROM generate_series(1, ${rows}::integer) n`
      const { count } = yield* counting("DELETE FROM idempotency_keys", (yield* IdempotencyKeys).forget)
      expect(count).toBe(statements)
      expect(yield* sql`SELECT FROM idempotency_keys`).toEqual([])
    })))

  test.each(cases)(`merges become permanent 1,000 at a time on ${database.name}: %d in %d statements`, (rows, statements) =>
    run(Effect.gen(function*() {
      const { actor } = yield* World.organization({ name: "Acme" })
      const { id } = yield* Person.create(actor, { full_name: "Grace Hopper", primary_email: "grace@example.com" })
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        INSERT INTO candidate_merges (organization_id, candidate_id, merged_into, into_id, sequence, merged_at, undo)
        SELECT ${actor.organization_id}, gen_random_uuid(), ${id}, ${id}, n, now() - interval '31 days', '{}'
        FROM generate_series(1, ${rows}::integer) n`
      const { count } = yield* counting("UPDATE candidate_merges m SET undo = NULL", (yield* Candidates).forgetMerges)
      expect(count).toBe(statements)
      expect(yield* sql`SELECT FROM candidate_merges WHERE undo IS NOT NULL`).toEqual([])
    })))

  test(`a challenge that is issued takes 1,000 that have ended with it on ${database.name}`, () =>
    run(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        INSERT INTO passkey_challenges (hash, expires_at)
        SELECT decode(md5(n::text), 'hex'), now() - interval '1 minute' FROM generate_series(1, 1001) n`
      yield* (yield* Passkeys).issueChallenge("sign-in")
      expect(yield* sql`SELECT FROM passkey_challenges WHERE expires_at < now()`).toHaveLength(1)
    })))

  test.each([[100, 1], [101, 2]])(`a candidate's prospects go 100 at a time on ${database.name}: %d in %d portions`, (prospects, portions) =>
    run(Effect.gen(function*() {
      const { actor, search } = yield* sourcingWorld("Acme")
      const { id } = yield* Person.create(actor, { full_name: "Grace Hopper", primary_email: "grace@example.com" })
      yield* discover(actor, search, Array.from({ length: prospects }, () => ({ full_name: "Grace Hopper" })))
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE prospects SET candidate_id = ${id}`
      const { count } = yield* counting("FROM prospects p WHERE p.organization_id = c.organization_id AND p.candidate_id = c.id LIMIT", Person.remove(actor, id))
      expect(count).toBe(portions)
      expect(yield* sql`SELECT FROM prospects`).toEqual([])
    })))
}

/** Pages of the audit log by what its readers look for, and what PostgreSQL reads for each. */
import type { AuditFilter, AuditRequest } from "@candor/domain/event/AuditLog"
import { maxPageSearch } from "@candor/domain/event/Events"
import { ApiKeyId, UserId, Uuid } from "@candor/domain/Id"
import { Timestamp } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { auditPages } from "../src/repositories/event/AuditPages.ts"
import { databases, runOn } from "./Databases.ts"
import * as World from "./World.ts"

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`
const [usual, leaked, member, thief, subject] = [
  ApiKeyId.make(id(1)),
  ApiKeyId.make(id(2)),
  UserId.make(id(3)),
  UserId.make(id(4)),
  Uuid.make(id(5))
]

/** Events in all: one a second, from the beginning on. */
const last = 3 * maxPageSearch
const begin = Date.parse("2026-11-01T00:00:00.000Z")
const at = (n: number) => Timestamp.make(new Date(begin + n * 1000).toISOString())

/**
 * Every event but each hundredth is of the usual key; the others are of the leaked one. Each thousandth is about the
 * subject. The type is that of an update, but for three deletions by the leaked key.
 */
const isLeaked = (n: number) => n % 100 === 0
const typeOf = (n: number) => n % 10_000 === 0 ? "candidate.deleted" : "candidate.updated"
const all = Array.from({ length: last }, (_, index) => last - index)

/** What is looked for, and the events that are found. */
const cases: ReadonlyArray<readonly [AuditFilter, (n: number) => boolean]> = [
  [{}, () => true],
  [{ api_key_id: leaked }, isLeaked],
  [{ user_id: thief }, isLeaked],
  [{ subject_id: subject }, (n) => n % 1000 === 0],
  [{ types: ["candidate.deleted"] }, (n) => typeOf(n) === "candidate.deleted"],
  [{ types: ["candidate.*", "job.created"] }, () => true],
  [{ types: ["job.*"] }, () => false],
  [{ created_before: at(7000) }, (n) => n < 7000],
  [{ created_after: at(7000), created_before: at(7010) }, (n) => n > 7000 && n < 7010],
  [{
    created_after: Timestamp.make("0001-01-01T00:00:00.000Z"),
    created_before: Timestamp.make("9999-12-31T23:59:59.999Z")
  }, () => true],
  [{ created_before: Timestamp.make("1969-07-20T20:17:00.000Z") }, () => false],
  // The hour of a leaked key.
  [
    { api_key_id: leaked, created_after: at(10_000), created_before: at(13_600) },
    (n) => isLeaked(n) && n > 10_000 && n < 13_600
  ],
  [{ api_key_id: leaked, types: ["candidate.deleted"] }, (n) => typeOf(n) === "candidate.deleted"],
  [{ api_key_id: leaked, user_id: member }, () => false],
  [
    { user_id: thief, subject_id: subject, types: ["candidate.*"], created_after: at(15_000) },
    (n) => n % 1000 === 0 && n > 15_000
  ],
  [{ api_key_id: usual, types: ["candidate.deleted"] }, () => false]
]

const added = Effect.gen(function*() {
  const { actor: { organization_id } } = yield* World.organization({ name: "Acme" })
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO events (organization_id, id, type, subject_id, data, data_bytes, user_id, api_key_id, request_id, occurred_at, sequence, digest, hash)
    SELECT ${organization_id}::uuid,
      (left(lpad(to_hex(${begin}::bigint + n * 1000), 12, '0'), 8) || '-' || right(lpad(to_hex(${begin}::bigint + n * 1000), 12, '0'), 4)
        || '-7000-8000-' || lpad(n::text, 12, '0'))::uuid,
      CASE WHEN n % 10000 = 0 THEN 'candidate.deleted' ELSE 'candidate.updated' END,
      CASE WHEN n % 1000 = 0 THEN ${subject}::uuid ELSE gen_random_uuid() END, '{}', 2,
      CASE WHEN n % 100 = 0 THEN ${thief}::uuid ELSE ${member}::uuid END,
      CASE WHEN n % 100 = 0 THEN ${leaked}::uuid ELSE ${usual}::uuid END, 'test', to_timestamp((${begin}::bigint + n * 1000) / 1000.0), n, '', ''
    FROM generate_series(1, ${last}::integer) n`
  yield* sql`ANALYZE events`
  return organization_id
})

/** How many rows of events the transaction has read. */
const rowsRead = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql<{ rows: number }>`
    SELECT (seq_tup_read + idx_tup_fetch)::integer AS rows FROM pg_stat_xact_user_tables WHERE relname = 'events'`)
  .pipe(Effect.map(([row]) => row!.rows))

for (const database of databases) {
  describe(`pages of the audit log on ${database.name}`, () => {
    test("hold to all filters together, page after page, and read little else", () =>
      runOn(database)(Effect.gen(function*() {
        const organization = yield* added
        const sql = yield* SqlClient.SqlClient
        const read = auditPages(sql)
        const measured = (request: AuditRequest) =>
          sql.withTransaction(Effect.gen(function*() {
            const before = yield* rowsRead
            const page = yield* read(organization, request)
            return { page, rows: (yield* rowsRead) - before }
          }))
        for (const [filter, isFound] of cases) {
          const expected = all.filter(isFound).slice(0, 250)
          const found: Array<number> = []
          const limit = 100
          let before: number | null | undefined
          let pages = 0
          while (before !== null && found.length < expected.length + 1 && pages < 6) {
            const { page, rows } = yield* measured({ ...filter, before, limit })
            found.push(...page.entries.map(({ sequence }) => sequence))
            before = page.next
            pages++
            // Ten minutes on both sides of a time; only what a key did otherwise is looked for among all that it did.
            const isSearch = filter.api_key_id === usual && filter.types !== undefined
            expect({ filter, isBounded: rows < (isSearch ? 2 * maxPageSearch + 500 : 1500) }).toEqual({
              filter,
              isBounded: true
            })
          }
          expect({ filter, found: found.slice(0, 250) }).toEqual({ filter, found: expected })
          if (before === null) expect(found).toEqual(all.filter(isFound))
        }
      })))
  })
}

/** That the database keeps the plans of pages: making one takes longer than a small page. */
import { Applications } from "@candor/domain/application/Applications"
import { Candidates } from "@candor/domain/candidate/Candidates"
import type { OrganizationId } from "@candor/domain/Id"
import { Jobs } from "@candor/domain/job/Jobs"
import * as Demo from "@candor/sql/demo/Demo"
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"

interface Prepared {
  readonly statement: string
  readonly generic_plans: number
}

/** How often each list's statement went by the plan that is kept for it, of ten pages of one on a connection. */
const kept = (organization: OrganizationId) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const page = { limit: 1, offset: 0 }
    // By the alias of the table that a list goes through in its order.
    const lists = {
      a: Effect.asVoid((yield* Applications).list(organization, {}, page)),
      c: Effect.asVoid((yield* Candidates).list(organization, {}, page)),
      j: Effect.asVoid((yield* Jobs).list(organization, {}, page))
    }
    for (const list of Object.values(lists)) yield* Effect.repeat(list, { times: 9 })
    const prepared = yield* sql<Prepared>`
      SELECT statement, generic_plans::integer AS generic_plans FROM pg_prepared_statements WHERE statement LIKE '%OFFSET%'
    `
    return Object.keys(lists).map((alias) =>
      prepared.find(({ statement }) => new RegExp(`ORDER BY "?${alias}"?\\.created_at`).test(statement))?.generic_plans)
  })

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    test("pages of one row go by a plan that is kept, as soon as PostgreSQL has tried five of their own", () =>
      runOn(database)(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { organization_id } = yield* Demo.load
        yield* sql`ANALYZE`
        expect(yield* sql.withTransaction(kept(organization_id))).toEqual([5, 5, 5])
      })))
  })
}

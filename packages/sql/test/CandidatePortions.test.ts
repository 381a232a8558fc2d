/** The portions in which a candidate with many rows is deleted, by the statements that delete them. */
import type { Actor } from "@candor/domain/access/Actor"
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { counting } from "./Counting.ts"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { create, remove } from "./Person.ts"
import * as World from "./World.ts"

const grace = { full_name: "Grace Hopper", primary_email: "grace@example.com" }

/** A candidate with an application on a job of its own for each of these counts: as many notes, and with them a row more. */
const candidateWith = Effect.fnUntraced(function*(actor: Actor, notes: ReadonlyArray<number>) {
  const { organization_id, user_id } = actor
  const { id } = yield* create(actor, grace)
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    WITH made AS (
      SELECT lpad(to_hex(n), 32, '0')::uuid AS id, notes FROM unnest(${notes}::integer[]) WITH ORDINALITY AS made (notes, n)
    ), job AS (
      INSERT INTO jobs (organization_id, id, title, status, show_salary, version, created_at, updated_at)
      SELECT ${organization_id}::uuid, id, 'Engineer', 'draft', false, 1, now(), now() FROM made
    ), stage AS (
      INSERT INTO stages (organization_id, job_id, id, name, order_index) SELECT ${organization_id}::uuid, id, id, 'Applied', 0 FROM made
    ), application AS (
      INSERT INTO applications (organization_id, id, job_id, candidate_id, stage_id, source_type, version, created_at, updated_at)
      SELECT ${organization_id}::uuid, id, id, ${id}::uuid, id, 'api', 1, now(), now() FROM made
    )
    INSERT INTO notes (organization_id, application_id, id, author_id, body, version, created_at, updated_at)
    SELECT ${organization_id}::uuid, id, gen_random_uuid(), ${user_id}::uuid, '-', 1, now(), now()
    FROM made CROSS JOIN LATERAL generate_series(1, notes)`
  return id
})

const none = (applications: number) => Array.from({ length: applications }, () => 0)

/** The notes of each application, and the statements that delete portions: the last one of a candidate finds nothing more. */
const cases: ReadonlyArray<readonly [what: string, notes: ReadonlyArray<number>, statements: number]> = [
  ["2,000 rows go with the candidate", [1999], 0],
  ["one application with more rows is a portion", [2000], 1 + 1],
  ["an application behind 1,999 rows goes with them", [1998, 1], 1 + 1],
  ["an application behind 2,000 rows is the next portion", [1999, 0], 2 + 1],
  ["500 applications are one portion", [...none(499), 1501], 1 + 1],
  ["of 501 applications the last one is the next portion", [...none(500), 1500], 2 + 1]
]

for (const database of databases) {
  const run = runOn(forFile(database))

  test.each(cases)(`a candidate is deleted in portions of 2,000 rows and 500 applications on ${database.name}: %s`, (_, notes, statements) =>
    run(Effect.gen(function*() {
      const { actor } = yield* World.organization({ name: "Acme" })
      const id = yield* candidateWith(actor, notes)
      const { count } = yield* counting("DELETE FROM applications a USING (", remove(actor, id))
      expect(count).toBe(statements)
      const sql = yield* SqlClient.SqlClient
      expect(yield* sql`SELECT FROM applications UNION ALL SELECT FROM notes`).toEqual([])
    })))
}

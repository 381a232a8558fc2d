/**
 * The language of an organization: English for those that are there, and nothing until the first administrator signs in
 * for those to come.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `ALTER TABLE organizations ADD COLUMN language text DEFAULT 'en'`,
  `ALTER TABLE organizations ALTER COLUMN language DROP DEFAULT`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})

/** Which failures of the database pass, and which are mistakes of the program. */
import { expect, test } from "bun:test"
import { SqlError } from "effect/sql"
import { isUnavailable } from "../src/database/SqlFailures.ts"

const failure = (code: string, message: string) => {
  const cause = Object.assign(new Error(message), { code })
  return new SqlError.SqlError({ reason: new SqlError.UnknownError({ cause, message }) })
}

test.each([
  ["XX000", "failure on connection marked as essential: 10.0.0.2:5432", true],
  ["XX000", "connection not open", true],
  [
    "08006",
    "connection to the remote node candor@10.0.0.2:5432 failed with the following error: Connection refused",
    true
  ],
  ["08006", "could not establish any connections to the node 10.0.0.2:5432 after 5000 ms", true],
  ["57P01", "terminating connection due to administrator command", true],
  ["53100", "could not extend file: No space left on device", true],
  ["XX000", "cache lookup failed for relation 17", false],
  ["XX000", "a text that quotes: failure on connection marked as essential", false],
  ["42P01", "relation \"jobs\" does not exist", false]
])("%s %s: %p", (code, message, isPassing) => {
  expect(isUnavailable(failure(code, message))).toBe(isPassing)
})

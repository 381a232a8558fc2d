/** Which column of a table has statuses of applications that an import leaves out. */
import { expect, test } from "bun:test"
import { leftOutStatus } from "../src/pages/import/importWords.ts"

test.each<readonly [string, ReadonlyArray<string>, boolean]>([
  ["Status", ["neu"], true],
  ["Aktueller Status", [], true],
  ["Bewerbungsstatus", [], true],
  ["Was wurde daraus?", ["neu", "Abgelehnt"], true],
  ["Outcome", [], true],
  ["Standort", ["Köln"], false],
  ["Name", ["Ada"], false]
])("the column %j with %j is one: %p", (name, examples, isStatus) => {
  const file = { column_names: ["Name", name], column_examples: [["Ada"], examples] }
  expect(leftOutStatus(file, (column) => column === 0)).toBe(isStatus ? 1 : -1)
  expect(leftOutStatus(file, () => true)).toBe(-1)
})

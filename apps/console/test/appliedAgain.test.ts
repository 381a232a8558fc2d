import { expect, test } from "bun:test"
import { appliedAgain } from "../src/parts/appliedAgain.ts"

const [before, closed, since] = ["2026-11-01T09:00:00.000Z", "2026-11-02T09:00:00.000Z", "2026-11-03T09:00:00.000Z"]

test.each([
  ["never", null, null, null],
  ["never, of a closed one", null, closed, null],
  ["of an active one", since, null, since],
  ["before it was closed", before, closed, null],
  ["when it was closed", closed, closed, null],
  ["after it was closed", since, closed, since]
])("a new application is told of: %s", (_, applied_again_at, closed_at, told) => {
  expect(appliedAgain(applied_again_at, closed_at)).toBe(told)
})

/** The cache of the careers site: its bound holds whatever it is asked for. */
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { Recent } from "../../src/careers/Recent.ts"

test.each([
  ["long keys", (n: number) => `${n}${"x".repeat(10_000)}`, ""],
  ["long values", (n: number) => String(n), "x".repeat(10_000)]
])("entries with %s are kept up to the bound, the latest", async (_, key, value) => {
  const recent = new Recent<string, never>(
    { changes: () => 0, maxMillis: () => 60_000 },
    100_000,
    ({ length }) => length
  )
  for (let n = 0; n < 100; n++) await Effect.runPromise(recent.get(key(n), Effect.succeed(value)))
  const kept = Array.from({ length: 100 }, (_, n) => n).filter((n) => recent.find(key(n), Date.now()) !== undefined)
  expect(kept).toEqual([91, 92, 93, 94, 95, 96, 97, 98, 99])
})

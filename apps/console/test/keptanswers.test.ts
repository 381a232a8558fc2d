/** What the console keeps in memory of the answers that it has loaded. */
import { afterAll, expect, test } from "bun:test"
import { forgetAll, keep, kept } from "../src/api/useLoaded.ts"

afterAll(forgetAll)

test("the console keeps 100 answers: of one more, the one that was loaded least recently is forgotten", () => {
  const keys = Array.from({ length: 100 }, (_, n) => `candidate ${n}`)
  const load = (key: string) => keep(key, { value: key, error: undefined })
  const forgotten = () => keys.filter((key) => kept(key)?.value !== key)
  keys.forEach(load)
  expect(forgotten()).toEqual([])
  load("candidate 0")
  load("jobs")
  expect([kept("jobs")?.value, ...forgotten()]).toEqual(["jobs", "candidate 1"])
})

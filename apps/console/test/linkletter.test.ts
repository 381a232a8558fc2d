/** The language of the letter with a scheduling link. */
import { expect, test } from "bun:test"

// The client of the API is made when its module is loaded.
Object.assign(globalThis, { location: { origin: "http://127.0.0.1" }, sessionStorage: { getItem: () => null } })
const { letterIn } = await import("../src/pages/interview/linkLetter.ts")

test.each([
  ["de-AT", "en", "Guten Tag"],
  ["fr", "de", "Guten Tag"],
  [null, "de", "Guten Tag"],
  ["EN", "de", "Dear"],
  ["fr", null, "Dear"]
])("for a job in %p of an organization in %p begins with %p", (job, organization, begin) => {
  expect(letterIn(job, organization).body).toStartWith(begin)
})

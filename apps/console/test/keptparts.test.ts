/** Parts that come with another answer do not take the place of what is newer. */
import { afterEach, expect, test } from "bun:test"
import { partStaleTime, queries } from "../src/api/queries.ts"
import { asking, keepPart, noteChange } from "../src/api/store.ts"
import { firstPage } from "../src/api/usePaged.ts"

afterEach(() => queries.clear())

const key = ["message", "a"]
const isStale = (queryKey = key) => queries.getQueryCache().find({ queryKey })!.isStaleByTime(partStaleTime)

test("a part is kept where there is none, or an older one, and is fresh until an event changes it", () => {
  keepPart(key, "first", 0)
  keepPart(key, "second", Date.now() + 1)
  expect(queries.getQueryData<string>(key)).toBe("second")
  expect(isStale()).toBe(false)
  void queries.invalidateQueries({ queryKey: ["message"] })
  expect(isStale()).toBe(true)
})

test("what was changed after the answer was asked for stays", () => {
  const since = Date.now() - 1
  queries.setQueryData(key, "changed")
  keepPart(key, "asked for before", since)
  expect(queries.getQueryData<string>(key)).toBe("changed")
})

test.each([
  ["of it", ["a"], true],
  ["of its kind", [], true],
  ["of another one", ["b"], false],
  ["of a part of it", ["a", "more"], false]
])("an event %s while the answer was under way makes it stale: %p %p", async (name, changed, stale) => {
  // A kind of its own: what other tests have noted may be of the same millisecond.
  const key = [name, "a"]
  await asking(["whole", name], async () => {
    const since = Date.now()
    noteChange([name, ...changed])
    keepPart(key, "loaded", since)
  })
  expect(isStale(key)).toBe(stale)
})

test("an event before the answer was asked for does not", () => {
  noteChange(key)
  keepPart(key, "loaded", Date.now() + 1)
  expect(isStale()).toBe(false)
})

test("a list of which more was loaded keeps it, and is loaded anew", () => {
  const more = {
    pages: [{ items: [2], next_cursor: "2" }, { items: [1], next_cursor: null }],
    pageParams: [undefined, "2"]
  }
  queries.setQueryData(key, more)
  keepPart(key, firstPage({ items: [3], next_cursor: "3" }), Date.now() + 1)
  expect(queries.getQueryData<typeof more>(key)).toEqual(more)
  expect(isStale()).toBe(true)
})

test("what is being loaded is left alone", async () => {
  const loading = Promise.withResolvers<string>()
  const fetched = queries.fetchQuery({ queryKey: key, queryFn: () => loading.promise })
  keepPart(key, "part", Date.now() + 1)
  loading.resolve("whole")
  expect(await fetched).toBe("whole")
  expect(queries.getQueryData<string>(key)).toBe("whole")
})

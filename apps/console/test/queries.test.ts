/** What pages keep of answers, without a browser. */
import { expect, test } from "bun:test"
import { keepPart, queries, reloadChanged } from "../src/api/queries.ts"

test.each([
  ["its key", ["attachment", "one"], "one", true],
  ["a key that begins so", ["note"], "two", true],
  ["another key", ["message", "other"], "three", false]
])(
  "a part that was asked for before a change of this tab, and comes after it, is loaded anew: %s",
  async (_, changed, owner, isLoaded) => {
    const since = Date.now()
    const key = [changed[0]!, owner]
    await reloadChanged(changed)
    keepPart(key, "before the change", since)
    expect(queries.getQueryState(key)?.isInvalidated).toBe(isLoaded)
  }
)

/** What pages keep of answers, without a browser. */
import { expect, test } from "bun:test"
import { queries } from "../src/api/queries.ts"
import { asking, keepPart, reloadChanged } from "../src/api/store.ts"

test.each([
  ["its key", ["attachment", "one"], "one", true],
  ["a key that begins so", ["note"], "two", true],
  ["another key", ["message", "other"], "three", false]
])(
  "a part that was asked for before a change of this tab, and comes after it, is loaded anew: %s",
  async (_, changed, owner, isLoaded) => {
    const key = [changed[0]!, owner]
    await asking(["whole", owner], async () => {
      const since = Date.now()
      await reloadChanged(changed)
      keepPart(key, "before the change", since)
    })
    expect(queries.getQueryState(key)?.isInvalidated).toBe(isLoaded)
  }
)

/** Nothing that comes in is stored nowhere: a few hundred generated mails. `ManyGenerated.test.ts` has thousands. */
import { expect, test } from "bun:test"
import { lossesFrom } from "./Generated.ts"

test("of 300 generated mails, whole and damaged, no text and no file is lost, and what is not understood is kept whole and told", async () => {
  expect(await lossesFrom(1, 300)).toEqual([])
})

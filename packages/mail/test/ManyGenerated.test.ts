/**
 * Nothing that comes in is stored nowhere: thousands of generated mails, with those that `Generated.test.ts` leaves
 * out.
 */
import { expect, test } from "bun:test"
import { lossesFrom } from "./Generated.ts"

test(
  "of 5,000 generated mails, whole and damaged, no text and no file is lost, and what is not understood is kept whole and told",
  async () => {
    expect(await lossesFrom(1000, 5000)).toEqual([])
  },
  600_000
)

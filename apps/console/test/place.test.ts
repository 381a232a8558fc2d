/** Which card follows when others leave a board. */
import { describe, expect, test } from "bun:test"
import { nextOfColumn, stepFrom } from "../src/pages/job/usePlace.ts"

const placed = (text: string) => text.split(" ").map((one) => ({ id: one[1]!, stage_id: one[0]! }))

describe("the place on a board", () => {
  const before = placed("1a 1b 1c 1d 2e")

  test.each([
    // The card, who leaves with it, what is there by now, and what follows.
    ["b", "b", "1a 1b 1c 1d 2e", "c"],
    ["b", "b", "1a 1c 1d 2e", "c"],
    ["b", "bc", "1a 1b 1c 1d 2e", "d"],
    ["d", "d", "1a 1b 1c 1d 2e", "c"],
    ["c", "c", "1a 2d 1b 1c 2e", "b"],
    ["c", "c", "2b 1c 2d 2a 2e", undefined],
    ["e", "e", "1a 1b 1c 1d 2e", undefined]
  ])("%s is decided, %s leave of %s: %s follows in its column", (id, leaving, after, next) => {
    const card = before.find((one) => one.id === id)!
    expect(nextOfColumn({ card, order: before }, placed(after), new Set(leaving))?.id).toBe(next)
  })

  test.each([
    ["b", 1, "1a 1b 1c 1d 2e", "c"],
    ["b", -1, "1a 1b 1c 1d 2e", "a"],
    ["a", -1, "1a 1b 1c 1d 2e", "a"],
    ["e", 1, "1a 1b 1c 1d 2e", "e"],
    // It was rejected, with others after it, or is in another column by now.
    ["b", 1, "1a 1c 1d 2e", "c"],
    ["b", -1, "1a 1c 1d 2e", "a"],
    ["b", 1, "1a 1d 2e", "d"],
    ["b", 1, "1a 1c 1d 2b 2e", "c"],
    ["a", -1, "1b 1c 1d 2e", undefined],
    ["z", 1, "1a 1b", "a"]
  ])("from %s, %d steps in %s lead to %s", (id, by, after, next) => {
    const card = before.find((one) => one.id === id)
    expect(stepFrom(card === undefined ? undefined : { card, order: before }, placed(after), by)?.id).toBe(next)
  })
})

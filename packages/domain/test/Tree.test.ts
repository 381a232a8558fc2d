import { ancestors, type Branch, descendants, mayBeBelow } from "@candor/domain/Tree"
import { describe, expect, test } from "bun:test"
import { Result } from "effect"

/** a over b over c, beside d over e. */
const tree: ReadonlyArray<Branch> = [
  { id: "a", parent_id: null },
  { id: "b", parent_id: "a" },
  { id: "c", parent_id: "b" },
  { id: "d", parent_id: null },
  { id: "e", parent_id: "d" }
]
const outcome = (id: string | null, parent: string, levels = 4) =>
  Result.match(mayBeBelow(tree, id, parent, levels), {
    onSuccess: () => "allowed",
    onFailure: ({ reason }) => reason as string
  })

test("what is below a row has the row itself, and what is above it as well", () => {
  expect(descendants(tree, "a")).toEqual(["a", "b", "c"])
  expect(descendants(tree, "e")).toEqual(["e"])
  expect(descendants(tree, "x")).toEqual([])
  expect(ancestors(tree, "c")).toEqual(["c", "b", "a"])
})

test("rows that are above each other in a circle, which decisions prevent, are each read once", () => {
  const circle = [{ id: "a", parent_id: "b" }, { id: "b", parent_id: "a" }]
  expect(descendants(circle, "a")).toEqual(["a", "b"])
  expect(ancestors(circle, "a")).toEqual(["a", "b"])
})

describe("a row goes below another one", () => {
  test.each(
    [
      [null, "c", 4, "allowed"],
      [null, "c", 3, "levels"],
      [null, "x", 4, "unknown"],
      ["d", "b", 4, "allowed"],
      ["d", "c", 4, "levels"],
      ["e", "c", 4, "allowed"],
      ["a", "e", 5, "allowed"],
      ["a", "e", 4, "levels"],
      ["a", "a", 4, "below"],
      ["a", "c", 9, "below"],
      ["b", "c", 9, "below"],
      ["b", "a", 4, "allowed"],
      ["b", "x", 4, "unknown"]
    ] as const
  )("%p below %p, with at most %p levels: %s", (id, parent, levels, expected) => {
    expect(outcome(id, parent, levels)).toBe(expected)
  })
})

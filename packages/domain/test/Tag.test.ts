import { Tag, Tags } from "@candor/domain/candidate/Tag"
import { describe, expect, test } from "bun:test"
import { Result, Schema } from "effect"

const decode = Schema.decodeUnknownResult(Tag)
const decodeAll = Schema.decodeUnknownResult(Tags)

describe("a tag", () => {
  test.each([
    ["compilers", "compilers"],
    [" Senior   Engineer ", "senior engineer"],
    ["Cafe\u0301", "café"],
    ["C++/Rust", "c++/rust"],
    ["🛠".repeat(50), "🛠".repeat(50)]
  ])("%j is %j", (text, tag) => {
    expect(Result.getOrThrow(decode(text))).toBe(tag)
    expect(Result.getOrThrow(decode(tag))).toBe(tag)
  })

  test.each(["", " ", "two\nlines", "\u2028", "x".repeat(51), "\u0000", 7])("%j is refused", (text) => {
    expect(Result.isFailure(decode(text))).toBe(true)
  })
})

describe("the tags of a candidate", () => {
  test("are there once each, in one order", () => {
    expect(Result.getOrThrow(decodeAll(["remote", "Compilers", "compilers ", "b"]))).toEqual([
      "b",
      "compilers",
      "remote"
    ])
  })

  test("are at most 20", () => {
    const tags = Array.from({ length: 21 }, (_, n) => `${n}`)
    expect(Result.isSuccess(decodeAll(tags.slice(1)))).toBe(true)
    expect(Result.isFailure(decodeAll(tags))).toBe(true)
  })
})

import { SearchQuery } from "@candor/domain/candidate/CandidateSearch"
import { expect, test } from "bun:test"
import { Result, Schema } from "effect"

test("a search has 1 to 8 words, of letters or digits", () => {
  const isQuery = Schema.is(SearchQuery)
  const words = (count: number) => Array.from({ length: count }, (_, n) => `word${n}`).join(" ")
  expect([words(1), words(8), "José-María", "42"].filter((query) => !isQuery(query))).toEqual([])
  expect([words(0), words(9), " ", "?!", "one,two,three,four,five,six,seven,eight,nine"].filter(isQuery)).toEqual([])
})

test.each(["", " ", "?"])("%j, which has no word, is refused for that alone", (query) => {
  const refused = Schema.decodeUnknownResult(SearchQuery)(query, { errors: "all" })
  expect(Result.getOrThrow(Result.flip(refused)).message.match(/Expected/g)).toHaveLength(1)
})

import { formsOf, SearchQuery } from "@candor/domain/candidate/CandidateSearch"
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

test.each([
  "5551234567",
  "15551234567",
  "+15551234567",
  "+1 (555) 123-4567",
  "(555)123-4567",
  "555.123.4567",
  "555 123 4567"
])("the phone number %s is searched in groups, in one word, and with its country code", (query) => {
  expect(formsOf(query)).toEqual(expect.arrayContaining(["555 123 4567", "5551234567", "15551234567"]))
  expect(formsOf(`Hopper, ${query} navy`)).toEqual(expect.arrayContaining(["hopper 555 123 4567 navy", "hopper 5551234567 navy"]))
})

test.each([
  ["Ada Byron ada", "ada byron"],
  ["2019 2020", "2019 2020"],
  ["555123456", "555123456"],
  ["55512345678", "55512345678"],
  ["a5551234567", "a5551234567"],
  ["+49 30 1234567", "49 30 1234567"]
])("%s has no such phone number, and one form", (query, form) => {
  expect(formsOf(query)).toEqual([form])
})

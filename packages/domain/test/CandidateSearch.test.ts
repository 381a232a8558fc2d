import { noun } from "@candor/domain/candidate/Candidate"
import type { Traits } from "@candor/domain/Field"
import { SearchQuery } from "@candor/domain/search/CandidateSearch"
import { parse } from "@candor/domain/search/SearchQuery"
import { expect, test } from "bun:test"
import { Result, Schema } from "effect"

test("a search has 1 to 8 words, of letters or digits", () => {
  const isQuery = Schema.is(SearchQuery)
  const words = (count: number) => Array.from({ length: count }, (_, n) => `word${n}`).join(" ")
  expect([words(1), words(8), "José-María", "42", "山田太郎", "C++", "", " "].filter((query) => !isQuery(query)))
    .toEqual([])
  expect([words(9), "?!", "one,two,three,four,five,six,seven,eight,nine"].filter(isQuery)).toEqual([])
})

test("what has no word, and is not blank, is refused for that alone", () => {
  const refused = Schema.decodeUnknownResult(SearchQuery)("?", { errors: "all" })
  expect(Result.getOrThrow(Result.flip(refused)).message.match(/Expected/g)).toHaveLength(1)
})

/** The terms of a query as text: phrases in brackets, alternatives with `|`, excluded ones (always whole) with `-`. */
const shown = (query: string): string => {
  const { excluded, forms: [groups] } = parse(query)
  const term = ({ text, whole }: { readonly text: string; readonly whole: boolean }) => whole ? `[${text}]` : text
  return [...groups.map((group) => group.map(term).join("|")), ...excluded.map(({ text }) => `-[${text}]`)].join(" ")
}

test.each([
  ["ada  byron", "ada byron"],
  ["C++ .NET node.js A/B", "C++ .NET node.js A/B"],
  ["ana-lucía O'Brien", "ana-lucía O'Brien"],
  ["\"a phrase\" x", "[a phrase] x"],
  ["“a phrase” «другая»", "[a phrase] [другая]"],
  ["\"not closed", "not closed"],
  ["java -script", "java -[script]"],
  ["java -\"type script\" −x", "java -[type script] -[x]"],
  ["java - script", "java script"],
  ["555 -1234", "555 -1234"],
  ["java OR kotlin spring", "java|kotlin spring"],
  ["a | b OR \"c d\" e", "a|b|[c d] e"],
  ["java AND (spring OR hibernate) NOT junior", "java spring|hibernate -[junior]"],
  ["Portland, OR", "Portland, OR"],
  ["OR nurse", "OR nurse"],
  ["NOT junior java", "java -[junior]"],
  ["java or kotlin", "java or kotlin"],
  ["山田　太郎", "山田 太郎"],
  ["علی‌رضا", "علی‌رضا"]
])("%s is understood as %s", (query, terms) => {
  expect(shown(query)).toBe(terms)
  expect(Schema.is(SearchQuery)(query)).toBe(true)
})

test.each(["(java spring) OR kotlin", "java NOT (a b)", "-(a OR b)", "java OR (kotlin (a b))", "(java -x) OR kotlin"])(
  "%s is refused, for parentheses join words with OR only",
  (query) => {
    const refused = Schema.decodeUnknownResult(SearchQuery)(query)
    expect(Result.getOrThrow(Result.flip(refused)).message).toContain("parentheses only around words that OR joins")
  }
)

test.each([
  "5551234567",
  "15551234567",
  "+15551234567",
  "+1 (555) 123-4567",
  "(555)123-4567",
  "555.123.4567",
  "555 123 4567"
])("the phone number %s is searched in groups, in one word, and with its country code", (query) => {
  const forms = (text: string) => parse(text).forms.map((groups) => groups.flat().map((term) => term.text).join(" "))
  expect(forms(query)).toEqual(expect.arrayContaining(["555 123 4567", "5551234567", "15551234567"]))
  expect(forms(`Hopper, ${query} navy`)).toEqual(
    expect.arrayContaining(["Hopper, 555 123 4567 navy", "Hopper, 5551234567 navy"])
  )
})

test.each(["555-0134", "5550134", "555 0134", "555.0134", "55 50 134"])(
  "the local number %s is searched in groups and in one word",
  (query) => {
    const forms = parse(`Hopper, ${query}`).forms.map((groups) => groups.flat().map((term) => term.text).join(" "))
    expect(forms.slice(1)).toEqual(["Hopper, 5550134", "Hopper, 555 0134"])
  }
)

test.each(["Ada", "2019 2020", "555123456", "55512345678", "a5551234567", "+49 30 1234567"])(
  "%s has no such phone number, and one form",
  (query) => expect(parse(query).forms).toHaveLength(1)
)

test.each<readonly [string, ReadonlyArray<string>]>([
  ["Mc Donald", ["McDonald"]],
  ["van der Berg", ["vander Berg", "van derBerg", "vanderBerg"]],
  ["CI / CD", ["CICD!"]],
  ["\"Mc Donald\"", []],
  ["java OR kotlin spring", []],
  ["山田 太郎", []],
  ["one two three four five six", []]
])(
  "%s is searched with its neighbouring words joined, too: %p",
  (query, joined) =>
    expect(
      parse(query).forms.slice(1).map((groups) =>
        groups.flat().map(({ text, whole }) => whole ? `${text}!` : text).join(" ")
      )
    ).toEqual([...joined])
)

test("each field of a candidate that people write says whether the search finds it", () => {
  const silent = Object.entries<Traits>(noun.fields).filter(([, { kind, searched }]) =>
    ["required", "nullable", "defaulted", "list"].includes(kind) && searched === undefined
  )
  expect(silent.map(([name]) => name)).toEqual([])
})

/** What a form changes, and lists in one field. */
import { describe, expect, test } from "bun:test"
import { Arbitrary, Effect, Schema } from "effect"
import { changedSince, changesOf, expecting } from "../src/api/changesOf.ts"
import { listOf, textOfList } from "../src/parts/listOf.ts"

describe("A list in one field", () => {
  test.each([
    ["a, b,c", ["a", "b", "c"]],
    [" , a,, ", ["a"]],
    [`"c, c++", go`, ["c, c++", "go"]],
    [`the "big" one, b`, [`the "big" one`, "b"]],
    [`"say ""hi"", you"`, [`say "hi", you`]],
    [`"open, b`, [`"open`, "b"]],
    ["a; b;c", ["a", "b", "c"]],
    ["a\tb\tc", ["a", "b", "c"]],
    ["a\r\nb\nc d\n", ["a", "b", "c d"]],
    ["a\t\tb\r\n\r\nc", ["a", "b", "c"]],
    [`"c, c++"\tgo\n"a;b"`, ["c, c++", "go", "a;b"]],
    ["後端，雲；前端、移動", ["後端", "雲", "前端", "移動"]],
    ["خلفية، سحابة", ["خلفية", "سحابة"]],
    ["", []]
  ])("%s", (text, entries) => expect(listOf(text)).toEqual(entries))

  test.each([
    ["berlin, germany", ["berlin, germany"]],
    ["go, berlin, germany; rust", ["go", "berlin, germany", "rust"]],
    ["berlin, germany, berlin, germany", ["berlin, germany", "berlin, germany"]],
    ["east berlin, germany", ["east berlin", "germany"]],
    ["c++ (a, b)\tgo", ["c++ (a, b)", "go"]],
    [`"berlin, germany", go`, ["berlin, germany", "go"]]
  ])(
    "of which some are known: %s",
    (text, entries) => expect(listOf(text, ["berlin, germany", "c++ (a, b)", "germany", "a, b"])).toEqual(entries)
  )

  test("is the same entries after it was shown, whatever they have (500 lists)", async () => {
    const trimmed = (entries: ReadonlyArray<string>) =>
      entries.map((entry) => entry.trim()).filter((entry) => entry !== "")
    const failure = Arbitrary.checkEffect(Arbitrary.schema(Schema.Array(Schema.String)), (given) => {
      const entries = trimmed([...given, ...given.map((entry) => `${entry}, ${entry}`)])
      return Bun.deepEquals(listOf(textOfList(entries)), entries)
    }, { runs: 500 })
    expect(await Effect.runPromise(Effect.map(failure, Arbitrary.formatCheckFailure))).toBeUndefined()
  })
})

describe("The changes of a form", () => {
  test.each([
    ["nothing", { name: "Ada", tags: ["a"] }, {}, {}],
    ["a text", { name: "Bea", tags: ["a"] }, { name: "Bea" }, {}],
    ["a list, which expects the one that was shown", { name: "Ada", tags: ["a", "b"] }, { tags: ["a", "b"] }, {
      ifMatch: `"1"`
    }],
    ["what is cleared", { name: null, tags: ["a"] }, { name: null }, {}]
  ])("are %s", (_, fields, changes, expected) => {
    const found = changesOf(fields, { name: "Ada", tags: ["a"], status: "active" })
    expect(found).toEqual(changes)
    expect(expecting(found, `"1"`)).toEqual(expected)
  })

  test.each([
    ["another field", "Cleo", { name: "Ada", time_zone: "Europe/Berlin" }, false],
    ["the same field", "Cleo", { name: "Bea", time_zone: null }, true],
    ["the same field, which the form leaves as it was", "Ada", { name: "Bea", time_zone: null }, true],
    ["the same field to the same value", "Cleo", { name: "Cleo", time_zone: null }, false]
  ])("meet those of somebody else where they have changed %s: %p, %p, %p", (_, name, present, meets) => {
    expect(changedSince({ name }, { name: "Ada", time_zone: null }, present)).toBe(meets)
  })
})

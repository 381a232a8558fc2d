import { Encoded, listOf, objectOf, decodeWith, withField } from "@candor/domain/Encoded"
import { expect, test } from "bun:test"
import { Effect, Schema } from "effect"

const bytes = (text: string) => new TextEncoder().encode(text)
const text = <A>(json: Encoded<A>) => new TextDecoder().decode(json.bytes)

test("encoded values and plain ones make an object in the order of its fields", () => {
  const names = listOf<string>([bytes("\"é🛠\""), bytes("\"\\u0001\"")])
  expect(text(names)).toBe("[\"é🛠\",\"\\u0001\"]")
  expect(text(listOf([]))).toBe("[]")
  const fields = { names, "a \"b\"": "é", none: null, more: undefined, last: new Encoded<object>(bytes("{}")) }
  expect(text(objectOf<object>(fields))).toBe(
    "{\"names\":[\"é🛠\",\"\\u0001\"],\"a \\\"b\\\"\":\"é\",\"none\":null,\"last\":{}}"
  )
  expect(text(objectOf({}))).toBe("{}")
})

test("a list of encoded objects has all pieces of each, and an object gets a field at its end", () => {
  const more = (name: string) =>
    withField<{ name: string; names: ReadonlyArray<string> }>(
      bytes(`{"name":${name}}`),
      "names",
      listOf<string>([bytes(name), bytes(name)])
    )
  expect(text(listOf([more("1"), more("2")]))).toBe(`[{"name":1,"names":[1,1]},{"name":2,"names":[2,2]}]`)
})

test("an encoded value that lacks a field or has one too many is not decoded", async () => {
  const isDecoded = (json: string) =>
    Effect.runPromise(Effect.isSuccess(decodeWith(Schema.Struct({ a: Schema.Int }))(new Encoded(bytes(json)))))
  expect(await Promise.all(["{\"a\":1}", "{}", "{\"a\":1,\"b\":1}", "{\"a\":1"].map(isDecoded))).toEqual([
    true,
    false,
    false,
    false
  ])
})

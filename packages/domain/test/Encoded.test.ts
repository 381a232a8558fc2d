import { Encoded, listOf, objectOf, decodeWith } from "@candor/domain/Encoded"
import { expect, test } from "bun:test"
import { Effect, Schema } from "effect"

const bytes = (text: string) => new TextEncoder().encode(text)
const text = <A>(json: Encoded<A>) => new TextDecoder().decode(json.bytes)

test("JSON text is put together as it is, with values beside it, in the order of the fields", () => {
  const names = listOf<string>([bytes("\"é🛠\""), bytes("\"\\u0001\"")])
  expect(text(names)).toBe("[\"é🛠\",\"\\u0001\"]")
  expect(text(listOf([]))).toBe("[]")
  const fields = { names, "a \"b\"": "é", none: null, more: undefined, last: new Encoded<object>(bytes("{}")) }
  expect(text(objectOf<object>(fields))).toBe("{\"names\":[\"é🛠\",\"\\u0001\"],\"a \\\"b\\\"\":\"é\",\"none\":null,\"last\":{}}")
  expect(text(objectOf({}))).toBe("{}")
})

test("JSON text that says less or more than its form is not read", async () => {
  const read = (said: string) => Effect.runPromise(Effect.isSuccess(decodeWith(Schema.Struct({ a: Schema.Int }))(new Encoded(bytes(said)))))
  expect(await Promise.all(["{\"a\":1}", "{}", "{\"a\":1,\"b\":1}", "{\"a\":1"].map(read))).toEqual([true, false, false, false])
})

import { expect, test } from "bun:test"
import { maxMessageLength, parser } from "../src/ServerSentEvents.ts"

const text =
  ": open\n\nid: 1\nevent: job.created\ndata: {\"a\":1}\n\n: still here\r\n\r\n: still here\nid: 7\n\nid:2\rdata: one\rdata:  two\r\rid\ndata\n\nevent: ping\n\n"

const expected = [{ id: "1", data: "{\"a\":1}" }, { id: "7", data: undefined }, { id: "2", data: "one\n two" }, {
  id: "",
  data: ""
}]

test("messages are the same wherever the stream is cut", () => {
  for (let first = 0; first <= text.length; first++) {
    for (let second = first; second <= text.length; second++) {
      const accept = parser()
      const pieces = [text.slice(0, first), text.slice(first, second), text.slice(second)]
      expect(pieces.flatMap((piece) => accept(piece))).toEqual(expected)
    }
  }
})

test("a message whose end is missing is none", () => {
  expect(parser()("id: 1\ndata: half\n")).toEqual([])
})

test("a message that does not end is refused at 4 Mi characters, in one line or in many", () => {
  const half = "a".repeat(maxMessageLength / 2)
  const oneLine = parser()
  expect(oneLine(`data: ${half}`)).toEqual([])
  expect(() => oneLine(half)).toThrow(RangeError)
  const manyLines = parser()
  expect(manyLines(`data: ${half}\n`)).toEqual([])
  expect(() => manyLines(`data: ${half}\n`)).toThrow(RangeError)
})

test("a long message is read at once, in however many lines or pieces it comes", () => {
  const count = 400_000
  expect(parser()(`${"data\n".repeat(count)}\n`)).toEqual([{ id: "", data: "\n".repeat(count - 1) }])
  const accept = parser()
  accept("data: ")
  for (let n = 0; n < count; n++) accept("a")
  expect(accept("\n\n")).toEqual([{ id: "", data: "a".repeat(count) }])
}, 60_000)

test("messages of any number are accepted, as long as each is short", () => {
  const accept = parser()
  const message = `data: ${"a".repeat(maxMessageLength / 4)}\n\n`
  for (let n = 0; n < 8; n++) expect(accept(message)).toHaveLength(1)
})

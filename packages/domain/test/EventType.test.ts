import { eventTypes, hiddenFrom, matches } from "@candor/domain/event/EventType"
import { expect, test } from "bun:test"

test("events of keys, members and webhooks are for administrators to see; all others are for every key", () => {
  const hidden = (scope: "read" | "write" | "admin") => eventTypes.filter((type) => matches(hiddenFrom(scope), type))
  const others = eventTypes.filter((type) => /^(api_key|member|webhook)\./.test(type))
  expect(new Set(others.map((type) => type.split(".")[0])).size).toBe(3)
  expect(hidden("read")).toEqual(others)
  expect(hidden("write")).toEqual(others)
  expect(hidden("admin")).toEqual([])
})

import { eventTypes, hiddenFrom, matches } from "@candor/domain/event/EventType"
import { expect, test } from "bun:test"

test("events of webhooks are for administrators to see; all others are for every key", () => {
  const hidden = (scope: "read" | "write" | "admin") => eventTypes.filter((type) => matches(hiddenFrom(scope), type))
  const ofWebhooks = eventTypes.filter((type) => type.startsWith("webhook."))
  expect(ofWebhooks.length).toBeGreaterThan(0)
  expect(hidden("read")).toEqual(ofWebhooks)
  expect(hidden("write")).toEqual(ofWebhooks)
  expect(hidden("admin")).toEqual([])
})

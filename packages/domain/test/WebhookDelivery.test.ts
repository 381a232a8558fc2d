import { Timestamp } from "@candor/domain/Timestamp"
import { deliveryStatus, pending, statusAfter } from "@candor/domain/webhook/DeliveryStatus"
import { type Failing, reasonToDisable } from "@candor/domain/webhook/WebhookDelivery"
import { describe, expect, test } from "bun:test"

const now = Timestamp.make("2026-11-20T09:00:00.000Z")
const refused = { status: 500, error: "Answered 500", response: "no" }
const failing = (more: Partial<Failing> = {}): Failing => ({
  failing_since: now,
  throughout: true,
  gave_up: false,
  ...more
})

test("a delivery is pending until an attempt succeeds or is the last", () => {
  expect(pending).toBe("pending")
  expect(deliveryStatus.events.map((event) => [event, statusAfter(event)])).toEqual([
    ["succeed", "succeeded"],
    ["retry", "pending"],
    ["give_up", "failed"]
  ])
})

describe("after a failure a webhook", () => {
  test("goes on, whether the receiver answered with an error or did not answer", () => {
    expect(reasonToDisable(refused, failing(), now)).toBeUndefined()
    expect(reasonToDisable({ status: null, error: "No answer", response: null }, failing(), now)).toBeUndefined()
  })

  test("is disabled at once where the receiver answered 410, and by no other status", () => {
    const by = (status: number) => reasonToDisable({ ...refused, status }, failing({ throughout: false }), now)
    expect(by(410)).toBe("The receiver answered 410: it wants no more")
    expect([400, 401, 404, 409, 411, 500, 503].map(by)).toEqual(Array.from({ length: 7 }, () => undefined))
  })

  test("is disabled where a delivery used up its attempts and no other succeeded meanwhile, and only then", () => {
    const reason = "All attempts of a delivery failed, and none of another succeeded"
    expect(reasonToDisable(refused, failing({ gave_up: true }), now)).toBe(reason)
    expect(reasonToDisable(refused, failing({ gave_up: true, throughout: false }), now)).toBeUndefined()
  })

  test("is disabled by five days without a success, and not a millisecond earlier", () => {
    const since = (failing_since: string) =>
      reasonToDisable(refused, failing({ failing_since: Timestamp.make(failing_since), throughout: false }), now)
    expect(since("2026-11-15T09:00:00.001Z")).toBeUndefined()
    expect(since("2026-11-15T09:00:00.000Z")).toBe("No attempt succeeded in 5 days")
    expect(since("2026-10-01T00:00:00.000Z")).toBe("No attempt succeeded in 5 days")
  })
})

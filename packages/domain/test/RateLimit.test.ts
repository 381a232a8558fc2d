import { perHour, windowAt } from "@candor/domain/access/RateLimit"
import { describe, expect, test } from "bun:test"

const at = (time: string) => windowAt(Date.parse(time))

test("a key has 1000 requests an hour", () => {
  expect(perHour).toBe(1000)
})

describe("an hour", () => {
  test("is the clock's in UTC: from its first millisecond to its last it is the same", () => {
    const hour = { start: Date.UTC(2026, 10, 20, 9), reset: Date.parse("2026-11-20T10:00:00Z") / 1000 }
    expect(at("2026-11-20T09:00:00.000Z")).toEqual(hour)
    expect(at("2026-11-20T09:59:59.999Z")).toEqual(hour)
    expect(at("2026-11-20T15:29:59.999+05:30")).toEqual(hour)
  })

  test("begins when the one before it ends", () => {
    expect(at("2026-11-20T10:00:00.000Z").start).toBe(Date.UTC(2026, 10, 20, 10))
    expect(at("2026-11-20T10:00:00.000Z").start / 1000).toBe(at("2026-11-20T09:30:00.000Z").reset)
  })
})

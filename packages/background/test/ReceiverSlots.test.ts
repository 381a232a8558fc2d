/** How many attempts a process makes at a time, and how seldom it asks a receiver that hangs. */
import { backOff, make, maxSlots, type ReceiverSlots } from "@candor/background/webhook/ReceiverSlots"
import { OrganizationId, WebhookId } from "@candor/domain/Id"
import { describe, expect, test } from "bun:test"

const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`
const receiver = (organization: number, n: number) => ({
  organization_id: OrganizationId.make(idOf(organization)),
  endpoint_id: WebhookId.make(idOf(organization * 1000 + n))
})

/** Takes as many slots as there are for a receiver. */
const takeAll = (slots: ReceiverSlots, one: ReturnType<typeof receiver>, now = 0) => {
  let taken = 0
  while (slots.take(one, now)) taken++
  return taken
}

/** An attempt that ended so many milliseconds after it began. */
const answer = (slots: ReceiverSlots, one: ReturnType<typeof receiver>, millis: number) =>
  slots.record(one, { started: 0, ended: millis, timedOut: false })

describe("A receiver", () => {
  test("has one slot until it has answered, more then, and most while it answers quickly", () => {
    const slots = make(1)
    const one = receiver(1, 1)
    expect(takeAll(slots, one)).toBe(maxSlots.receiver.unknown)
    answer(slots, one, 5000)
    expect(takeAll(slots, one)).toBe(maxSlots.receiver.slow - maxSlots.receiver.unknown)
    answer(slots, one, 10)
    expect(takeAll(slots, one)).toBe(maxSlots.receiver.quick - maxSlots.receiver.slow)
  })

  test("that hangs is probed once at a time, each time after twice as long, until it answers", () => {
    const slots = make(1)
    const one = receiver(1, 1)
    answer(slots, one, 10)
    let now = 1000
    const pauses: Array<number> = []
    for (let n = 0; n < 7; n++) {
      expect(takeAll(slots, one, now)).toBe(n === 0 ? maxSlots.receiver.quick : 1)
      const started = now
      now += 10_000
      // Attempts side by side time out together, and count as one.
      for (let attempt = 0; attempt < (n === 0 ? maxSlots.receiver.quick : 1); attempt++) {
        slots.record(one, { started, ended: now, timedOut: true })
        slots.release(one)
      }
      expect(slots.isBlocked(one, now)).toBe(true)
      expect(slots.take(one, now)).toBe(false)
      pauses.push(slots.pause(one, now))
      now += slots.pause(one, now)
      expect(slots.isBlocked(one, now)).toBe(false)
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30].map((n) => n * backOff.first))
    expect(pauses.at(-1)).toBe(backOff.longest)
    answer(slots, one, 10)
    expect(takeAll(slots, one, now)).toBe(maxSlots.receiver.quick)
  })
})

describe("An organization", () => {
  test("has a share of the slots, however many receivers it has, and others have theirs beside it", () => {
    const slots = make(1)
    const taken = Array.from({ length: 40 }, (_, n) => Number(slots.take(receiver(1, n), 0)))
    expect(taken.reduce((sum, one) => sum + one, 0)).toBe(maxSlots.organization)
    expect(slots.take(receiver(2, 0), 0)).toBe(true)
    slots.release(receiver(1, 0))
    expect(slots.take(receiver(1, 39), 0)).toBe(true)
  })

  test("and all of them together have no more than the process has", () => {
    const slots = make(1)
    let taken = 0
    for (let organization = 1; organization <= 20; organization++) {
      for (let n = 0; n < 20; n++) taken += Number(slots.take(receiver(organization, n), 0))
    }
    expect(taken).toBe(maxSlots.process)
    slots.release(receiver(1, 0))
    expect(slots.take(receiver(20, 0), 0)).toBe(true)
  })
})

import { next, type Turn } from "@candor/domain/webhook/WebhookFanOut"
import { describe, expect, test } from "bun:test"

const created = (sequence: number): Turn => ({ sequence, type: "webhook.created" })
const enabled = (sequence: number): Turn => ({ sequence, type: "webhook.enabled" })
const disabled = (sequence: number): Turn => ({ sequence, type: "webhook.disabled" })

/** The places of all events that a webhook is sent, so many at a time at most, from one place on. */
const sent = (begin: number, head: number, turns: ReadonlyArray<Turn>, most = 500): ReadonlyArray<number> => {
  const places: Array<number> = []
  for (let at = begin; at < head;) {
    const stretch = next({ begin: at, head, turns }, most)
    expect(stretch.end).toBeGreaterThan(at)
    expect(stretch.end).toBeLessThanOrEqual(head)
    for (let place = at + 1; place <= stretch.end && stretch.enabled; place++) places.push(place)
    at = stretch.end
  }
  return places
}

describe("a webhook is sent", () => {
  test("what happens after its creation", () => {
    expect(sent(2, 5, [created(2)])).toEqual([3, 4, 5])
  })

  test("what happened until it was disabled, that included, and what happens after it was enabled, and nothing of between", () => {
    expect(sent(1, 8, [created(1), disabled(3), enabled(6)])).toEqual([2, 3, 7, 8])
  })

  test("nothing of between wherever its cursor stands when it is enabled", () => {
    const turns = [created(1), disabled(3), enabled(6)]
    expect(sent(3, 8, turns)).toEqual([7, 8])
    expect(sent(4, 8, turns)).toEqual([7, 8])
    expect(sent(6, 8, turns)).toEqual([7, 8])
  })

  test("what happened between two times that it was disabled", () => {
    expect(sent(1, 9, [created(1), disabled(2), enabled(4), disabled(6), enabled(8)])).toEqual([2, 5, 6, 9])
  })

  test("the same where its turns are no longer kept: before it was disabled it was enabled, and before it was enabled it was not", () => {
    expect(sent(4, 7, [])).toEqual([5, 6, 7])
    expect(sent(4, 9, [disabled(6), enabled(8)])).toEqual([5, 6, 9])
    expect(sent(4, 7, [enabled(6)])).toEqual([7])
  })

  test("the same however many events are looked at at a time", () => {
    const turns = [created(1), disabled(13), enabled(31), disabled(32), enabled(50)]
    const all = sent(1, 60, turns)
    for (const most of [1, 2, 7, 12, 59]) expect(sent(1, 60, turns, most)).toEqual(all)
  })
})

test("a stretch of what is for a webhook has at most so many events, and one of what is not is passed over at once", () => {
  expect(next({ begin: 1, head: 2000, turns: [created(1)] }, 500)).toEqual({ end: 501, enabled: true })
  expect(next({ begin: 3, head: 2000, turns: [disabled(3), enabled(1900)] }, 500)).toEqual({ end: 1900, enabled: false })
})

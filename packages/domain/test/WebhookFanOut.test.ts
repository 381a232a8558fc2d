import { next, type StatusChange } from "@candor/domain/webhook/WebhookFanOut"
import { describe, expect, test } from "bun:test"

const created = (sequence: number): StatusChange => ({ sequence, type: "webhook.created" })
const enabled = (sequence: number): StatusChange => ({ sequence, type: "webhook.enabled" })
const disabled = (sequence: number): StatusChange => ({ sequence, type: "webhook.disabled" })

/** Returns the sequence numbers of all events that a webhook gets after `begin`, in ranges of at most `maxEvents`. */
const sent = (
  begin: number,
  head: number,
  changes: ReadonlyArray<StatusChange>,
  maxEvents = 500
): ReadonlyArray<number> => {
  const sequences: Array<number> = []
  for (let at = begin; at < head;) {
    const { enabled, end } = next({ begin: at, head, status_changes: changes }, maxEvents)
    expect(end).toBeGreaterThan(at)
    expect(end).toBeLessThanOrEqual(head)
    if (enabled) sequences.push(...Array.from({ length: end - at }, (_, n) => at + 1 + n))
    at = end
  }
  return sequences
}

describe("a webhook gets", () => {
  test("the events after its creation", () => {
    expect(sent(2, 5, [created(2)])).toEqual([3, 4, 5])
  })

  test("the events up to the one that disabled it, and those after the one that enabled it", () => {
    expect(sent(1, 8, [created(1), disabled(3), enabled(6)])).toEqual([2, 3, 7, 8])
  })

  test("no event of the time while it was disabled, wherever its cursor is when it is enabled", () => {
    const changes = [created(1), disabled(3), enabled(6)]
    expect(sent(3, 8, changes)).toEqual([7, 8])
    expect(sent(4, 8, changes)).toEqual([7, 8])
    expect(sent(6, 8, changes)).toEqual([7, 8])
  })

  test("the events between two times that it was disabled", () => {
    expect(sent(1, 9, [created(1), disabled(2), enabled(4), disabled(6), enabled(8)])).toEqual([2, 5, 6, 9])
  })

  test("the same events when earlier status changes are deleted: it was enabled before it was disabled, and disabled before it was enabled", () => {
    expect(sent(4, 7, [])).toEqual([5, 6, 7])
    expect(sent(4, 9, [disabled(6), enabled(8)])).toEqual([5, 6, 9])
    expect(sent(4, 7, [enabled(6)])).toEqual([7])
  })

  test("the same events for every size of a range", () => {
    const changes = [created(1), disabled(13), enabled(31), disabled(32), enabled(50)]
    const all = sent(1, 60, changes)
    for (const maxEvents of [1, 2, 7, 12, 59]) expect(sent(1, 60, changes, maxEvents)).toEqual(all)
  })
})

test("a range of an enabled webhook has at most maxEvents events, and a range of a disabled one ends at the next status change", () => {
  expect(next({ begin: 1, head: 2000, status_changes: [created(1)] }, 500)).toEqual({ end: 501, enabled: true })
  expect(next({ begin: 3, head: 2000, status_changes: [disabled(3), enabled(1900)] }, 500)).toEqual({
    end: 1900,
    enabled: false
  })
})

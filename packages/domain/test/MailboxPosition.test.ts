/** Where reading a mailbox goes on. */
import { after, beginning, type MailboxPosition, postpone } from "@candor/domain/mail/MailboxPosition"
import { Timestamp } from "@candor/domain/Timestamp"
import { expect, test } from "bun:test"

const at = (day: number) => Timestamp.make(`2026-12-${String(day).padStart(2, "0")}T10:00:00.000Z`)
const now = at(20)
const position: MailboxPosition = { uid_validity: 1, uid: 7, received_at: at(10), rereading: null, interruptions: 2 }

const begun: ReadonlyArray<
  readonly [
    name: string,
    before: MailboxPosition | null,
    state: Parameters<typeof beginning>[1],
    expected: MailboxPosition
  ]
> = [
  ["without a position, before the next mail", null, { uid_validity: 1, uid_next: 8 }, {
    uid_validity: 1,
    uid: 7,
    received_at: now,
    rereading: null,
    interruptions: 0
  }],
  ["behind the last mail", position, { uid_validity: 1, uid_next: 30 }, position],
  [
    "with other numbers, before those since the day before",
    position,
    { uid_validity: 2, uid_next: 30 },
    { uid_validity: 2, uid: 0, received_at: at(10), rereading: { to_uid: 29, since: at(9) }, interruptions: 0 }
  ],
  [
    "with other numbers again, while those were read",
    { ...position, received_at: at(15), rereading: { to_uid: 29, since: at(9) } },
    { uid_validity: 2, uid_next: 40 },
    { uid_validity: 2, uid: 0, received_at: at(15), rereading: { to_uid: 39, since: at(9) }, interruptions: 0 }
  ],
  [
    "where UIDNEXT fell, as with other numbers",
    position,
    { uid_validity: 1, uid_next: 2 },
    { uid_validity: 1, uid: 0, received_at: at(10), rereading: { to_uid: 1, since: at(9) }, interruptions: 0 }
  ],
  [
    "where UIDNEXT fell by one mail, as with other numbers",
    position,
    { uid_validity: 1, uid_next: 7 },
    { uid_validity: 1, uid: 0, received_at: at(10), rereading: { to_uid: 6, since: at(9) }, interruptions: 0 }
  ],
  [
    "where another mail has the last UID, as with other numbers",
    { ...position, mark: { received_at: at(10), size: 5 } },
    { uid_validity: 1, uid_next: 9, mark: { received_at: at(11), size: 5 } },
    { uid_validity: 1, uid: 0, received_at: at(10), rereading: { to_uid: 8, since: at(9) }, interruptions: 0 }
  ],
  ["behind the last mail, where that was deleted", { ...position, mark: { received_at: at(10), size: 5 } }, {
    uid_validity: 1,
    uid_next: 9
  }, { ...position, mark: { received_at: at(10), size: 5 } }],
  [
    "with other numbers, before those that were postponed",
    { ...position, postponed: { ranges: [[3, 5]], since: at(4) } },
    { uid_validity: 2, uid_next: 30 },
    { uid_validity: 2, uid: 0, received_at: at(10), rereading: { to_uid: 29, since: at(3) }, interruptions: 0 }
  ]
]
test.each(begun)("reading begins %s", (_, before, state, expected) => {
  expect(beginning(before, state, now)).toEqual(expected)
})

const passed: ReadonlyArray<
  readonly [name: string, before: MailboxPosition, uid: number, received: number, expected: Partial<MailboxPosition>]
> = [
  ["a new mail", position, 8, 12, { uid: 8, received_at: at(12), interruptions: 0 }],
  ["a mail that is older", position, 8, 3, { uid: 8, received_at: at(10) }],
  ["a mail of the future", position, 8, 30, { uid: 8, received_at: now }],
  ["one of those that are read again", { ...position, rereading: { to_uid: 10, since: at(9) } }, 9, 10, {
    uid: 9,
    rereading: { to_uid: 10, since: at(9) }
  }],
  ["the last of those", { ...position, rereading: { to_uid: 10, since: at(9) } }, 10, 10, { uid: 10, rereading: null }]
]
test.each(passed)("the position behind %s", (_, before, uid, received, expected) => {
  expect(after(before, uid, at(received), now)).toMatchObject(expected)
})

const postponed = (...uids: ReadonlyArray<number>) =>
  uids.reduce((position, uid) => postpone(position, uid, at(12), now), position)

test("mails that are postponed are in ranges between those that were handled, until they are handled", () => {
  const among = postpone(after(postponed(8, 9, 11), 12, at(3), now), 13, at(11), now)
  expect(among).toMatchObject({
    uid: 13,
    received_at: at(12),
    postponed: { ranges: [[8, 11], [13, 13]], since: at(11) }
  })
  expect(postpone(among, 8, at(12), now)).toBe(among)
  const passed = after(among, 9, at(12), now)
  expect(passed).toMatchObject({ uid: 13, postponed: { ranges: [[10, 11], [13, 13]] } })
  expect(after(passed, 13, at(12), now).postponed).toBeUndefined()
})

test("50,000 mails that are postponed, with a reply after each, are in a bounded position that has all of them", () => {
  const uids = Array.from({ length: 50_000 }, (_, index) => 2 * index + 8)
  const flooded = uids.reduce(
    (before, uid) => after(postpone(before, uid, at(12), now), uid + 1, at(12), now),
    position
  )
  const { ranges } = flooded.postponed!
  expect(JSON.stringify(flooded).length).toBeLessThan(8000)
  expect(uids.every((uid) => ranges.some(([from, to]) => from <= uid && uid <= to))).toBe(true)
})

/** The checks of random histories, on a small history: each violation that they are there for is found. */
import { describe, expect, test } from "bun:test"
import { checkProfiles, checkWebhooks, type Webhook } from "./checks/Background.ts"
import { checkEvents, checkFollower } from "./checks/Events.ts"
import { checkPublished, checkRate } from "./checks/Limits.ts"
import { checkWrites } from "./checks/Writes.ts"
import { type Attempt, type Creation, empty, type History, type Knowledge, possibleValues, type Thing } from "./History.ts"
import type { Shown } from "./Reading.ts"
import type { Receipt } from "./Receiver.ts"
import type { Delivery, FeedEvent } from "./Stored.ts"

let clock = 0

const attempt = (request_id: string, events: ReadonlyArray<string>, knowledge: Knowledge = "acknowledged"): Attempt => ({
  request_id,
  what: `doing ${request_id}`,
  began: ++clock,
  ended: ++clock,
  knowledge,
  events,
  mayBeNoChange: false
})

const event = (sequence: number, type: string, subject_id: string, request_id: string, data: FeedEvent["data"], worker = false): FeedEvent => ({
  id: `e${sequence}`,
  sequence,
  type,
  subject_id,
  actor: { worker: worker ? "profiles" : null },
  request_id,
  data
})

/** A candidate is made, changed twice, and has a profile; a note is made and deleted; an answer to a change is missing. */
const world = () => {
  clock = 0
  const hook = attempt("hook", ["webhook.created"])
  const made = attempt("made", ["candidate.created", "ai_profile.requested"])
  const first = attempt("first", ["candidate.updated"])
  const lost = attempt("lost", ["candidate.updated"], "unanswered")
  const second = attempt("second", ["candidate.updated"])
  const unknown = attempt("unknown", ["prospect.discovered", "prospect.discovered"], "unanswered")
  const noted = attempt("noted", ["note.created"])
  const deleted = attempt("deleted", ["note.deleted"])
  const candidate: Thing = {
    kind: "candidate",
    id: "c",
    marker: "mc",
    parent: undefined,
    writes: new Map([["university", [
      { value: null, attempt: made },
      { value: "A", attempt: first },
      { value: "L", attempt: lost },
      { value: "B", attempt: second }
    ]]]),
    deletions: []
  }
  const note: Thing = { kind: "note", id: "n", marker: "mn", parent: undefined, writes: new Map(), deletions: [deleted] }
  const creation = (kind: Creation["kind"], marker: string, attempt: Attempt): Creation => ({ kind, marker, attempt })
  const history: History = {
    ...empty(),
    attempts: [hook, made, first, lost, second, unknown, noted, deleted],
    creations: [
      creation("candidate", "mc", made),
      creation("note", "mn", noted),
      creation("prospect", "p1", unknown),
      creation("prospect", "p2", unknown)
    ],
    things: [candidate, note]
  }
  const shown: Array<Shown> = [{ kind: "candidate", id: "c", marker: "mc", fields: { university: "B" } }]
  const events = [
    event(1, "webhook.created", "w", "hook", {}),
    event(2, "candidate.created", "c", "made", { university: null }),
    event(3, "ai_profile.requested", "profile", "made", {}),
    event(4, "candidate.updated", "c", "first", { university: "A" }),
    event(5, "candidate.updated", "c", "second", { university: "B" }),
    event(6, "ai_profile.completed", "profile", "made", {}, true),
    event(7, "note.created", "n", "noted", {}),
    event(8, "note.deleted", "n", "deleted", {})
  ]
  const receipts = events.slice(1).map(({ id, request_id, sequence, subject_id, type }): Receipt => ({
    message: id,
    type,
    subject: subject_id,
    sequence,
    request_id,
    accepted: true,
    at: sequence
  }))
  const deliveries = receipts.map(({ message, sequence }): Delivery => ({
    message_id: message,
    status: "succeeded",
    attempts: 1,
    sequence,
    last_error: null
  }))
  const webhook = { id: "w", name: "the receiver", types: ["*"], receipts } satisfies Webhook
  return { history, candidate, lost, shown, events, receipts, deliveries, webhook }
}

type World = ReturnType<typeof world>

/** What is found in a world that was tampered with. */
const found = (tamper: (world: World) => void): string => {
  const made = world()
  tamper(made)
  const { deliveries, events, history, shown, webhook } = made
  return [
    ...checkWrites(history, shown),
    ...checkEvents(history, events, shown),
    ...checkWebhooks([webhook], events, new Map([["w", deliveries]])),
    ...checkProfiles(events, [])
  ].map(({ promise, says }) => `[${promise}] ${says}`).join("\n")
}

test("a history in which all is well has no violation", () => {
  expect(found(() => {})).toBe("")
})

test("an unanswered change may have been done, also late, and with all that it makes", () => {
  expect(found(({ events, shown }) => {
    const { id, kind, marker } = shown[0]!
    shown[0] = { id, kind, marker, fields: { university: "L" } }
    shown.push(
      { kind: "prospect", id: "1", marker: "p1", fields: {} },
      { kind: "prospect", id: "2", marker: "p2", fields: {} }
    )
    events.push(
      event(9, "candidate.updated", "c", "lost", { university: "L" }),
      event(10, "prospect.discovered", "1", "unknown", {}),
      event(11, "prospect.discovered", "2", "unknown", {})
    )
  })).toMatch(/^(\[webhooks\] the receiver never accepted the event (9|10|11), .*\n?){3}$/)
})

test("a change that reached nobody, or that was over long before the last one, is no possible value", () => {
  const { candidate } = world()
  expect(possibleValues(candidate, "university")).toEqual(["L", "B"])
  const [created, first, lost, second] = candidate.writes.get("university")!
  const at = (write: typeof lost, more: Partial<Attempt>) => ({ ...write!, attempt: { ...write!.attempt, ...more } })
  candidate.writes.set("university", [created!, first!, at(lost, { knowledge: "unsent" }), second!])
  expect(possibleValues(candidate, "university")).toEqual(["B"])
  candidate.writes.set("university", [created!, first!, at(lost, { began: -100_000 }), second!])
  expect(possibleValues(candidate, "university")).toEqual(["B"])
})

const row = (world: World, more: Partial<Shown>) => {
  world.shown[0] = { ...world.shown[0]!, ...more }
}

const cases: ReadonlyArray<readonly [what: string, tamper: (world: World) => void, says: RegExp]> = [
  ["an acknowledged creation is gone", ({ shown }) => shown.pop(), /\[writes\] The candidate mc \(c\) was acknowledged and is missing/],
  ["a creation happened twice", ({ shown }) => shown.push({ ...shown[0]!, id: "d" }), /\[writes\] The candidate mc is there 2 times/],
  ["a creation has another id", (world) => row(world, { id: "d" }), /\[writes\] .* has the id d, and c was acknowledged/],
  ["an acknowledged value is gone", (world) => row(world, { fields: { university: "A" } }), /\[writes\] .* university "A", which can only be "L" or "B"/],
  ["something deleted is there", ({ shown }) => shown.push({ kind: "note", id: "n", marker: "mn", fields: {} }), /\[writes\] The note mn is there, and its deletion was acknowledged/],
  ["something is there that nobody made", ({ shown }) => shown.push({ kind: "job", id: "j", marker: "x", fields: {} }), /\[writes\] Nobody made the job x/],
  ["a half of what goes together is there", ({ shown }) => shown.push({ kind: "prospect", id: "1", marker: "p1", fields: {} }), /\[writes\] Of prospect p1, prospect p2, .* only some are there/],
  ["an event is missing", ({ events }) => events.splice(4, 1), /\[events\] After the event 4 of the feed comes 6/],
  ["an acknowledged change has no event", ({ events }) => events.splice(4, 1), /\[events\] doing second .* made none; expected candidate.updated/],
  ["a change has its event twice", ({ events }) => events.push({ ...events[4]!, sequence: 9 }), /\[events\] The feed tells 1 events twice/],
  ["an event is of nobody", ({ events }) => events.push(event(9, "candidate.updated", "c", "ghost", { university: "B" })), /\[events\] The event 9, candidate.updated, is of ghost/],
  [
    "changes are in the wrong order",
    ({ events }) => events.splice(3, 2, { ...events[4]!, sequence: 4 }, { ...events[3]!, sequence: 5 }),
    /\[events\] second has the sequence 4, and first, answered before it, 5/
  ],
  [
    "an event tells another state than is stored",
    ({ events }) => events.splice(4, 1, { ...events[4]!, data: { university: "C" } }),
    /\[events\] The candidate c has university "B", and its last event tells "C"/
  ],
  [
    "an event of something that is stored is erased",
    ({ events }) => events.splice(4, 1, { ...events[4]!, data: null }),
    /\[events\] What the event 5 tells of the candidate c, which is stored, is erased/
  ],
  ["a message was never accepted", ({ receipts }) => receipts.splice(3, 1, { ...receipts[3]!, accepted: false }), /\[webhooks\] the receiver never accepted the event 5/],
  [
    "messages of a subject came in the wrong order",
    ({ receipts }) => receipts.splice(2, 2, receipts[3]!, receipts[2]!),
    /\[webhooks\] the receiver was sent the event 5 before an earlier one of c was accepted/
  ],
  ["a message came more often than the log says", ({ receipts }) => receipts.push(receipts[0]!), /\[webhooks\] the receiver was sent e2 2 times, and its log says 1/],
  ["a message is of no event", ({ receipts }) => receipts.push({ ...receipts[0]!, message: "x" }), /\[webhooks\] the receiver was sent x, which is no event for it/],
  [
    "a delivery was given up",
    ({ deliveries }) => deliveries.splice(0, 1, { ...deliveries[0]!, status: "failed", last_error: "Answered 500" }),
    /\[webhooks\] The delivery of the event 2 to the receiver failed for good: Answered 500/
  ],
  ["a profile has no end", ({ events }) => events.splice(5, 1), /\[profiles\] The profile profile came to an end 0 times/],
  ["a profile has two ends", ({ events }) => events.push({ ...events[5]!, id: "e9", sequence: 9 }), /\[profiles\] The profile profile came to an end 2 times/]
]

/** An hour of a key, with a request let through each millisecond. */
const hour = (reset: string, requests: number) => ({ reset, letThrough: Array.from({ length: requests }, (_, at) => at), refused: 0 })

describe("each violation is found", () => {
  for (const [what, tamper, says] of cases) {
    test(what, () => {
      expect(found(tamper)).toMatch(says)
    })
  }

  test("work was given up", () => {
    const [one] = checkProfiles([], [{ id: "1", queue: "profiles", last_failure: null }])
    expect(one?.says).toBe("Work 1 of profiles was given up: no reason")
  })

  test("a reader of the feed saw other events", () => {
    const { events } = world()
    expect(checkFollower(events.map(({ id }) => id), events)).toEqual([])
    expect(checkFollower(["e2", "e1"], events).length).toBe(1)
    expect(checkFollower([...events.map(({ id }) => id), "e1"], events).length).toBe(1)
  })

  test("more was published, or let through, than is allowed", () => {
    expect(checkPublished(5, 5)).toEqual([])
    expect(checkPublished(6, 5).length).toBe(1)
    const limited = { limit: 10, servers: 2, uncounted: [], readOnly: [] }
    expect(checkRate([hour("1", 10)], limited)).toEqual([])
    expect(checkRate([hour("1", 10), hour("2", 11)], limited).length).toBe(1)
    // What was let through right before a crash may not have been counted.
    expect(checkRate([hour("1", 12)], { ...limited, uncounted: [{ from: 10, to: 20 }] })).toEqual([])
    expect(checkRate([hour("1", 12)], { ...limited, uncounted: [{ from: 11, to: 20 }] }).length).toBe(1)
  })

  test("a read-only database lets each server give what was left of the hour, and no more", () => {
    const limited = { limit: 10, servers: 2, uncounted: [], readOnly: [{ from: 7, to: 20 }] }
    expect(checkRate([hour("1", 13)], limited)).toEqual([])
    expect(checkRate([hour("1", 14)], limited).length).toBe(1)
    expect(checkRate([hour("1", 14)], { ...limited, servers: 3 })).toEqual([])
    // What was let through before it or after it is counted.
    expect(checkRate([hour("1", 11)], { ...limited, readOnly: [{ from: 10, to: 20 }] }).length).toBe(1)
    expect(checkRate([hour("1", 12)], { ...limited, readOnly: [{ from: 7, to: 7 }] }).length).toBe(1)
  })
})

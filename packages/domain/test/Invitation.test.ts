/** Who is invited to an interview, and of which change. */
import type { InterviewState } from "@candor/domain/interview/Interview"
import {
  delayOf,
  type MadeInvitation,
  interviewIdOf,
  invitationKey,
  invitationOf,
  isInvitation,
  planned,
  type Recipient,
  removedOf,
  uidOf
} from "@candor/domain/interview/Invitation"
import { Timestamp } from "@candor/domain/Timestamp"
import { InterviewId, UserId } from "@candor/domain/Id"
import { expect, test } from "bun:test"
import { id } from "./context.ts"

const [ada, jonas, blind] = [id(1), id(2), id(4)].map((id) => UserId.make(id)) as [UserId, UserId, UserId]
const now = Timestamp.make("2026-12-01T09:00:00.000Z")
const interview = {
  id: InterviewId.make(id(3)),
  status: "scheduled",
  starts_at: Timestamp.make("2026-12-02T09:00:00.000Z"),
  ends_at: Timestamp.make("2026-12-02T10:00:00.000Z"),
  interviewers: [{ member_id: ada, response: "accepted" }],
  tells_candidate: true,
  sequence: 2
} as unknown as InterviewState

const made = (changes: Partial<MadeInvitation> = {}): MadeInvitation => ({
  method: "REQUEST",
  sequence: 1,
  content: "REQUEST now",
  was_known: false,
  status: "sent",
  ...changes
})
const old = { content: "before" }
const cancelled = { ...interview, status: "cancelled" } as const

const cases: ReadonlyArray<
  readonly [string, Partial<InterviewState>, Record<string, MadeInvitation>, ReadonlyArray<string>]
> = [
  ["a new one: everybody", {}, {}, ["candidate REQUEST", `${ada} REQUEST`]],
  ["one that the candidate is not told of", { tells_candidate: false }, {}, [`${ada} REQUEST`]],
  ["one that is not told any more, and cancelled: not the candidate", { ...cancelled, tells_candidate: false }, {
    candidate: made(),
    [ada]: made()
  }, [`${ada} CANCEL`]],
  ["nothing that they read changed", {}, { candidate: made(), [ada]: made() }, []],
  ["what one reads changed", {}, { candidate: made(), [ada]: made(old) }, [`${ada} REQUEST again`]],
  ["a first mail that waits is superseded", {}, { candidate: made(), [ada]: made({ ...old, status: "queued" }) }, [
    `${ada} REQUEST`
  ]],
  ["a later mail that waits is superseded", {}, {
    candidate: made(),
    [ada]: made({ ...old, status: "queued", was_known: true })
  }, [`${ada} REQUEST again`]],
  ["a mail that was deleted since is not written again", {}, { candidate: made({ status: null }), [ada]: made() }, []],
  ["a mail that was taken back, or refused, is written again", {}, {
    candidate: made({ status: "cancelled" }),
    [ada]: made({ status: "failed" })
  }, ["candidate REQUEST", `${ada} REQUEST`]],
  ["but not of the same state, whose mail has the same key", {}, {
    candidate: made({ ...old, sequence: 2, status: "cancelled" }),
    [ada]: made({ ...old, sequence: 2, status: "queued" })
  }, []],
  ["a newer change was told already", {}, { candidate: made({ ...old, sequence: 3 }), [ada]: made() }, []],
  ["an interviewer is removed, who alone is told", {}, { candidate: made(), [ada]: made(), [jonas]: made() }, [
    `${jonas} CANCEL again`
  ]],
  ["one who is removed again is told once", {}, {
    candidate: made(),
    [ada]: made(),
    [jonas]: made({ method: "CANCEL", content: "CANCEL now" })
  }, []],
  ["one whose invitation never left is told nothing", {}, {
    candidate: made(),
    [ada]: made(),
    [jonas]: made({ status: "queued" })
  }, [`${jonas} CANCEL not sent`]],
  ["one that is cancelled", cancelled, { candidate: made(), [ada]: made({ status: "delivered" }) }, [
    "candidate CANCEL again",
    `${ada} CANCEL again`
  ]],
  ["one whose cancellation waits is told nothing else", cancelled, {
    [ada]: made({ method: "CANCEL", was_known: true, status: "queued" })
  }, []],
  ["one whose cancellation was refused is told again", cancelled, {
    [ada]: made({ method: "CANCEL", was_known: true, status: "failed" })
  }, [`${ada} CANCEL`]],
  [
    "one whose cancellation waits, and is undone, is told nothing",
    { tells_candidate: false },
    { [ada]: made({ method: "CANCEL", was_known: true, status: "queued" }) },
    [`${ada} REQUEST not sent`]
  ],
  [
    "one whose cancellation waits is invited again to something else",
    { tells_candidate: false },
    { [ada]: made({ ...old, method: "CANCEL", was_known: true, status: "queued" }) },
    [`${ada} REQUEST again`]
  ],
  ["and cancelled again, after a mail that waited was taken back", cancelled, {
    [ada]: made({ was_known: true, status: "queued" })
  }, [`${ada} CANCEL`]],
  [
    "one who does not see the job any more",
    { interviewers: [{ member_id: blind, response: "accepted" }], tells_candidate: false },
    { [blind]: made() },
    [`${blind} CANCEL`]
  ],
  [
    "one who did not see it when the interview was planned",
    { interviewers: [{ member_id: blind, response: "accepted" }], tells_candidate: false },
    {},
    []
  ],
  ["one that is cancelled and planned anew", {}, {
    candidate: made({ method: "CANCEL" }),
    [ada]: made({ method: "CANCEL" })
  }, ["candidate REQUEST", `${ada} REQUEST`]],
  ["one without a time", { status: "to_schedule", starts_at: null, ends_at: null }, {}, []],
  [
    "one that is over",
    { starts_at: Timestamp.make("2026-12-01T08:00:00.000Z"), ends_at: now },
    { [ada]: made(old) },
    []
  ],
  ["one that is complete before its end", { status: "complete" }, { [ada]: made(old) }, []]
]

test.each(cases)("%s", (_, changes, made, expected) => {
  const plan = planned({ ...interview, ...changes }, made, (_, method) => `${method} now`, (one) => one !== blind, now)
  const told = plan.map(({ isSent, isUpdate, method, recipient }) =>
    `${recipient} ${method}${!isSent ? " not sent" : isUpdate ? " again" : ""}`
  )
  expect(told.map((one) => one.replace("CANCEL again", "CANCEL")).toSorted()).toEqual(
    expected.map((one) => one.replace("CANCEL again", "CANCEL")).toSorted()
  )
  expect(plan.every(({ sequence }) => sequence === 2)).toBe(true)
})

test.each<readonly [string, MadeInvitation, string]>([
  ["what was sent before", made(old), "before"],
  [
    "what was sent before, if an earlier one was refused",
    made({ ...old, method: "CANCEL", status: "failed", was_known: true }),
    "before"
  ],
  ["nothing that was sent, if the mail before waits", made({ ...old, was_known: true, status: "queued" }), "CANCEL now"]
])("a cancellation remembers %s", (_, before, expected) =>
  expect(
    planned(
      { ...cancelled, tells_candidate: false },
      { [ada]: before },
      (_, method) => `${method} now`,
      () => true,
      now
    )
  ).toMatchObject([{ method: "CANCEL", content: expected }]))

test("only the mail about a cancellation by a member waits, as members can undo it", () => {
  const by = (member_id: UserId | null) => ({ ...cancelled, changed_by: { member_id } })
  expect([
    delayOf(by(ada), "CANCEL"),
    delayOf(by(null), "CANCEL"),
    delayOf({ ...by(ada), status: "scheduled" }, "CANCEL")
  ])
    .toEqual([60_000, 0, 0])
})

test("a key names an invitation, and a UID an interview; others name none", () => {
  const references = (["candidate", ada] satisfies ReadonlyArray<Recipient>).map((recipient) => ({
    interview_id: interview.id,
    recipient,
    sequence: 12
  }))
  expect(references.map((one) => invitationOf(invitationKey(one)))).toEqual(references)
  expect(["", "digest", "mention x y", `invitation ${interview.id} candidate`].map(invitationOf)).toEqual([
    null,
    null,
    null,
    null
  ])
  const times = {
    starts_at: Timestamp.make("2026-12-02T09:00:00.000Z"),
    ends_at: Timestamp.make("2026-12-02T10:00:00.000Z")
  }
  const removed = `removed ${interview.id} ${ada} 3 ${Date.parse(times.starts_at)} ${Date.parse(times.ends_at)}`
  expect(removedOf(removed)).toEqual({ interview_id: interview.id, sequence: 3, ...times })
  expect([removed, invitationKey(references[0]!), "digest", `${removed} x`, null].map(isInvitation)).toEqual([
    true,
    true,
    false,
    false,
    false
  ])
  expect([uidOf(interview.id), uidOf(interview.id).toUpperCase(), `${interview.id}@other`, "1"].map(interviewIdOf))
    .toEqual([interview.id, interview.id, null, null])
})

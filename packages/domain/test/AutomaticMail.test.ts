import type { Event } from "@candor/domain/event/Event"
import { UserId } from "@candor/domain/Id"
import { automaticMails, noticeKey, referenceOf } from "@candor/domain/mail/AutomaticMail"
import { Timestamp } from "@candor/domain/Timestamp"
import { expect, test } from "bun:test"
import { actor, id } from "./context.ts"

const [off, on] = [{ notifies_members: false }, { notifies_members: true }]

const eventOf = (type: string, data: Event["data"], user_id: Event["actor"]["user_id"] = actor.user_id): Event => ({
  id: id(50),
  sequence: 1,
  type,
  subject_id: id(60),
  request_id: "test",
  occurred_at: Timestamp.make("2026-11-20T09:00:00.000Z"),
  data,
  actor: { user_id, api_key_id: null, worker: null }
})

const mary = UserId.make(id(70))
const notice = { kind: "notice", member_id: mary, by: actor.user_id }

test.each<readonly [string, Event["data"], object[]]>([
  ["application.created", {}, []],
  ["application.rejected", null, []],
  ["note.created", { application_id: id(61), mentioned_member_ids: [mary, actor.user_id] }, [
    { ...notice, about: "mention", application_id: id(61), subject_id: id(60) }
  ]],
  ["note.updated", { mentioned_member_ids: [mary] }, [{
    ...notice,
    about: "mention",
    application_id: null,
    subject_id: id(60)
  }]],
  ["feedback_request.asked", { application_id: id(61), member_id: mary }, [{
    ...notice,
    about: "feedback_request",
    application_id: id(61)
  }]],
  ["feedback_request.asked", { application_id: id(61), member_id: actor.user_id }, []],
  ["team_member.added", { job_id: id(62), member_id: mary }, [{ ...notice, about: "team", application_id: null }]],
  ["message.received", { application_id: id(61), is_automatic: false }, [{
    kind: "notice",
    about: "reply",
    subject_id: id(60),
    member_id: null,
    application_id: id(61)
  }]],
  ["message.assigned", { application_id: id(61), is_automatic: false }, [{
    kind: "notice",
    about: "reply",
    member_id: null,
    by: actor.user_id
  }]],
  ["message.assigned", { application_id: id(61), is_automatic: true }, []],
  ["message.received", { application_id: id(61), is_automatic: false, purpose: "invitation" }, []],
  ["message.received", { application_id: null, is_automatic: false }, []],
  ["interview.responded", {
    author_id: mary,
    member_id: id(71),
    version: 4,
    interviewers: [{ member_id: id(71), response: "declined" }]
  }, [
    { ...notice, about: "declined_interview", subject_id: id(60), number: 4 }
  ]],
  ["interview.responded", {
    author_id: mary,
    member_id: mary,
    version: 4,
    interviewers: [{ member_id: mary, response: "declined" }]
  }, []],
  ["interview.responded", {
    author_id: mary,
    member_id: null,
    version: 4,
    interviewers: [{ member_id: id(71), response: "declined" }]
  }, []],
  ["interview.interviewer_replaced", {}, [{ kind: "invitations", interview_id: id(60) }]]
])("of %s with %p these mails follow", (type, data, expected) => {
  const mails: ReadonlyArray<object> = automaticMails(eventOf(type, data), on)
  expect(mails).toEqual(expected.map((mail) => expect.objectContaining(mail)))
})

test("the key of a notice says what it is about", () => {
  const reference = { about: "reply", subject_id: id(60), member_id: mary } as const
  expect(referenceOf(noticeKey(reference))).toEqual(reference)
  expect(["digest 2026-11-29 " + mary, "event " + id(1), ""].map(referenceOf)).toEqual([null, null, null])
})

test("members are told nothing where the organization sends no notices", () => {
  expect(automaticMails(eventOf("team_member.added", { member_id: mary }), off)).toEqual([])
})

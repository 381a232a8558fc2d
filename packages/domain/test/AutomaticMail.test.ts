import type { Event } from "@candor/domain/event/Event"
import { MailTemplateId, MessageId, UserId } from "@candor/domain/Id"
import { automaticMails, noticeKey, referenceOf, undoneRejections } from "@candor/domain/mail/AutomaticMail"
import { Timestamp } from "@candor/domain/Timestamp"
import { expect, test } from "bun:test"
import { Arbitrary, Effect, Schema } from "effect"
import { actor, id } from "./context.ts"

type Switches = Parameters<typeof automaticMails>[1]

const off: Switches = { notifies_members: false, received_template_id: null, rejected_template_id: null, rejected_delay_hours: 24 }
const on: Switches = { ...off, notifies_members: true, received_template_id: MailTemplateId.make(id(1)), rejected_template_id: MailTemplateId.make(id(2)) }

const eventOf = (type: string, data: Event["data"], user_id: Event["actor"]["user_id"] = actor.user_id): Event => ({
  id: id(50), sequence: 1, type, subject_id: id(60), request_id: "test", occurred_at: Timestamp.make("2026-11-20T09:00:00.000Z"), data,
  actor: { user_id, api_key_id: null, worker: null }
})

const mary = UserId.make(id(70))
const [letter, notice] = [{ kind: "letter", application_id: id(60) }, { kind: "notice", member_id: mary, by: actor.user_id }]
const received = `received ${id(60)} 2026-11-20`
const withdrawal = { kind: "withdrawal", application_id: id(60) }

test.each<readonly [string, Event["data"], object[]]>([
  ["application.received", {}, [{ ...letter, purpose: "application_received", template_id: id(1), delay_millis: 0, key: received }]],
  // Sent again on the same day it is the same mail: whose address was given may be somebody else.
  ["application.resubmitted", {}, [{ ...letter, purpose: "application_received", key: received }]],
  ["application.rejected", {}, [{ ...letter, purpose: "rejection", template_id: id(2), delay_millis: 24 * 3_600_000, key: `event ${id(50)}` }]],
  // What was chosen at the rejection, or by its reason, goes before the account's.
  ["application.rejected", { mail_template_id: id(3) }, [{ ...letter, purpose: "rejection", template_id: id(3), delay_millis: 24 * 3_600_000 }]],
  ["application.rejected", { mail_template_id: null }, []],
  ["application.reopened", {}, [withdrawal]],
  ["application.withdrawn", {}, [withdrawal]],
  ["application.hired", {}, [withdrawal]],
  ["application.created", {}, []],
  ["application.rejected", null, []],
  ["note.created", { application_id: id(61), mentioned_member_ids: [mary, actor.user_id] }, [
    { ...notice, about: "mention", application_id: id(61), subject_id: id(60) }
  ]],
  ["note.updated", { mentioned_member_ids: [mary] }, [{ ...notice, about: "mention", application_id: null, subject_id: id(60) }]],
  ["feedback_request.asked", { application_id: id(61), member_id: mary }, [{ ...notice, about: "feedback_request", application_id: id(61) }]],
  ["feedback_request.asked", { application_id: id(61), member_id: actor.user_id }, []],
  ["team_member.added", { job_id: id(62), member_id: mary }, [{ ...notice, about: "team", application_id: null }]],
  ["message.received", { application_id: id(61), is_automatic: false }, [{ kind: "notice", about: "reply", subject_id: id(60), member_id: null, application_id: id(61) }]],
  ["message.assigned", { application_id: id(61), is_automatic: false }, [{ kind: "notice", about: "reply", member_id: null, by: actor.user_id }]],
  ["message.assigned", { application_id: id(61), is_automatic: true }, []],
  ["message.received", { application_id: id(61), is_automatic: false, purpose: "invitation" }, []],
  ["message.received", { application_id: null, is_automatic: false }, []],
  ["interview.responded", { author_id: mary, member_id: id(71), version: 4, interviewers: [{ member_id: id(71), response: "declined" }] }, [
    { ...notice, about: "declined_interview", subject_id: id(60), number: 4 }
  ]],
  ["interview.responded", { author_id: mary, member_id: null, version: 4, interviewers: [{ member_id: id(71), response: "declined" }] }, []],
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

test("the mail of a rejection waits a minute at least, in which it can be taken back", () => {
  expect(automaticMails(eventOf("application.rejected", {}), { ...on, rejected_delay_hours: 0 })).toMatchObject([{ delay_millis: 60_000 }])
})

test("each kind is a switch of its own, off at first", () => {
  const kinds = (account: Switches) =>
    ["application.received", "application.rejected", "team_member.added"].map((type) => automaticMails(eventOf(type, { member_id: mary }), account).length)
  expect(kinds(off)).toEqual([0, 0, 0])
  expect(kinds(on)).toEqual([1, 1, 1])
  expect(kinds({ ...off, received_template_id: on.received_template_id })).toEqual([1, 0, 0])
  expect(kinds({ ...off, rejected_template_id: on.rejected_template_id })).toEqual([0, 1, 0])
  expect(kinds({ ...off, notifies_members: true })).toEqual([0, 0, 1])
  expect(automaticMails(eventOf("application.rejected", { mail_template_id: id(3) }), off)).toMatchObject([{ template_id: id(3) }])
})

/** Events of an application, and the turns at which they are read: any number of times and in any order, but each at least once. */
const Readings = Schema.Struct({
  undoes: Schema.Array(Schema.Boolean).check(Schema.isMinLength(1), Schema.isMaxLength(8)),
  turns: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 7 }))).check(Schema.isMaxLength(30))
})

test("property: however often and in whatever order events are read, the letters of rejections after the last undoing wait, and no others", async () => {
  const failure = await Effect.runPromise(Effect.map(
    Arbitrary.checkEffect(Arbitrary.schema(Readings), ({ turns, undoes }) => {
      const feed = undoes.map((undoes, at): Event => ({
        ...eventOf(undoes ? "application.reopened" : "application.rejected", {}), id: id(100 + at) as Event["id"], sequence: at + 1
      }))
      const last = undoes.lastIndexOf(true)
      const letters = new Map<string, { readonly id: MessageId; readonly sequence: number; waits: boolean }>()
      const read = (event: Event) => {
        for (const mail of automaticMails(event, on)) {
          if (mail.kind === "letter" && !letters.has(mail.key)) {
            letters.set(mail.key, { id: MessageId.make(event.id), sequence: event.sequence, waits: true })
          }
          const waiting = [...letters.values()].filter(({ waits }) => waits)
          const undone = undoneRejections(waiting.map(({ id, sequence }) => ({ id, sequence, undone_at: last < 0 ? null : last + 1 })))
          for (const letter of waiting) letter.waits = !undone.includes(letter.id)
        }
      }
      for (const turn of [...turns, ...feed.keys()]) read(feed[turn % feed.length]!)
      const expected = feed.filter((event, at) => event.type === "application.rejected" && at > last).map(({ id }) => id as string)
      const waiting = [...letters.values()].filter(({ waits }) => waits).map(({ id }) => id as string).toSorted()
      return waiting.join() === expected.toSorted().join() && letters.size === undoes.filter((undoes) => !undoes).length
    }, { runs: 500 }),
    Arbitrary.formatCheckFailure
  ))
  expect(failure).toBeUndefined()
})

test("the letter of a rejection whose event is gone is undone by any", () => {
  const [one, other] = [MessageId.make(id(80)), MessageId.make(id(81))]
  expect(undoneRejections([{ id: one, sequence: null, undone_at: 4 }, { id: other, sequence: null, undone_at: null }])).toEqual([one])
})

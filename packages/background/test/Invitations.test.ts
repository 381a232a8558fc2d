/** Invitations that follow from changes of interviews, and answers to them. */
import * as AutomaticMails from "@candor/background/mail/AutomaticMails"
import * as Answers from "@candor/background/mail/InvitationAnswers"
import * as Sending from "@candor/background/mail/Invitations"
import { References } from "@candor/background/submission/References"
import { remove } from "@candor/domain/application/ApplicationRemoval"
import { Applications } from "@candor/domain/application/Applications"
import { InterviewId } from "@candor/domain/Id"
import { invitationOf, uidOf } from "@candor/domain/interview/Invitation"
import { Invitations } from "@candor/domain/interview/Invitations"
import { Interviews } from "@candor/domain/interview/Interviews"
import { timeOf } from "@candor/domain/interview/InterviewTime"
import * as Scheduling from "@candor/domain/interview/Scheduling"
import type { MessageState } from "@candor/domain/mail/Message"
import { Messages } from "@candor/domain/mail/Messages"
import { type ReceivedMail, unreadMail } from "@candor/domain/mail/ReceivedMail"
import { ZoneName } from "@candor/domain/time/ZoneName"
import { packZones } from "@candor/domain/time/Zones"
import { MailTransport } from "@candor/mail/MailTransport"
import { calendarText } from "@candor/mail/parsing/OtherTexts"
import { read, readAgain } from "@candor/mail/testing/ReadCalendar"
import { databases } from "@candor/sql/testing/Databases"
import { forFile } from "@candor/sql/testing/FileDatabase"
import { setUp } from "@candor/sql/testing/MailCalls"
import { apply } from "@candor/sql/testing/Person"
import * as SqlWorld from "@candor/sql/testing/World"
import { expect, test } from "bun:test"
import { Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import { newJob, runOn } from "./WebhookWorld.ts"

const timeAt = (day: string) =>
  Result.getOrThrow(
    timeOf({ local_start: `2040-01-${day}T10:00`, time_zone: ZoneName.make("Europe/Berlin") }, 60, packZones.zone)
  )!

const answer = (
  uid: string,
  from: string,
  more: string,
  method = "REPLY"
): ReadonlyArray<string> => [
  `BEGIN:VCALENDAR`,
  "VERSION:2.0",
  `METHOD:${method}`,
  "BEGIN:VEVENT",
  `UID:${uid}`,
  `ATTENDEE;PARTSTAT=ACCEPTED:mailto:${from}`,
  ...more.split("|"),
  "END:VEVENT",
  "END:VCALENDAR",
  ""
]

const calendar = answer(uidOf(InterviewId.make(crypto.randomUUID())), "ada@example.com", "SEQUENCE:0").join("\r\n")

const written: ReadonlyArray<readonly [string, string, string | null, string]> = [
  ["nothing", "", null, ""],
  ["a comment", "", "I come later", "I come later"],
  ["a text beside the answer", "I am ill, sorry.\n", null, "I am ill, sorry."],
  ["both", "I am ill, sorry.", "I come later", "I come later\n\nI am ill, sorry."],
  ["the same twice", "Ada wrote:\nI come later", "I come later", "Ada wrote:\nI come later"],
  ["what the answer says", calendarText(calendar), null, ""],
  [
    "what it answers",
    "-----Original Appointment-----\nFrom: Acme\nSent: Monday, December 1, 2026 9:00 AM\nTo: Ada\nSubject: Interview",
    null,
    ""
  ],
  [
    "what a program writes",
    "Ada has accepted this invitation.\n\nInvitation from Google Calendar: https://calendar.google.com/calendar/",
    null,
    ""
  ],
  [
    "a comment in what a program writes",
    "Ada has accepted this invitation with this note: \"I come later\"\n\nInvitation from Google Calendar: https://calendar.google.com/calendar/",
    "I come later",
    "I come later"
  ]
]
test.each(written)(
  "What a person wrote with an answer: %s",
  (_, body, comment, expected) =>
    expect(Answers.wordsOf({ body, subject: "Accepted: Interview" }, comment, calendar)).toBe(expected)
)

for (const database of databases.map(forFile)) {
  test(`An interview on ${database.name} is told to its interviewers and the candidate, who answer by mail`, () =>
    runOn(database)(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { actor } = yield* SqlWorld.organization({ name: "Acme" })
      const { organization_id, user_id: member_id } = actor
      yield* setUp(actor)
      const job = yield* newJob(actor, "Engineer")
      const { id: application_id } = yield* apply(actor, {
        job_id: job.id,
        candidate: { full_name: "Grace Hopper", primary_email: "grace@example.com" }
      })
      const layer = Layer.merge(MailTransport.layer, References.layer)
      const run = yield* Effect.provide(AutomaticMails.make, layer)
      const sent = yield* Effect.provide(Sending.sent, layer)
      const answered = yield* Answers.make(() => Effect.void)
      yield* run(organization_id)
      const interviews = yield* Interviews
      const draft = {
        title: "Talk",
        candidate_instructions: "Bring a *laptop*.",
        interviewer_instructions: "She is good.",
        interviewers: [{ member_id }]
      }
      const { id } = yield* interviews.create(
        actor,
        application_id,
        { members: [member_id], time: timeAt("01") },
        (application, availability, context) =>
          Scheduling.create(application_id, draft, timeAt("01"), application, availability, context)
      )
      const mails = Effect.gen(function*() {
        yield* run(organization_id)
        const rows = yield* sql<MessageState>`SELECT m.* FROM messages m ORDER BY m.key`
        return yield* Effect.forEach(rows, (message) => {
          const { body, key, status } = message
          const reference = invitationOf(key)!
          return Effect.map(
            sent(organization_id, message),
            (text) => ({ to: reference.recipient, sequence: reference.sequence, status, stored: body, text })
          )
        })
      })
      const first = yield* mails
      const toCandidate = first.find(({ to }) => to === "candidate")!
      const toMember = first.find(({ to }) => to === member_id)!
      expect(first).toHaveLength(2)
      expect(toCandidate.text).toMatchObject({
        recipients: [{ email: "grace@example.com" }],
        subject: "Interview: Talk",
        calendar: { method: "REQUEST" }
      })
      expect(toCandidate.text!.body.replaceAll("\u202f", " ")).toContain(
        "Sunday, January 1, 2040, 10:00 AM – 11:00 AM (UTC+01:00, Europe/Berlin)"
      )
      expect(toCandidate.text!.body).toContain("laptop")
      expect(`${toCandidate.text!.body}${toCandidate.text!.calendar.content}`).not.toContain("She is good")
      expect(toCandidate.text!.calendar.content).toContain("DTSTART:20400101T090000Z")
      expect(toMember.text!.subject).toBe("Interview: Talk, Grace Hopper")
      expect(`${toMember.text!.body}${toMember.text!.calendar.content}`).not.toContain("laptop")
      expect(toMember.stored).not.toContain("Grace")
      // The job says no language: it is that of the organization.
      yield* sql`UPDATE organizations SET language = 'de' WHERE id = ${organization_id}`
      const inGerman = (yield* mails).find(({ to }) => to === "candidate")!
      expect(inGerman.text!.body).toContain("lädt Sie zu einem Gespräch für Engineer ein")
      yield* sql`UPDATE organizations SET language = NULL WHERE id = ${organization_id}`
      // Both wait: another time supersedes them.
      yield* interviews.modify(
        actor,
        id,
        () => ({ members: [member_id], time: timeAt("02") }),
        (interview, availability, context) => Scheduling.reschedule(interview, {}, timeAt("02"), availability, context)
      )
      const second = yield* mails
      expect(second.map(({ sequence, status }) => [sequence, status]).toSorted()).toEqual([
        [0, "cancelled"],
        [0, "cancelled"],
        [1, "queued"],
        [1, "queued"]
      ])
      expect(
        second.filter(({ sequence }) => sequence === 1).map(({ text }) => text?.calendar.content.includes("SEQUENCE:1"))
      ).toEqual([true, true])
      const { actor: stranger, user } = yield* SqlWorld.member(organization_id, {
        email: "eve@example.com",
        scope: "write"
      })
      expect(stranger.user_id).toBe(user.id)
      const [{ email = "" } = {}] = yield* sql<{ email: string }>`SELECT u.email FROM users u WHERE u.id = ${member_id}`
      const by = { organization_id, worker: "mailboxes", request_id: "mailboxes" }
      const reply = (from: string, lines: ReadonlyArray<string>, more: Partial<ReceivedMail> = {}) =>
        answered(by, {
          ...unreadMail({ uid: 1, uid_validity: 1, received_at: timeAt("01").starts_at }),
          sender: { name: null, email: from },
          body: "",
          calendar: lines.join("\r\n"),
          ...more
        })
      const uid = uidOf(id)
      const refused = yield* Effect.all([
        reply("eve@example.com", answer(uid, "eve@example.com", "SEQUENCE:1")),
        reply("eve@example.com", answer(uid, "grace@example.com", "SEQUENCE:1")),
        reply("grace@example.com", answer(uid, "grace@example.com", "SEQUENCE:1"), { sender_check: "failed" }),
        reply("grace@example.com", answer(uid, "grace@example.com", "SEQUENCE:9")),
        reply("grace@example.com", answer(uidOf(id).replace(/^./, "f"), "grace@example.com", "SEQUENCE:1"))
      ])
      expect(refused).toEqual([null, null, null, null, null])
      const verified = { sender_check: "passed" } as const
      const present = interviews.get(organization_id, id)
      // An older state is known, and sets nothing where the time was another one, or may have been.
      const [then, today] = ["DTSTART:20400101T090000Z|DURATION:PT1H", "DTSTART:20400102T090000Z|DURATION:PT1H"]
      for (const more of ["SEQUENCE:0", `SEQUENCE:0|${then}`]) {
        expect(yield* reply("grace@example.com", answer(uid, "grace@example.com", more))).toMatchObject({
          isOfCandidate: true,
          refusal: null
        })
      }
      // What a member answers counts where the server confirms the sender.
      expect(yield* reply(email, answer(uid, email, "SEQUENCE:1|COMMENT:Gladly"))).toMatchObject({
        application_id,
        isOfCandidate: false,
        words: "Gladly",
        refusal: expect.stringContaining("does not confirm")
      })
      expect(yield* present).toMatchObject({
        candidate_response: "needs_action",
        interviewers: [{ response: "needs_action" }]
      })
      expect(yield* reply("Grace@example.com", answer(uid, "grace@example.com", "SEQUENCE:1"))).toEqual({
        application_id,
        isOfCandidate: true,
        words: "",
        comment: null,
        refusal: null
      })
      // A yes to an older state counts where that had the same time.
      expect(yield* reply(email, answer(uid, email, `SEQUENCE:0|${today}|COMMENT:Gladly`), verified)).toEqual({
        application_id,
        isOfCandidate: false,
        words: "Gladly",
        comment: "Gladly",
        refusal: null
      })
      yield* reply(
        "grace@example.com",
        answer(uid, "grace@example.com", "SEQUENCE:1|DTSTART:20400103T090000Z|DURATION:PT30M|COMMENT:Later", "COUNTER")
      )
      expect(yield* interviews.get(organization_id, id)).toMatchObject({
        candidate_response: "accepted",
        interviewers: [{ response: "accepted" }],
        proposals: [{
          member_id: null,
          starts_at: "2040-01-03T09:00:00.000Z",
          ends_at: "2040-01-03T09:30:00.000Z",
          comment: "Later"
        }]
      })
      // Answers raise nothing, and nobody is told of them.
      expect(yield* mails).toHaveLength(4)
      yield* sql`UPDATE messages m SET status = 'sent', due_at = NULL WHERE m.organization_id = ${organization_id} AND m.status = 'queued'`
      yield* interviews.modify(
        actor,
        id,
        () => ({}),
        (interview, availability, context) => Scheduling.update(interview, { interviewers: [] }, availability, context)
      )
      const removed = (yield* mails).filter(({ sequence }) => sequence === 2)
      expect(removed.map(({ text, to }) => `${to} ${text?.calendar.method}`).toSorted()).toEqual(
        ["candidate REQUEST", `${member_id} CANCEL`].toSorted()
      )
      yield* interviews.modify(
        actor,
        id,
        () => ({}),
        (interview, _, context) => Scheduling.cancel(interview, {}, context)
      )
      const ended = (yield* mails).filter(({ sequence }) => sequence === 3)
      expect(yield* reply(email, answer(uid, email, "SEQUENCE:3"), verified)).toBeNull()
      expect(yield* reply("grace@example.com", answer(uid, "grace@example.com", "SEQUENCE:3"))).toBeNull()
      expect(
        ended.map(({ text, to }) => [to, text?.calendar.method, text?.calendar.content.includes("STATUS:CANCELLED")])
      ).toEqual([["candidate", "CANCEL", true]])
    })))

  test(`A mail on ${database.name} says what is so when it leaves, and a change that takes that back is told`, () =>
    runOn(database)(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { actor } = yield* SqlWorld.organization({ name: "Acme" })
      const { organization_id } = actor
      yield* setUp(actor)
      const job = yield* newJob(actor, "Engineer")
      const { id: application_id } = yield* apply(actor, {
        job_id: job.id,
        candidate: { full_name: "Grace Hopper", primary_email: "grace@example.com" }
      })
      const interviews = yield* Interviews
      const { id } = yield* interviews.create(
        actor,
        application_id,
        { members: [], time: timeAt("01") },
        (application, availability, context) =>
          Scheduling.create(application_id, { title: "Talk" }, timeAt("01"), application, availability, context)
      )
      const move = (day: string) =>
        interviews.modify(
          actor,
          id,
          () => ({ members: [], time: timeAt(day) }),
          (interview, availability, context) => Scheduling.reschedule(interview, {}, timeAt(day), availability, context)
        )
      const invite = (yield* Effect.provide(Sending.make, MailTransport.layer))({
        organization_id,
        worker: "mails",
        request_id: "mails"
      }, id)
      const sent = yield* Effect.provide(Sending.sent, Layer.merge(MailTransport.layer, References.layer))
      /** What the mails that wait say, which leave. */
      const said = Effect.gen(function*() {
        const waiting = yield* sql<MessageState>`SELECT m.* FROM messages m WHERE m.status = 'queued' ORDER BY m.key`
        return yield* Effect.forEach(waiting, (message) =>
          Effect.gen(function*() {
            const text = yield* sent(organization_id, message)
            yield* sql`UPDATE messages m SET status = 'sent', due_at = NULL WHERE m.id = ${message.id}`
            return /DTSTART:\d{8}/.exec(text!.calendar.content)![0]
          }))
      })
      // Who made the last change is named in mails, and need not be an interviewer.
      const invited = yield* (yield* Invitations).get(organization_id, id)
      expect(invited).toMatchObject({
        interview: { changed_by: { member_id: actor.user_id } },
        members: [{ id: actor.user_id }]
      })
      yield* invite
      yield* move("02")
      expect(yield* said).toEqual(["DTSTART:20400102"])
      yield* move("01")
      yield* invite
      expect(yield* said).toEqual(["DTSTART:20400101"])
      // What was taken back while its mail waited is told by that mail.
      yield* move("02")
      yield* invite
      yield* move("03")
      yield* move("02")
      yield* invite
      expect(yield* said).toEqual(["DTSTART:20400102"])
      // A cancellation waits. If it is undone meanwhile, nobody is told of it.
      const queued = sql<{ readonly waits: boolean }>`
        SELECT m.due_at > now() AS waits FROM messages m WHERE m.status = 'queued'`
      yield* interviews.modify(
        actor,
        id,
        () => ({}),
        (interview, _, context) => Scheduling.cancel(interview, {}, context)
      )
      yield* invite
      expect(yield* queued).toEqual([{ waits: true }])
      yield* interviews.modify(actor, id, () => ({}), Scheduling.reopen)
      yield* invite
      expect(yield* queued).toEqual([])
    })))

  test(`A process on ${database.name} that dies while it writes mails of an interview leaves neither a mail that is not recorded nor a record without one`, () =>
    runOn(database)(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { actor } = yield* SqlWorld.organization({ name: "Acme" })
      const { organization_id, user_id: member_id } = actor
      yield* setUp(actor)
      const job = yield* newJob(actor, "Engineer")
      const { id: application_id } = yield* apply(actor, {
        job_id: job.id,
        candidate: { full_name: "Grace Hopper", primary_email: "grace@example.com" }
      })
      const interviews = yield* Interviews
      const draft = { title: "Talk", interviewers: [{ member_id }] }
      const { id } = yield* interviews.create(
        actor,
        application_id,
        { members: [member_id], time: timeAt("01") },
        (application, availability, context) =>
          Scheduling.create(application_id, draft, timeAt("01"), application, availability, context)
      )
      const by = { organization_id, worker: "mails", request_id: "mails" }
      const messages = yield* Messages
      const make = Effect.provide(Sending.make, MailTransport.layer)
      const invite = yield* make
      const dying = yield* Effect.provideService(make, Messages, {
        ...messages,
        notify: (...all) => Effect.andThen(messages.notify(...all), Effect.die("The process ends"))
      })
      const state = Effect.map(
        sql<
          { keys: string }
        >`SELECT (SELECT string_agg(split_part(m.key, ' ', 3) || ' ' || m.status, ', ' ORDER BY m.key) FROM messages m) AS keys, i.invitations FROM interviews i`,
        ([row]) => row
      )
      const before = yield* state
      yield* Effect.exit(dying(by, id))
      expect(yield* state).toEqual(before)
      yield* invite(by, id)
      yield* invite(by, id)
      const told = yield* state
      expect(told).toMatchObject({
        invitations: {
          candidate: { method: "REQUEST", was_known: false },
          [member_id]: { method: "REQUEST", was_known: false }
        }
      })
      yield* sql`UPDATE messages m SET status = 'sent', due_at = NULL WHERE m.organization_id = ${organization_id}`
      yield* interviews.modify(
        actor,
        id,
        () => ({}),
        (interview, _, context) => Scheduling.cancel(interview, {}, context)
      )
      yield* Effect.exit(dying(by, id))
      yield* invite(by, id)
      expect(yield* state).toMatchObject({
        invitations: { candidate: { method: "CANCEL" }, [member_id]: { method: "CANCEL" } }
      })
      expect(yield* sql<{ key: string }>`SELECT m.key FROM messages m WHERE m.key LIKE '% 1'`).toHaveLength(2)
      // An interview that is removed is cancelled without a name.
      yield* interviews.modify(actor, id, () => ({ members: [member_id] }), Scheduling.reopen)
      yield* invite(by, id)
      yield* sql`UPDATE messages m SET status = 'sent', due_at = NULL WHERE m.organization_id = ${organization_id}`
      yield* (yield* Applications).remove(actor, application_id, remove)
      const [removed] = yield* sql<MessageState>`SELECT m.* FROM messages m WHERE m.status = 'queued'`
      const text = yield* Effect.flatMap(
        Effect.provide(Sending.sent, Layer.merge(MailTransport.layer, References.layer)),
        (sent) => sent(organization_id, removed!)
      )
      expect(text).toMatchObject({ subject: "Interview canceled", calendar: { method: "CANCEL" } })
      const file = read(text!.calendar.content)
      expect(file).toMatchObject({
        method: "CANCEL",
        events: [{ uid: uidOf(id), sequence: 3, start: "2040-01-01T09:00:00Z" }]
      })
      expect(readAgain(text!.calendar.content)).toMatchObject({
        method: "CANCEL",
        events: [{ uid: uidOf(id), start: "2040-01-01T09:00:00.000Z" }]
      })
      expect(JSON.stringify(text)).not.toMatch(/Grace|Talk/)
    })))
}

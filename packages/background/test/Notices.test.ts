/** Mails to members: what they say, to whom they go, and that nobody is told of what they do not see. */
import * as AutomaticMails from "@candor/background/mail/AutomaticMails"
import * as Digests from "@candor/background/mail/Digests"
import { digestText, noticeText, sentText } from "@candor/background/mail/Notices"
import { References } from "@candor/background/submission/References"
import { ApplicationId, CandidateId, JobId, UserId } from "@candor/domain/Id"
import { type NoticeReference, referenceOf } from "@candor/domain/mail/AutomaticMail"
import { AutomaticMails as Automatic } from "@candor/domain/mail/AutomaticMails"
import type { ForwardedReply } from "@candor/domain/mail/ForwardedReply"
import * as FeedbackRequest from "@candor/domain/request/FeedbackRequest"
import { FeedbackRequests } from "@candor/domain/request/FeedbackRequests"
import { defaultSchedule, Schedules } from "@candor/domain/scheduling/Schedule"
import { ZoneName } from "@candor/domain/time/ZoneName"
import { assign } from "@candor/domain/mail/Message"
import { Messages } from "@candor/domain/mail/Messages"
import { htmlOf } from "@candor/mail/Markdown"
import { Timestamp } from "@candor/domain/Timestamp"
import { MailTransport } from "@candor/mail/MailTransport"
import * as Queue from "@candor/sql/queue/Queue"
import { databases } from "@candor/sql/testing/Databases"
import { forFile } from "@candor/sql/testing/FileDatabase"
import { received, setUp, workerOf, written } from "@candor/sql/testing/MailCalls"
import { apply } from "@candor/sql/testing/Person"
import * as SqlWorld from "@candor/sql/testing/World"
import { expect, test } from "bun:test"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { eventually, newJob, runOn } from "./WebhookWorld.ts"

const id = "01a11b12-60d4-7e3f-95a8-c1740b2de693"
const member_id = UserId.make(id)
const application_id = ApplicationId.make(id)
const subject = {
  application_id,
  candidate_id: CandidateId.make(id),
  job_id: JobId.make(id),
  person: "Grace *Hopper*",
  job: "Admiral",
  words: "Would she\nlead?",
  language: null
}

test("a member's name in a mail to others is text, and nothing of a candidate is stored with it", () => {
  const { body, subject } = noticeText("mention", "[Sign in](https://evil.example) *now*", null, null)
  expect(subject).toBe("[Sign in](https://evil.example) *now* mentioned you in a note")
  expect(htmlOf(body)).toStartWith("<p>[Sign in](https://evil.example) *now* mentioned you in a note.</p>")
})

test("a request for feedback names person, job and question, leads to the form, and to where such mails are turned off", () => {
  const reference = { about: "feedback_request", subject_id: id, member_id } as const
  const sent = sentText({ subject: "Ada asks for your feedback" }, reference, subject, "https://candor.example/console")
  expect(sent.subject).toBe("Ada asks for your feedback: Grace *Hopper*, Admiral")
  const html = htmlOf(sent.body)
  for (
    const part of [
      "<strong>Grace *Hopper*</strong>, Admiral",
      "Would she lead?",
      `https://candor.example/console/applications/${id}?open=feedback`,
      "https://candor.example/console/account?turn_off=feedback_request"
    ]
  ) expect(html).toContain(part)
})

test("a digest counts what waits, and is none where nothing does", () => {
  const nothing = { replies: 0, new_applications: 0, feedback_requests: 0, mentions: 0, undelivered: 0 }
  expect(digestText(nothing, null, null)).toBe(null)
  expect(digestText({ ...nothing, replies: 1, mentions: 2 }, null, null)?.body).toStartWith(
    "- 1 reply to answer\n- 2 notes that mention you\n\n"
  )
})

test("in a German organization, notices and digests are in German", () => {
  const console = "https://candor.example/console"
  const reference = { about: "scorecard", subject_id: id, member_id } as const
  const stored = noticeText("scorecard", "", console, "de")
  const sent = sentText(stored, reference, { ...subject, language: "de" }, console)
  expect(sent.subject).toBe("Ihr Bewertungsbogen ist fällig: Grace *Hopper*, Admiral")
  expect(sent.body).toContain("[Bewertungsbogen ausfüllen]")
  expect(sent.body).toContain("[Solche E-Mails abschalten]")
  const counts = { replies: 2, new_applications: 1, feedback_requests: 0, mentions: 0, undelivered: 0 }
  expect(digestText(counts, console, "de")).toMatchObject({
    subject: "Ihr Tag in Candor",
    body: expect.stringContaining("- 2 Antworten warten\n- 1 neue Bewerbung seit gestern\n")
  })
})

for (const database of databases.map(forFile)) {
  test(`On ${database.name} a reply is told to who wrote last, and nobody is told of what they do not see`, () =>
    runOn(database)(Effect.gen(function*() {
      const { actor } = yield* SqlWorld.organization({ name: "Acme" })
      const { organization_id } = actor
      yield* setUp(actor)
      const automatic = yield* Automatic
      const run = yield* Effect.provide(AutomaticMails.make, Layer.merge(MailTransport.layer, References.layer))
      const sql = yield* SqlClient.SqlClient
      const told = Effect.map(
        sql<{ readonly key: string }>`SELECT m.key FROM messages m WHERE m.purpose = 'notice' ORDER BY m.id`,
        (rows) =>
          rows.map(({ key }) => referenceOf(key)).map((reference) =>
            reference === null ? null : `${reference.about} ${reference.member_id}`
          )
      )
      const { actor: writer, user: admin } = yield* SqlWorld.member(organization_id, {
        email: "alan@example.com",
        scope: "write"
      })
      const user = { ...admin, role: "write" } as const
      yield* sql`UPDATE users SET role = 'write' WHERE id = ${user.id}`
      const job = yield* newJob(actor, "Engineer")
      const { id } = yield* apply(actor, {
        job_id: job.id,
        candidate: { full_name: "Grace Hopper", primary_email: "grace@example.com" }
      })
      yield* written(writer, id)
      const reply = yield* received(workerOf(actor), id, { body: "Tuesday suits me." }, [])
      yield* received(workerOf(actor), id, { is_automatic: true }, [])
      yield* (yield* FeedbackRequests).create(
        actor,
        id,
        user.id,
        (asking, context) =>
          FeedbackRequest.ask(id, { member_id: user.id, message: "Would she lead?" }, asking, context)
      )
      for (let n = 0; n < 2; n++) yield* run(organization_id)
      expect((yield* told).toSorted()).toEqual([`feedback_request ${user.id}`, `reply ${user.id}`])
      const reference: NoticeReference = { about: "reply", subject_id: reply.id, member_id: user.id }
      expect(yield* automatic.subject(organization_id, reference)).toMatchObject({
        person: "Grace Hopper",
        job: "Engineer",
        words: "Tuesday suits me."
      })
      const seen = Effect.map(
        automatic.waiting(organization_id, user, job.created_at),
        ({ feedback_requests, new_applications, replies }) => [replies, new_applications, feedback_requests]
      )
      expect(yield* seen).toEqual([1, 0, 1])
      yield* sql`UPDATE jobs SET is_confidential = true WHERE id = ${job.id}`
      // Also what was written before is not sent.
      expect([yield* automatic.subject(organization_id, reference), yield* seen]).toEqual([null, [0, 0, 0]])
      yield* received(workerOf(actor), id, { body: "Or Wednesday." }, [])
      yield* run(organization_id)
      expect((yield* told).length).toBe(2)
      yield* sql`UPDATE jobs SET is_confidential = false WHERE id = ${job.id}`
      // Who gives a reply to an application knows of it; a forwarded one says what the candidate wrote.
      const forwarded: ForwardedReply = {
        member: { id: user.id, full_name: "Alan" },
        application_id: id,
        sender: { name: null, email: "grace@home.example" },
        subject: "Re: Hello",
        body: "Friday.",
        sent_at: null,
        answer: "asked"
      }
      for (const [giver, words, more] of [[writer, "See below.", null], [actor, "Friday.", forwarded]] as const) {
        const before = (yield* told).length
        const mail = yield* received(workerOf(actor), null, { body: "See below." }, [], more)
        yield* (yield* Messages).assign(giver, mail.id, id, (message, context) => assign(message, id, context))
        yield* run(organization_id)
        expect((yield* told).slice(before)).toEqual(giver === writer ? [] : [`reply ${user.id}`])
        expect(yield* automatic.subject(organization_id, { ...reference, subject_id: mail.id })).toMatchObject({
          words
        })
      }
      yield* automatic.setNotices(organization_id, user.id, ["mention"])
      expect([
        yield* automatic.notices(organization_id, user.id),
        yield* automatic.member(organization_id, user.id, "reply")
      ]).toEqual([["mention"], null])
    })))

  /** The keys of the digests that are written. */
  const keys = Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      Effect.map(
        sql<{ readonly key: string }>`SELECT m.key FROM messages m WHERE m.purpose = 'notice' ORDER BY m.key`,
        (rows) => rows.map(({ key }) => key)
      )
  )

  /** An organization in which a reply waits. */
  const withReply = (name: string) =>
    Effect.gen(function*() {
      const { actor } = yield* SqlWorld.organization({ name })
      yield* setUp(actor)
      const job = yield* newJob(actor, "Engineer")
      const { id } = yield* apply(actor, {
        job_id: job.id,
        candidate: { full_name: "Grace Hopper", primary_email: "grace@example.com" }
      })
      yield* received(workerOf(actor), id, {}, [])
      return actor
    })

  test(`On ${database.name} a digest is written once a day in the member's morning, from the day after mail was set up on, to those for whom something waits`, () =>
    runOn(database)(Effect.gen(function*() {
      const actor = yield* withReply("Acme")
      const { organization_id } = actor
      const { user: other } = yield* SqlWorld.member(organization_id, { email: "alan@example.com", scope: "write" })
      const { user: vancouver } = yield* SqlWorld.member(organization_id, {
        email: "edsger@example.com",
        scope: "write"
      })
      yield* (yield* Automatic).setNotices(organization_id, other.id, ["mention"])
      yield* (yield* Schedules).put(organization_id, vancouver.id, defaultSchedule(ZoneName.make("America/Vancouver")))
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE organizations SET time_zone = 'Europe/Berlin' WHERE id = ${organization_id}`
      const { plan, write } = yield* Effect.provide(Digests.make, MailTransport.layer)
      const digests = (time: string) =>
        Effect.gen(function*() {
          yield* plan(Timestamp.make(`${time}:00.000Z`))
          const work = yield* sql<
            { readonly element: string }
          >`DELETE FROM queue WHERE queue_name = 'digests' RETURNING element`
          yield* Effect.forEach(work, ({ element }) => write(JSON.parse(element)))
          return yield* keys
        })
      const keyOf = (day: string, id: string) => `digest ${day} ${id}`
      const [first, late, second] = [
        keyOf("2026-11-30", actor.user_id),
        keyOf("2026-11-30", vancouver.id),
        keyOf("2026-12-01", actor.user_id)
      ]
      expect(yield* digests("2026-11-29T09:00")).toEqual([])
      // Of a day that had begun in Vancouver when mail was set up.
      expect(yield* digests("2026-11-29T14:00")).toEqual([keyOf("2026-11-29", vancouver.id)])
      yield* sql`DELETE FROM messages WHERE purpose = 'notice'`
      expect(yield* digests("2026-11-30T04:59")).toEqual([])
      for (let n = 0; n < 2; n++) expect(yield* digests("2026-11-30T05:00")).toEqual([first])
      expect(yield* digests("2026-11-30T14:05")).toEqual([first, late].toSorted())
      expect(yield* digests("2026-12-01T05:09")).toEqual([first, late, second].toSorted())
    })))

  test(`On ${database.name} digests that cannot be planned for one organization hold up no other, and are written later`, () =>
    runOn(database)(Effect.gen(function*() {
      const actors = yield* Effect.forEach(["Acme", "Harbor", "Pilot"], withReply)
      const automatic = yield* Automatic
      const broken = actors.map(({ organization_id }) => organization_id).toSorted()[0]!
      const make = Effect.provide(Digests.make, MailTransport.layer)
      const fails = yield* Effect.provideService(make, Automatic, {
        ...automatic,
        digestReaders: (organization) =>
          organization === broken ? Effect.die("broken") : automatic.digestReaders(organization)
      })
      const works = yield* make
      const sql = yield* SqlClient.SqlClient
      const planned = Effect.map(sql`SELECT FROM queue WHERE queue_name = 'digests'`, ({ length }) => length)
      yield* works.plan(Timestamp.make("2026-11-30T06:00:00.000Z"))
      const day = Timestamp.make("2026-12-01T06:00:00.000Z")
      yield* fails.plan(day)
      expect(yield* planned).toBe(2)
      yield* works.plan(day)
      expect(yield* planned).toBe(3)
    })))

  test(`On ${database.name} a digest that fails is tried again by itself: those of others are written once`, () =>
    runOn(database)(Effect.gen(function*() {
      const actor = yield* withReply("Acme")
      const { user: other } = yield* SqlWorld.member(actor.organization_id, {
        email: "alan@example.com",
        scope: "write"
      })
      const automatic = yield* Automatic
      const counted: Array<string> = []
      const waiting: typeof automatic.waiting = (organization, member, since) => {
        counted.push(member.id)
        return member.id === actor.user_id ? Effect.die("broken") : automatic.waiting(organization, member, since)
      }
      yield* (yield* SqlClient.SqlClient)`UPDATE mail_accounts SET digest_at = now() - interval '3 days'`
      yield* Layer.build(
        Digests.layer.pipe(
          Layer.provide([MailTransport.layer, Layer.succeed(Automatic, { ...automatic, waiting }), Queue.layer])
        )
      )
      // At once, and after a second.
      yield* eventually(
        Effect.sync(() => counted.filter((id) => id === actor.user_id).length),
        (attempts) => attempts === 2
      )
      expect([
        counted.filter((id) => id === other.id).length,
        (yield* keys).filter((key) => key.endsWith(other.id)).length
      ]).toEqual([1, 1])
    })))
}

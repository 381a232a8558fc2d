/** Mails that follow from events. */
import * as AutomaticMails from "@candor/background/mail/AutomaticMails"
import { References } from "@candor/background/submission/References"
import * as Lifecycle from "@candor/domain/application/Lifecycle"
import { Applications } from "@candor/domain/application/Applications"
import type { Actor } from "@candor/domain/access/Actor"
import { type ApplicationId, MailTemplateId, type StageId } from "@candor/domain/Id"
import { Interviews } from "@candor/domain/interview/Interviews"
import { timeOf } from "@candor/domain/interview/InterviewTime"
import * as Scheduling from "@candor/domain/interview/Scheduling"
import { AutomaticMails as Choices } from "@candor/domain/mail/AutomaticMails"
import type { MailTrigger } from "@candor/domain/mail/MailRule"
import { MailRules, maxWaitingLetters } from "@candor/domain/mail/MailRules"
import { MailTemplates } from "@candor/domain/mail/MailTemplates"
import { Messages } from "@candor/domain/mail/Messages"
import * as Note from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import { ZoneName } from "@candor/domain/time/ZoneName"
import { packZones } from "@candor/domain/time/Zones"
import { later, now, Timestamp } from "@candor/domain/Timestamp"
import { MailTransport } from "@candor/mail/MailTransport"
import { databases } from "@candor/sql/testing/Databases"
import { forFile } from "@candor/sql/testing/FileDatabase"
import { copies, setUp } from "@candor/sql/testing/MailCalls"
import { apply } from "@candor/sql/testing/Person"
import * as SqlWorld from "@candor/sql/testing/World"
import { expect, test } from "bun:test"
import { Effect, Layer, Logger, Result } from "effect"
import { SqlClient } from "effect/sql"
import { newJob, runOn } from "./WebhookWorld.ts"

/** Makes a rule of automatic emails with a template of its own, whose subject is the name. */
const rule = Effect.fnUntraced(function*(
  actor: Actor,
  trigger: MailTrigger,
  name = "Sorry",
  more: object = {},
  body = "Dear {{ candidate.first_name }}"
) {
  const template = yield* (yield* MailTemplates).create(actor, { name, subject: name, body })
  return yield* (yield* MailRules).create(actor, {
    name,
    trigger,
    template_id: MailTemplateId.make(template.id),
    ...more
  })
})

const dayMillis = 86_400_000

/** The full minute in so many days. */
const inDays = (time: Timestamp, days: number) =>
  Timestamp.make(`${later(time, days * dayMillis).slice(0, 16)}:00.000Z`)

/** Schedules an interview that begins then. */
const schedule = Effect.fnUntraced(function*(actor: Actor, id: ApplicationId, starts_at: Timestamp) {
  const local_start = starts_at.slice(0, 16)
  const time = Result.getOrThrow(timeOf({ local_start, time_zone: ZoneName.make("UTC") }, 60, packZones.zone))!
  yield* (yield* Interviews).create(
    actor,
    id,
    { members: [], time },
    (application, availability, context) =>
      Scheduling.create(id, { title: "Talk" }, time, application, availability, context)
  )
})

const statuses = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ subject: string; status: string }>`SELECT m.subject, m.status FROM messages m ORDER BY m.id`
  return rows.map(({ status, subject }) => `${subject} ${status}`)
})

for (const database of databases.map(forFile)) {
  test(`Mails follow from events once on ${database.name}: a rejection waits, and is cancelled when it is undone; members are told what they chose`, () =>
    runOn(database)(Effect.gen(function*() {
      const { actor } = yield* SqlWorld.organization({ name: "Acme" })
      yield* setUp(actor)
      const job = yield* newJob(actor, "Engineer")
      const { id } = yield* apply(actor, {
        job_id: job.id,
        candidate: { full_name: "Grace Hopper", primary_email: "grace@example.com" }
      })
      const applications = yield* Applications
      const reject = applications.change(
        actor,
        id,
        (application, context) => Lifecycle.reject(application, { reason: application.reasons[0]!.name }, context)
      )
      yield* reject
      yield* applications.change(actor, id, Lifecycle.reopen)
      const run = yield* Effect.provide(AutomaticMails.make, Layer.merge(MailTransport.layer, References.layer))
      // Gives the events their numbers.
      yield* run(actor.organization_id)
      yield* setUp(actor, { notifies_members: true })
      yield* rule(actor, "rejected")
      yield* run(actor.organization_id)
      // What happened before the switch is not told.
      expect(yield* statuses).toEqual([])
      const { actor: other, user } = yield* SqlWorld.member(actor.organization_id, {
        email: "alan@example.com",
        scope: "write"
      })
      const mention = (note: string) =>
        Effect.flatMap(
          Notes,
          (notes) =>
            notes.create(actor, { application_id: id }, (context) =>
              Note.write({ application_id: id }, { note: `${note} [@Alan](member:${user.id})` }, context, [user.id]))
        )
      yield* reject
      yield* newJob(actor, "Cook")
      yield* mention("Look,")
      const batch = yield* (yield* Choices).next(actor.organization_id)
      expect(batch?.events.map(({ type }) => type)).toEqual(["application.rejected", "note.created"])
      for (let n = 0; n < 2; n++) yield* run(actor.organization_id)
      expect((yield* statuses).toSorted()).toEqual(
        [expect.stringContaining("mentioned you in a note queued"), "Sorry queued"].toSorted()
      )
      yield* (yield* Choices).setNotices(other.organization_id, user.id, ["team"])
      yield* applications.change(actor, id, Lifecycle.reopen)
      yield* mention("Again,")
      yield* run(actor.organization_id)
      const { items } = yield* (yield* Messages).list(actor.organization_id, { application_id: id }, {
        limit: 10,
        offset: 0
      })
      expect(items.map(({ body, purpose, status }) => [body, purpose, status])).toEqual([[
        "Dear Grace",
        "rejection",
        "cancelled"
      ]])
      expect((yield* statuses).length).toBe(2)
    })))

  test(`The letter that is chosen at a rejection on ${database.name} is written without any that is automatic, and none where none is chosen`, () =>
    runOn(database)(Effect.gen(function*() {
      const { actor } = yield* SqlWorld.organization({ name: "Acme" })
      yield* setUp(actor)
      const job = yield* newJob(actor, "Engineer")
      const { id } = yield* apply(actor, {
        job_id: job.id,
        candidate: { full_name: "Grace Hopper", primary_email: "grace@example.com" }
      })
      const template = yield* (yield* MailTemplates).create(actor, {
        name: "Kind",
        subject: "Kind",
        body: "Dear {{ candidate.first_name }}"
      })
      const applications = yield* Applications
      const rejectWith = (mail_template_id: typeof template.id | null) =>
        applications.change(
          actor,
          id,
          (application, context) =>
            Lifecycle.reject(application, { reason: application.reasons[0]!.name, mail_template_id }, context)
        )
      const run = yield* Effect.provide(AutomaticMails.make, Layer.merge(MailTransport.layer, References.layer))
      yield* rejectWith(template.id)
      yield* run(actor.organization_id)
      expect(yield* statuses).toEqual(["Kind queued"])
      yield* applications.change(actor, id, Lifecycle.reopen)
      yield* run(actor.organization_id)
      expect(yield* statuses).toEqual(["Kind cancelled"])
      yield* rule(actor, "rejected")
      yield* rejectWith(null)
      yield* run(actor.organization_id)
      expect(yield* statuses).toEqual(["Kind cancelled"])
    })))

  test(`The letter of a second rejection on ${database.name} waits, however often and by however many the events are read`, () =>
    runOn(database)(Effect.gen(function*() {
      const { actor } = yield* SqlWorld.organization({ name: "Acme" })
      const { organization_id } = actor
      const job = yield* newJob(actor, "Engineer")
      const { id } = yield* apply(actor, {
        job_id: job.id,
        candidate: { full_name: "Hopper, Dr. Grace", primary_email: "grace@example.com" }
      })
      const run = yield* Effect.provide(AutomaticMails.make, Layer.merge(MailTransport.layer, References.layer))
      yield* run(organization_id)
      yield* setUp(actor)
      yield* rule(actor, "rejected")
      const sql = yield* SqlClient.SqlClient
      const [before] = yield* sql<{ readonly mails_cursor: number }>`SELECT mails_cursor FROM mail_accounts`
      const applications = yield* Applications
      const reject = applications.change(
        actor,
        id,
        (application, context) => Lifecycle.reject(application, { reason: application.reasons[0]!.name }, context)
      )
      yield* reject
      yield* applications.change(actor, id, Lifecycle.reopen)
      yield* reject
      for (let n = 0; n < 3; n++) {
        yield* Effect.all(Array.from({ length: 4 }, () => run(organization_id)), { concurrency: "unbounded" })
        // The first rejection was over before its event was read.
        expect(yield* statuses).toEqual(["Sorry queued"])
        yield* sql`UPDATE mail_accounts SET mails_cursor = ${before!.mails_cursor}::bigint`
      }
      const { items } = yield* (yield* Messages).list(organization_id, { application_id: id }, { limit: 10, offset: 0 })
      expect(items.map(({ body }) => body)).toEqual(["Dear Grace"])
    })))

  test(`An email of a move on ${database.name} is canceled by a move back or the end of its rule, and sent once`, () =>
    runOn(database)(Effect.gen(function*() {
      const { actor } = yield* SqlWorld.organization({ name: "Acme" })
      yield* setUp(actor, { notifies_members: false })
      const job = yield* newJob(actor, "Engineer")
      const { id } = yield* apply(actor, {
        job_id: job.id,
        candidate: { full_name: "Grace Hopper", primary_email: "grace@example.com" }
      })
      const run = yield* Effect.provide(AutomaticMails.make, Layer.merge(MailTransport.layer, References.layer))
      const { id: invitation } = yield* rule(actor, "moved", "Invitation", {
        conditions: [{ field: "stage_type", is: ["interview"] }],
        delay_minutes: 60
      })
      yield* rule(actor, "moved", "Other", { conditions: [{ field: "stage_type", is: ["offer"] }] })
      const sql = yield* SqlClient.SqlClient
      const stages = yield* sql<{ readonly id: StageId; readonly type: string }>`SELECT id, type FROM stages`
      const move = (type: string) => {
        const stage = stages.find((stage) => stage.type === type)!
        return Effect.flatMap(
          Applications,
          (applications) =>
            applications.move(
              actor,
              id,
              stage.id,
              (application, requested, context) =>
                Lifecycle.move(application, requested, { stage_id: stage.id }, context)
            )
        )
      }
      const runAfter = (effect: Effect.Effect<unknown, unknown, Applications | MailRules>) =>
        Effect.andThen(effect, run(actor.organization_id))
      yield* runAfter(move("interview"))
      expect(yield* statuses).toEqual(["Invitation queued"])
      yield* runAfter(Effect.andThen(move("screen"), move("interview")))
      expect(yield* statuses).toEqual(["Invitation cancelled", "Invitation queued"])
      const [waiting] = yield* (yield* Choices).letters(actor.organization_id, { applications: [id], rules: [] })
      yield* sql`UPDATE messages SET status = 'sent', due_at = NULL, sent_at = now() WHERE id = ${waiting!.id}`
      yield* runAfter(Effect.andThen(move("screen"), move("interview")))
      expect(yield* statuses).toEqual(["Invitation cancelled", "Invitation sent"])
      yield* sql`UPDATE messages SET status = 'queued', due_at = now() WHERE id = ${waiting!.id}`
      yield* runAfter(Effect.flatMap(MailRules, (rules) => rules.update(actor, invitation, { is_on: false })))
      expect(yield* statuses).toEqual(["Invitation cancelled", "Invitation cancelled"])
    })))

  test(`Reopening on ${database.name} restores the reminders of an application and its confirmation, but none that a member canceled or of an interview that was`, () =>
    runOn(database)(Effect.gen(function*() {
      const { actor } = yield* SqlWorld.organization({ name: "Acme" })
      yield* setUp(actor, { notifies_members: false })
      const job = yield* newJob(actor, "Engineer")
      const { id } = yield* apply(actor, {
        job_id: job.id,
        candidate: { full_name: "Grace Hopper", primary_email: "grace@example.com" }
      })
      const applications = yield* Applications
      const run = yield* Effect.provide(AutomaticMails.make, Layer.merge(MailTransport.layer, References.layer))
      yield* rule(actor, "interview", "Reminder", { delay_minutes: 60 })
      const confirmation = yield* rule(actor, "application_received", "Thanks", { delay_minutes: 60 })
      const times = yield* Effect.map(now, (time) => [inDays(time, 1), inDays(time, 2), inDays(time, 3)] as const)
      const reminders = Effect.map(statuses, (all) => all.filter((status) => status.startsWith("Reminder")))
      for (const starts_at of times) yield* schedule(actor, id, starts_at)
      yield* run(actor.organization_id)
      expect(yield* reminders).toEqual(["Reminder queued", "Reminder queued", "Reminder queued"])
      const sql = yield* SqlClient.SqlClient
      const received = JSON.stringify({ trigger: "application_received", at: yield* now })
      yield* sql`
        UPDATE messages SET subject = 'First', cause = ${received}::jsonb, mail_rule_id = ${confirmation.id}
        WHERE cause ->> 'at' = ${times[2]}
      `
      // A member's own choice keeps its key.
      yield* sql`UPDATE messages SET status = 'cancelled', due_at = NULL WHERE cause ->> 'at' = ${times[0]}`
      const end = applications.change(
        actor,
        id,
        (application, context) => Lifecycle.reject(application, { reason: application.reasons[0]!.name }, context)
      )
      yield* Effect.andThen(end, run(actor.organization_id))
      expect(yield* statuses).toContain("First cancelled")
      expect(yield* reminders).toEqual(["Reminder cancelled", "Reminder cancelled"])
      yield* Effect.andThen(applications.change(actor, id, Lifecycle.reopen), run(actor.organization_id))
      expect(yield* reminders).toEqual(["Reminder cancelled", "Reminder cancelled", "Reminder queued"])
      const waiting = yield* (yield* Choices).letters(actor.organization_id, { applications: [id], rules: [] })
      expect(waiting.map(({ cause }) => cause)).toEqual([JSON.parse(received), { trigger: "interview", at: times[1] }])
    })))

  test(`A template on ${database.name} that is blank for an application stops no other rule's email, neither first nor after a reopening`, () =>
    runOn(database)(Effect.gen(function*() {
      const { actor } = yield* SqlWorld.organization({ name: "Acme" })
      yield* setUp(actor, { notifies_members: false })
      const job = yield* newJob(actor, "Engineer")
      const { id } = yield* apply(actor, {
        job_id: job.id,
        candidate: { full_name: "Grace Hopper", primary_email: "grace@example.com" }
      })
      yield* rule(
        actor,
        "interview",
        "Department",
        {},
        "{% if job.department != blank %}{{ job.department }}{% endif %}"
      )
      yield* rule(actor, "interview", "Plain", { delay_minutes: 60 })
      const run = yield* Effect.provide(AutomaticMails.make, Layer.merge(MailTransport.layer, References.layer))
      for (const days of [1, 2]) yield* schedule(actor, id, inDays(yield* now, days))
      const logged: Array<unknown> = []
      const logger = Logger.make(({ logLevel, message }) => void logged.push([logLevel, message]))
      yield* Effect.provide(run(actor.organization_id), Logger.layer([logger]))
      const plain = Effect.map(statuses, (all) => all.filter((status) => status.startsWith("Plain")))
      expect(yield* plain).toEqual(["Plain queued", "Plain queued"])
      const left = ["Warn", ["An automatic email is left out", expect.objectContaining({ failure: "TemplateInvalid" })]]
      expect(logged).toEqual([left, left])
      const applications = yield* Applications
      for (
        const change of [
          applications.change(
            actor,
            id,
            (application, context) => Lifecycle.reject(application, { reason: application.reasons[0]!.name }, context)
          ),
          applications.change(actor, id, Lifecycle.reopen)
        ]
      )
        yield* Effect.andThen(change, run(actor.organization_id))
      expect(yield* plain).toEqual(["Plain cancelled", "Plain cancelled", "Plain queued", "Plain queued"])
    })))

  test(`Emails of rules on ${database.name} are left out while the most of them wait`, () =>
    runOn(database)(Effect.gen(function*() {
      const { actor } = yield* SqlWorld.organization({ name: "Acme" })
      yield* setUp(actor, { notifies_members: false })
      const job = yield* newJob(actor, "Engineer")
      const run = yield* Effect.provide(AutomaticMails.make, Layer.merge(MailTransport.layer, References.layer))
      yield* rule(actor, "rejected")
      const applications = yield* Applications
      const rejected = Effect.fnUntraced(function*(full_name: string) {
        const person = { full_name, primary_email: `${full_name.toLowerCase()}@example.com` }
        const { id } = yield* apply(actor, { job_id: job.id, candidate: person })
        yield* applications.change(
          actor,
          id,
          (application, context) => Lifecycle.reject(application, { reason: application.reasons[0]!.name }, context)
        )
        yield* run(actor.organization_id)
        return yield* (yield* Choices).letters(actor.organization_id, { applications: [id], rules: [] })
      })
      const [first] = yield* rejected("Grace")
      const sql = yield* SqlClient.SqlClient
      yield* copies(first!.id, maxWaitingLetters - 1)
      yield* sql`UPDATE messages m SET mail_rule_id = f.mail_rule_id, due_at = f.due_at FROM messages f WHERE f.id = ${
        first!.id
      }`
      const waiting = Effect.flatMap(MailRules, (rules) => rules.waiting(actor.organization_id))
      expect([(yield* rejected("Alan")).length, yield* waiting]).toEqual([0, maxWaitingLetters])
      yield* sql`UPDATE messages SET status = 'sent', due_at = NULL, sent_at = now() WHERE id = ${first!.id}`
      expect([(yield* rejected("Ada")).length, yield* waiting]).toEqual([1, maxWaitingLetters])
    })))
}

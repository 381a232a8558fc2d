/** Mails that follow from events. */
import * as AutomaticMails from "@candor/background/mail/AutomaticMails"
import { References } from "@candor/background/submission/References"
import * as Lifecycle from "@candor/domain/application/Lifecycle"
import { Applications } from "@candor/domain/application/Applications"
import type { Actor } from "@candor/domain/access/Actor"
import { MailTemplateId, type StageId } from "@candor/domain/Id"
import { AutomaticMails as Choices } from "@candor/domain/mail/AutomaticMails"
import type { MailTrigger } from "@candor/domain/mail/MailRule"
import { MailRules } from "@candor/domain/mail/MailRules"
import { MailTemplates } from "@candor/domain/mail/MailTemplates"
import { Messages } from "@candor/domain/mail/Messages"
import * as Note from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import { MailTransport } from "@candor/mail/MailTransport"
import { databases } from "@candor/sql/testing/Databases"
import { setUp } from "@candor/sql/testing/MailCalls"
import { apply } from "@candor/sql/testing/Person"
import * as SqlWorld from "@candor/sql/testing/World"
import { expect, test } from "bun:test"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { newJob, runOn } from "./WebhookWorld.ts"

/** Makes a rule of automatic emails with a template of its own, whose subject is the name. */
const rule = Effect.fnUntraced(function*(actor: Actor, trigger: MailTrigger, name = "Sorry", more: object = {}) {
  const template = yield* (yield* MailTemplates).create(actor, {
    name,
    subject: name,
    body: "Dear {{ candidate.first_name }}"
  })
  return yield* (yield* MailRules).create(actor, {
    name,
    trigger,
    template_id: MailTemplateId.make(template.id),
    ...more
  })
})

const statuses = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ subject: string; status: string }>`SELECT m.subject, m.status FROM messages m ORDER BY m.id`
  return rows.map(({ status, subject }) => `${subject} ${status}`)
})

for (const database of databases) {
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
}

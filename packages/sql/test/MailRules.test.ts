/** Emails of rules: how many are sent in an hour, and who keeps them from being sent. */
import { MailTemplateId } from "@candor/domain/Id"
import { Interviews } from "@candor/domain/interview/Interviews"
import { timeOf } from "@candor/domain/interview/InterviewTime"
import * as Scheduling from "@candor/domain/interview/Scheduling"
import { AutomaticMails } from "@candor/domain/mail/AutomaticMails"
import { MailRules } from "@candor/domain/mail/MailRules"
import type { MailHealth, MailProblem } from "@candor/domain/mail/MailServer"
import { MailTemplates } from "@candor/domain/mail/MailTemplates"
import { Messages } from "@candor/domain/mail/Messages"
import { maxRuledPerHour, Outbox } from "@candor/domain/mail/Outbox"
import { ZoneName } from "@candor/domain/time/ZoneName"
import { packZones } from "@candor/domain/time/Zones"
import { later, now, Timestamp } from "@candor/domain/Timestamp"
import { PgTypes } from "@effect/sql-pg"
import { expect, test } from "bun:test"
import { Effect, Option, Result } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { jobWith } from "./LargeJob.ts"
import { copies, server, setUp, written, workerOf } from "./MailCalls.ts"
import * as World from "./World.ts"

/** How a mailbox is, since how many minutes, and whether it is then known who answered. */
const healths: ReadonlyArray<readonly [MailHealth["status"], MailProblem | null, number, boolean]> = [
  ["unknown", null, 60, false],
  ["working", null, 1, false],
  ["working", null, 60, true],
  ["failing", "authentication", 60, false],
  ["failing", "inbox_full", 60, true]
]

for (const database of databases) {
  const run = runOn(forFile(database))

  test(`On ${database.name}, an organization sends ${maxRuledPerHour} emails of rules in an hour; further ones wait, and hold up no others`, () =>
    run(Effect.gen(function*() {
      const { actor } = yield* World.organization({ name: "Acme" })
      const { organization_id } = actor
      yield* setUp(actor)
      const { applications: [application] } = yield* jobWith(actor, "Engineer", 1)
      const outbox = yield* Outbox
      const sql = yield* SqlClient.SqlClient
      const ruled = yield* written(workerOf(actor), application!.id, { key: "rule 1" })
      yield* sql`UPDATE messages SET mail_rule_id = ${crypto.randomUUID()}, due_at = now() - interval '1 minute' WHERE organization_id = ${organization_id} AND id = ${ruled.id}`
      yield* copies(ruled.id, maxRuledPerHour - 1)
      yield* sql`UPDATE messages SET mail_rule_id = ${crypto.randomUUID()}, status = 'sent', due_at = NULL, sent_at = now() - interval '30 minutes'
        WHERE organization_id = ${organization_id} AND id <> ${ruled.id}`
      const due = Effect.flatMap(
        now,
        (time) => Effect.map(outbox.due(organization_id, time), Option.map(({ id }) => id))
      )
      expect(yield* due).toEqual(Option.some(ruled.id))
      yield* sql`UPDATE messages SET status = 'sent', due_at = NULL, sent_at = now() WHERE organization_id = ${organization_id} AND id = ${ruled.id}`
      const more = yield* written(workerOf(actor), application!.id, { key: "rule 2" })
      yield* sql`UPDATE messages SET mail_rule_id = ${crypto.randomUUID()}, due_at = now() - interval '1 minute' WHERE organization_id = ${organization_id} AND id = ${more.id}`
      expect(yield* due).toEqual(Option.none())
      const time = yield* now
      expect(yield* outbox.nextAt(organization_id, time)).toBe(later(time, 60_000))
      const letter = yield* written(actor, application!.id)
      expect(yield* due).toEqual(Option.some(letter.id))
      yield* sql`UPDATE messages SET sent_at = now() - interval '61 minutes' WHERE organization_id = ${organization_id} AND status = 'sent'`
      expect(yield* due).toEqual(Option.some(more.id))
    })))

  test(`On ${database.name}, an email that says nobody answered waits until replies have been read, and keeps no member from writing`, () =>
    run(Effect.gen(function*() {
      const { actor } = yield* World.organization({ name: "Acme" })
      const { organization_id } = actor
      yield* setUp(actor)
      const { applications: [application] } = yield* jobWith(actor, "Engineer", 1)
      const sql = yield* SqlClient.SqlClient
      const { id } = yield* written(workerOf(actor), application!.id, { key: "rule 1" })
      yield* sql`UPDATE messages SET mail_rule_id = ${crypto.randomUUID()}, cause = '{"trigger": "unanswered"}' WHERE organization_id = ${organization_id} AND id = ${id}`
      const request = { application_id: application!.id, attachment_ids: [], reply_to_id: null, key: null }
      expect(
        yield* Effect.flip(
          Effect.flatMap(Messages, ({ write }) => write(actor, request, ({ waiting }) => Result.fail({ waiting })))
        )
      ).toEqual({ waiting: 0 })
      const isDue = Effect.gen(function*() {
        return Option.isSome(yield* (yield* Outbox).due(organization_id, yield* now))
      })
      expect(yield* isDue).toBe(true)
      yield* setUp(actor, { imap: { ...server, folder: "INBOX" } })
      for (const [status, problem, minutes, expected] of healths) {
        const health = { status, problem, detail: null, since: later(yield* now, -minutes * 60_000) }
        yield* sql`UPDATE mail_accounts SET imap_health = ${
          PgTypes.jsonb(health)
        } WHERE organization_id = ${organization_id}`
        expect([status, problem, minutes, yield* isDue]).toEqual([status, problem, minutes, expected])
      }
    })))

  test(`On ${database.name}, emails know the interviews to come of which the candidate is told, and when one was scheduled`, () =>
    run(Effect.gen(function*() {
      const { actor } = yield* World.organization({ name: "Acme" })
      const { organization_id } = actor
      yield* setUp(actor)
      const { applications: [application] } = yield* jobWith(actor, "Engineer", 1)
      const { id } = application!
      const automatic = yield* AutomaticMails
      const time = yield* now
      const [before, soon, hidden] = [-2, 1, 2].map((days) =>
        Timestamp.make(`${later(time, days * 86_400_000).slice(0, 16)}:00.000Z`)
      )
      expect(yield* automatic.application(organization_id, id)).toMatchObject({
        interviews: [],
        last_contact_at: null,
        has_mailbox: false
      })
      yield* setUp(actor, { imap: server })
      const interviews = yield* Interviews
      yield* Effect.forEach(
        [[before!, true], [soon!, true], [hidden!, false]] as const,
        ([starts_at, tells_candidate]) => {
          const time = Result.getOrThrow(
            timeOf({ starts_at, time_zone: ZoneName.make("Europe/Berlin") }, 60, packZones.zone)
          )!
          return interviews.create(
            actor,
            id,
            { members: [], time },
            (application, availability, context) =>
              Scheduling.create(id, { title: "Talk", tells_candidate }, time, application, availability, context)
          )
        }
      )
      const facts = yield* automatic.application(organization_id, id)
      expect(facts).toMatchObject({ interviews: [soon], has_mailbox: true })
      expect(facts!.last_contact_at! >= time).toBe(true)
      const values = yield* Effect.forEach(
        [hidden!, soon!],
        (at) => Effect.flatMap(Messages, ({ values }) => values(organization_id, id, null, at))
      )
      expect(values.map((one) => one["interview.title"])).toEqual(["", "Talk"])
    })))

  test(`On ${database.name}, a rule names a template and a job of the organization; the template stays while a rule names it`, () =>
    run(Effect.gen(function*() {
      const [{ actor }, { actor: other }] = [
        yield* World.organization({ name: "Acme" }),
        yield* World.organization({ name: "Other" })
      ]
      const [rules, templates] = [yield* MailRules, yield* MailTemplates]
      const { id: template } = yield* templates.create(actor, { name: "Hello", subject: "Hello", body: "Hello" })
      const [{ job }, { job: foreign }] = [yield* jobWith(actor, "Engineer", 1), yield* jobWith(other, "Engineer", 1)]
      const draft = { name: "Rule", trigger: "moved", template_id: MailTemplateId.make(template) } as const
      expect(yield* Effect.flip(rules.create(other, draft))).toMatchObject({
        _tag: "UnknownReference",
        field: "template_id"
      })
      expect(yield* Effect.flip(rules.create(actor, { ...draft, job_id: foreign.id }))).toMatchObject({
        _tag: "UnknownReference",
        field: "job_id"
      })
      const { id } = yield* rules.create(actor, { ...draft, job_id: job.id })
      expect(yield* Effect.flip(templates.remove(actor, template))).toMatchObject({
        _tag: "ResourceInUse",
        uses: ["template_id"]
      })
      expect(yield* Effect.flip(rules.update(actor, id, { job_id: foreign.id }))).toMatchObject({
        _tag: "UnknownReference",
        field: "job_id"
      })
    })))
}

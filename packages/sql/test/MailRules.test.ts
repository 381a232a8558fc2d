/** Emails of rules: how many are sent in an hour, and who keeps them from being sent. */
import { MailTemplateId } from "@candor/domain/Id"
import { MailRules } from "@candor/domain/mail/MailRules"
import { MailTemplates } from "@candor/domain/mail/MailTemplates"
import { maxRuledPerHour, Outbox } from "@candor/domain/mail/Outbox"
import { later, now } from "@candor/domain/Timestamp"
import { expect, test } from "bun:test"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { jobWith } from "./LargeJob.ts"
import { copies, setUp, written, workerOf } from "./MailCalls.ts"
import * as World from "./World.ts"

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
      yield* sql`UPDATE messages SET mail_rule_id = gen_random_uuid(), due_at = now() - interval '1 minute' WHERE organization_id = ${organization_id} AND id = ${ruled.id}`
      yield* copies(ruled.id, maxRuledPerHour - 1)
      yield* sql`UPDATE messages SET mail_rule_id = gen_random_uuid(), status = 'sent', due_at = NULL, sent_at = now() - interval '30 minutes'
        WHERE organization_id = ${organization_id} AND id <> ${ruled.id}`
      const due = Effect.flatMap(now, (time) => Effect.map(outbox.due(organization_id, time), Option.map(({ id }) => id)))
      expect(yield* due).toEqual(Option.some(ruled.id))
      yield* sql`UPDATE messages SET status = 'sent', due_at = NULL, sent_at = now() WHERE organization_id = ${organization_id} AND id = ${ruled.id}`
      const more = yield* written(workerOf(actor), application!.id, { key: "rule 2" })
      yield* sql`UPDATE messages SET mail_rule_id = gen_random_uuid(), due_at = now() - interval '1 minute' WHERE organization_id = ${organization_id} AND id = ${more.id}`
      expect(yield* due).toEqual(Option.none())
      const time = yield* now
      expect(yield* outbox.nextAt(organization_id, time)).toBe(later(time, 60_000))
      const letter = yield* written(actor, application!.id)
      expect(yield* due).toEqual(Option.some(letter.id))
      yield* sql`UPDATE messages SET sent_at = now() - interval '61 minutes' WHERE organization_id = ${organization_id} AND status = 'sent'`
      expect(yield* due).toEqual(Option.some(more.id))
    })))

  test(`On ${database.name}, a rule names a template and a job of the organization; the template stays while a rule names it`, () =>
    run(Effect.gen(function*() {
      const [{ actor }, { actor: other }] = [yield* World.organization({ name: "Acme" }), yield* World.organization({ name: "Other" })]
      const [rules, templates] = [yield* MailRules, yield* MailTemplates]
      const { id: template } = yield* templates.create(actor, { name: "Hello", subject: "Hello", body: "Hello" })
      const [{ job }, { job: foreign }] = [yield* jobWith(actor, "Engineer", 1), yield* jobWith(other, "Engineer", 1)]
      const draft = { name: "Rule", trigger: "moved", template_id: MailTemplateId.make(template) } as const
      expect(yield* Effect.flip(rules.create(other, draft))).toMatchObject({ _tag: "UnknownReference", field: "template_id" })
      expect(yield* Effect.flip(rules.create(actor, { ...draft, job_id: foreign.id }))).toMatchObject({ _tag: "UnknownReference", field: "job_id" })
      const { id } = yield* rules.create(actor, { ...draft, job_id: job.id })
      expect(yield* Effect.flip(templates.remove(actor, template))).toMatchObject({ _tag: "ResourceInUse", uses: ["template_id"] })
      expect(yield* Effect.flip(rules.update(actor, id, { job_id: foreign.id }))).toMatchObject({ _tag: "UnknownReference", field: "job_id" })
    })))
}

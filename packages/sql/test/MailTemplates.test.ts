/** What a rejection reason keeps, and which events the workers of two versions find. */
import type { Actor } from "@candor/domain/access/Actor"
import { MailTemplateId } from "@candor/domain/Id"
import { AutomaticMails } from "@candor/domain/mail/AutomaticMails"
import { MailTemplates } from "@candor/domain/mail/MailTemplates"
import { add } from "@candor/domain/rejection/RejectionReason"
import { RejectionReasons } from "@candor/domain/rejection/RejectionReasons"
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { setUp } from "./MailCalls.ts"
import { meanwhile } from "./Meanwhile.ts"
import { newJob } from "./WebhookWorld.ts"
import * as World from "./World.ts"

const here = Effect.gen(function*() {
  const { actor } = yield* World.organization({ name: "Acme" })
  const templates = yield* MailTemplates
  const { id } = yield* templates.create(actor, {
    name: "Sorry",
    subject: "Sorry",
    body: "Dear {{ candidate.first_name }}"
  })
  return { actor, id: MailTemplateId.make(id), remove: templates.remove(actor, id) }
})

const take = (actor: Actor, mail_template_id: MailTemplateId, name = "Salary") =>
  Effect.flatMap(
    RejectionReasons,
    (reasons) => reasons.modify(actor, (all, context) => add(all, { name, mail_template_id }, context))
  )

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`A template that a rejection reason takes on ${database.name}`, () => {
    test("is not deleted, also where it is taken meanwhile", () =>
      run(Effect.gen(function*() {
        const { actor, id, remove } = yield* here
        const inUse = { _tag: "ResourceInUse", uses: ["rejection_reasons"] }
        expect(yield* Effect.flip(meanwhile(take(actor, id), remove))).toMatchObject(inUse)
        expect(yield* Effect.flip(remove)).toMatchObject(inUse)
        const sql = yield* SqlClient.SqlClient
        expect(yield* Effect.exit(sql`DELETE FROM mail_templates WHERE id = ${id}`)).toMatchObject({ _tag: "Failure" })
      })))

    test("is there, also where it is deleted meanwhile; a reason whose template is gone keeps no other from being changed", () =>
      run(Effect.gen(function*() {
        const { actor, id, remove } = yield* here
        const unknown = { _tag: "UnknownTemplate", field: "mail_template_id" }
        expect(yield* Effect.flip(meanwhile(remove, take(actor, id)))).toMatchObject(unknown)
        expect(yield* Effect.flip(take(actor, id))).toMatchObject(unknown)
        const other = yield* here
        expect(yield* Effect.flip(take(actor, other.id))).toMatchObject(unknown)
        const sql = yield* SqlClient.SqlClient
        yield* sql`ALTER TABLE organizations DISABLE TRIGGER rejection_reasons_changed`
        yield* take(actor, id)
        yield* sql`ALTER TABLE organizations ENABLE TRIGGER rejection_reasons_changed`
        expect((yield* take(actor, id, "Distance")).length).toBeGreaterThan(1)
      })))
  })

  test(`On ${database.name} a worker of the version before finds no events, and one of this version finds each`, () =>
    run(Effect.gen(function*() {
      const { actor: { organization_id }, actor } = yield* here
      const sql = yield* SqlClient.SqlClient
      const automatic = yield* AutomaticMails
      const found = Effect.gen(function*() {
        const batch = yield* automatic.next(organization_id)
        const before = yield* sql`
          SELECT FROM mail_accounts m JOIN event_heads h ON h.organization_id = m.organization_id
          WHERE m.organization_id = ${organization_id} AND m.sender_email IS NOT NULL AND h.sequence > m.events_cursor`
        return [batch !== null, before.length > 0] as const
      })
      yield* newJob(actor, "Before")
      expect(yield* found).toEqual([false, false])
      yield* setUp(actor)
      yield* newJob(actor, "Engineer")
      expect(yield* found).toEqual([true, false])
      // A server of the version before gives an account a sender: both read it, until a worker of this version has.
      yield* sql`UPDATE mail_accounts SET mails_cursor = NULL, events_cursor = 0 WHERE organization_id = ${organization_id}`
      expect(yield* found).toEqual([true, true])
      yield* automatic.complete(organization_id, (yield* automatic.next(organization_id))!)
      expect(yield* found).toEqual([false, false])
    })))
}

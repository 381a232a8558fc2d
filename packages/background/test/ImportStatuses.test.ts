/** A table's values as jobs, stages and ends: what becomes of them on the boards, in histories, mails, and by undoing. */
import * as AutomaticMails from "@candor/background/mail/AutomaticMails"
import { References } from "@candor/background/submission/References"
import { Applications } from "@candor/domain/application/Applications"
import * as Lifecycle from "@candor/domain/application/Lifecycle"
import { MailTemplateId } from "@candor/domain/Id"
import * as Import from "@candor/domain/import/Import"
import { Jobs } from "@candor/domain/job/Jobs"
import * as Job from "@candor/domain/job/Job"
import { undo } from "@candor/domain/import/Undo"
import { MailRules } from "@candor/domain/mail/MailRules"
import { MailTemplates } from "@candor/domain/mail/MailTemplates"
import { now } from "@candor/domain/Timestamp"
import { Overviews } from "@candor/domain/overview/Overviews"
import { MailTransport } from "@candor/mail/MailTransport"
import { databases } from "@candor/sql/testing/Databases"
import { forFile } from "@candor/sql/testing/FileDatabase"
import { setUp } from "@candor/sql/testing/MailCalls"
import { newJob } from "@candor/sql/testing/WebhookWorld"
import * as World from "@candor/sql/testing/World"
import { afterAll, expect, test } from "bun:test"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { windows1252 } from "./ImportFiles.ts"
import { after, checked, counts, people, rowsOf, uploaded } from "./ImportSteps.ts"
import { runOn } from "./MailWorld.ts"

const folder = mkdtempSync(join(tmpdir(), "candor-import-statuses-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const list = windows1252([
  "Name;E-Mail;Stelle;Status;Beworben am;Entschieden am",
  "Ada Park;ada@example.com;Data Engineer;Interview;01.10.2026;",
  "Bo Lind;bo@example.com;data-engineer;Absage;02.10.2026;20.10.2026",
  "Cy Ode;cy@example.com;Datenfachkraft (m/w/d);zurückgezogen;03.10.2026;",
  "Di Ode;di@example.com;Datenfachkraft;Hired;04.10.2026;04.10.2026",
  "Ed Fox;ed@example.com;Cook;Absage;05.10.2026;",
  "Flo Gray;flo@example.com;Data Engineer;Archiv;06.10.2026;",
  "Gil Hart;gil@example.com;Data Engineer;Absage;06.10.2026;01.10.2026"
].join("\n"))

/** What the list calls otherwise than Candor. */
const valuesFor = (job_id: string) => [
  { column: 2, value: "Datenfachkraft (m/w/d)", to: job_id },
  { column: 2, value: "Datenfachkraft", to: "Data Engineer" },
  { column: 2, value: "Cook", to: null },
  { column: 3, value: "Archiv", to: "rejected" }
]

for (const database of databases.map(forFile)) {
  test(`An office's list on ${database.name}: each row comes to its job and end, quietly; again, nothing changes; undone, nothing is left`, () =>
    runOn(database, folder)(Effect.gen(function*() {
      const { actor } = yield* World.organization({ name: "Acme" })
      const { organization_id } = actor
      const job = yield* newJob(actor, "Data Engineer")
      const read = yield* uploaded(actor, list)
      expect(read.mapping.map(({ to }) => to)).toEqual([
        "full_name",
        "email",
        "job",
        "status",
        "applied_at",
        "closed_at"
      ])
      const values = valuesFor(job.id)
      const ready = yield* checked(actor, read, { values })
      expect(ready.values).toEqual(values)
      expect(counts(ready)).toEqual({ new: 6, known: 0, unchanged: 0, problem: 1 })
      const sql = yield* SqlClient.SqlClient
      expect(yield* people(actor)).toEqual([])
      yield* after(actor, read.id, Import.run)
      const rows = yield* rowsOf(actor, read.id)
      expect(rows.map(({ application_status, name, outcome }) => [name, outcome, application_status])).toEqual([
        ["Ada Park", "new", "active"],
        ["Bo Lind", "new", "rejected"],
        ["Cy Ode", "new", "withdrawn"],
        ["Di Ode", "new", "hired"],
        ["Ed Fox", "new", null],
        ["Flo Gray", "new", "rejected"],
        ["Gil Hart", "problem", null]
      ])
      expect(rows[4]?.issues).toMatchObject([{ column: "Status", reason: "left_out" }])
      expect(rows[6]?.issues).toMatchObject([{ column: "Entschieden am", reason: "date" }])
      const stored = sql`
        SELECT c.full_name, s.name AS stage, a.status, a.created_at, a.closed_at < now() - interval '1 day' AS was_closed, a.rejection_reason,
          (SELECT json_agg(json_build_array(h.change, h.stage_name, h.status, left(h.entered_at::text, 10)) ORDER BY h.entered_at, h.id)
           FROM application_history h WHERE h.application_id = a.id) AS history
        FROM applications a JOIN candidates c ON c.id = a.candidate_id AND c.organization_id = a.organization_id
        JOIN stages s ON s.id = a.stage_id AND s.organization_id = a.organization_id
        WHERE a.organization_id = ${organization_id} ORDER BY c.full_name`
      const before = yield* stored
      const today = new Date().toISOString().slice(0, 10)
      const [first, hired] = [job.stages[0]!.name, job.stages.at(-1)!.name]
      expect(before).toMatchObject([
        { full_name: "Ada Park", stage: "Interview", status: "active", was_closed: null },
        { full_name: "Bo Lind", stage: first, status: "rejected", rejection_reason: null, was_closed: true },
        { full_name: "Cy Ode", stage: first, status: "withdrawn", was_closed: false },
        { full_name: "Di Ode", stage: hired, status: "hired", was_closed: true },
        { full_name: "Flo Gray", stage: first, status: "rejected", was_closed: false }
      ])
      expect(before.map(({ history }) => history)).toEqual([
        [["applied", "Interview", "active", "2026-10-01"]],
        [["applied", first, "active", "2026-10-02"], ["rejected", first, "rejected", "2026-10-20"]],
        [["applied", first, "active", "2026-10-03"], ["withdrawn", first, "withdrawn", today]],
        [["applied", first, "active", "2026-10-04"], ["hired", hired, "hired", "2026-10-04"]],
        [["applied", first, "active", "2026-10-06"], ["rejected", first, "rejected", today]]
      ])

      const again = yield* uploaded(actor, list)
      yield* checked(actor, again, { values: [...values.slice(0, 3), { column: 3, value: "Archiv", to: "withdrawn" }] })
      expect(counts(yield* after(actor, again.id, Import.run))).toMatchObject({ new: 0, known: 0, unchanged: 6 })
      expect((yield* rowsOf(actor, again.id))[5]?.issues).toMatchObject([
        { column: "Status", value: "withdrawn", reason: "differs" }
      ])
      expect(yield* stored).toEqual(before)

      expect((yield* after(actor, read.id, undo)).undone_counted).toBe(6)
      expect([yield* people(actor), yield* stored]).toEqual([[], []])
    })))

  test(`A closed job on ${database.name} takes the ended applications of a list, also of known people, and no active ones`, () =>
    runOn(database, folder)(Effect.gen(function*() {
      const { actor } = yield* World.organization({ name: "Acme" })
      const { id } = yield* newJob(actor, "Data Engineer")
      yield* (yield* Jobs).modify(actor, id, (job, context) => Job.update(job, { status: "closed" }, context))
      const known = yield* uploaded(actor, windows1252("Name;E-Mail\nBo Lind;bo@example.com"))
      yield* checked(actor, known)
      yield* after(actor, known.id, Import.run)
      const read = yield* uploaded(actor, list)
      const ready = yield* checked(actor, read, { values: valuesFor(id) })
      expect(counts(ready)).toEqual({ new: 4, known: 1, unchanged: 0, problem: 2 })
      yield* after(actor, read.id, Import.run)
      const rows = yield* rowsOf(actor, read.id)
      expect(rows.map(({ application_status, outcome }) => [outcome, application_status])).toEqual([
        ["problem", null],
        ["known", "rejected"],
        ["new", "withdrawn"],
        ["new", "hired"],
        ["new", null],
        ["new", "rejected"],
        ["problem", null]
      ])
      expect(rows[0]?.issues).toMatchObject([{ column: "Stelle", value: "Data Engineer", reason: "job_closed" }])
      expect((yield* after(actor, read.id, undo)).undone_counted).toBe(5)
    })))

  test(`Ended applications that are imported on ${database.name} send no mail and are no news; one that is reopened is active in its stage, and stays`, () =>
    runOn(database, folder)(Effect.gen(function*() {
      const { actor } = yield* World.organization({ name: "Acme" })
      const { organization_id } = actor
      const job = yield* newJob(actor, "Data Engineer")
      yield* setUp(actor, { notifies_members: true })
      const template = yield* (yield* MailTemplates).create(actor, {
        name: "Sorry",
        subject: "Sorry",
        body: "Dear you"
      })
      for (const trigger of ["rejected", "application_received", "moved"] as const) {
        const rule = { name: trigger, trigger, template_id: MailTemplateId.make(template.id) }
        yield* (yield* MailRules).create(actor, rule)
      }
      const read = yield* uploaded(actor, list)
      yield* checked(actor, read, { values: valuesFor(job.id) })
      const start = yield* now
      yield* after(actor, read.id, Import.run)
      const run = yield* Effect.provide(AutomaticMails.make, Layer.merge(MailTransport.layer, References.layer))
      yield* run(organization_id)
      const sql = yield* SqlClient.SqlClient
      expect(yield* sql`SELECT FROM messages WHERE organization_id = ${organization_id}`).toEqual([])
      expect(
        yield* sql`
          SELECT e.type, e.data ->> 'status' AS status FROM events e
          WHERE e.organization_id = ${organization_id} AND e.type LIKE 'application.%' ORDER BY 1, 2`
      ).toEqual([
        { type: "application.created", status: "active" },
        { type: "application.created", status: "hired" },
        { type: "application.created", status: "rejected" },
        { type: "application.created", status: "rejected" },
        { type: "application.created", status: "withdrawn" },
        { type: "application.hired", status: "hired" }
      ])
      const overviews = yield* Overviews
      expect([yield* overviews.arrived(organization_id, start), yield* overviews.withdrawals(organization_id, start)])
        .toEqual([[], []])

      const hired = (yield* rowsOf(actor, read.id)).find(({ application_status }) => application_status === "hired")
      yield* (yield* Applications).change(actor, hired!.application_id!, Lifecycle.reopen)
      expect(yield* sql`SELECT a.status, a.stage_id FROM applications a WHERE a.id = ${hired!.application_id}`).toEqual(
        [
          { status: "active", stage_id: job.stages[0]!.id }
        ]
      )
      yield* run(organization_id)
      expect(yield* sql`SELECT FROM messages WHERE organization_id = ${organization_id}`).toEqual([])
      expect((yield* after(actor, read.id, undo)).kept_counted).toBe(1)
    })))
}

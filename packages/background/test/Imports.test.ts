/** Imports as background work: from a file to candidates and applications, and back. */
import { Applications } from "@candor/domain/application/Applications"
import { submit } from "@candor/domain/application/Submission"
import * as Candidate from "@candor/domain/candidate/Candidate"
import { Candidates } from "@candor/domain/candidate/Candidates"
import * as Import from "@candor/domain/import/Import"
import type { ImportFailure } from "@candor/domain/import/ImportKind"
import { Imports } from "@candor/domain/import/Imports"
import { undo } from "@candor/domain/import/Undo"
import { write } from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import { JobNotFound } from "@candor/domain/job/Job"
import { maxCompared } from "@candor/domain/overview/Overview"
import { Overviews } from "@candor/domain/overview/Overviews"
import * as ContentStore from "@candor/files/ContentStore"
import { databases, pglite, runOn } from "@candor/sql/testing/Databases"
import { forFile } from "@candor/sql/testing/FileDatabase"
import { newJob } from "@candor/sql/testing/WebhookWorld"
import * as World from "@candor/sql/testing/World"
import { afterAll, describe, expect, test } from "bun:test"
import { Effect, Fiber, Latch } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as ImportWork from "../src/import/Imports.ts"
import { germanList, windows1252, workbook } from "./ImportFiles.ts"
import { after, checked, counts, numbered, page, people, rowsOf, uploaded, work } from "./ImportSteps.ts"

const folder = mkdtempSync(join(tmpdir(), "candor-imports-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const store = ContentStore.inFolder(folder)

for (const database of databases.map(forFile)) {
  const run = runOn(database)

  describe(`Imports on ${database.name}`, () => {
    test("a German list is read, checked without a change, imported once, changes nothing again, and is undone where nobody touched it", () =>
      run(
        Effect.gen(function*() {
          const { actor } = yield* World.organization({ name: "Acme" })
          yield* (yield* Candidates).create(
            actor,
            (context) => Candidate.create({ full_name: "J. Weiß", primary_email: "weiss@example.com" }, context)
          )
          const read = yield* uploaded(actor, germanList)
          expect(read).toMatchObject({
            state: "mapping",
            header_line: 3,
            column_names: ["Name", "E-Mail", "Telefon", "Bewerbungsdatum", "Bemerkung"],
            rows_counted: 5,
            mapping: ["full_name", "email", "phone", "applied_at", "note"].map((to, column) => ({ column, to }))
          })
          expect(read.column_examples[0]).toEqual(["Müller, Anna", "Jörg Weiß", "Ümit Yilmaz"])
          const ready = yield* checked(actor, read)
          expect([ready.state, counts(ready)]).toEqual(["ready", { new: 2, known: 1, unchanged: 1, problem: 1 }])
          expect(yield* people(actor)).toHaveLength(1)
          const [anna, joerg, uemit, again, zoe] = yield* rowsOf(actor, read.id)
          expect([anna?.line, joerg?.line, uemit?.line, again?.line, zoe?.line]).toEqual([4, 7, 8, 9, 10])
          expect(joerg).toMatchObject({ outcome: "known", match: "email" })
          expect(uemit).toMatchObject({
            outcome: "problem",
            issues: [{ column: "E-Mail", value: "kein-at-zeichen", reason: "email" }]
          })
          expect(again).toMatchObject({ match: "same_file", same_line: 4, candidate_id: null })

          const done = yield* after(actor, read.id, Import.run)
          expect(done.state).toBe("completed")
          expect(done.new_counted).toBe(2)
          const all = yield* people(actor)
          expect(all.map(({ family_name, full_name, given_name, tags }) => [full_name, given_name, family_name, tags]))
            .toEqual([
              ["Anna Müller", "Anna", "Müller", ["import"]],
              ["J. Weiß", null, null, []],
              ["Zoë Groß", null, null, ["import"]]
            ])
          expect(all[0]).toMatchObject({
            created_at: "2026-10-31T00:00:00.000Z",
            phone_numbers: [{ number: "0151 2345678" }]
          })
          const sql = yield* SqlClient.SqlClient
          expect(
            yield* sql`SELECT n.body FROM notes n WHERE n.organization_id = ${actor.organization_id} AND n.candidate_id = ${
              all[0]!.id
            }`
          )
            .toEqual([{ body: "Kommt aus Köln;\nsucht Teilzeit" }])

          const second = yield* uploaded(actor, germanList)
          yield* checked(actor, second)
          expect(counts(yield* after(actor, second.id, Import.run))).toEqual({
            new: 0,
            known: 0,
            unchanged: 4,
            problem: 1
          })
          expect(yield* people(actor)).toEqual(all)

          yield* (yield* Candidates).modify(
            actor,
            all[2]!.id,
            (candidate, context) => Candidate.update(candidate, { location: "Bonn" }, context)
          )
          const undone = yield* after(actor, read.id, undo)
          expect([undone.state, undone.undone_counted, undone.kept_counted]).toEqual(["undone", 1, 1])
          expect(
            (yield* rowsOf(actor, read.id)).filter(({ outcome }) => outcome === "kept").map(({ name }) => name)
          ).toEqual(["Zoë Groß"])
          expect((yield* people(actor)).map(({ full_name }) => full_name)).toEqual(["J. Weiß", "Zoë Groß"])
        }).pipe(Effect.provide(store))
      ))

    test("a note about a person who is here already is added once, and goes when the import is undone", () =>
      run(
        Effect.gen(function*() {
          const { actor } = yield* World.organization({ name: "Acme" })
          const known = yield* (yield* Candidates).create(
            actor,
            (context) => Candidate.create({ full_name: "Bo Lind", primary_email: "bo@example.com" }, context)
          )
          const list = windows1252("Name;Email;Note\nBo Lind;bo@example.com;Spoke at the fair")
          const imported = Effect.gen(function*() {
            const { id } = yield* checked(actor, yield* uploaded(actor, list))
            return yield* after(actor, id, Import.run)
          })
          const sql = yield* SqlClient.SqlClient
          const notes =
            sql`SELECT n.body, n.candidate_id FROM notes n WHERE n.organization_id = ${actor.organization_id}`
          const first = yield* imported
          expect(counts(first)).toMatchObject({ known: 1, unchanged: 0 })
          expect(counts(yield* imported)).toMatchObject({ known: 0, unchanged: 1 })
          expect(yield* notes).toEqual([{ body: "Spoke at the fair", candidate_id: known.id }])
          const undone = yield* after(actor, first.id, undo)
          expect([undone.undone_counted, undone.kept_counted, yield* notes]).toEqual([1, 0, []])
          expect((yield* people(actor)).map(({ id }) => id)).toEqual([known.id])
        }).pipe(Effect.provide(store))
      ))

    test("a workbook makes applications in stages of jobs, as of their days, and tells what is wrong with each row", () =>
      run(
        Effect.gen(function*() {
          const { actor } = yield* World.organization({ name: "Acme" })
          const job = yield* newJob(actor, "Data Engineer")
          const stage = job.stages[1]!.name
          const read = yield* uploaded(
            actor,
            workbook([
              ["First name", "Last name", "Email", "Position", "Stage", "Applied", "Source"],
              ["Ada", "Park", "ada@example.com", "data engineer", stage, { day: 46_000 }, "referral"],
              ["Bo", "Lind", "bo@example.com", "Cook", "", { day: 46_000 }, ""],
              ["Cy", "Ode", "cy@example.com", "Data Engineer", "Nowhere", "3/4/2026", ""]
            ]),
            "people.xlsx"
          )
          yield* checked(actor, read)
          const done = yield* after(actor, read.id, Import.run)
          expect(counts(done)).toEqual({ new: 1, known: 0, unchanged: 0, problem: 2 })
          const [ada, bo, cy] = yield* rowsOf(actor, read.id)
          expect([bo?.issues[0]?.column, bo?.issues[0]?.value]).toEqual(["Position", "Cook"])
          expect([cy?.issues[0]?.column, cy?.issues[0]?.value]).toEqual(["Applied", "3/4/2026"])
          const { items } = yield* (yield* Applications).list(actor.organization_id, { job_id: job.id }, page)
          const listed = JSON.parse(new TextDecoder().decode(items.bytes)) as ReadonlyArray<object>
          expect(listed).toMatchObject([{
            id: ada?.application_id,
            stage: { name: stage },
            source_type: "referral",
            created_at: "2025-12-09T00:00:00.000Z"
          }])
          const undone = yield* after(actor, read.id, undo)
          expect([undone.undone_counted, yield* people(actor)]).toEqual([1, []])
        }).pipe(Effect.provide(store))
      ))

    test("people of a list with LinkedIn profiles and no days cost no AI profiles, and are no new applicants, and hide none", () =>
      run(
        Effect.gen(function*() {
          const { actor } = yield* World.organization({ name: "Acme" })
          const job = yield* newJob(actor, "Data Engineer")
          const known = yield* (yield* Candidates).create(
            actor,
            (context) => Candidate.create({ full_name: "Bo Lind", primary_email: "bo@example.com" }, context)
          )
          const draft = { job_id: job.id, candidate: { full_name: "Di Ode" } }
          const newcomer = yield* (yield* Applications).submit(
            actor,
            draft,
            (stored, context) => submit(draft, stored, context)
          )
          const read = yield* uploaded(
            actor,
            windows1252([
              "Name;Email;LinkedIn;Job",
              "Ada Park;;https://www.linkedin.com/in/ada;Data Engineer",
              "Bo Lind;bo@example.com;https://www.linkedin.com/in/bo;",
              "Cy Ode;;https://www.linkedin.com/in/cy;",
              ...Array.from({ length: maxCompared }, (_, at) => `Person ${at};person${at}@example.com;;Data Engineer`)
            ].join("\n"))
          )
          yield* checked(actor, read)
          expect(counts(yield* after(actor, read.id, Import.run))).toEqual({
            new: 2 + maxCompared,
            known: 1,
            unchanged: 0,
            problem: 0
          })
          expect((yield* (yield* Candidates).get(actor.organization_id, known.id)).linkedin_url).toBe(
            "https://www.linkedin.com/in/bo"
          )
          const sql = yield* SqlClient.SqlClient
          expect(yield* sql`SELECT FROM ai_profiles WHERE organization_id = ${actor.organization_id}`).toEqual([])
          expect((yield* (yield* Overviews).arrived(actor.organization_id, known.created_at)).map(({ id }) => id))
            .toEqual([newcomer.id])
        }).pipe(Effect.provide(store))
      ))

    test("a worker is stopped within a portion, then two work at once: each row is imported once", () =>
      run(
        Effect.scoped(Effect.gen(function*() {
          const { actor } = yield* World.organization({ name: "Acme" })
          const read = yield* uploaded(actor, numbered(120))
          yield* checked(actor, read)
          const port = yield* Imports
          const latch = yield* Latch.make()
          let saved = 0
          const hanging = {
            ...port,
            saveResults: (...given: Parameters<typeof port.saveResults>) =>
              saved++ === 0 ? port.saveResults(...given) : Effect.andThen(latch.open, Effect.never)
          }
          yield* port.modify(actor, read.id, Import.run)
          const stopped = yield* Effect.forkScoped(Effect.provideService(work(actor, read.id), Imports, hanging))
          yield* latch.await
          yield* Fiber.interrupt(stopped)
          expect(yield* people(actor)).toHaveLength(100)
          yield* Effect.all([work(actor, read.id), work(actor, read.id)], { concurrency: 2 })
          const done = yield* port.get(actor.organization_id, read.id)
          expect([done.state, done.new_counted, done.rows_done]).toEqual(["completed", 120, 120])
          const sql = yield* SqlClient.SqlClient
          expect(
            yield* sql`SELECT count(*)::integer AS people FROM candidates WHERE organization_id = ${actor.organization_id}`
          ).toEqual([{ people: 120 }])
        })).pipe(Effect.provide(store))
      ))

    test("a row that breaks something is a problem, and the others are imported", () =>
      run(
        Effect.gen(function*() {
          const { actor } = yield* World.organization({ name: "Acme" })
          const port = yield* Imports
          const breaking: typeof port = {
            ...port,
            recognize: (organization, sought) =>
              sought.some(({ candidate }) => candidate.full_name === "Person 1")
                ? Effect.die(new Error("broken"))
                : port.recognize(organization, sought)
          }
          const read = yield* uploaded(actor, numbered(4))
          yield* Effect.provideService(checked(actor, read), Imports, breaking)
          const done = yield* Effect.provideService(after(actor, read.id, Import.run), Imports, breaking)
          expect(counts(done)).toEqual({ new: 3, known: 0, unchanged: 0, problem: 1 })
          expect((yield* people(actor)).map(({ full_name }) => full_name)).toEqual(["Person 0", "Person 2", "Person 3"])
        }).pipe(Effect.provide(store))
      ))

    test("a known person gets nothing of a row whose application cannot be made", () =>
      run(
        Effect.gen(function*() {
          const { actor } = yield* World.organization({ name: "Acme" })
          const job = yield* newJob(actor, "Data Engineer")
          const applications = yield* Applications
          const known = yield* (yield* Candidates).create(
            actor,
            (context) => Candidate.create({ full_name: "Cy Ode", primary_email: "cy@example.com" }, context)
          )
          const refusing: typeof applications = {
            ...applications,
            submit: (_by, draft) => Effect.fail(new JobNotFound({ id: draft.job_id }) as never)
          }
          const read = yield* uploaded(actor, windows1252("Name;Mail;Ort\nCy Ode;cy@example.com;Berlin"))
          const columns = [{ column: 0, to: "full_name" }, { column: 1, to: "email" }, {
            column: 2,
            to: "location"
          }] as const
          const importing = Effect.andThen(
            checked(actor, read, { columns, job_id: job.id }),
            after(actor, read.id, Import.run)
          )
          const done = yield* Effect.provideService(importing, Applications, refusing)
          expect(counts(done)).toEqual({ new: 0, known: 0, unchanged: 0, problem: 1 })
          expect(yield* people(actor)).toMatchObject([{ id: known.id, location: null }])
        }).pipe(Effect.provide(store))
      ))

    test("what is canceled stays, and goes with its undoing; rows are emptied when their person is anonymised", () =>
      run(
        Effect.gen(function*() {
          const { actor } = yield* World.organization({ name: "Acme" })
          const port = yield* Imports
          const read = yield* uploaded(actor, numbered(101))
          yield* checked(actor, read)
          const canceling: typeof port = {
            ...port,
            portion: (organization, id, line, limit) =>
              Effect.andThen(
                line > 1 ? Effect.orDie(port.modify(actor, id, Import.cancel)) : Effect.void,
                port.portion(organization, id, line, limit)
              )
          }
          const canceled = yield* Effect.provideService(after(actor, read.id, Import.run), Imports, canceling)
          expect([canceled.state, (yield* people(actor)).length]).toEqual(["cancelled", 100])
          const [first] = yield* people(actor)
          yield* (yield* Candidates).anonymise(actor, first!.id, Candidate.anonymise)
          const sql = yield* SqlClient.SqlClient
          expect(
            yield* sql`SELECT r.cells, r.name, r.person_key FROM import_rows r WHERE r.organization_id = ${actor.organization_id} AND r.candidate_id = ${
              first!.id
            }`
          )
            .toEqual([{ cells: [], name: null, person_key: null }])
          expect((yield* after(actor, read.id, undo)).undone_counted).toBe(99)
        }).pipe(Effect.provide(store))
      ))

    test("people without addresses are one person within a file; with ids of the old system they are found again, whatever else has changed", () =>
      run(
        Effect.gen(function*() {
          const { actor } = yield* World.organization({ name: "Acme" })
          yield* newJob(actor, "Data Engineer")
          const more = "Anna Berg;Ulm;Data Engineer;TU Ulm"
          const two = yield* uploaded(
            actor,
            windows1252(
              `Name;Ort;Stelle;Hochschule\nAnna Berg;Ulm;;\n${more}\n${more}\nAnna Berg;Ulm;;TU Ulm\nBo Lind;Ulm;;`
            )
          )
          yield* checked(actor, two)
          expect(counts(yield* after(actor, two.id, Import.run))).toEqual({
            new: 2,
            known: 1,
            unchanged: 2,
            problem: 0
          })

          const columns = [{ column: 0, to: "external_id" }, { column: 1, to: "full_name" }, {
            column: 2,
            to: "email"
          }] as const
          const withIds = (rows: string) =>
            Effect.gen(function*() {
              const read = yield* uploaded(actor, windows1252(`Nr;Name;Mail\n${rows}`))
              yield* checked(actor, read, { columns, system: "personio" as never })
              return yield* after(actor, read.id, Import.run)
            })
          expect(counts(yield* withIds("1;Cy Ode;cy@example.com\n2;Di Ode;cy@example.com"))).toEqual({
            new: 2,
            known: 0,
            unchanged: 0,
            problem: 0
          })
          expect(counts(yield* withIds("2;Di Ode;di@example.com\n1;Cy Ode;cy@example.com"))).toEqual({
            new: 0,
            known: 1,
            unchanged: 1,
            problem: 0
          })
          const [, , cy, di] = yield* people(actor)
          expect([cy, di].map((one) => one?.email_addresses.map(({ address }) => address))).toEqual([
            ["cy@example.com"],
            ["cy@example.com", "di@example.com"]
          ])
        }).pipe(Effect.provide(store))
      ))

    test("the application of a row goes to the recognized person, with what differs, also where another has the address", () =>
      run(
        Effect.gen(function*() {
          const { actor } = yield* World.organization({ name: "Acme" })
          const job = yield* newJob(actor, "Data Engineer")
          const candidates = yield* Candidates
          const same = { full_name: "Cy Ode", primary_email: "ode@example.com" }
          yield* candidates.create(
            actor,
            (context) =>
              Candidate.create({ ...same, external_ids: [{ system: "personio", id: "1" }] as never }, context)
          )
          const di = yield* candidates.create(actor, (context) => Candidate.create(same, context))
          const read = yield* uploaded(actor, windows1252("Nr;Name;Mail\n2;Di Ode;ode@example.com"))
          const columns = [{ column: 0, to: "external_id" }, { column: 1, to: "full_name" }, {
            column: 2,
            to: "email"
          }] as const
          yield* checked(actor, read, { columns, job_id: job.id, system: "personio" as never })
          yield* after(actor, read.id, Import.run)
          const [row] = yield* rowsOf(actor, read.id)
          const sql = yield* SqlClient.SqlClient
          expect(
            yield* sql`SELECT a.candidate_id, a.unapplied FROM applications a WHERE a.organization_id = ${actor.organization_id} AND a.id = ${
              row!.application_id
            }`
          )
            .toEqual([{ candidate_id: di.id, unapplied: [{ field: "full_name", value: "Di Ode", reason: "differs" }] }])
        }).pipe(Effect.provide(store))
      ))

    test("an import whose attempts are used up is interrupted, and goes on; one that waits or is interrupted until its rows are emptied has failed", () =>
      run(
        Effect.gen(function*() {
          const { actor } = yield* World.organization({ name: "Acme" })
          const port = yield* Imports
          const read = yield* uploaded(actor, numbered(101))
          yield* checked(actor, read)
          yield* port.modify(actor, read.id, Import.run)
          const stopping: typeof port = {
            ...port,
            portion: (organization, id, line, limit) =>
              line > 1 ? Effect.die(new Error("away")) : port.portion(organization, id, line, limit)
          }
          yield* Effect.exit(Effect.provideService(work(actor, read.id), Imports, stopping))
          const interrupted = yield* work(actor, read.id, ImportWork.maxAttempts)
          expect([interrupted.state, interrupted.failure, interrupted.new_counted]).toEqual([
            "interrupted",
            "interrupted",
            100
          ])
          expect(
            (yield* port.rows(actor.organization_id, read.id, ["not_reached"], page)).items.map(({ line }) => line)
          ).toEqual([102])
          const done = yield* after(actor, read.id, Import.run)
          expect([done.state, done.failure, done.new_counted]).toEqual(["completed", null, 101])

          const waiting = yield* uploaded(actor, numbered(1))
          const { id } = yield* checked(actor, yield* uploaded(actor, numbered(1)))
          yield* port.modify(actor, id, Import.run)
          yield* work(actor, id, ImportWork.maxAttempts)
          const sql = yield* SqlClient.SqlClient
          yield* sql`UPDATE people_imports SET updated_at = '2020-01-01' WHERE id IN (${waiting.id}, ${id})`
          yield* sql`UPDATE people_imports SET finished_at = '2020-01-01', new_counted = 7 WHERE id = ${id}`
          yield* port.forget
          expect(yield* port.get(actor.organization_id, id)).toMatchObject({
            state: "failed",
            failure: "expired",
            new_counted: 7,
            undo_until: null
          })
          expect(yield* port.get(actor.organization_id, waiting.id)).toMatchObject({
            state: "failed",
            failure: "expired",
            column_examples: [[], []]
          })
        }).pipe(Effect.provide(store))
      ))

    test("what is no table, is empty, or has too much in a cell is refused, and nothing is written", () =>
      run(
        Effect.gen(function*() {
          const { actor } = yield* World.organization({ name: "Acme" })
          const cases: ReadonlyArray<readonly [Uint8Array, string, ImportFailure]> = [
            [windows1252("\n\n;;;\n"), "a.csv", "empty"],
            [windows1252(`Name\n${"x".repeat(100_001)}`), "a.csv", "cell_too_large"],
            [windows1252("a;".repeat(201)), "a.csv", "too_many_columns"],
            [windows1252("PK no archive"), "a.xlsx", "damaged"],
            [windows1252("%PDF-1.7"), "a.csv", "not_a_table"]
          ]
          for (const [content, name, failure] of cases) {
            const { id, ...rest } = yield* uploaded(actor, content, name)
            expect([name, rest.state, rest.failure]).toEqual([name, "failed", failure])
            expect(yield* rowsOf(actor, id)).toEqual([])
          }
          const sql = yield* SqlClient.SqlClient
          expect(yield* sql`SELECT FROM import_rows WHERE organization_id = ${actor.organization_id}`).toEqual([])
        }).pipe(Effect.provide(store))
      ))
  })
}

for (const database of databases.filter((database) => database !== pglite).map(forFile)) {
  test(`on ${database.name}, a note that is written while an import is undone keeps the person`, () =>
    runOn(database)(
      Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const read = yield* uploaded(actor, numbered(1))
        yield* checked(actor, read)
        yield* after(actor, read.id, Import.run)
        const [person] = yield* people(actor)
        const owner = { candidate_id: person!.id }
        const port = yield* Imports
        const outside = Effect.runPromiseWith(yield* Effect.context<Notes>())
        const note = Effect.flatMap(Notes, (notes) =>
          notes.create(actor, owner, (context) => write(owner, { note: "Called her" }, context)))
        let looks = 0
        const late: typeof port = {
          ...port,
          made: (...given) =>
            Effect.tap(port.made(...given), () =>
              looks++ === 0 ? Effect.promise(() => outside(note)) : Effect.void)
        }
        const undone = yield* Effect.provideService(after(actor, read.id, undo), Imports, late)
        expect([undone.state, undone.undone_counted, undone.kept_counted]).toEqual(["undone", 0, 1])
      }).pipe(Effect.provide(store))
    ))
}

/** Imports as background work: from a file to candidates and applications, and back. */
import type { Actor } from "@candor/domain/access/Actor"
import { Applications } from "@candor/domain/application/Applications"
import { Attachments } from "@candor/domain/attachment/Attachments"
import { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import * as Candidate from "@candor/domain/candidate/Candidate"
import { Candidates } from "@candor/domain/candidate/Candidates"
import type { ImportId } from "@candor/domain/Id"
import * as Import from "@candor/domain/import/Import"
import { Imports } from "@candor/domain/import/Imports"
import type { ImportMapping } from "@candor/domain/import/Mapping"
import { Overviews } from "@candor/domain/overview/Overviews"
import * as ContentStore from "@candor/files/ContentStore"
import { databases, runOn } from "@candor/sql/testing/Databases"
import { newJob } from "@candor/sql/testing/WebhookWorld"
import * as World from "@candor/sql/testing/World"
import { afterAll, describe, expect, test } from "bun:test"
import { Effect, Fiber, Latch, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as ImportWork from "../src/import/Imports.ts"
import { germanList, windows1252, workbook } from "./ImportFiles.ts"

const folder = mkdtempSync(join(tmpdir(), "candor-imports-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const store = ContentStore.inFolder(folder)

const page = { limit: 100, offset: 0, after: undefined }

/** A list of so many people, whose header is on the first line. */
const numbered = (count: number) =>
  windows1252(["Name;Mail", ...Array.from({ length: count }, (_, at) => `Person ${at};person${at}@example.com`)].join("\n"))

/** Does what is queued for an import. */
const work = Effect.fnUntraced(function*({ api_key_id, organization_id, request_id, user_id }: Actor, id: ImportId, attempts = 1) {
  const run = yield* ImportWork.make
  yield* run({ organization_id, id, user_id, api_key_id, request_id }, { attempts })
  return yield* (yield* Imports).get(organization_id, id)
})

/** An import of a file that was read. */
const uploaded = Effect.fnUntraced(function*(actor: Actor, content: Uint8Array, original_filename = "people.csv") {
  const content_id = yield* (yield* Attachments).reserve(actor, null)
  yield* (yield* AttachmentStore).put({ organization_id: actor.organization_id, id: content_id }, Stream.make(content))
  const file = { content_id, original_filename, size_bytes: content.length }
  const { id } = yield* (yield* Imports).create(actor, (context) => Import.upload(file, actor.user_id, context))
  return yield* work(actor, id)
})

const checked = Effect.fnUntraced(function*(actor: Actor, { column_names: _, id, mapping }: Import.Import, more: Partial<ImportMapping> = {}) {
  yield* (yield* Imports).modify(actor, id, (stored, context) => Import.map(stored, { columns: mapping, tag: "import", ...more }, context))
  return yield* work(actor, id)
})

const after = Effect.fnUntraced(function*(actor: Actor, id: ImportId, decide: typeof Import.run | typeof Import.undo) {
  yield* (yield* Imports).modify<unknown>(actor, id, decide)
  return yield* work(actor, id)
})

const rowsOf = Effect.fnUntraced(function*({ organization_id }: Actor, id: ImportId) {
  const { items } = yield* (yield* Imports).rows(organization_id, id, Import.RowOutcome.literals, page)
  return items
})

const people = ({ organization_id }: Actor) =>
  Effect.flatMap(Candidates, (candidates) => Effect.map(candidates.list(organization_id, { sort: "name" }, page), ({ items }) => items))

const counts = ({ known_counted, new_counted, problems_counted, unchanged_counted }: Import.Import) =>
  ({ new: new_counted, known: known_counted, unchanged: unchanged_counted, problem: problems_counted })

for (const database of databases) {
  const run = runOn(database)

  describe(`Imports on ${database.name}`, () => {
    test("a German list is read, checked without a change, imported once, changes nothing again, and is undone where nobody touched it", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        yield* (yield* Candidates).create(actor, (context) => Candidate.create({ full_name: "J. Weiß", primary_email: "weiss@example.com" }, context))
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
        expect(uemit).toMatchObject({ outcome: "problem", issues: [{ column: "E-Mail", value: "kein-at-zeichen", reason: "email" }] })
        expect(again).toMatchObject({ match: "same_file", same_line: 4, candidate_id: null })

        const done = yield* after(actor, read.id, Import.run)
        expect(done.state).toBe("completed")
        expect(done.new_counted).toBe(2)
        const all = yield* people(actor)
        expect(all.map(({ family_name, full_name, given_name, tags }) => [full_name, given_name, family_name, tags])).toEqual([
          ["Anna Müller", "Anna", "Müller", ["import"]], ["J. Weiß", null, null, []], ["Zoë Groß", null, null, ["import"]]
        ])
        expect(all[0]).toMatchObject({ created_at: "2026-10-31T00:00:00.000Z", phone_numbers: [{ number: "0151 2345678" }] })
        const sql = yield* SqlClient.SqlClient
        expect(yield* sql`SELECT n.body FROM notes n WHERE n.organization_id = ${actor.organization_id} AND n.candidate_id = ${all[0]!.id}`)
          .toEqual([{ body: "Kommt aus Köln;\nsucht Teilzeit" }])

        const second = yield* uploaded(actor, germanList)
        yield* checked(actor, second)
        expect(counts(yield* after(actor, second.id, Import.run))).toEqual({ new: 0, known: 0, unchanged: 4, problem: 1 })
        expect(yield* people(actor)).toEqual(all)

        yield* (yield* Candidates).modify(actor, all[2]!.id, (candidate, context) => Candidate.update(candidate, { location: "Bonn" }, context))
        const undone = yield* after(actor, read.id, Import.undo)
        expect([undone.state, undone.undone_counted, undone.kept_counted]).toEqual(["undone", 1, 1])
        expect((yield* rowsOf(actor, read.id)).filter(({ outcome }) => outcome === "kept").map(({ name }) => name)).toEqual(["Zoë Groß"])
        expect((yield* people(actor)).map(({ full_name }) => full_name)).toEqual(["J. Weiß", "Zoë Groß"])
      }).pipe(Effect.provide(store))))

    test("a workbook makes applications in stages of jobs, as of their days, and tells what is wrong with each row", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const job = yield* newJob(actor, "Data Engineer")
        const stage = job.stages[1]!.name
        const read = yield* uploaded(actor, workbook([
          ["First name", "Last name", "Email", "Position", "Stage", "Applied", "Source"],
          ["Ada", "Park", "ada@example.com", "data engineer", stage, { day: 46_000 }, "referral"],
          ["Bo", "Lind", "bo@example.com", "Cook", "", { day: 46_000 }, ""],
          ["Cy", "Ode", "cy@example.com", "Data Engineer", "Nowhere", "3/4/2026", ""]
        ]), "people.xlsx")
        yield* checked(actor, read)
        const done = yield* after(actor, read.id, Import.run)
        expect(counts(done)).toEqual({ new: 1, known: 0, unchanged: 0, problem: 2 })
        const [ada, bo, cy] = yield* rowsOf(actor, read.id)
        expect([bo?.issues[0]?.column, bo?.issues[0]?.value]).toEqual(["Position", "Cook"])
        expect([cy?.issues[0]?.column, cy?.issues[0]?.value]).toEqual(["Applied", "3/4/2026"])
        const { items } = yield* (yield* Applications).list(actor.organization_id, { job_id: job.id }, page)
        const listed = JSON.parse(new TextDecoder().decode(items.bytes)) as ReadonlyArray<object>
        expect(listed).toMatchObject([{ id: ada?.application_id, stage: { name: stage }, source_type: "referral", created_at: "2025-12-09T00:00:00.000Z" }])
        const undone = yield* after(actor, read.id, Import.undo)
        expect([undone.undone_counted, yield* people(actor)]).toEqual([1, []])
      }).pipe(Effect.provide(store))))

    test("people of a list with LinkedIn profiles and no days cost no AI profiles, and are no new applicants", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        yield* newJob(actor, "Data Engineer")
        const known = yield* (yield* Candidates).create(actor, (context) => Candidate.create({ full_name: "Bo Lind", primary_email: "bo@example.com" }, context))
        const read = yield* uploaded(actor, windows1252([
          "Name;Email;LinkedIn;Job", "Ada Park;;https://www.linkedin.com/in/ada;Data Engineer", "Bo Lind;bo@example.com;https://www.linkedin.com/in/bo;", "Cy Ode;;https://www.linkedin.com/in/cy;"
        ].join("\n")))
        yield* checked(actor, read)
        expect(counts(yield* after(actor, read.id, Import.run))).toEqual({ new: 2, known: 1, unchanged: 0, problem: 0 })
        expect((yield* (yield* Candidates).get(actor.organization_id, known.id)).linkedin_url).toBe("https://www.linkedin.com/in/bo")
        const sql = yield* SqlClient.SqlClient
        expect(yield* sql`SELECT FROM ai_profiles WHERE organization_id = ${actor.organization_id}`).toEqual([])
        expect(yield* (yield* Overviews).arrived(actor.organization_id, known.created_at)).toEqual([])
      }).pipe(Effect.provide(store))))

    test("a worker is stopped within a portion, then two work at once: each row is imported once", () =>
      run(Effect.scoped(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const read = yield* uploaded(actor, numbered(120))
        yield* checked(actor, read)
        const port = yield* Imports
        const latch = yield* Latch.make()
        let saved = 0
        const hanging = { ...port, saveResults: (...given: Parameters<typeof port.saveResults>) => saved++ === 0 ? port.saveResults(...given) : Effect.andThen(latch.open, Effect.never) }
        yield* port.modify(actor, read.id, Import.run)
        const stopped = yield* Effect.forkScoped(Effect.provideService(work(actor, read.id), Imports, hanging))
        yield* latch.await
        yield* Fiber.interrupt(stopped)
        expect(yield* people(actor)).toHaveLength(100)
        yield* Effect.all([work(actor, read.id), work(actor, read.id)], { concurrency: 2 })
        const done = yield* port.get(actor.organization_id, read.id)
        expect([done.state, done.new_counted, done.rows_done]).toEqual(["completed", 120, 120])
        const sql = yield* SqlClient.SqlClient
        expect(yield* sql`SELECT count(*)::integer AS people FROM candidates WHERE organization_id = ${actor.organization_id}`).toEqual([{ people: 120 }])
      })).pipe(Effect.provide(store))))

    test("a row that breaks something is a problem, and the others are imported", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const port = yield* Imports
        const breaking: typeof port = {
          ...port,
          recognize: (organization, sought) => sought.some(({ candidate }) => candidate.full_name === "Person 1") ? Effect.die(new Error("broken")) : port.recognize(organization, sought)
        }
        const read = yield* uploaded(actor, numbered(4))
        yield* Effect.provideService(checked(actor, read), Imports, breaking)
        const done = yield* Effect.provideService(after(actor, read.id, Import.run), Imports, breaking)
        expect(counts(done)).toEqual({ new: 3, known: 0, unchanged: 0, problem: 1 })
        expect((yield* people(actor)).map(({ full_name }) => full_name)).toEqual(["Person 0", "Person 2", "Person 3"])
      }).pipe(Effect.provide(store))))

    test("what is canceled stays, and goes with its undoing; rows are emptied when their person is anonymised", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const port = yield* Imports
        const read = yield* uploaded(actor, numbered(101))
        yield* checked(actor, read)
        const canceling: typeof port = {
          ...port,
          portion: (organization, id, line, limit) =>
            Effect.andThen(line > 1 ? Effect.orDie(port.modify(actor, id, Import.cancel)) : Effect.void, port.portion(organization, id, line, limit))
        }
        const canceled = yield* Effect.provideService(after(actor, read.id, Import.run), Imports, canceling)
        expect([canceled.state, (yield* people(actor)).length]).toEqual(["cancelled", 100])
        const [first] = yield* people(actor)
        yield* (yield* Candidates).anonymise(actor, first!.id, Candidate.anonymise)
        const sql = yield* SqlClient.SqlClient
        expect(yield* sql`SELECT r.cells, r.name, r.person_key FROM import_rows r WHERE r.organization_id = ${actor.organization_id} AND r.candidate_id = ${first!.id}`)
          .toEqual([{ cells: [], name: null, person_key: null }])
        expect((yield* after(actor, read.id, Import.undo)).undone_counted).toBe(99)
      }).pipe(Effect.provide(store))))

    test("people without addresses are one person within a file; with ids of the old system they are found again, whatever else has changed", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const two = yield* uploaded(actor, windows1252("Name;Ort\nAnna Berg;Ulm\nAnna Berg;Ulm\nBo Lind;Ulm"))
        yield* checked(actor, two)
        expect(counts(yield* after(actor, two.id, Import.run))).toEqual({ new: 2, known: 0, unchanged: 1, problem: 0 })

        const columns = [{ column: 0, to: "external_id" }, { column: 1, to: "full_name" }, { column: 2, to: "email" }] as const
        const withIds = (rows: string) =>
          Effect.gen(function*() {
            const read = yield* uploaded(actor, windows1252(`Nr;Name;Mail\n${rows}`))
            yield* checked(actor, read, { columns, system: "personio" as never })
            return yield* after(actor, read.id, Import.run)
          })
        expect(counts(yield* withIds("1;Cy Ode;cy@example.com\n2;Di Ode;cy@example.com"))).toEqual({ new: 2, known: 0, unchanged: 0, problem: 0 })
        expect(counts(yield* withIds("2;Di Ode;di@example.com\n1;Cy Ode;cy@example.com"))).toEqual({ new: 0, known: 1, unchanged: 1, problem: 0 })
        const [, , cy, di] = yield* people(actor)
        expect([cy, di].map((one) => one?.email_addresses.map(({ address }) => address))).toEqual([["cy@example.com"], ["cy@example.com", "di@example.com"]])
      }).pipe(Effect.provide(store))))

    test("an import whose attempts are used up is interrupted, and goes on; one that waits until its rows are emptied has failed", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const port = yield* Imports
        const read = yield* uploaded(actor, numbered(101))
        yield* checked(actor, read)
        yield* port.modify(actor, read.id, Import.run)
        const stopping: typeof port = {
          ...port, portion: (organization, id, line, limit) => line > 1 ? Effect.die(new Error("away")) : port.portion(organization, id, line, limit)
        }
        yield* Effect.exit(Effect.provideService(work(actor, read.id), Imports, stopping))
        const interrupted = yield* work(actor, read.id, ImportWork.maxAttempts)
        expect([interrupted.state, interrupted.failure, interrupted.new_counted]).toEqual(["interrupted", "interrupted", 100])
        expect((yield* port.rows(actor.organization_id, read.id, ["not_reached"], page)).items.map(({ line }) => line)).toEqual([102])
        const done = yield* after(actor, read.id, Import.run)
        expect([done.state, done.failure, done.new_counted]).toEqual(["completed", null, 101])

        const waiting = yield* uploaded(actor, numbered(1))
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE people_imports SET updated_at = '2020-01-01' WHERE id = ${waiting.id}`
        yield* port.forget
        expect(yield* port.get(actor.organization_id, waiting.id)).toMatchObject({ state: "failed", failure: "expired", column_examples: [[], []] })
      }).pipe(Effect.provide(store))))

    test("what is no table, is empty, or has too much in a cell is refused, and nothing is written", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const cases: ReadonlyArray<readonly [Uint8Array, string, Import.ImportFailure]> = [
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
      }).pipe(Effect.provide(store))))
  })
}

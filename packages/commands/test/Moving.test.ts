/** Exports and imports of whole organizations. */
import * as Candor from "@candor/commands/Candor"
import * as Exporting from "@candor/commands/moving/Exporting"
import * as Importing from "@candor/files/moving/Importing"
import { lineOf, maxShown } from "@candor/files/moving/Problems"
import type { Actor } from "@candor/domain/access/Actor"
import type { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import { maxNotes } from "@candor/domain/application/ApplicationSize"
import { ApiKeyId, CandidateId, UserId } from "@candor/domain/Id"
import { arrived } from "@candor/domain/moving/Arrival"
import { Moves } from "@candor/domain/moving/Moves"
import { Organizations } from "@candor/domain/organization/Organizations"
import * as Note from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import { CandidateSearch } from "@candor/domain/search/CandidateSearch"
import * as Timestamp from "@candor/domain/Timestamp"
import * as ContentStore from "@candor/files/ContentStore"
import type * as Database from "@candor/sql/database/Database"
import type * as Repositories from "@candor/sql/Repositories"
import { databases, type ReusableDatabase, runOn, type TestDatabase } from "@candor/sql/testing/Databases"
import { forFile } from "@candor/sql/testing/FileDatabase"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { ConfigProvider, Console, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Filled from "./Filled.ts"
import { comesBack, importFrom, linesOf } from "./RoundTrip.ts"
import { wrongExports } from "./WrongExports.ts"

const folder = mkdtempSync(join(tmpdir(), "candor-moving-"))
afterAll(() => rmSync(folder, { recursive: true }))
const within = (name: string) => join(folder, name)
const quiet = { ...globalThis.console, error: () => {} }

type Services = Layer.Success<typeof Repositories.layer> | Layer.Success<typeof Database.connection>

const run = (database: TestDatabase) => <A, E>(effect: Effect.Effect<A, E, Services | AttachmentStore>) =>
  runOn(database)(effect.pipe(
    Effect.provide(ContentStore.inFolder(within("store"))),
    Effect.provideService(Console.Console, quiet)
  ))

/** What is wrong with an export. */
const problemsOf = Effect.fnUntraced(function*(path: string) {
  const checked = yield* Importing.check(yield* Importing.load(path), undefined, `${path}.problems.ndjson`)
  return checked.problems.first()
})

for (const database of databases.map((database) => forFile(database as ReusableDatabase))) {
  describe(`Moving an organization on ${database.name}`, () => {
    test("every row of every part comes back as it was, with its files, and again from there", () =>
      run(database)(Effect.gen(function*() {
        const rows = yield* Filled.exportOf(within("filled"))
        yield* comesBack(within("filled"))
        const [message] = linesOf(within("filled-first"), "messages.ndjson")
        const { due_at, status } = arrived("message", rows.get("message")![0]!, {
          now: yield* Timestamp.now,
          nextSecret: () => ""
        })
        expect(message).toMatchObject({ due_at, status })
      })))

    test("what rows of an older version do not have is as the table has it by default, or null", () =>
      run(database)(Effect.gen(function*() {
        yield* Filled.exportOf(
          within("older"),
          (rows) =>
            rows.set(
              "interview",
              rows.get("interview")!.map((
                { declined_ids: _, declined_proposals: __, reschedule_reason: ___, ...row }
              ) => row)
            )
        )
        const { organization } = yield* importFrom(within("older"))
        yield* Exporting.exportTo({ id: organization, name: "Older" }, within("newer"))
        const added = { declined_ids: [], declined_proposals: [], reschedule_reason: null }
        expect(linesOf(within("newer"), "interviews.ndjson")).toMatchObject([added, added])
        expect(yield* importFrom(within("older"))).toMatchObject({
          total: 0,
          compared: { interview: { create: 0, same: 2, different: 0 } }
        })
        for (const part of yield* (yield* Moves).parts) {
          yield* Schema.decodeEffect(part.schema)({ ...Filled.rowsOf(part, 1)[0]!, ...part.absent })
        }
      })))

    test("after an import search, counters, limits and work are right, one event tells of it, and no mail is sent", () =>
      run(database)(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        yield* Filled.exportOf(within("world"), (rows) => {
          const [note] = rows.get("note")!
          rows.set(
            "note",
            Array.from(
              { length: maxNotes.limit },
              (_, nth) => ({ ...note!, id: Filled.idOf("note", nth), external_ids: [] })
            )
          )
        })
        const { added, organization } = yield* importFrom(within("world"))
        const events =
          yield* sql`SELECT type, data -> 'rows' AS rows FROM events WHERE organization_id = ${organization}`
        expect(events).toEqual([{ type: "organization.imported", rows: added }])
        const work = yield* sql`
          SELECT queue_name, element::json ->> 'organization_id' AS organization FROM queue ORDER BY queue_name`
        expect(work).toEqual(["submissions", "texts"].map((queue_name) => ({ queue_name, organization })))
        const found = yield* (yield* CandidateSearch).search(organization, "marvin", {}, { limit: 10 })
        expect(found.items.map(({ candidate: { id } }) => id)).toEqual([CandidateId.make(Filled.idOf("candidate", 1))])
        const owner = { candidate_id: CandidateId.make(Filled.idOf("candidate", 0)) }
        const actor: Actor = {
          organization_id: organization,
          user_id: UserId.make(Filled.idOf("member", 0)),
          api_key_id: ApiKeyId.make(Filled.idOf("key", 0)),
          request_id: "test"
        }
        const refused = yield* Effect.flip(
          (yield* Notes).create(actor, owner, (context) => Note.write(owner, { note: "One more" }, context))
        )
        expect(refused).toMatchObject({ _tag: "LimitReached", present: maxNotes.limit })
        expect(yield* sql`SELECT published_jobs, publish_limit FROM organizations WHERE id = ${organization}`).toEqual([
          { published_jobs: 1, publish_limit: 25 }
        ])
        expect(
          yield* sql`SELECT status, length(secret) > 40 AS has_secret FROM webhook_endpoints WHERE organization_id = ${organization} LIMIT 1`
        )
          .toEqual([{ status: "disabled", has_secret: true }])
      })))

    test("an import that ends anywhere is completed by the same one again, with nothing twice, and one more changes nothing", () =>
      run(database)(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const moves = yield* Moves
        const rows = yield* Filled.exportOf(within("ended"))
        const endingAfter = (portions: number): Moves["Service"] => {
          let added = 0
          return {
            ...moves,
            add: (...portion) => added++ === portions ? Effect.die(new Error("killed")) : moves.add(...portion)
          }
        }
        for (const portions of [0, 28]) {
          const ended = yield* Effect.exit(
            Effect.provideService(importFrom(within("ended")), Moves, endingAfter(portions))
          )
          expect(ended._tag).toBe("Failure")
        }
        const { organization, total } = yield* importFrom(within("ended"))
        expect(total).toBeGreaterThan(0)
        yield* Exporting.exportTo({ id: organization, name: "Ended" }, within("ended-again"))
        const counts = (yield* moves.parts).map(({ file, name }) => [name, linesOf(within("ended-again"), file).length])
        expect(counts).toEqual([...rows].map(([name, some]) => [name, some.length]))
        expect(yield* importFrom(within("ended"))).toMatchObject({ organization, total: 0 })
        const events = sql`SELECT count(*)::integer AS events FROM events`
        expect(yield* events).toEqual([{ events: 1 }])
        expect(yield* sql`SELECT state FROM imports`).toEqual([{ state: "completed" }])
        yield* sql`DELETE FROM interview_feedback WHERE id = ${Filled.idOf("interview_feedback", 1)}`
        yield* sql`UPDATE notes SET body = 'Edited' WHERE id = ${Filled.idOf("note", 1)}`
        const again = yield* importFrom(within("ended"))
        expect(again).toMatchObject({
          organization,
          total: 1,
          compared: { note: { create: 0, same: 1, different: 1 }, interview_feedback: { create: 1, same: 1 } }
        })
        expect(yield* sql`SELECT body FROM notes WHERE id = ${Filled.idOf("note", 1)}`).toEqual([{ body: "Edited" }])
        expect(yield* events).toEqual([{ events: 2 }])
        yield* sql`UPDATE candidates SET anonymised_at = now(), notes_counted = 0, text_bytes = 0, files_counted = 0 WHERE id = ${
          Filled.idOf("candidate", 0)
        }`
        const target = yield* (yield* Organizations).get(organization)
        const { problems } = yield* Importing.check(
          yield* Importing.load(within("ended")),
          target,
          within("anonymised")
        )
        expect(problems.first().map(lineOf)).toEqual([
          "candidates.ndjson:1 anonymised_at: The person was anonymised since, and their data would come back"
        ])
      })))

    describe("nothing is written of an export", () => {
      const told = new Map<string, { readonly problems: string; readonly organizations: number }>()

      // On one database: reading its catalog takes longer than a wrong export.
      beforeAll(() =>
        run(database)(Effect.gen(function*() {
          const sql = yield* SqlClient.SqlClient
          const path = within("wrong")
          for (const { file, rows, what } of wrongExports) {
            yield* Filled.exportOf(path, rows)
            file?.(path)
            const problems = yield* Effect.match(problemsOf(path), {
              onSuccess: (problems) => problems.map(lineOf),
              onFailure: ({ message }) => [message]
            })
            const written = yield* sql`SELECT FROM organizations`
            told.set(what, { problems: problems.join("\n"), organizations: written.length })
          }
        }))
      )

      test.each(wrongExports)("with $what", ({ expected, what }) => {
        expect(told.get(what)).toEqual({ problems: expect.stringMatching(expected), organizations: 0 })
      })
    })

    test("of 3,000 problems the first are told, and the file has all", () =>
      run(database)(Effect.gen(function*() {
        const path = within("many")
        yield* Filled.exportOf(path, (rows) => {
          const [candidate] = rows.get("candidate")!
          rows.set(
            "candidate",
            Array.from(
              { length: 3_000 },
              (_, nth) => ({ ...candidate!, id: Filled.idOf("candidate", nth), external_ids: [], full_name: 1 })
            )
          )
        })
        const { problems } = yield* Importing.check(yield* Importing.load(path), undefined, `${path}.problems.ndjson`)
        expect(problems.first()).toHaveLength(maxShown)
        expect(problems.count()).toBeGreaterThan(3_000)
        const written = readFileSync(`${path}.problems.ndjson`, "utf8").split("\n").filter((line) =>
          line.includes("full_name")
        )
        expect(written).toHaveLength(3_000)
        expect(JSON.parse(written[2_999]!)).toMatchObject({
          file: "candidates.ndjson",
          line: 3_000,
          path: ["full_name"]
        })
      })))

    test("the commands export, check, import and import again; what is wrong is refused with its lines", () =>
      run(database)(Effect.gen(function*() {
        const layer = Layer.succeedContext(Context.omit(Console.Console)(yield* Effect.context<Services>()))
        const settings = ConfigProvider.fromUnknown({ CANDOR_DATA_DIR: within("data") })
        const candor = (...args: ReadonlyArray<string>) =>
          Effect.provideService(
            Candor.run(args, { store: layer, connection: layer }),
            ConfigProvider.ConfigProvider,
            settings
          )
        yield* Filled.exportOf(within("command"))
        const check = yield* candor("import", "--check", within("command"))
        expect(check).toMatchObject({ code: 0, stdout: expect.stringMatching(/can be imported[^]*candidate +2 +0 +0/) })
        const imported = yield* candor("import", within("command"), "--json")
        const { organization } = JSON.parse(imported.stdout) as { readonly organization: string }
        expect(yield* candor("import", within("command"), "--into", organization))
          .toMatchObject({ code: 0, stdout: expect.stringMatching(/: 0 rows\.[^]*candidate +0 +2 +0/) })
        expect(yield* candor("export", "--organization", organization, within("out"))).toMatchObject({
          code: 0,
          stdout: expect.stringContaining("4 files.")
        })
        const sql = yield* SqlClient.SqlClient
        expect(
          yield* sql`SELECT e.worker FROM events e WHERE e.organization_id = ${organization} AND e.type = 'organization.exported'`
        ).toEqual([{ worker: "candor export" }])
        expect(yield* candor("export", "--organization", organization, within("out"))).toMatchObject({
          code: 1,
          stderr: expect.stringContaining("is not empty")
        })
        yield* Filled.exportOf(within("command"), (rows) => rows.set("note", []))
        rmSync(join(within("command"), "jobs.ndjson"))
        expect(yield* candor("import", within("command"))).toMatchObject({
          code: 1,
          stderr: expect.stringMatching(/nothing was written[^]*jobs\.ndjson: /)
        })
      })))
  })
}

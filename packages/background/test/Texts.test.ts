/** The extraction of texts as background work. */
import * as Texts from "@candor/background/attachment/Texts"
import type { Actor } from "@candor/domain/access/Actor"
import * as Attachment from "@candor/domain/attachment/Attachment"
import { Attachments } from "@candor/domain/attachment/Attachments"
import { AttachmentStore, StoreFailure } from "@candor/domain/attachment/AttachmentStore"
import type { ContentType } from "@candor/domain/attachment/FileKinds"
import type { ApplicationId } from "@candor/domain/Id"
import * as ContentStore from "@candor/files/ContentStore"
import * as Queue from "@candor/sql/queue/Queue"
import { add } from "@candor/sql/testing/AttachmentCalls"
import { databases, runOn } from "@candor/sql/testing/Databases"
import { forFile } from "@candor/sql/testing/FileDatabase"
import { jobWith } from "@candor/sql/testing/LargeJob"
import * as World from "@candor/sql/testing/World"
import { afterAll, describe, expect, test } from "bun:test"
import { Effect, Layer, Schedule, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { docx, docxThatInflates, encryptedPdf, pdf } from "./Documents.ts"

const folder = mkdtempSync(join(tmpdir(), "candor-texts-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const files = ContentStore.inFolder(folder)

/** A worker of its own, as another process has it. */
const worker = Texts.layer.pipe(Layer.provide(Layer.fresh(Queue.layer)))

const oneApplication = Effect.gen(function*() {
  const { actor } = yield* World.organization({ name: "Acme" })
  const { applications: [application] } = yield* jobWith(actor, "Engineer", 1)
  return { actor, application: application!.id }
})

/** Stores a file, as an upload does. */
const stored = Effect.fnUntraced(function*(
  actor: Actor,
  application: ApplicationId,
  content: Uint8Array,
  content_type: ContentType = "application/pdf"
) {
  const id = yield* (yield* Attachments).reserve(actor, { application_id: application })
  yield* (yield* AttachmentStore).put({ organization_id: actor.organization_id, id }, Stream.make(content))
  yield* add(actor, application, id, { content_type, size_bytes: content.length })
  return id
})

interface Row {
  readonly text: string | null
  readonly text_status: string | null
  readonly text_failure: string | null
  readonly state: string | null
}

/** The texts of all contents with the state of their work, in the order in which they were stored. */
const rows = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql<Row>`
    SELECT p.text, p.text_status, p.text_failure, q.state FROM attachments p
    LEFT JOIN queue q ON q.queue_name = 'texts' AND q.id = p.id::text
    WHERE p.content_type IS NOT NULL ORDER BY p.id
  `)

/** These, once no work is pending. */
const finished = Effect.repeat(rows, {
  until: (all) => all.every(({ state }) => state !== "pending"),
  schedule: Schedule.spaced("20 millis")
})

const docxType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

const extracted = (text: string): Row => ({ text, text_status: "extracted", text_failure: null, state: "completed" })

const failed = (text_failure: string): Row => ({ text: null, text_status: "failed", text_failure, state: "completed" })

for (const database of databases.map(forFile)) {
  const run = runOn(database)

  describe(`The extraction of texts on ${database.name}`, () => {
    test("goes on after a bomb, a broken file, an encrypted one and files without text", () =>
      run(
        Effect.scoped(Effect.gen(function*() {
          const { actor, application } = yield* oneApplication
          yield* stored(actor, application, docxThatInflates(33, { lies: false }), docxType)
          yield* stored(actor, application, pdf("Broken").subarray(0, 50))
          yield* stored(actor, application, encryptedPdf())
          yield* stored(actor, application, new Uint8Array(10), "image/png")
          yield* stored(actor, application, pdf())
          yield* stored(actor, application, pdf("Zymurgy"))
          yield* stored(
            actor,
            application,
            docx("Oenology"),
            docxType
          )
          yield* stored(actor, application, new TextEncoder().encode("Pedology"), "text/plain")
          yield* Layer.build(worker)
          expect(yield* finished).toEqual([
            failed("too_large"),
            failed("damaged"),
            failed("encrypted"),
            failed("no_text"),
            failed("no_text"),
            extracted("Zymurgy"),
            extracted("Oenology"),
            extracted("Pedology")
          ])
        })).pipe(Effect.provide(files))
      ))

    test("takes the work of a worker that was lost, and reads a store again that could not be reached", () =>
      run(
        Effect.scoped(Effect.gen(function*() {
          const sql = yield* SqlClient.SqlClient
          const store = yield* AttachmentStore
          const { actor, application } = yield* oneApplication
          yield* stored(actor, application, pdf("Zymurgy"))
          yield* sql`UPDATE queue SET acquired_by = gen_random_uuid(), acquired_at = now() - interval '1 minute', attempts = 1
          WHERE queue_name = 'texts'`
          let reads = 0
          const failing = AttachmentStore.of({
            ...store,
            read: (...request) =>
              reads++ === 0 ? Stream.fail(new StoreFailure({ cause: "It is away." })) : store.read(...request)
          })
          yield* Effect.provideService(Layer.build(worker), AttachmentStore, failing)
          expect(yield* finished).toEqual([extracted("Zymurgy")])
          expect(reads).toBe(2)
        })).pipe(Effect.provide(files))
      ))

    test("leaves out a file that was deleted meanwhile", () =>
      run(
        Effect.scoped(Effect.gen(function*() {
          const sql = yield* SqlClient.SqlClient
          const { actor, application } = yield* oneApplication
          const id = yield* stored(actor, application, pdf("Zymurgy"))
          yield* (yield* Attachments).remove(actor, { application_id: application }, id, Attachment.remove)
          yield* Layer.build(worker)
          const work = sql<{ state: string }>`SELECT state FROM queue WHERE queue_name = 'texts'`
          const done = yield* Effect.repeat(work, {
            until: (all) => all.every(({ state }) => state !== "pending"),
            schedule: Schedule.spaced("20 millis")
          })
          expect(done).toEqual([{ state: "completed" }])
        })).pipe(Effect.provide(files))
      ))
  })
}

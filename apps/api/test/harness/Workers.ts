/** The results of background workers, for tests without one. */
import * as Imports from "@candor/background/import/Imports"
import { fail } from "@candor/domain/attachment/AttachmentText"
import { AttachmentTexts } from "@candor/domain/attachment/AttachmentTexts"
import { AttachmentId, ImportId, OrganizationId } from "@candor/domain/Id"
import { interrupt } from "@candor/domain/import/Import"
import { Imports as Stored } from "@candor/domain/import/Imports"
import { Element } from "@candor/sql/queue/ImportWork"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { World } from "./World.ts"

/** Marks a newly added file as having no text. */
export const findNoText = ({ backend, own }: World, attachment: string, request_id: string) =>
  backend.run(Effect.flatMap(AttachmentTexts, (texts) =>
    texts.modify(
      { organization_id: own.organization.id, worker: "texts", request_id },
      Schema.decodeSync(AttachmentId)(attachment),
      (file) => fail(file, "no_text")
    )))

/** Does the queued work of imports. */
const working = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const work = yield* Imports.make
  const waiting = yield* sql<{ readonly id: string; readonly element: string }>`
      SELECT q.id, q.element FROM queue q WHERE q.queue_name IN ('imports', 'archives') AND q.state = 'pending' ORDER BY q.created_at`
  for (const { element, id } of waiting) {
    yield* work(yield* Schema.decodeUnknownEffect(Schema.fromJsonString(Element))(element), { attempts: 1 })
    yield* sql`UPDATE queue SET state = 'completed' WHERE queue_name IN ('imports', 'archives') AND id = ${id}`
  }
})

/** Does the queued work of imports. */
export const workOnImports = ({ backend }: World) => backend.run(working)

/** Stores the results of background work on the files and applications of an organization. */
export const findSigns = ({ backend }: World, organization: string) =>
  backend.run(Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const of = sql`a.organization_id = ${organization}::uuid`
    yield* sql`UPDATE attachments a SET content_digest = 'a', hidden_text = 'b' WHERE ${of}`
    yield* sql`
      INSERT INTO signals (organization_id, id, job_id, application_id, kind, reason, created_at)
      SELECT a.organization_id, gen_random_uuid(), a.job_id, a.id, 'hidden_text', '{}', now() FROM applications a WHERE ${of}
      ON CONFLICT DO NOTHING`
    yield* sql`UPDATE signals a SET group_id = 'c' WHERE ${of}`
    yield* sql`
      INSERT INTO prints (organization_id, id, application_id, created_at)
      SELECT a.organization_id, gen_random_uuid(), a.id, now() FROM applications a WHERE ${of} ON CONFLICT DO NOTHING`
    yield* sql`
      INSERT INTO assessments (organization_id, id, application_id, results, criteria_version, seen_at, updated_at, version)
      SELECT a.organization_id, gen_random_uuid(), a.id, '[]', 1, now(), now(), 1 FROM applications a WHERE ${of}
      ON CONFLICT DO NOTHING`
    yield* sql`UPDATE assessments a SET seen_at = now(), version = version + 1 WHERE ${of}`
  }))

/**
 * Renames the departments of an organization, or restores their names, which other departments have taken meanwhile.
 */
export const swapDepartments = ({ backend }: World, organization: string, isBack: boolean) =>
  backend.run(Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const of = sql`d.organization_id = ${organization}::uuid`
    yield* isBack
      ? sql`DELETE FROM departments d WHERE ${of} AND d.version = 77`
      : sql`UPDATE departments d SET name = 'Once ' || d.name WHERE ${of}`
    yield* isBack
      ? sql`UPDATE departments d SET name = substr(d.name, 6) WHERE ${of}`
      : sql`
        INSERT INTO departments (organization_id, id, name, created_at, updated_at, version)
        SELECT d.organization_id, gen_random_uuid(), substr(d.name, 6), now(), now(), 77 FROM departments d WHERE ${of}`
  }))

/** Does the work of imports until one has added this many rows, and ends the worker there. */
export const workUntilAdded = ({ backend }: World, rows: number) =>
  backend.run(Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const added = sql<{ readonly rows: number }>`SELECT count(*)::integer AS rows FROM imported_rows`.pipe(
      Effect.repeat({ until: ([found]) => found!.rows >= rows })
    )
    yield* Effect.raceFirst(working, added)
  }))

/** Ends the work on an import as after its last failed attempt. */
export const interruptImport = ({ backend }: World, organization: string, id: string) =>
  backend.run(Effect.flatMap(Stored, (imports) =>
    imports.modify(
      { organization_id: OrganizationId.make(organization), worker: "imports", request_id: id },
      ImportId.make(id),
      interrupt
    )))

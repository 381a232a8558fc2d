/** What was there before the limits: it is counted, shown as before, and does not grow beyond what it was. */
import { maxNotes, maxTextBytes } from "@candor/domain/application/ApplicationSize"
import { decodeWith } from "@candor/domain/Encoded"
import { LimitReached } from "@candor/domain/Limit"
import * as Note from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import { maxProspects } from "@candor/domain/sourcing/Prospect"
import { Prospects } from "@candor/domain/sourcing/Prospects"
import * as Repositories from "@candor/sql/Repositories"
import { expect, test } from "bun:test"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { ApiKeyId, type ApplicationId, OrganizationId, SearchId, UserId } from "@candor/domain/Id"
import type { Actor } from "@candor/domain/access/Actor"
import * as Database from "../src/database/Database.ts"
import * as Migrations from "../src/migrations/Migrations.ts"
import { insertApplication } from "./ApplicationRow.ts"

const parseNotes = decodeWith(Schema.Array(Note.Note))

/** The schema before the limits. */
const before = Object.fromEntries(Object.entries(Migrations.history).filter(([name]) => name < "0009"))

const organization_id = OrganizationId.make("0197f3a2-5b1c-7d4e-8f60-123456789abc")

const actor: Actor = {
  organization_id,
  user_id: UserId.make(crypto.randomUUID()),
  api_key_id: ApiKeyId.make(crypto.randomUUID()),
  request_id: "test"
}

/** More notes and prospects than the limits allow, and work of a webhook that is no more. */
const fill = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO organizations (id, name, plan, created_at) VALUES (${organization_id}, 'Acme', 'growth', now())`
  yield* sql`
    INSERT INTO users (organization_id, id, email, full_name, created_at)
    VALUES (${organization_id}, ${actor.user_id}, 'ada@example.com', 'Ada', now())`
  const { id } = yield* insertApplication(organization_id)
  const { id: small } = yield* insertApplication(organization_id)
  const note = (application: string, body: string, count: number) =>
    sql`
      INSERT INTO notes (organization_id, application_id, id, author_id, body, version, created_at, updated_at)
      SELECT ${organization_id}, ${application}, gen_random_uuid(), ${actor.user_id}, ${body}, 1, now(), now()
      FROM generate_series(1, ${count}::integer)`
  yield* note(id, "🛠".repeat(2000), maxNotes.limit + 100)
  yield* note(small, "\"\u0001", 2)
  const search = SearchId.make(crypto.randomUUID())
  yield* sql`INSERT INTO sourcing_searches (organization_id, id, name, created_at) VALUES (${organization_id}, ${search}, 'Rust', now())`
  yield* sql`
    INSERT INTO prospects (organization_id, id, search_id, full_name, status, pipeline_stage, version, created_at, updated_at)
    SELECT ${organization_id}, gen_random_uuid(), ${search}, 'Ada', 'discovered', 'not_contacted', 1, now(), now()
    FROM generate_series(1, ${maxProspects.limit + 100}::integer)`
  yield* sql`
    INSERT INTO queue (id, queue_name, element, state, attempts, visible_at, created_at, updated_at)
    VALUES (gen_random_uuid()::text, 'deliveries', ${JSON.stringify({ organization_id, endpoint_id: search })}, 'pending', 0,
      now(), now(), now())`
  return { id, small, search }
})


test("what has more than the limits allow is shown whole, counts as full, and grows only by what is deleted from it", () =>
  Effect.runPromise(Effect.provide(
    Effect.gen(function*() {
      yield* Migrations.apply(before, [])
      const { id, search, small } = yield* fill
      yield* Migrations.run
      const sql = yield* SqlClient.SqlClient
      const notes = yield* Notes
      const list = (application: ApplicationId) => Effect.flatMap(notes.list(organization_id, application), parseNotes)
      const all = yield* list(id)
      expect(all.length).toBe(maxNotes.limit + 100)
      const listed = yield* (yield* Prospects).list(organization_id, search, {})
      expect(JSON.parse(new TextDecoder().decode(listed.bytes)).length).toBe(maxProspects.limit + 100)
      const rows = yield* sql`SELECT notes_counted, text_bytes FROM applications ORDER BY notes_counted`
      expect(rows).toEqual([
        { notes_counted: 2, text_bytes: 20 },
        { notes_counted: maxNotes.limit, text_bytes: maxTextBytes.limit }
      ])
      const write = (note: string) => notes.create(actor, id, (context) => Note.write(id, { note }, context))
      expect(yield* Effect.flip(write("."))).toEqual(new LimitReached({ ...maxNotes, present: maxNotes.limit, added: 1 }))
      yield* notes.modify(actor, id, all[0]!.id, (note, context) => Note.edit(note, { note: "Shorter" }, context))
      yield* notes.remove(actor, id, all[1]!.id, Note.remove)
      yield* write("In its place")
      expect(yield* Effect.flip(write("."))).toBeInstanceOf(LimitReached)
      expect((yield* list(id)).length).toBe(maxNotes.limit + 100)
      expect((yield* list(small)).length).toBe(2)
      expect(yield* sql`SELECT FROM queue WHERE queue_name = 'deliveries'`).toEqual([])
    }),
    Layer.provideMerge(Repositories.layer, Database.inMemory())
  )))

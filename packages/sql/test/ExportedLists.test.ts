/** An export has something of every table that has something of a person, and is bounded. */
import type { Actor } from "@candor/domain/access/Actor"
import { decodeWith } from "@candor/domain/Encoded"
import type { CandidateId } from "@candor/domain/Id"
import { CandidateExport, maxDocumentBytes, maxExported } from "@candor/domain/person/CandidateExport"
import { CandidateExports } from "@candor/domain/person/CandidateExports"
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { submitted } from "./CareersCalls.ts"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { merge } from "./Merges.ts"
import { apply, create, erase, personWith } from "./Person.ts"
import { newJob } from "./WebhookWorld.ts"
import * as World from "./World.ts"

const marker = "zq7marker"

const exported = ({ organization_id }: Pick<Actor, "organization_id">, id: CandidateId) =>
  Effect.flatMap(
    CandidateExports,
    (exports) => Effect.flatMap(exports.exportOf(organization_id, id), decodeWith(CandidateExport))
  )

/**
 * The tables that refer to candidates, or to one that does, and those that name what they are about by its id alone.
 */
const tables = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql<{ name: string }>`
      WITH RECURSIVE referring AS (
        SELECT 'candidates'::regclass::oid AS id
        UNION SELECT c.conrelid FROM referring r JOIN pg_constraint c ON c.contype = 'f' AND c.confrelid = r.id
      )
      SELECT id::regclass::text AS name FROM referring
      UNION SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'subject_id'
      ORDER BY name`,
    (rows) => rows.map(({ name }) => name)
  ))

/** The column of each exported table whose value the export has, and the lists that have it. */
const exportedIn: Readonly<
  Record<string, readonly [column: string, ...parts: ReadonlyArray<keyof typeof CandidateExport.Type>]>
> = {
  ai_profiles: ["id", "ai_profiles"],
  application_answers: ["id", "applications"],
  application_history: ["id", "history"],
  applications: ["id", "applications"],
  assessments: ["id", "assessments"],
  attachments: ["id", "applications", "attachments"],
  candidate_merges: ["candidate_id", "merged_candidates"],
  candidates: ["id", "candidate"],
  events: ["id", "events"],
  feedback_requests: ["id", "feedback_requests"],
  interview_feedback: ["id", "applications"],
  interviews: ["id", "interviews"],
  messages: ["id", "messages"],
  notes: ["id", "applications", "notes"],
  prospects: ["id", "prospects"],
  scorecards: ["id", "scorecards"],
  scheduling_links: ["id", "scheduling_links"],
  signals: ["id", "signals"],
  submissions: ["id", "submissions"]
}

/** Tables that refer to a person and are left out of an export. */
const leftOut: Readonly<Record<string, string>> = {
  print_keys: "what texts and files are compared by, which an export has; they go after 90 days",
  prints: "what texts are compared by, which an export has; they go after 90 days",
  interviewer_times: "the times of members in interviews, which the export has",
  webhook_deliveries: "names an event, which the export has, and what a receiver answered; goes after 30 days"
}

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`The lists of an export on ${database.name}`, () => {
    test("every table that refers to a person is exported, or is left out with its reason", () =>
      run(Effect.gen(function*() {
        expect(yield* tables).toEqual([...Object.keys(exportedIn), ...Object.keys(leftOut)].toSorted())
      })))

    test("have each row that is kept of a person, and none of anybody else", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const sql = yield* SqlClient.SqlClient
        const other = yield* create(actor, { full_name: "Ada", primary_email: "ada@example.com" })
        yield* apply(actor, { job_id: (yield* newJob(actor, "Cook")).id, candidate_id: other.id })
        const strangers = yield* sql<{ id: string }>`SELECT id FROM events WHERE type NOT LIKE 'job.%'`
        const person = yield* personWith(actor, marker)
        const twin = yield* create(actor, { full_name: `${marker} twin`, primary_email: "twin@example.com" })
        yield* merge(actor, twin.id, person.id)
        const worker = { organization_id: actor.organization_id, worker: "careers", request_id: "test" }
        yield* submitted(worker, (yield* newJob(actor, "Baker")).id, {
          person: { full_name: marker, email: "Twin@Example.com" }
        })
        // The application on a deleted job is shown nowhere.
        yield* sql`UPDATE jobs SET deleted_at = NULL`
        // The events of notes that were deleted.
        yield* erase(actor)
        const document = yield* exported(actor, person.id)
        expect(document.is_complete).toBe(true)
        expect(document.merged_candidates.map(({ candidate }) => candidate?.full_name)).toEqual([`${marker} twin`])
        for (const [table, [column, ...parts]] of Object.entries(exportedIn)) {
          const rows = yield* sql<{ id: string }>`
            SELECT t.${sql(column)} AS id FROM ${sql(table)} t
            WHERE position(${marker} IN to_jsonb(t)::text) > 0 OR ${table} = 'application_history'
              AND to_jsonb(t) ->> 'application_id' = ANY (${person.applications.map(({ id }) => id)}::text[])`
          const text = JSON.stringify(parts.map((part) => document[part]))
          expect({ table, rows: rows.length > 0, missing: rows.filter(({ id }) => !text.includes(id)) }).toEqual({
            table,
            rows: true,
            missing: []
          })
        }
        const text = JSON.stringify(document)
        expect(strangers.filter(({ id }) => text.includes(id))).toEqual([])
        expect(text).not.toContain(other.id)
      })))

    test("have the newest as far as there is room, and say that others are left out", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { organization_id } = actor
        const { id } = yield* create(actor, { full_name: "Ada", primary_email: "ada@example.com" })
        const sql = yield* SqlClient.SqlClient
        const events = (count: number, bytes: number) =>
          sql`
            INSERT INTO events (organization_id, id, type, subject_id, data, data_bytes, worker, request_id, occurred_at)
            SELECT ${organization_id}::uuid, gen_random_uuid(), 'candidate.updated', ${id}::uuid,
              jsonb_build_object('text', repeat('x', ${bytes}::integer)), ${bytes + 12}::integer, 'test', 'test', now()
            FROM generate_series(1, ${count}::integer)`
        yield* events(maxExported, 10)
        const many = yield* exported(actor, id)
        expect([many.events.length, many.is_complete]).toEqual([maxExported, false])
        yield* sql`DELETE FROM events WHERE worker = 'test'`
        yield* events(200, 50_000)
        const { bytes } = yield* (yield* CandidateExports).exportOf(organization_id, id)
        expect(bytes.length).toBeWithin(maxDocumentBytes - 110_000, maxDocumentBytes)
        expect((yield* exported(actor, id)).is_complete).toBe(false)
        yield* sql`DELETE FROM events WHERE worker = 'test'`
        expect((yield* exported(actor, id)).is_complete).toBe(true)
      })))
  })
}

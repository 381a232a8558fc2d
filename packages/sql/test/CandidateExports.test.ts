import type { Actor } from "@candor/domain/access/Actor"
import * as Application from "@candor/domain/application/Application"
import { Applications } from "@candor/domain/application/Applications"
import { maxTextBytes } from "@candor/domain/application/ApplicationSize"
import { Attachments } from "@candor/domain/attachment/Attachments"
import { AiProfile, AiProfileDetail, maxProfiles } from "@candor/domain/candidate/AiProfile"
import { AiProfiles } from "@candor/domain/candidate/AiProfiles"
import { CandidateNotFound } from "@candor/domain/candidate/Candidate"
import { Candidates } from "@candor/domain/candidate/Candidates"
import { maxProfileBytes } from "@candor/domain/candidate/Extraction"
import { decodeWith } from "@candor/domain/Encoded"
import type { CandidateId } from "@candor/domain/Id"
import { Note } from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import {
  bytesOfApplication,
  bytesOfPart,
  CandidateExport,
  ExportTooLarge,
  maxExportBytes
} from "@candor/domain/person/CandidateExport"
import { CandidateExports } from "@candor/domain/person/CandidateExports"
import { describe, expect, test } from "bun:test"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { insertApplication } from "./ApplicationRow.ts"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { anonymise, create, personWith, remove } from "./Person.ts"
import * as World from "./World.ts"

const marker = "zq7marker"

const encoded = (actor: Actor, id: CandidateId) =>
  Effect.flatMap(CandidateExports, (exports) => exports.exportOf(actor.organization_id, id))

const decode = decodeWith(CandidateExport)
const exported = (actor: Actor, id: CandidateId) => Effect.flatMap(encoded(actor, id), decode)

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`Exports of candidates on ${database.name}`, () => {
    test("have what the candidate, its profiles and its applications show, newest first", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const person = yield* personWith(actor, marker)
        const { organization_id } = actor
        const document = yield* exported(actor, person.id)
        const { version: _, ...candidate } = yield* (yield* Candidates).get(organization_id, person.id)
        expect(document.candidate).toEqual(candidate)
        const profiles = yield* (yield* AiProfiles).list(organization_id, person.id)
        expect(document.ai_profiles).toEqual(yield* decodeWith(Schema.Array(AiProfileDetail))(profiles))
        const detail = yield* (yield* Applications).get(organization_id, person.applications[0]!.id)
        const { ai_profiles, candidate: __, ...application } = yield* decodeWith(Application.ApplicationDetail)(detail)
        // The other job was deleted.
        const attachments = yield* (yield* Attachments).list(organization_id, { application_id: application.id })
        expect(document.applications).toEqual([{ ...application, attachments }])
        const owner = { candidate_id: person.id }
        expect(document.notes).toEqual(
          yield* decodeWith(Schema.Array(Note))(yield* (yield* Notes).list(organization_id, owner))
        )
        expect(document.attachments).toEqual(yield* (yield* Attachments).list(organization_id, owner))
        expect([document.notes.length, document.attachments.length]).toEqual([1, 1])
        expect(document.applications[0]!.notes).toHaveLength(1)
        expect(ai_profiles).toEqual(
          document.ai_profiles.map((profile) =>
            Object.fromEntries(
              Object.keys(AiProfile.fields).map((field) => [field, Reflect.get(profile, field)])
            ) as typeof AiProfile.Type
          )
        )
      })))

    test("have no more than what is left of an anonymised candidate, and nothing of a deleted or a foreign one", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { actor: stranger } = yield* World.organization({ name: "Globex" })
        const { id } = yield* personWith(actor, marker, "referral")
        expect(yield* Effect.flip(encoded(stranger, id))).toBeInstanceOf(CandidateNotFound)
        yield* anonymise(actor, id)
        const document = yield* exported(actor, id)
        expect(JSON.stringify(document)).not.toContain(marker)
        expect(document).toMatchObject({
          ai_profiles: [],
          notes: [],
          attachments: [],
          applications: [{ source_type: "referral", notes: [] }]
        })
        yield* remove(actor, id)
        expect(yield* Effect.flip(encoded(actor, id))).toBeInstanceOf(CandidateNotFound)
      })))
  })
}

/** A text of so many bytes as JSON, whose characters take six each. */
const escaped = (bytes: number) => "\u0001".repeat(Math.floor((bytes - 2) / 6))

test("an export of more bytes than an answer can have is refused; the largest has at most 4 MiB", () =>
  runOn(databases[0]!)(Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { actor } = yield* World.organization({ name: "Acme" })
    const { organization_id, user_id } = actor
    const { id } = yield* create(actor, { full_name: "Grace Hopper", primary_email: "grace@example.com" })
    const largest = Math.floor((maxExportBytes - maxTextBytes.limit) / bytesOfApplication)
    for (let n = 0; n < largest; n++) yield* insertApplication(organization_id)
    const line = escaped(1200)
    yield* sql`UPDATE applications SET candidate_id = ${id}, source_type = ${line}`
    yield* sql`UPDATE jobs SET title = ${line}, department = ${line}, location = ${line}`
    yield* sql`UPDATE stages SET name = ${line}`
    const facts = { skills: [escaped(maxProfileBytes - 2000)], provider: escaped(500), model: escaped(1000) }
    yield* sql`
      INSERT INTO ai_profiles (organization_id, id, candidate_id, status, linkedin_url, summary, extracted_json, created_at, updated_at)
      SELECT ${organization_id}, gen_random_uuid(), ${id}, 'completed', ${"x".repeat(300)}, ${escaped(2000)},
        ${JSON.stringify(facts)}::jsonb, now(), now() FROM generate_series(1, ${maxProfiles.limit}::integer)`
    const notes = 400
    const each = Math.floor(maxTextBytes.limit / notes) - bytesOfPart
    yield* sql`
      INSERT INTO notes (organization_id, application_id, id, author_id, body, version, created_at, updated_at)
      SELECT organization_id, id, gen_random_uuid(), ${user_id}, ${escaped(each)}, 1, now(), now()
      FROM (SELECT * FROM applications LIMIT 1) a, generate_series(1, ${notes}::integer)`
    yield* sql`
      UPDATE applications SET notes_counted = ${notes}, text_bytes = ${each * notes}
      WHERE id = (SELECT application_id FROM notes LIMIT 1)`
    const { bytes } = yield* encoded(actor, id)
    expect(bytes.length).toBeWithin(maxExportBytes * 0.9, 4 * 1024 * 1024)
    yield* insertApplication(organization_id)
    yield* sql`UPDATE applications SET candidate_id = ${id}`
    const present = (largest + 1) * bytesOfApplication + notes * (each + bytesOfPart)
    expect(yield* Effect.flip(encoded(actor, id))).toEqual(new ExportTooLarge({ bytes: present }))
  })))

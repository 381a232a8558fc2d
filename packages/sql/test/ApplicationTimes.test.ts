/**
 * What changes an application's time of change: itself and all that belongs to it, without getting in the way of moves.
 */
import type { Actor } from "@candor/domain/access/Actor"
import * as Attachment from "@candor/domain/attachment/Attachment"
import { Attachments } from "@candor/domain/attachment/Attachments"
import { Feedback } from "@candor/domain/feedback/Feedback"
import * as InterviewFeedback from "@candor/domain/feedback/InterviewFeedback"
import { type ApplicationId } from "@candor/domain/Id"
import * as Note from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { insertApplication } from "./ApplicationRow.ts"
import { attached, extracted } from "./AttachmentCalls.ts"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import * as World from "./World.ts"

const past = "2026-01-01T00:00:00.000Z"
const future = "2999-01-01T00:00:00.000Z"

/** Each change of what belongs to an application, with what it needs to be there before. */
const changes = (actor: Actor, application: ApplicationId) =>
  Effect.gen(function*() {
    const notes = yield* Notes
    const feedback = yield* Feedback
    const attachments = yield* Attachments
    const note = yield* notes.create(actor, { application_id: application }, (context) =>
      Note.write({ application_id: application }, { note: "One" }, context))
    const draft = { interview_type: "Phone", rating: "yes", body: "Good." } as const
    const given = yield* feedback.create(actor, { application_id: application }, (context) =>
      InterviewFeedback.submit(application, draft, context))
    const { id: file } = yield* attached(actor, application)
    return {
      "a note is written": notes.create(actor, { application_id: application }, (context) =>
        Note.write({ application_id: application }, { note: "Two" }, context)),
      "a note is edited": notes.modify(actor, { application_id: application }, note.id, (note, context) =>
        Note.edit(note, { note: "Another" }, context)),
      "a note is edited, and as long as before": notes.modify(
        actor,
        { application_id: application },
        note.id,
        (note, context) =>
          Note.edit(note, { note: "Anotherr".slice(1) }, context)
      ),
      "a note is deleted": notes.remove(actor, { application_id: application }, note.id, Note.remove),
      "feedback is given": feedback.create(actor, { application_id: application }, (context) =>
        InterviewFeedback.submit(application, draft, context)),
      "feedback is revised": feedback.modify(actor, { application_id: application }, given.id, (feedback, context) =>
        InterviewFeedback.revise(feedback, { rating: "no" }, context)),
      "feedback is deleted": feedback.remove(
        actor,
        { application_id: application },
        given.id,
        InterviewFeedback.remove
      ),
      "a file is added": attached(actor, application),
      "the text of a file is extracted": extracted(actor, file, "Ten years of robots."),
      "a file is deleted": attachments.remove(actor, { application_id: application }, file, Attachment.remove)
    }
  })

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    test("an application's time of change moves with each change of what belongs to it, and its version stays", () =>
      runOn(forFile(database))(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const sql = yield* SqlClient.SqlClient
        const { id } = yield* insertApplication(actor.organization_id)
        const read = Effect.map(
          sql<{ updated_at: string; version: number }>`SELECT updated_at, version FROM applications WHERE id = ${id}`,
          ([row]) => row!
        )
        const moved: Record<string, readonly [boolean, number]> = {}
        const all = yield* changes(actor, id)
        for (const [what, change] of Object.entries(all)) {
          yield* sql`UPDATE applications SET updated_at = ${past} WHERE id = ${id}`
          yield* change
          const { updated_at, version } = yield* read
          moved[what] = [updated_at > past, version]
        }
        expect(moved).toEqual(Object.fromEntries(Object.keys(all).map((what) => [what, [true, 1]])))
      })))

    test("it never goes back, whatever the clock of a server says", () =>
      runOn(forFile(database))(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const sql = yield* SqlClient.SqlClient
        const { id } = yield* insertApplication(actor.organization_id)
        const all = yield* changes(actor, id)
        yield* sql`UPDATE applications SET updated_at = ${future} WHERE id = ${id}`
        for (const change of Object.values(all)) yield* change
        expect(yield* sql`SELECT updated_at FROM applications WHERE id = ${id}`).toEqual([{ updated_at: future }])
      })))
  })
}

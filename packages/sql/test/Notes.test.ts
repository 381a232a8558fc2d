import type { Actor } from "@candor/domain/access/Actor"
import { ApplicationNotFound } from "@candor/domain/application/ApplicationNotFound"
import { type ApplicationId } from "@candor/domain/Id"
import { decodeWith } from "@candor/domain/Encoded"
import * as Note from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import { describe, expect, test } from "bun:test"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { deleteApplication, insertApplication } from "./ApplicationRow.ts"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { meanwhile } from "./Meanwhile.ts"
import * as World from "./World.ts"

const write = (actor: Actor, application: ApplicationId, note: string) =>
  Effect.flatMap(Notes, (notes) =>
    notes.create(actor, application, (context) => Note.write(application, { note }, context)))

const edit = (actor: Actor, { application_id, id }: Note.NoteState, text: string) =>
  Effect.flatMap(Notes, (notes) =>
    notes.modify(actor, application_id, id, (note, context) => Note.edit(note, { note: text }, context)))

const remove = (actor: Actor, { application_id, id }: Note.NoteState) =>
  Effect.flatMap(Notes, (notes) => notes.remove(actor, application_id, id, Note.remove))

const parseNotes = decodeWith(Schema.Array(Note.Note))

const list = (actor: Actor, application: ApplicationId) =>
  Effect.flatMap(Notes, (notes) => Effect.flatMap(notes.list(actor.organization_id, application), parseNotes))

const bodies = (actor: Actor, application: ApplicationId) =>
  Effect.map(list(actor, application), (notes) => notes.map((note) => note.body))

const eventTypes = (actor: Actor, note: Note.NoteState) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const events = yield* sql<{ type: string }>`
      SELECT type FROM events WHERE organization_id = ${actor.organization_id} AND subject_id = ${note.id} ORDER BY id`
    return events.map((event) => event.type)
  })

const world = Effect.gen(function*() {
  const { actor: ada } = yield* World.organization({ name: "Acme" })
  const { actor: grace } = yield* World.member(ada.organization_id, { email: "grace@example.com", scope: "write" })
  const application = (yield* insertApplication(ada.organization_id)).id
  return { ada, grace, application }
})

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`Notes on ${database.name}`, () => {
    test("what is written is what is listed, newest first", () =>
      run(Effect.gen(function*() {
        const { ada, application, grace } = yield* world
        yield* write(ada, application, "First")
        yield* TestClock.adjust("1 second")
        const last = yield* write(grace, application, "Second")
        const notes = yield* list(ada, application)
        expect(notes.map((note) => note.body)).toEqual(["Second", "First"])
        expect(notes[0]).toEqual({
          id: last.id,
          body: "Second",
          author: { id: grace.user_id, full_name: "grace@example.com" },
          created_at: last.created_at,
          updated_at: last.updated_at
        })
      }).pipe(Effect.provide(TestClock.layer()))))

    test("an edit keeps created_at and moves updated_at; the same content again changes nothing", () =>
      run(Effect.gen(function*() {
        const { ada, application } = yield* world
        const note = yield* write(ada, application, "Before")
        yield* TestClock.adjust("1 minute")
        const edited = yield* edit(ada, note, "After")
        yield* TestClock.adjust("1 minute")
        yield* edit(ada, note, "After")
        expect(edited.created_at).toBe(note.created_at)
        expect(edited.updated_at > note.updated_at).toBe(true)
        expect(yield* list(ada, application)).toEqual([
          {
            id: note.id,
            body: "After",
            author: { id: ada.user_id, full_name: "ada@example.com" },
            created_at: note.created_at,
            updated_at: edited.updated_at
          }
        ])
        expect(yield* eventTypes(ada, note)).toEqual(["note.created", "note.updated"])
      }).pipe(Effect.provide(TestClock.layer()))))

    test("a deleted note is gone, and its deletion is recorded", () =>
      run(Effect.gen(function*() {
        const { ada, application } = yield* world
        const note = yield* write(ada, application, "Gone")
        yield* write(ada, application, "Kept")
        yield* remove(ada, note)
        expect(yield* bodies(ada, application)).toEqual(["Kept"])
        expect(yield* Effect.flip(remove(ada, note))).toBeInstanceOf(Note.NoteNotFound)
        expect(yield* eventTypes(ada, note)).toEqual(["note.created", "note.deleted"])
      })))

    test("of 8 deletions at once exactly one succeeds", () =>
      run(Effect.gen(function*() {
        const { ada, application } = yield* world
        const note = yield* write(ada, application, "Once")
        const outcomes = yield* Effect.all(
          Array.from({ length: 8 }, () => Effect.result(remove(ada, note))),
          { concurrency: "unbounded" }
        )
        expect(outcomes.filter((outcome) => outcome._tag === "Success").length).toBe(1)
        expect(yield* eventTypes(ada, note)).toEqual(["note.created", "note.deleted"])
      })))

    test("8 edits at once all count", () =>
      run(Effect.gen(function*() {
        const { ada, application } = yield* world
        const note = yield* write(ada, application, "0")
        const notes = yield* Notes
        yield* Effect.all(
          Array.from({ length: 8 }, () =>
            notes.modify(ada, application, note.id, (before, context) =>
              Note.edit(before, { note: String(Number(before.body) + 1) }, context))),
          { concurrency: "unbounded" }
        )
        expect(yield* bodies(ada, application)).toEqual(["8"])
      })))

    test("a note for an application that is deleted meanwhile fails and leaves nothing", () =>
      run(Effect.gen(function*() {
        const { ada, application } = yield* world
        const notes = yield* Notes
        const sql = yield* SqlClient.SqlClient
        let decisions = 0
        const late = notes.create(ada, application, (context) => {
          decisions++
          return Note.write(application, { note: "Late" }, context)
        })
        const failure = yield* Effect.flip(meanwhile(deleteApplication(ada.organization_id, application), late))
        expect(failure).toBeInstanceOf(ApplicationNotFound)
        expect(decisions).toBe(1)
        expect(yield* sql`SELECT id FROM events WHERE organization_id = ${ada.organization_id}`).toEqual([])
      })))
  })
}

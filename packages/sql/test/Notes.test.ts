import type { Actor } from "@candor/domain/access/Actor"
import { ApplicationNotFound } from "@candor/domain/application/Application"
import { CandidateNotFound } from "@candor/domain/candidate/Candidate"
import { decodeWith } from "@candor/domain/Encoded"
import * as Note from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import { isOfCandidate, type Owner } from "@candor/domain/part/Owner"
import { describe, expect, test } from "bun:test"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { insertApplication } from "./ApplicationRow.ts"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { meanwhile } from "./Meanwhile.ts"
import * as World from "./World.ts"

const write = (actor: Actor, owner: Owner, note: string) =>
  Effect.flatMap(Notes, (notes) => notes.create(actor, owner, (context) => Note.write(owner, { note }, context)))

const edit = (actor: Actor, written: Note.NoteState, text: string) =>
  Effect.flatMap(
    Notes,
    (notes) => notes.modify(actor, written, written.id, (note, context) => Note.edit(note, { note: text }, context))
  )

const remove = (actor: Actor, note: Note.NoteState) =>
  Effect.flatMap(Notes, (notes) => notes.remove(actor, note, note.id, Note.remove))

const parseNotes = decodeWith(Schema.Array(Note.Note))

const list = (actor: Actor, owner: Owner) =>
  Effect.flatMap(Notes, (notes) => Effect.flatMap(notes.list(actor.organization_id, owner), parseNotes))

const bodies = (actor: Actor, owner: Owner) => Effect.map(list(actor, owner), (notes) => notes.map((note) => note.body))

const eventTypes = (actor: Actor, note: Note.NoteState) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const events = yield* sql<{ type: string }>`
      SELECT type FROM events WHERE organization_id = ${actor.organization_id} AND subject_id = ${note.id} ORDER BY id`
    return events.map((event) => event.type)
  })

const worldOf = (ownerKind: OwnerKind) =>
  Effect.gen(function*() {
    const { actor: ada } = yield* World.organization({ name: "Acme" })
    const { actor: grace } = yield* World.member(ada.organization_id, { email: "grace@example.com", scope: "write" })
    const { candidate_id, id } = yield* insertApplication(ada.organization_id)
    const owner: Owner = ownerKind === "an application" ? { application_id: id } : { candidate_id }
    return { ada, grace, owner }
  })

const ownerKinds = ["an application", "a candidate"] as const
type OwnerKind = (typeof ownerKinds)[number]

/** Deletes the owner with all that belongs to it. */
const deleteOwner = ({ organization_id }: Actor, owner: Owner) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    if (isOfCandidate(owner)) yield* sql`DELETE FROM applications WHERE candidate_id = ${owner.candidate_id}`
    const [table, id] = isOfCandidate(owner)
      ? ["candidates", owner.candidate_id]
      : ["applications", owner.application_id]
    yield* sql`DELETE FROM ${sql(table)} WHERE organization_id = ${organization_id} AND id = ${id}`
  })

for (const [database, kind] of databases.flatMap((database) => ownerKinds.map((kind) => [database, kind] as const))) {
  const run = runOn(forFile(database))
  const world = worldOf(kind)

  describe(`Notes on ${kind} on ${database.name}`, () => {
    test("what is written is what is listed, newest first", () =>
      run(
        Effect.gen(function*() {
          const { ada, grace, owner } = yield* world
          yield* write(ada, owner, "First")
          yield* TestClock.adjust("1 second")
          const last = yield* write(grace, owner, "Second")
          const notes = yield* list(ada, owner)
          expect(notes.map((note) => note.body)).toEqual(["Second", "First"])
          expect(notes[0]).toEqual({
            id: last.id,
            body: "Second",
            visibility: "everyone",
            external_ids: [],
            mentioned_member_ids: [],
            author: { id: grace.user_id, full_name: "grace@example.com" },
            created_at: last.created_at,
            updated_at: last.updated_at
          })
        }).pipe(Effect.provide(TestClock.layer()))
      ))

    test("an edit keeps created_at and moves updated_at; the same content again changes nothing", () =>
      run(
        Effect.gen(function*() {
          const { ada, owner } = yield* world
          const note = yield* write(ada, owner, "Before")
          yield* TestClock.adjust("1 minute")
          const edited = yield* edit(ada, note, "After")
          yield* TestClock.adjust("1 minute")
          yield* edit(ada, note, "After")
          expect(edited.created_at).toBe(note.created_at)
          expect(edited.updated_at > note.updated_at).toBe(true)
          expect(yield* list(ada, owner)).toEqual([
            {
              id: note.id,
              body: "After",
              visibility: "everyone",
              external_ids: [],
              mentioned_member_ids: [],
              author: { id: ada.user_id, full_name: "ada@example.com" },
              created_at: note.created_at,
              updated_at: edited.updated_at
            }
          ])
          expect(yield* eventTypes(ada, note)).toEqual(["note.created", "note.updated"])
        }).pipe(Effect.provide(TestClock.layer()))
      ))

    test("a deleted note is gone, and its deletion is recorded", () =>
      run(Effect.gen(function*() {
        const { ada, owner } = yield* world
        const note = yield* write(ada, owner, "Gone")
        yield* write(ada, owner, "Kept")
        yield* remove(ada, note)
        expect(yield* bodies(ada, owner)).toEqual(["Kept"])
        expect(yield* Effect.flip(remove(ada, note))).toBeInstanceOf(Note.NoteNotFound)
        expect(yield* eventTypes(ada, note)).toEqual(["note.created", "note.deleted"])
      })))

    test("of 8 deletions at once exactly one succeeds", () =>
      run(Effect.gen(function*() {
        const { ada, owner } = yield* world
        const note = yield* write(ada, owner, "Once")
        const outcomes = yield* Effect.all(
          Array.from({ length: 8 }, () => Effect.result(remove(ada, note))),
          { concurrency: "unbounded" }
        )
        expect(outcomes.filter((outcome) => outcome._tag === "Success").length).toBe(1)
        expect(yield* eventTypes(ada, note)).toEqual(["note.created", "note.deleted"])
      })))

    test("8 edits at once all count", () =>
      run(Effect.gen(function*() {
        const { ada, owner } = yield* world
        const note = yield* write(ada, owner, "0")
        const notes = yield* Notes
        yield* Effect.all(
          Array.from({ length: 8 }, () =>
            notes.modify(ada, owner, note.id, (before, context) =>
              Note.edit(before, { note: String(Number(before.body) + 1) }, context))),
          { concurrency: "unbounded" }
        )
        expect(yield* bodies(ada, owner)).toEqual(["8"])
      })))

    test("a note for what is deleted meanwhile fails and leaves nothing", () =>
      run(Effect.gen(function*() {
        const { ada, owner } = yield* world
        const notes = yield* Notes
        const sql = yield* SqlClient.SqlClient
        let decisions = 0
        const late = notes.create(ada, owner, (context) => {
          decisions++
          return Note.write(owner, { note: "Late" }, context)
        })
        const failure = yield* Effect.flip(meanwhile(deleteOwner(ada, owner), late))
        expect(failure).toBeInstanceOf(isOfCandidate(owner) ? CandidateNotFound : ApplicationNotFound)
        expect(decisions).toBe(1)
        expect(yield* sql`SELECT id FROM events WHERE organization_id = ${ada.organization_id}`).toEqual([])
      })))
  })
}

/** The notes and files that a candidate has without an application, in a merge and its undo. */
import type { Actor } from "@candor/domain/access/Actor"
import * as Attachment from "@candor/domain/attachment/Attachment"
import { Attachments } from "@candor/domain/attachment/Attachments"
import { CandidateMerged } from "@candor/domain/candidate/Candidate"
import { decodeWith } from "@candor/domain/Encoded"
import type { CandidateId } from "@candor/domain/Id"
import { maxNotes } from "@candor/domain/application/ApplicationSize"
import * as Note from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import type { OfCandidate } from "@candor/domain/part/Owner"
import { jsonBytes } from "@candor/domain/Text"
import { describe, expect, test } from "bun:test"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { attached, extracted } from "./AttachmentCalls.ts"
import { brokenConstraint } from "../src/database/SqlFailures.ts"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { meanwhile } from "./Meanwhile.ts"
import { merge, unmerge } from "./Merges.ts"
import { anonymise, create, erase, tablesWith } from "./Person.ts"
import * as World from "./World.ts"

const two = Effect.fn("two")(function*(actor: Actor) {
  const [{ id: survivor }, { id: merged }] = [
    yield* create(actor, { full_name: "Grace Hopper", primary_email: "grace@example.com" }),
    yield* create(actor, { full_name: "G. Hopper", primary_email: "hopper@example.com" })
  ]
  return { merged, survivor }
})

const note = (actor: Actor, owner: OfCandidate, text = "Hire.") =>
  Effect.flatMap(Notes, (notes) => notes.create(actor, owner, (context) => Note.write(owner, { note: text }, context)))

/** The texts of a candidate's notes, and the names of its files; and whether its counters are what there is. */
const ownOf = Effect.fn("ownOf")(function*({ organization_id }: Actor, candidate_id: CandidateId) {
  const sql = yield* SqlClient.SqlClient
  const notes = yield* Effect.flatMap(
    (yield* Notes).list(organization_id, { candidate_id }),
    decodeWith(Schema.Array(Note.Note))
  )
  const files = yield* (yield* Attachments).list(organization_id, { candidate_id })
  const [counters] = yield* sql`
    SELECT notes_counted, text_bytes, files_counted, file_bytes FROM candidates c WHERE c.id = ${candidate_id}`
  return {
    texts: notes.map(({ body }) => body).toSorted(),
    names: files.map(({ original_filename }) => original_filename).toSorted(),
    isCounted: Bun.deepEquals(counters, {
      notes_counted: notes.length,
      text_bytes: notes.reduce((sum, { body }) => sum + jsonBytes(body), 0),
      files_counted: files.length,
      file_bytes: files.reduce((sum, { size_bytes }) => sum + size_bytes!, 0)
    })
  }
})

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`What a merged candidate has without an application on ${database.name}`, () => {
    test("is not lost by a version that merges without moving it: the merge is refused as a whole", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { merged, survivor } = yield* two(actor)
        yield* note(actor, { candidate_id: merged })
        const sql = yield* SqlClient.SqlClient
        // The statements of the version of 27 November that matter here.
        const failure = yield* Effect.flip(sql.withTransaction(Effect.andThen(
          sql`DELETE FROM candidates c WHERE c.organization_id = ${actor.organization_id} AND c.id = ${merged}`,
          sql`INSERT INTO candidate_merges (organization_id, candidate_id, merged_into, into_id, sequence, merged_at, undo)
            VALUES (${actor.organization_id}, ${merged}, ${survivor}, ${survivor}, 1, now(), '{}')`
        )))
        expect(brokenConstraint(failure)).toBe("candidate_merges_parts")
        expect((yield* ownOf(actor, merged)).texts).toEqual(["Hire."])
      })))

    test("moves to the survivor, and comes back as far as the survivor still has it", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { merged, survivor } = yield* two(actor)
        const owner = { candidate_id: merged }
        const [kept, gone] = [yield* note(actor, owner, "é\n kept"), yield* note(actor, owner, "gone")]
        yield* note(actor, { candidate_id: survivor }, "mine")
        const file = yield* attached(actor, owner, { original_filename: "kept.pdf" })
        yield* attached(actor, { candidate_id: survivor }, { original_filename: "mine.pdf", size_bytes: 10 })
        yield* merge(actor, merged, survivor)
        const all = { texts: ["gone", "mine", "é\n kept"], names: ["kept.pdf", "mine.pdf"], isCounted: true }
        expect(yield* ownOf(actor, survivor)).toEqual(all)
        // A merged candidate is read as its survivor, and gets nothing more.
        const { attachments, notes } = { attachments: yield* Attachments, notes: yield* Notes }
        expect(yield* attachments.list(actor.organization_id, owner)).toHaveLength(2)
        expect((yield* attachments.get(actor.organization_id, owner, file.id)).id).toBe(file.id)
        const refused = new CandidateMerged({ id: merged, into: survivor })
        for (
          const change of [note(actor, owner), notes.remove(actor, owner, gone.id, Note.remove), attached(actor, owner)]
        ) {
          expect(yield* Effect.flip(change as Effect.Effect<unknown, unknown, Notes | Attachments>)).toEqual(refused)
        }
        expect(yield* Effect.flip(attachments.remove(actor, owner, file.id, Attachment.remove))).toEqual(refused)
        yield* notes.remove(actor, { candidate_id: survivor }, gone.id, Note.remove)
        yield* notes.modify(actor, { candidate_id: survivor }, kept.id, (one, context) =>
          Note.edit(one, { note: "edited since" }, context))
        yield* extracted(actor, file.id, "Compilers")
        yield* note(actor, { candidate_id: survivor }, "new")
        yield* unmerge(actor, merged)
        expect(yield* ownOf(actor, merged)).toEqual({ texts: ["edited since"], names: ["kept.pdf"], isCounted: true })
        expect(yield* ownOf(actor, survivor)).toEqual({ texts: ["mine", "new"], names: ["mine.pdf"], isCounted: true })
      })))

    test("is erased with a candidate who came back, also what was written of it meanwhile", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { merged, survivor } = yield* two(actor)
        const { id } = yield* note(actor, { candidate_id: merged }, "zq7marker")
        yield* merge(actor, merged, survivor)
        yield* (yield* Notes).modify(
          actor,
          { candidate_id: survivor },
          id,
          (one, context) => Note.edit(one, { note: "zq7marker now" }, context)
        )
        yield* unmerge(actor, merged)
        yield* anonymise(actor, merged)
        expect(yield* tablesWith("zq7marker")).toEqual(["events"])
        yield* erase(actor)
        expect(yield* tablesWith("zq7marker")).toEqual([])
      })))

    test("is taken along if it came meanwhile; a merge that exceeds a limit by it is refused", () =>
      run(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { actor } = yield* World.organization({ name: "Acme" })
        const { merged, survivor } = yield* two(actor)
        yield* meanwhile(note(actor, { candidate_id: merged }, "late"), merge(actor, merged, survivor))
        expect(yield* ownOf(actor, survivor)).toEqual({ texts: ["late"], names: [], isCounted: true })
        const { id: other } = yield* create(actor, { full_name: "Grace", primary_email: null })
        yield* sql`UPDATE candidates SET notes_counted = ${maxNotes.limit - 1} WHERE id = ${survivor}`
        const late = Effect.all([note(actor, { candidate_id: other }), note(actor, { candidate_id: other })])
        expect(yield* Effect.flip(meanwhile(late, merge(actor, other, survivor)))).toMatchObject({
          _tag: "LimitReached",
          limit: maxNotes.limit,
          present: maxNotes.limit - 1,
          added: 2
        })
      })))
  })
}

/** Stored notes. */
import type { Actor } from "@candor/domain/access/Actor"
import { ApplicationNotFound } from "@candor/domain/application/ApplicationNotFound"
import * as ApplicationSize from "@candor/domain/application/ApplicationSize"
import { type Decision, type DecisionContext, onlyIf } from "@candor/domain/Decision"
import type { ApplicationId, NoteId, OrganizationId } from "@candor/domain/Id"
import { listOf } from "@candor/domain/Encoded"
import { type Note, NoteNotFound, type NoteState } from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { noteShown } from "../application/ApplicationQueries.ts"
import { addToSize, applicationSize, applicationSizeGuard, sizeColumns } from "../application/ApplicationSize.ts"
import type { Key } from "../../statements/Batching.ts"
import { erasureOf } from "../../queue/Erasure.ts"
import { insertRow } from "../../statements/Inserts.ts"
import { batchedRead } from "../../statements/Reads.ts"
import { save } from "../../statements/Saving.ts"
import { batchedUpdate } from "../../statements/Updates.ts"
import { applicationIsVisible, ofVisibleJob, visibleApplicationId } from "../application/Visibility.ts"
import { write } from "../../statements/Writing.ts"

/** The row of an application that is there and has no such note. */
interface Without {
  readonly id: null
}

/** A note with the size of its application. */
interface Loaded extends Pick<NoteState, "id" | "version"> {
  readonly note: NoteState
  readonly size: ApplicationSize.ApplicationSize
}

/** The size that an edit adds to the application. */
const growth = (before: NoteState, after: NoteState) =>
  ApplicationSize.difference(ApplicationSize.ofNote(before), ApplicationSize.ofNote(after))

/** The size that a deletion adds to the application, which is negative. */
const removal = (note: NoteState) =>
  ApplicationSize.difference(ApplicationSize.ofNote(note), ApplicationSize.nothing)

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  // One row for each note, so that no message of the database is longer than a note.
  const list = (organization: OrganizationId, application: ApplicationId) =>
    sql<{ readonly json: Uint8Array | null }>`
      SELECT CASE WHEN n.id IS NOT NULL THEN convert_to(${sql.literal(noteShown("n"))}::text, 'UTF8') END AS json
      FROM applications a
      LEFT JOIN notes n ON n.organization_id = a.organization_id AND n.application_id = a.id
      WHERE a.organization_id = ${organization} AND a.id = ${application} AND ${sql.literal(ofVisibleJob)}
      ORDER BY n.created_at DESC, n.id DESC
    `.pipe(
      Effect.orDie,
      Effect.flatMap((rows) =>
        rows.length === 0
          ? new ApplicationNotFound({ id: application })
          : Effect.succeed(listOf<Note>(rows.flatMap(({ json }) => json ?? [])))
      )
    )

  const find = batchedRead<Key<NoteId> & { readonly application_id: ApplicationId }, (NoteState | Without) & ApplicationSize.ApplicationSize>(
    sql,
    "notes",
    sql`
      SELECT n.id, n.application_id, n.author_id, n.body, n.version, n.created_at, n.updated_at, ${sql.literal(sizeColumns)}
      FROM applications a
      LEFT JOIN notes n ON n.organization_id = a.organization_id AND n.application_id = a.id AND n.id = request.id
      WHERE a.organization_id = request.organization_id AND a.id = request.application_id AND ${sql.literal(ofVisibleJob)}
    `
  )

  const load = Effect.fnUntraced(function*(organization_id: OrganizationId, application_id: ApplicationId, id: NoteId) {
    const [row] = yield* Effect.orDie(find({ organization_id, application_id, id }))
    if (row === undefined) return yield* new ApplicationNotFound({ id: application_id })
    if (row.id === null) return yield* new NoteNotFound({ id })
    const { feedback_counted, notes_counted, text_bytes, ...note } = row
    return { id, version: note.version, note, size: { feedback_counted, notes_counted, text_bytes } }
  })

  const create = <Failure>(
    actor: Actor,
    application: ApplicationId,
    decide: (context: DecisionContext) => Decision<NoteState, Failure>
  ) =>
    write({
      actor,
      load: applicationSize(sql, actor.organization_id, application),
      decide: (size, context) =>
        onlyIf(decide(context), (note) => ApplicationSize.withinLimits(size, ApplicationSize.ofNote(note))),
      save: (change) =>
        save(sql, change, {
          saved: sql`
            ${
            insertRow(sql, "notes", {
              organization_id: actor.organization_id,
              ...change.decided.entity,
              application_id: visibleApplicationId(sql, actor.organization_id, application)
            })
          } RETURNING id`,
          increments: [addToSize(application, ApplicationSize.ofNote(change.decided.entity))]
        }),
      races: ["notes_application", applicationSizeGuard]
    })

  const update = batchedUpdate<Loaded, NoteState>(sql, {
    table: "notes",
    key: ["application_id"],
    set: ["body"],
    row: (note) => note,
    where: applicationIsVisible("t.organization_id", "t.application_id"),
    locks: { table: "applications", by: "application_id" },
    belongings: ({ before: { note }, decided: { entity } }) => ({
      increments: [addToSize(note.application_id, growth(note, entity))]
    })
  })

  const modify = <Failure>(
    actor: Actor,
    application: ApplicationId,
    id: NoteId,
    decide: (note: NoteState, context: DecisionContext) => Decision<NoteState, Failure>
  ) =>
    write({
      actor,
      load: load(actor.organization_id, application, id),
      decide: ({ note, size }, context) =>
        onlyIf(decide(note, context), (after) => ApplicationSize.withinLimits(size, growth(note, after))),
      save: update,
      races: [applicationSizeGuard]
    })

  const remove = <Failure>(
    actor: Actor,
    application: ApplicationId,
    id: NoteId,
    decide: (note: NoteState, context: DecisionContext) => Decision<NoteState, Failure>
  ) =>
    write({
      actor,
      load: load(actor.organization_id, application, id),
      decide: ({ note }, context) => decide(note, context),
      save: (change) =>
        save(sql, change, {
          saved: sql`
            DELETE FROM notes n
            WHERE n.organization_id = ${actor.organization_id} AND n.application_id = ${application} AND n.id = ${id}
              AND n.version = ${change.before.version}
              AND ${sql.literal(applicationIsVisible("n.organization_id", "n.application_id"))}
            RETURNING id`,
          increments: [addToSize(application, removal(change.before.note))],
          work: [erasureOf(change.context, id)]
        })
    })

  return Notes.of({ list, create, modify, remove })
})

export const layer = Layer.effect(Notes, make)

/** Stored notes. */
import type { Actor } from "@candor/domain/access/Actor"
import { ApplicationNotFound } from "@candor/domain/application/ApplicationNotFound"
import * as ApplicationSize from "@candor/domain/application/ApplicationSize"
import { type Decision, type DecisionContext, onlyIf } from "@candor/domain/Decision"
import type { ApplicationId, NoteId, OrganizationId } from "@candor/domain/Id"
import { listOf } from "@candor/domain/Encoded"
import { type Note, NoteNotFound, type NoteState } from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import { PgTypes } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { noteShown } from "../application/ApplicationQueries.ts"
import { applicationSize, applicationSizeGuard, counted, sizeColumns } from "../application/ApplicationSize.ts"
import { batched, fewRowsExpected, type Key, type Placed } from "../../statements/Batching.ts"
import { type Change, rowsOf } from "../../statements/Change.ts"
import { erasureAsked } from "../../queue/Erasure.ts"
import { insertRow } from "../../statements/InsertRow.ts"
import { recorded } from "../../statements/Recording.ts"
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

/** What an edit adds to the size of the application. */
const growth = (before: NoteState, after: NoteState) =>
  ApplicationSize.difference(ApplicationSize.ofNote(before), ApplicationSize.ofNote(after))

/** What a deletion adds to it: less than nothing. */
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

  const find = batched(sql, (asked: ReadonlyArray<Key<NoteId> & { readonly application_id: ApplicationId }>) =>
    sql<(NoteState | Without) & ApplicationSize.ApplicationSize & Placed>`
      SELECT asked.place, n.id, n.application_id, n.author_id, n.body, n.version, n.created_at, n.updated_at,
        ${sql.literal(sizeColumns)}
      FROM jsonb_to_recordset(${PgTypes.jsonb(asked)})
        AS asked (place integer, organization_id uuid, application_id uuid, id uuid)
      JOIN applications a ON a.organization_id = asked.organization_id AND a.id = asked.application_id
      LEFT JOIN notes n
        ON n.organization_id = a.organization_id AND n.application_id = a.id AND n.id = asked.id
      WHERE ${fewRowsExpected} AND ${sql.literal(ofVisibleJob)}
    `)

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
        sql`
          WITH saved AS (
            INSERT INTO notes ${
          insertRow(sql, {
            organization_id: actor.organization_id,
            ...change.decided.entity,
            application_id: visibleApplicationId(sql, actor.organization_id, application)
          })
        }
            RETURNING organization_id, application_id, 0 AS place
          ), ${counted(sql, [{ place: 0, ...ApplicationSize.ofNote(change.decided.entity) }])}, ${recorded(sql, [change])}
          SELECT FROM saved
        `,
      races: ["notes_application", applicationSizeGuard]
    })

  const save = batched(sql, (changes: ReadonlyArray<Change<Loaded, NoteState>>) => {
    const added = changes.map(({ before: { note }, decided: { entity }, place }) => ({ place, ...growth(note, entity) }))
    const rows = rowsOf(changes, ({ application_id, body, version }) => ({
      application_id,
      body,
      version
    }))
    return sql<Placed>`
      WITH saved AS (
        UPDATE notes n SET body = x.body, updated_at = x.updated_at, version = x.version
        FROM jsonb_to_recordset(${rows}) AS x (place integer, organization_id uuid, application_id uuid,
          id uuid, loaded integer, body text, updated_at timestamptz, version integer)
        WHERE ${fewRowsExpected} AND n.organization_id = x.organization_id AND n.application_id = x.application_id AND n.id = x.id
          AND n.version = x.loaded
          AND ${sql.literal(applicationIsVisible("n.organization_id", "n.application_id"))}
        RETURNING x.place, n.organization_id, n.application_id
      ), ${counted(sql, added)}, ${recorded(sql, changes)}
      SELECT saved.place FROM saved
    `
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
      save,
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
        sql`
          WITH saved AS (
            DELETE FROM notes n
            WHERE n.organization_id = ${actor.organization_id} AND n.application_id = ${application} AND n.id = ${id}
              AND n.version = ${change.before.version}
              AND ${sql.literal(applicationIsVisible("n.organization_id", "n.application_id"))}
            RETURNING organization_id, application_id, 0 AS place
          ), ${counted(sql, [{ place: 0, ...removal(change.before.note) }])}, ${recorded(sql, [change])}, ${erasureAsked(sql, change.context, id)}
          SELECT FROM saved
        `
    })

  return Notes.of({ list, create, modify, remove })
})

export const layer = Layer.effect(Notes, make)

/** Stored notes. */
import type { Actor } from "@candor/domain/Actor"
import { ApplicationNotFound } from "@candor/domain/ApplicationNotFound"
import type { Decided, Decision, Facts } from "@candor/domain/Decision"
import type { ApplicationId, NoteId, OrganizationId } from "@candor/domain/Id"
import { type Note, NoteNotFound, type NoteState } from "@candor/domain/Note"
import { Notes } from "@candor/domain/Notes"
import { Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { applicationExists } from "./ApplicationExists.ts"
import { erasureAsked } from "./Erasure.ts"
import { recorded } from "./Recording.ts"
import { write } from "./Writing.ts"

/** The row of an application that is there and has no such note. */
interface Without {
  readonly id: null
}

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const provide = Effect.provideService(SecureRandom.SecureRandom, yield* SecureRandom.SecureRandom)

  const list = Effect.fnUntraced(function*(organization: OrganizationId, application: ApplicationId) {
    const rows = yield* sql<Note | Without>`
      SELECT n.id, n.body, n.created_at, n.updated_at
      FROM applications a
      LEFT JOIN notes n ON n.organization_id = a.organization_id AND n.application_id = a.id
      WHERE a.organization_id = ${organization} AND a.id = ${application}
      ORDER BY n.created_at DESC, n.id DESC
    `.pipe(Effect.orDie)
    if (rows.length === 0) return yield* new ApplicationNotFound({ id: application })
    return rows.filter((row) => row.id !== null)
  })

  const load = Effect.fnUntraced(function*(organization: OrganizationId, application: ApplicationId, id: NoteId) {
    const [row] = yield* sql<NoteState | Without>`
      SELECT n.id, n.application_id, n.author_id, n.body, n.version, n.created_at, n.updated_at
      FROM applications a
      LEFT JOIN notes n ON n.organization_id = a.organization_id AND n.application_id = a.id AND n.id = ${id}
      WHERE a.organization_id = ${organization} AND a.id = ${application}
    `.pipe(Effect.orDie)
    if (row === undefined) return yield* new ApplicationNotFound({ id: application })
    if (row.id === null) return yield* new NoteNotFound({ id })
    return row
  })

  const create = <Failure>(
    actor: Actor,
    application: ApplicationId,
    decide: (facts: Facts) => Decision<NoteState, Failure>
  ) =>
    provide(write({
      actor,
      load: applicationExists(sql, actor.organization_id, application),
      decide: (_, facts) => decide(facts),
      save: (_, { entity: note, events }, facts) =>
        sql`
          WITH saved AS (
            INSERT INTO notes ${sql.insert({ organization_id: actor.organization_id, ...note })} RETURNING id
          ), ${recorded(sql, facts, events)}
          SELECT FROM saved
        `,
      races: ["notes_application"]
    }))

  const modify = <Failure>(
    actor: Actor,
    application: ApplicationId,
    id: NoteId,
    decide: (note: NoteState, facts: Facts) => Decision<NoteState, Failure>
  ) =>
    provide(write({
      actor,
      load: load(actor.organization_id, application, id),
      decide,
      save: (before: NoteState, { entity: note, events }: Decided<NoteState>, facts) =>
        sql`
          WITH saved AS (
            UPDATE notes SET body = ${note.body}, updated_at = ${note.updated_at}, version = ${note.version}
            WHERE organization_id = ${actor.organization_id} AND application_id = ${application} AND id = ${id}
              AND version = ${before.version}
            RETURNING id
          ), ${recorded(sql, facts, events)}
          SELECT FROM saved
        `
    }))

  const remove = <Failure>(
    actor: Actor,
    application: ApplicationId,
    id: NoteId,
    decide: (note: NoteState, facts: Facts) => Decision<NoteState, Failure>
  ) =>
    provide(write({
      actor,
      load: load(actor.organization_id, application, id),
      decide,
      save: (before: NoteState, { events }: Decided<NoteState>, facts) =>
        sql`
          WITH saved AS (
            DELETE FROM notes
            WHERE organization_id = ${actor.organization_id} AND application_id = ${application} AND id = ${id}
              AND version = ${before.version}
            RETURNING id
          ), ${recorded(sql, facts, events)}, ${erasureAsked(sql, facts, id)}
          SELECT FROM saved
        `
    }))

  return Notes.of({ list, create, modify, remove })
})

export const layer = Layer.effect(Notes, make)

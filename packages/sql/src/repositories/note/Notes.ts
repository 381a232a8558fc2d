/** Stored notes. */
import * as ApplicationSize from "@candor/domain/application/ApplicationSize"
import type { NoteId } from "@candor/domain/Id"
import { type Note, NoteNotFound, noun, type NoteState } from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import type { Owner } from "@candor/domain/part/Owner"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { noteShown } from "../application/ApplicationQueries.ts"
import { storedParts } from "../part/StoredParts.ts"

const make = Effect.map(SqlClient.SqlClient, (sql) =>
  Notes.of(storedParts<NoteId, Note, NoteState, NoteNotFound, Owner>(sql, {
    noun,
    shown: noteShown,
    size: ApplicationSize.ofNote,
    notFound: (id) => new NoteNotFound({ id })
  })))

export const layer = Layer.effect(Notes, make)

/** Stored notes. */
import type { Actor } from "@candor/domain/access/Actor"
import * as ApplicationSize from "@candor/domain/application/ApplicationSize"
import type { NoteId } from "@candor/domain/Id"
import { type Note, NoteNotFound, noun, type NoteState } from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import type { Owner } from "@candor/domain/part/Owner"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { ofAllJobs } from "../../database/Viewer.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { noteShown } from "../application/ApplicationQueries.ts"
import { applicationIsVisible } from "../application/Visibility.ts"
import { storedParts } from "../part/StoredParts.ts"

const make = Effect.map(SqlClient.SqlClient, (sql) => {
  // Nobody else sees a difference, so there is no version and no event. If the note is edited concurrently, the mention
  // may stay unseen.
  const see = ({ organization_id, user_id }: Actor, id: NoteId) =>
    sql`
      SELECT n.id FROM $notes n WHERE n.organization_id = $organization AND n.id = ${id}
        AND (n.application_id IS NULL OR ${sql.literal(applicationIsVisible("n.application_id"))})
    `.pipe(
      ofOrganization(sql, organization_id),
      Effect.orDie,
      Effect.filterOrFail((rows) => rows.length > 0, () => new NoteNotFound({ id })),
      Effect.andThen(ofAllJobs(Effect.orDie(sql`
        UPDATE notes n SET unseen_by = array_remove(n.unseen_by, ${user_id}::uuid)
        WHERE n.organization_id = $organization AND n.id = ${id}
          AND (n.application_id IS NULL OR ${sql.literal(applicationIsVisible("n.application_id"))})
      `.pipe(ofOrganization(sql, organization_id))))),
      Effect.asVoid
    )

  return Notes.of({
    ...storedParts<NoteId, Note, NoteState, NoteNotFound, Owner>(sql, {
      noun,
      shown: noteShown,
      size: ApplicationSize.ofNote,
      notFound: (id) => new NoteNotFound({ id })
    }),
    see
  })
})

export const layer = Layer.effect(Notes, make)

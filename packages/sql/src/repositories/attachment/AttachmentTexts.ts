/** Stored texts of attachments. An attachment of a deleted job is not found. */
import type { Worker } from "@candor/domain/access/Actor"
import { AttachmentNotFound, type AttachmentState, noun } from "@candor/domain/attachment/Attachment"
import { AttachmentTexts } from "@candor/domain/attachment/AttachmentTexts"
import type { Decision } from "@candor/domain/Decision"
import type { AttachmentId, OrganizationId } from "@candor/domain/Id"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { changedColumns, rowColumns } from "../../statements/Nouns.ts"
import { columnsOf, setFrom } from "../../statements/Rows.ts"
import { save } from "../../statements/Saving.ts"
import { write } from "../../statements/Writing.ts"
import { applicationTouched } from "../application/ApplicationSize.ts"
import { applicationIsVisible } from "../application/Visibility.ts"

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const isVisible = sql.literal(applicationIsVisible("p.organization_id", "p.application_id"))

  const get = (organization: OrganizationId, id: AttachmentId) =>
    sql<AttachmentState>`
      SELECT ${sql.literal(columnsOf("p", rowColumns(noun)))} FROM attachments p
      WHERE p.organization_id = ${organization} AND p.id = ${id} AND ${isVisible}
    `.pipe(
      Effect.orDie,
      Effect.flatMap(([attachment]) =>
        attachment === undefined ? new AttachmentNotFound({ id }) : Effect.succeed(attachment))
    )

  const modify = <Failure>(
    worker: Worker,
    id: AttachmentId,
    decide: (attachment: AttachmentState) => Decision<AttachmentState, Failure>
  ) =>
    write({
      actor: worker,
      load: get(worker.organization_id, id),
      decide,
      save: (change) =>
        save(sql, change, {
          // Locked before the attachment, as a deletion of the application locks them.
          before: [sql`application AS MATERIALIZED (
            SELECT a.id FROM applications a
            WHERE a.organization_id = ${worker.organization_id} AND a.id = ${change.before.application_id}
            FOR NO KEY UPDATE
          )`],
          saved: sql`
            UPDATE attachments p SET ${setFrom(sql, "attachments", changedColumns(noun), change.decided.entity)}
            WHERE p.organization_id = ${worker.organization_id} AND p.id = ${id} AND ${isVisible}
              AND p.text_status = ${change.before.text_status} AND EXISTS (SELECT FROM application)
            RETURNING p.id`,
          after: [applicationTouched(sql, worker.organization_id, change.before.application_id, change.context.now)]
        })
    })

  return AttachmentTexts.of({ get, modify })
})

export const layer = Layer.effect(AttachmentTexts, make)

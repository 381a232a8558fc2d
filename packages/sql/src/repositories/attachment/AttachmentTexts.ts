/** Stored texts of attachments. An attachment of a deleted job is not found. */
import type { Worker } from "@candor/domain/access/Actor"
import { AttachmentNotFound, type AttachmentState, noun } from "@candor/domain/attachment/Attachment"
import { AttachmentTexts } from "@candor/domain/attachment/AttachmentTexts"
import type { Decision } from "@candor/domain/Decision"
import type { ApplicationId, AttachmentId, CandidateId, OrganizationId } from "@candor/domain/Id"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as SignalWork from "../../queue/SignalWork.ts"
import { changedColumns, rowColumns } from "../../statements/Nouns.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { columnsOf, setFrom } from "../../statements/Rows.ts"
import { save } from "../../statements/Saving.ts"
import { write } from "../../statements/Writing.ts"
import { applicationIsVisible } from "../application/Visibility.ts"
import { ownerIn, ownerKinds } from "../part/Owners.ts"

/** A row of the database: the owner columns that do not apply are null. */
interface Row extends Omit<AttachmentState, "application_id" | "candidate_id"> {
  readonly application_id: ApplicationId | null
  readonly candidate_id: CandidateId | null
}

const stateOf = ({ application_id, candidate_id, ...row }: Row): AttachmentState =>
  application_id === null ? { ...row, candidate_id: candidate_id! } : { ...row, application_id }

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const kinds = ownerKinds(sql)

  const get = (organization: OrganizationId, id: AttachmentId) =>
    sql<Row>`
      SELECT ${sql.literal(columnsOf("p", rowColumns(noun)))} FROM attachments p
      WHERE p.organization_id = $organization AND p.id = ${id}
        AND (p.application_id IS NULL OR ${sql.literal(applicationIsVisible("p.application_id"))})
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap(([row]) => row === undefined ? new AttachmentNotFound({ id }) : Effect.succeed(stateOf(row)))
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
      save: (change) => {
        const [subject, owner] = ownerIn(change.before)
        const { column, isOfVisible, table, touched } = kinds[subject]!
        return save(sql, change, {
          // The owner is locked before the attachment, in the same order as a deletion of the owner does.
          before: [sql`owner AS MATERIALIZED (
            SELECT o.id FROM ${
            sql.literal(table)
          } o WHERE o.organization_id = ${worker.organization_id} AND o.id = ${owner}
            FOR NO KEY UPDATE
          )`],
          saved: sql`
            UPDATE attachments p SET ${setFrom(sql, "attachments", changedColumns(noun), change.decided.entity)}
            WHERE p.organization_id = ${worker.organization_id} AND p.id = ${id} AND p.${sql.literal(column)} = ${owner}
              AND ${
            sql.literal(isOfVisible("p"))
          } AND p.text_status = ${change.before.text_status} AND EXISTS (SELECT FROM owner)
            RETURNING p.id`,
          after: touched(worker.organization_id, owner, change.context.now),
          work: change.before.application_id === undefined
            ? []
            : [SignalWork.of(id, { application_id: change.before.application_id }, worker)]
        })
      }
    })

  return AttachmentTexts.of({ get, modify })
})

export const layer = Layer.effect(AttachmentTexts, make)

/** Stored attachments. Triggers count them and queue the removal of their contents (migration 0020). */
import type { Actor } from "@candor/domain/access/Actor"
import { ApplicationNotFound } from "@candor/domain/application/ApplicationNotFound"
import {
  type AttachmentDetail,
  AttachmentNotFound,
  type AttachmentWithoutText,
  noun,
  type StoredAttachment
} from "@candor/domain/attachment/Attachment"
import { Attachments } from "@candor/domain/attachment/Attachments"
import type { ContentKey } from "@candor/domain/attachment/AttachmentStore"
import { type FileUsages, withinLimits } from "@candor/domain/attachment/FileUsage"
import { notAnonymised } from "@candor/domain/candidate/Anonymised"
import { type Decision, type DecisionContext, onlyIf } from "@candor/domain/Decision"
import { type ApplicationId, AttachmentId, type OrganizationId } from "@candor/domain/Id"
import type { Timestamp } from "@candor/domain/Timestamp"
import { PgTypes } from "@effect/sql-pg"
import { Effect, Layer, Result } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { afterUpload, queue } from "../../queue/ContentWork.ts"
import { erasureOf } from "../../queue/Erasure.ts"
import { enqueued } from "../../queue/Queue.ts"
import * as TextWork from "../../queue/TextWork.ts"
import { rowColumns, shownColumns } from "../../statements/Nouns.ts"
import { columnsOf } from "../../statements/Rows.ts"
import { save } from "../../statements/Saving.ts"
import { write } from "../../statements/Writing.ts"
import { anonymisedGuard, applicationTouched } from "../application/ApplicationSize.ts"
import { applicationIsVisible, ofVisibleJob, visibleApplicationId } from "../application/Visibility.ts"

/** A row of a LEFT JOIN with an application: without an attachment its columns are null. */
type Joined = AttachmentDetail | { readonly id: null }

const isAttachment = (row: Joined): row is AttachmentDetail => row.id !== null

/** The columns of a new row besides its organization and its application. */
const columns = rowColumns(noun).filter((column) => column !== "application_id")

interface Room extends FileUsages {
  readonly anonymised_at: Timestamp | null
  readonly is_reserved: boolean
}

interface UsageColumns {
  readonly anonymised_at: Timestamp | null
  readonly is_reserved: boolean
  readonly files_counted: number
  readonly file_bytes: number
  readonly organization_files: number
  readonly organization_bytes: number
}

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const random = yield* SecureRandom.SecureRandom

  /** The application with its attachments `p` that meet a condition. */
  const ofApplication = (organization: OrganizationId, application: ApplicationId, id?: AttachmentId) =>
    sql<Joined>`
      SELECT ${sql.literal(columnsOf("p", shownColumns(noun)))} FROM applications a
      LEFT JOIN attachments p ON p.organization_id = a.organization_id AND p.application_id = a.id
        AND ${id === undefined ? sql`true` : sql`p.id = ${id}`}
      WHERE a.organization_id = ${organization} AND a.id = ${application} AND ${sql.literal(ofVisibleJob)}
      ORDER BY p.created_at DESC, p.id DESC
    `.pipe(
      Effect.orDie,
      Effect.flatMap((rows) =>
        rows.length === 0 ? new ApplicationNotFound({ id: application }) : Effect.succeed(rows.filter(isAttachment))
      )
    )

  const list = (organization: OrganizationId, application: ApplicationId) => ofApplication(organization, application)

  const get = (organization: OrganizationId, application: ApplicationId, id: AttachmentId) =>
    Effect.flatMap(ofApplication(organization, application, id), ([attachment]) =>
      attachment === undefined ? new AttachmentNotFound({ id }) : Effect.succeed(attachment))

  /** The room that is left, and whether the removal of the content is still queued for later. */
  const room = (organization: OrganizationId, application: ApplicationId, id: AttachmentId) =>
    sql<UsageColumns>`
      SELECT a.anonymised_at, a.files_counted, a.file_bytes, coalesce(u.files_counted, 0) AS organization_files,
        coalesce(u.file_bytes, 0) AS organization_bytes, EXISTS (
          SELECT FROM queue q
          WHERE q.queue_name = ${queue} AND q.id = ${id} AND q.state = 'pending' AND q.acquired_at IS NULL
        ) AS is_reserved
      FROM applications a LEFT JOIN file_usage u ON u.organization_id = a.organization_id
      WHERE a.organization_id = ${organization} AND a.id = ${application} AND ${sql.literal(ofVisibleJob)}
    `.pipe(
      Effect.orDie,
      Effect.flatMap(([row]): Effect.Effect<Room, ApplicationNotFound> =>
        row === undefined
          ? new ApplicationNotFound({ id: application })
          : Effect.succeed({
            application: { files_counted: row.files_counted, file_bytes: row.file_bytes },
            organization: { files_counted: row.organization_files, file_bytes: row.organization_bytes },
            anonymised_at: row.anonymised_at,
            is_reserved: row.is_reserved
          })
      )
    )

  const reserve = Effect.fn("Attachments.reserve")(function*(actor: Actor, application: ApplicationId) {
    const id = AttachmentId.make(yield* random.uuidV7())
    const present = yield* room(actor.organization_id, application, id)
    yield* Effect.fromResult(Result.andThen(notAnonymised(present), withinLimits(present, 0)))
    const work = afterUpload({ organization_id: actor.organization_id, id })
    yield* Effect.orDie(sql`WITH ${enqueued(sql, [work], sql`true`)} SELECT 1`)
    return id
  })

  /** Deletes the queued removal of a content, unless a process has taken it. */
  const withdrawn = (id: AttachmentId) =>
    sql`DELETE FROM queue WHERE queue_name = ${queue} AND id = ${id} AND state = 'pending' AND acquired_at IS NULL`

  const release = (id: AttachmentId) => Effect.asVoid(Effect.orDie(withdrawn(id)))

  // Where the removal was taken, the row is not stored: it would name a content that is going to be removed.
  const add = <Failure>(
    actor: Actor,
    application: ApplicationId,
    id: AttachmentId,
    decide: (context: DecisionContext) => Decision<StoredAttachment, Failure>
  ) =>
    write({
      actor,
      load: Effect.tap(room(actor.organization_id, application, id), ({ is_reserved }) =>
        is_reserved ? Effect.void : Effect.die(new Error(`The reservation of the content ${id} has ended`))),
      decide: (present: Room, context) =>
        Result.flatMap(notAnonymised(present), () => onlyIf(decide(context), ({ size_bytes }) => withinLimits(present, size_bytes))),
      save: (change) => {
        const { entity } = change.decided
        return save(sql, change, {
          before: [sql`withdrawn AS (${withdrawn(id)} RETURNING id)`],
          saved: sql`
            INSERT INTO attachments (organization_id, application_id, ${sql.literal(columns.join(", "))})
            SELECT ${actor.organization_id}::uuid, ${visibleApplicationId(sql, actor.organization_id, application)}::uuid,
              ${sql.literal(columnsOf("x", columns))}
            FROM withdrawn, jsonb_populate_record(NULL::attachments, ${PgTypes.jsonb(entity)}) x
            RETURNING id`,
          after: [applicationTouched(sql, actor.organization_id, application, change.context.now)],
          work: entity.text_status === null ? [] : [TextWork.of(id, actor)]
        })
      },
      races: ["attachments_organization_id_application_id_fkey", "applications_files", "file_usage_limit", anonymisedGuard]
    })

  const remove = <Failure>(
    actor: Actor,
    application: ApplicationId,
    id: AttachmentId,
    decide: (attachment: AttachmentWithoutText, context: DecisionContext) => Decision<AttachmentWithoutText, Failure>
  ) =>
    write({
      actor,
      load: get(actor.organization_id, application, id),
      decide: (attachment, context) => decide({ ...attachment, application_id: application }, context),
      save: (change) =>
        save(sql, change, {
          saved: sql`
            DELETE FROM attachments p
            WHERE p.organization_id = ${actor.organization_id} AND p.application_id = ${application} AND p.id = ${id}
              AND ${sql.literal(applicationIsVisible("p.organization_id", "p.application_id"))}
            RETURNING p.id`,
          after: [applicationTouched(sql, actor.organization_id, application, change.context.now)],
          work: [erasureOf(change.context, id)]
        })
    })

  // Marked jobs included: their contents are removed with their rows.
  const isNamed = ({ id, organization_id }: ContentKey) =>
    Effect.map(
      Effect.orDie(sql`
        SELECT FROM attachments p WHERE p.organization_id = ${organization_id} AND p.id = ${id} LIMIT 1
      `),
      (rows) => rows.length > 0
    )

  return Attachments.of({ list, get, reserve, release, add, remove, isNamed })
})

export const layer = Layer.effect(Attachments, make)

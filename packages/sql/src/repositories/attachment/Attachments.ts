/**
 * Stored attachments. Triggers count them, and collect the ids of deleted ones until the removal of their contents is
 * queued.
 */
import type { Actor } from "@candor/domain/access/Actor"
import {
  type AttachmentDetail,
  AttachmentNotFound,
  type AttachmentWithoutText,
  noun,
  type StoredAttachment
} from "@candor/domain/attachment/Attachment"
import { Attachments } from "@candor/domain/attachment/Attachments"
import type { ContentKey } from "@candor/domain/attachment/AttachmentStore"
import { type FileText, pageLength } from "@candor/domain/attachment/FileText"
import { type FileUsages, withinLimits } from "@candor/domain/attachment/FileUsage"
import { notAnonymised } from "@candor/domain/Anonymised"
import { type Decision, type DecisionContext, onlyIf } from "@candor/domain/Decision"
import { AttachmentId, type OrganizationId } from "@candor/domain/Id"
import type { Owner } from "@candor/domain/part/Owner"
import type { Timestamp } from "@candor/domain/Timestamp"
import { PgTypes } from "@effect/sql-pg"
import { Effect, Layer, Result } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { afterDeletion, afterUpload, isReserved, queue } from "../../queue/ContentWork.ts"
import { erasureOf } from "../../queue/Erasure.ts"
import { enqueued, insertWork } from "../../queue/Queue.ts"
import * as TextWork from "../../queue/TextWork.ts"
import { rowColumns, shownColumns } from "../../statements/Nouns.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { columnsOf } from "../../statements/Rows.ts"
import { save } from "../../statements/Saving.ts"
import { write } from "../../statements/Writing.ts"
import * as StoredBytes from "./StoredBytes.ts"
import { type Found, ownerColumns, ownerIn, type OwnerKind, ownerKinds } from "../part/Owners.ts"

/** A row of a LEFT JOIN with an owner: its columns are null if there is no attachment. */
type Joined<Row> = Row | { readonly id: null }

const shown = columnsOf("p", shownColumns(noun))

/** Selects a page of the text, which the database cuts out. */
const textOf = (page: number): string =>
  `p.id, p.text_status, p.text_failure, p.text_is_cut, ${page} AS page,
  substr(p.text, ${
    (page - 1) * pageLength + 1
  }, ${pageLength}) AS text, coalesce(ceil(char_length(p.text) / ${pageLength}.0), 0)::int AS pages`

/** The columns of a new row other than its organization and its owner. */
const columns = rowColumns(noun).filter((column) => !ownerColumns.includes(column))

/** An owner by its kind and its id. */
interface Of {
  readonly kind: OwnerKind
  readonly id: string
}

interface Room extends FileUsages {
  readonly anonymised_at: Timestamp | null
  readonly is_reserved: boolean
}

/** Removals that one statement queues, and organizations that one run handles. */
const portion = 1000

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
  const kinds = ownerKinds(sql)

  /** Returns the kind and id of an owner. */
  const of = (owner: Owner): Of => {
    const [subject, id] = ownerIn(owner)
    return { kind: kinds[subject]!, id }
  }

  /** Selects these columns of the attachments `p` of an owner, or of one of them. */
  const select = <Row extends Pick<AttachmentDetail, "id">>(
    columns: string,
    organization: OrganizationId,
    { id, kind }: Of,
    found: Found,
    attachment?: AttachmentId
  ) =>
    sql<Joined<Row>>`
      SELECT ${sql.literal(columns)} FROM ${sql.literal(`$${kind.table}`)} o
      LEFT JOIN attachments p ON p.organization_id = $organization AND p.${sql.literal(kind.column)} = o.id
        AND ${attachment === undefined ? sql`true` : sql`p.id = ${attachment}`}
      WHERE o.organization_id = $organization AND o.id = ${id} AND ${sql.literal(kind.isVisible)}
      ORDER BY p.created_at DESC, p.id DESC
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap((rows) => Effect.map(found(rows), () => rows.filter((row): row is Row => row.id !== null)))
    )

  const one = (id: AttachmentId) => <Row>([attachment]: ReadonlyArray<Row>) =>
    attachment === undefined ? new AttachmentNotFound({ id }) : Effect.succeed(attachment)

  const read = <Row extends Pick<AttachmentDetail, "id">>(
    columns: string,
    organization: OrganizationId,
    owner: Owner,
    attachment?: AttachmentId
  ) => {
    const { id, kind } = of(owner)
    return kind.reading(
      organization,
      id,
      (id, found) => select<Row>(columns, organization, { kind, id }, found, attachment)
    )
  }

  const list = (organization: OrganizationId, owner: Owner) => read<AttachmentDetail>(shown, organization, owner)

  const get = (organization: OrganizationId, owner: Owner, id: AttachmentId) =>
    Effect.flatMap(read<AttachmentDetail>(shown, organization, owner, id), one(id))

  const text = (organization: OrganizationId, owner: Owner, id: AttachmentId, page: number) =>
    Effect.flatMap(read<FileText>(textOf(page), organization, owner, id), one(id))

  /** Reads the remaining room, and whether the removal of the content is still queued. */
  const room = (organization: OrganizationId, { id, kind }: Of, content: AttachmentId) =>
    sql<UsageColumns>`
      WITH used AS MATERIALIZED (
        SELECT o.anonymised_at, o.files_counted, o.file_bytes, coalesce(u.files_counted, 0) AS organization_files,
          coalesce(u.file_bytes, 0) AS organization_bytes
        FROM ${sql.literal(`$${kind.table}`)} o LEFT JOIN file_usage u ON u.organization_id = $organization
        WHERE o.organization_id = $organization AND o.id = ${id} AND ${sql.literal(kind.isVisible)}
      ), reserved AS MATERIALIZED (SELECT q.id FROM queue q WHERE q.id = ${content} AND ${sql.literal(isReserved)})
      SELECT used.*, EXISTS (SELECT FROM reserved) AS is_reserved FROM used
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap(kind.changeable(organization, id)),
      Effect.map((
        { anonymised_at, file_bytes, files_counted, is_reserved, organization_bytes, organization_files }
      ): Room => ({
        owner: { files_counted, file_bytes },
        organization: { files_counted: organization_files, file_bytes: organization_bytes },
        anonymised_at,
        is_reserved
      }))
    )

  const reserve = Effect.fn("Attachments.reserve")(function*(actor: Actor, owner: Owner | null) {
    const id = AttachmentId.make(yield* random.uuidV7())
    if (owner !== null) {
      const named = of(owner)
      const present = yield* room(actor.organization_id, named, id)
      yield* Effect.fromResult(Result.andThen(notAnonymised(present), withinLimits(present, 0, named.kind.files)))
    }
    const work = afterUpload({ organization_id: actor.organization_id, id })
    yield* Effect.orDie(sql`WITH ${enqueued(sql, [work], sql`true`)} SELECT 1`)
    return id
  })

  /** Deletes the queued removal of a content, unless a process has already taken it. */
  const withdrawn = (id: AttachmentId) => sql`DELETE FROM queue WHERE id = ${id} AND ${sql.literal(isReserved)}`

  const release = (id: AttachmentId) => Effect.asVoid(Effect.orDie(withdrawn(id)))

  // If the removal has been taken, the row is not stored, because its content is going to be removed.
  const add = <Failure>(
    actor: Actor,
    owner: Owner,
    id: AttachmentId,
    decide: (context: DecisionContext) => Decision<StoredAttachment, Failure>
  ) => {
    const { id: ownerId, kind } = of(owner)
    return write({
      actor,
      load: Effect.tap(
        room(actor.organization_id, { kind, id: ownerId }, id),
        ({ is_reserved }) =>
          is_reserved ? Effect.void : Effect.die(new Error(`The reservation of the content ${id} has ended`))
      ),
      decide: (present: Room, context) =>
        Result.flatMap(
          notAnonymised(present),
          () => onlyIf(decide(context), ({ size_bytes }) => withinLimits(present, size_bytes, kind.files))
        ),
      save: (change) => {
        const { entity } = change.decided
        return save(sql, change, {
          before: [sql`withdrawn AS (${withdrawn(id)} RETURNING id)`],
          saved: sql`
            INSERT INTO attachments (organization_id, ${sql.literal([kind.column, ...columns].join(", "))})
            SELECT ${actor.organization_id}::uuid, ${kind.idForNew(actor.organization_id, ownerId)}::uuid,
              ${sql.literal(columnsOf("x", columns))}
            FROM withdrawn, jsonb_populate_record(NULL::attachments, ${PgTypes.jsonb(entity)}) x
            RETURNING id`,
          after: kind.touched(actor.organization_id, ownerId, change.context.now),
          work: entity.text_status === null ? [] : [TextWork.of(id, actor)]
        })
      },
      races: [
        "attachments_organization_id_application_id_fkey",
        "attachments_candidate",
        "file_usage_limit",
        ...kind.guards
      ]
    })
  }

  const remove = <Failure>(
    actor: Actor,
    owner: Owner,
    id: AttachmentId,
    decide: (attachment: AttachmentWithoutText, context: DecisionContext) => Decision<AttachmentWithoutText, Failure>
  ) => {
    const { id: ownerId, kind } = of(owner)
    return write({
      actor,
      load: Effect.flatMap(
        select<AttachmentDetail>(
          shown,
          actor.organization_id,
          { kind, id: ownerId },
          kind.changeable(actor.organization_id, ownerId),
          id
        ),
        one(id)
      ),
      decide: (attachment: AttachmentDetail, context) => decide({ ...attachment, ...owner }, context),
      save: (change) =>
        save(sql, change, {
          saved: sql`
            DELETE FROM attachments p
            WHERE p.organization_id = ${actor.organization_id} AND p.${
            sql.literal(kind.column)
          } = ${ownerId} AND p.id = ${id}
              AND ${sql.literal(kind.isOfVisible("p"))}
            RETURNING p.id`,
          after: kind.touched(actor.organization_id, ownerId, change.context.now),
          work: [erasureOf(change.context, id), afterDeletion(change.context)]
        })
    })
  }

  /** Queues a bounded number of removals. Returns whether there may be more. */
  const queueSome = (organization: OrganizationId) =>
    sql`
      WITH removed AS (
        DELETE FROM removed_contents WHERE organization_id = ${organization} AND id IN (
          SELECT id FROM removed_contents WHERE organization_id = ${organization}
          ORDER BY id LIMIT ${sql.literal(String(portion))} FOR UPDATE SKIP LOCKED
        )
        RETURNING organization_id, id
      )
      ${insertWork} ${queue}, gen_random_uuid()::text,
        json_build_object('organization_id', removed.organization_id, 'id', removed.id)::text, now()
      FROM removed
      RETURNING id
    `.pipe(Effect.orDie, Effect.map((rows) => rows.length === portion))

  const queueRemovals = (organization: OrganizationId) =>
    Effect.asVoid(Effect.repeat(queueSome(organization), { while: (more) => more }))

  const queueAllRemovals = sql<{ readonly organization_id: OrganizationId }>`
    SELECT DISTINCT organization_id FROM removed_contents LIMIT ${sql.literal(String(portion))}
  `.pipe(
    Effect.orDie,
    Effect.flatMap(Effect.forEach(({ organization_id }) => queueRemovals(organization_id), { discard: true }))
  )

  // Attachments of deleted jobs count, because their contents are removed together with their rows.
  const isNamed = ({ id, organization_id }: ContentKey) =>
    Effect.map(
      Effect.orDie(sql`
        SELECT FROM attachments p WHERE p.organization_id = ${organization_id} AND p.id = ${id}
        UNION ALL
        SELECT FROM import_parts p WHERE p.organization_id = ${organization_id} AND p.content_id = ${id}
        UNION ALL
        SELECT FROM submissions s WHERE s.organization_id = ${organization_id} AND s.state = 'quarantined'
          AND s.file_bytes > 0 AND s.files @> ${PgTypes.jsonb([{ id }])}
        UNION ALL
        SELECT FROM messages m WHERE m.organization_id = ${organization_id} AND m.application_id IS NULL
          AND m.purpose <> 'notice' AND m.files @> ${PgTypes.jsonb([{ id }])}
        LIMIT 1
      `),
      (rows) => rows.length > 0
    )

  return Attachments.of({
    list,
    get,
    text,
    reserve,
    release,
    add,
    remove,
    queueRemovals,
    queueAllRemovals,
    usage: (organization) => StoredBytes.usage(sql, organization),
    largest: (organization) => StoredBytes.largest(sql, organization),
    isNamed
  })
})

export const layer = Layer.effect(Attachments, make)

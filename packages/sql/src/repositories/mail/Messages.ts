/** Stored mails: those that members write, and what happens to them. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import { ApplicationNotFound } from "@candor/domain/application/Application"
import { firstName } from "@candor/domain/candidate/FirstName"
import { type AnyContext, type Decision, unchanged } from "@candor/domain/Decision"
import type { ApplicationId, MessageId, OrganizationId, UserId } from "@candor/domain/Id"
import type { MailAddress } from "@candor/domain/mail/MailAddress"
import type { Correspondence } from "@candor/domain/mail/Letter"
import {
  type Assignable,
  type Assignment,
  maxMessages,
  maxWaiting,
  type Message,
  type MessageListItem,
  MessageNotFound,
  type MessageState,
  UnknownFiles
} from "@candor/domain/mail/Message"
import { type LetterRequest, type MessageFilter, Messages, type StoredValues } from "@candor/domain/mail/Messages"
import { noun as job } from "@candor/domain/job/Job"
import { fromRows, type PageRequest } from "@candor/domain/Pagination"
import { millisBetween, type Timestamp } from "@candor/domain/Timestamp"
import { Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { iso } from "../../database/Types.ts"
import { afterDeletion } from "../../queue/ContentWork.ts"
import { sending } from "../../queue/MailWork.ts"
import * as TextWork from "../../queue/TextWork.ts"
import { valueOf } from "../../statements/Nouns.ts"
import type { Change } from "../../statements/Change.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { after, newestFirst } from "../../statements/Paging.ts"
import { save } from "../../statements/Saving.ts"
import { write as writing } from "../../statements/Writing.ts"
import { absent, ofVisibleJob } from "../application/Visibility.ts"
import {
  assignMessage,
  filesRefused,
  insertMessage,
  isShown,
  messageIsVisible,
  messageListed,
  messageRow,
  messageShown,
  type Selected,
  updateMessage,
  waits,
  withQuoted
} from "./MessageRows.ts"

/** The sender address of the organization `o`. */
const senderOfAccount = `CASE WHEN account.sender_email IS NOT NULL
  THEN json_build_object('name', coalesce(account.sender_name, o.name), 'email', account.sender_email) END`

interface CorrespondenceRow extends Correspondence {
  readonly known_id: MessageId | null
}

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const found = (id: MessageId) => <Row>([row]: ReadonlyArray<Row>) =>
    row === undefined ? new MessageNotFound({ id }) : Effect.succeed(row)

  const selected = (filter: MessageFilter): Statement.Fragment =>
    typeof filter === "string" ? sql.literal(waits[filter]) : sql`m.application_id = ${filter.application_id}`

  const list = (organization: OrganizationId, filter: MessageFilter, page: PageRequest) =>
    sql<Selected<MessageListItem>>`
      SELECT ${sql.literal(messageListed)} FROM ${
      sql.literal(typeof filter === "string" ? "$scanned_messages" : "$messages")
    } m
      WHERE m.organization_id = $organization AND ${selected(filter)} AND ${sql.literal(isShown)} AND ${
      after(sql, "m", page)
    }
      ${newestFirst(sql, "m", page)}
    `.pipe(
      ofOrganization(sql, organization),
      Effect.map((rows) => fromRows(page, rows)),
      Effect.map(({ items, ...page }) => ({ ...page, items: items.map((item) => withQuoted<MessageListItem>(item)) })),
      Effect.orDie
    )

  const unassignedUntil = (organization: OrganizationId, until: Timestamp, limit: number) =>
    sql<{ readonly id: MessageId }>`
      SELECT m.id FROM messages m
      WHERE m.organization_id = $organization AND m.application_id IS NULL AND m.purpose <> 'notice' AND m.created_at <= ${until}::timestamptz
      ORDER BY m.created_at, m.id LIMIT ${sql.literal(String(limit))}
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.map((rows) => rows.map(({ id }) => id)))

  const rejection = (organization: OrganizationId, application: ApplicationId) =>
    sql<Pick<MessageState, "created_at" | "status">>`
      SELECT ${sql.literal(iso("m.created_at"))} AS created_at, m.status FROM $messages m
      WHERE m.organization_id = $organization AND m.application_id = ${application} AND m.purpose = 'rejection'
      ORDER BY m.created_at DESC, m.id DESC LIMIT 1
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.map(([row]) => row ?? null))

  const select = <Row extends object>(
    organization: OrganizationId,
    id: MessageId,
    columns: string,
    condition = isShown
  ) =>
    sql<Row>`
      SELECT ${sql.literal(columns)} FROM $messages m WHERE m.organization_id = $organization AND m.id = ${id} AND ${
      sql.literal(condition)
    }
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.flatMap(found(id)))

  const get = (organization: OrganizationId, id: MessageId) =>
    Effect.map(select<Selected<Message>>(organization, id, messageShown), (mail) => withQuoted<Message>(mail))
  const load = (by: Actor | Worker, id: MessageId) =>
    select<MessageState>(by.organization_id, id, messageRow, "worker" in by ? messageIsVisible : isShown)
  const html = (organization: OrganizationId, id: MessageId) =>
    Effect.map(select<{ readonly html: string | null }>(organization, id, "m.html"), ({ html }) => html)

  const values = (
    organization: OrganizationId,
    application: ApplicationId,
    sender: UserId | null,
    starts_at: Timestamp | null = null
  ) =>
    sql<Omit<StoredValues, "candidate.first_name"> & { readonly given_name: string | null }>`
      SELECT c.full_name AS "candidate.full_name", c.given_name, coalesce(c.primary_email, '') AS "candidate.email", j.title AS "job.title",
        coalesce(${sql.literal(valueOf(job, "j", "department"))}, '') AS "job.department",
        coalesce(j.location, '') AS "job.location", s.name AS "application.stage",
        to_char(a.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS "application.applied_on", o.name AS "organization.name",
        coalesce(n.title, '') AS "interview.title", coalesce(left(n.local_start, 10), '') AS "interview.day", coalesce(right(n.local_start, 5), '') AS "interview.time",
        coalesce(u.full_name, o.name) AS "sender.full_name", coalesce(u.email, account.sender_email, '') AS "sender.email", (
          SELECT x.id FROM submissions x WHERE x.organization_id = $organization AND x.application_id = a.id ORDER BY x.created_at DESC, x.id DESC LIMIT 1
        ) AS submission_id
      FROM $applications a
      JOIN candidates c ON c.organization_id = $organization AND c.id = a.candidate_id
      JOIN jobs j ON j.organization_id = $organization AND j.id = a.job_id
      JOIN stages s ON s.organization_id = $organization AND s.job_id = a.job_id AND s.id = a.stage_id
      JOIN organizations o ON o.id = $organization
      LEFT JOIN mail_accounts account ON account.organization_id = $organization
      LEFT JOIN LATERAL (
        SELECT i.title, i.local_start FROM interviews i
        WHERE i.organization_id = $organization AND i.application_id = a.id AND i.status = 'scheduled' AND i.tells_candidate
          AND CASE WHEN ${starts_at}::timestamptz IS NULL THEN i.starts_at > now() ELSE i.starts_at = ${starts_at}::timestamptz END
        ORDER BY i.starts_at LIMIT 1
      ) n ON true
      LEFT JOIN users u ON u.organization_id = $organization AND u.id = coalesce(${sender}::uuid, ${
      sql.literal(absent)
    })
      WHERE a.organization_id = $organization AND a.id = ${application} AND ${sql.literal(ofVisibleJob)}
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap(([row]) => {
        if (row === undefined) return new ApplicationNotFound({ id: application })
        const { given_name, ...values } = row
        return Effect.succeed({
          ...values,
          "candidate.first_name": given_name ?? firstName(values["candidate.full_name"])
        })
      })
    )

  /**
   * Reads what a new mail needs. The mail to reply to is the application's last one, unless another one is requested,
   * or the last one was sent by a program.
   */
  const correspondence = (
    organization: OrganizationId,
    { application_id, attachment_ids, key, reply_to_id }: LetterRequest
  ) =>
    sql<CorrespondenceRow>`
      SELECT a.anonymised_at, least((
          SELECT count(*) FROM messages m WHERE m.organization_id = $organization AND m.application_id = a.id
        ), ${maxMessages.limit})::integer AS messages,
        (
          SELECT count(*)::integer FROM (
            SELECT FROM public.messages m WHERE m.organization_id = $organization AND m.due_at < 'infinity' AND m.mail_rule_id IS NULL
            LIMIT ${sql.literal(String(maxWaiting.limit))}
          ) waiting
        ) AS waiting,
        CASE WHEN c.primary_email IS NOT NULL THEN json_build_object('name', c.full_name, 'email', c.primary_email) END AS recipient,
        ${sql.literal(senderOfAccount)} AS sender,
        (
          SELECT coalesce(json_agg(json_build_object('id', p.id, 'original_filename', p.original_filename, 'content_type', p.content_type,
            'size_bytes', p.size_bytes) ORDER BY p.created_at, p.id), '[]')
          FROM attachments p
          WHERE p.organization_id = $organization AND p.application_id = a.id AND p.id = ANY (${attachment_ids}::uuid[]) AND p.size_bytes IS NOT NULL
        ) AS files,
        (
          SELECT json_build_object('id', m.id, 'internet_message_id', m.internet_message_id, 'in_reply_to', m.in_reply_to, 'reference_ids', m.reference_ids)
          FROM messages m
          WHERE m.organization_id = $organization AND m.application_id = a.id AND m.purpose <> 'notice' AND m.status NOT IN ('cancelled', 'failed')
            AND NOT (m.status = 'received' AND (m.is_automatic OR m.purpose = 'invitation')) AND (${reply_to_id}::uuid IS NULL OR m.id = ${reply_to_id} OR EXISTS (
              SELECT FROM messages x WHERE x.organization_id = $organization AND x.id = ${reply_to_id} AND x.application_id = a.id
                AND x.status = 'received' AND x.is_automatic))
          ORDER BY m.created_at DESC, m.id DESC LIMIT 1
        ) AS replied,
        (SELECT m.id FROM $messages m WHERE m.organization_id = $organization AND m.key = ${key}) AS known_id
      FROM $applications a
      JOIN candidates c ON c.organization_id = $organization AND c.id = a.candidate_id
      JOIN organizations o ON o.id = $organization
      LEFT JOIN mail_accounts account ON account.organization_id = $organization
      WHERE a.organization_id = $organization AND a.id = ${application_id} AND ${sql.literal(ofVisibleJob)}
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.map(([row]) => row))

  const loadCorrespondence = Effect.fnUntraced(function*(by: Actor | Worker, request: LetterRequest) {
    const row = yield* correspondence(by.organization_id, request)
    if (row === undefined) return yield* new ApplicationNotFound({ id: request.application_id })
    const known = new Set<string>(row.files.map(({ id }) => id))
    const unknown = request.attachment_ids.filter((id) => !known.has(id))
    if (unknown.length > 0) return yield* new UnknownFiles({ ids: unknown })
    if (request.reply_to_id !== null && row.replied === null)
      return yield* new MessageNotFound({ id: request.reply_to_id })
    return { ...row, known: row.known_id === null ? null : yield* load(by, row.known_id) }
  })

  const recipient = (actor: Actor, request: LetterRequest) =>
    Effect.map(loadCorrespondence(actor, request), ({ recipient }) => recipient)

  const dueIn = (due_at: Timestamp | null, now: Timestamp): number =>
    due_at === null ? 0 : Math.max(0, millisBetween(now, due_at))

  const write = <Failure>(
    by: Actor | Worker,
    request: LetterRequest,
    decide: (correspondence: Correspondence, context: AnyContext) => Decision<MessageState, Failure>
  ) =>
    writing({
      actor: by,
      load: loadCorrespondence(by, request),
      decide: ({ known, ...correspondence }, context): Decision<MessageState, Failure> =>
        known === null ? decide(correspondence, context) : unchanged(known),
      save: (change) => {
        const { context: { nextId, now }, decided: { entity }, organization_id } = change
        return save(sql, change, {
          saved: insertMessage(sql, organization_id, entity),
          work: [sending(nextId(), organization_id, dueIn(entity.due_at, now))]
        })
      },
      races: ["messages_application", "messages_key"]
    })

  const loadSender = (worker: Worker, key: string) =>
    sql<{ readonly sender: MailAddress | null; readonly known_id: MessageId | null }>`
      SELECT ${sql.literal(senderOfAccount)} AS sender,
        (SELECT m.id FROM messages m WHERE m.organization_id = $organization AND m.key = ${key}) AS known_id
      FROM organizations o LEFT JOIN mail_accounts account ON account.organization_id = $organization WHERE o.id = $organization
    `.pipe(
      ofOrganization(sql, worker.organization_id),
      Effect.orDie,
      Effect.flatMap(([row]) => {
        const { known_id, sender } = row!
        return Effect.map(
          known_id === null ? Effect.succeed(null) : Effect.orDie(load(worker, known_id)),
          (known) => ({ known, sender })
        )
      })
    )

  const notify = <Failure>(
    worker: Worker,
    key: string,
    decide: (sender: MailAddress | null, context: AnyContext) => Decision<MessageState, Failure>
  ) =>
    writing({
      actor: worker,
      load: loadSender(worker, key),
      decide: ({ known, sender }, context): Decision<MessageState, Failure> =>
        known === null ? decide(sender, context) : unchanged(known),
      save: (change) => {
        const { context: { nextId }, decided: { entity }, organization_id } = change
        return save(sql, change, {
          saved: insertMessage(sql, organization_id, entity),
          work: [sending(nextId(), organization_id)]
        })
      },
      races: ["messages_key", "messages_application"]
    })

  const modify = <Failure>(
    by: Actor | Worker,
    id: MessageId,
    decide: (message: MessageState, context: AnyContext) => Decision<MessageState, Failure>
  ) =>
    writing({
      actor: by,
      load: load(by, id),
      decide,
      save: (change: Change<MessageState, MessageState, Actor | Worker>) => {
        const { before, context: { nextId, now }, decided: { entity }, organization_id } = change
        const waits = entity.status === "queued" && entity.due_at !== before.due_at
        return save(sql, change, {
          saved: updateMessage(sql, organization_id, entity, before.version),
          work: waits ? [sending(nextId(), organization_id, dueIn(entity.due_at, now))] : []
        })
      }
    })

  const anonymisedAt = (organization: OrganizationId, id: ApplicationId) =>
    sql<{ readonly anonymised_at: Timestamp | null }>`
      SELECT ${sql.literal(iso("a.anonymised_at"))} AS anonymised_at FROM $applications a
      WHERE a.organization_id = $organization AND a.id = ${id} AND ${sql.literal(ofVisibleJob)}
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap(([row]) => row === undefined ? new ApplicationNotFound({ id }) : Effect.succeed(row.anonymised_at))
    )

  const assign = <Failure>(
    by: Actor | Worker,
    id: MessageId,
    application: ApplicationId,
    decide: (assignable: Assignable, context: AnyContext) => Decision<Assignment, Failure>
  ) =>
    writing({
      actor: by,
      load: Effect.zipWith(
        load(by, id),
        anonymisedAt(by.organization_id, application),
        (message, anonymised_at) => ({ anonymised_at, message })
      ),
      decide,
      save: (change) => {
        const { before: { message: { version } }, decided: { entity: { attachments, message } }, organization_id } =
          change
        return save(sql, change, {
          saved: assignMessage(sql, organization_id, message, version),
          inserts: attachments.map((row) => ({ table: "attachments", row: { ...row } })),
          work: attachments.map(({ id }) => TextWork.of(id, by))
        })
      },
      races: ["messages_application"],
      refusals: filesRefused
    }).pipe(Effect.map(({ message }) => message))

  const remove = <Failure>(
    by: Actor | Worker,
    id: MessageId,
    decide: (message: MessageState) => Decision<MessageState, Failure>
  ) =>
    writing({
      actor: by,
      load: load(by, id),
      decide,
      save: (change) =>
        save(sql, change, {
          saved: sql`
            DELETE FROM messages m
            WHERE m.organization_id = ${by.organization_id} AND m.id = ${id} AND m.version = ${change.before.version} RETURNING m.id`,
          work: [afterDeletion(change.context)]
        })
    }).pipe(Effect.asVoid)

  return Messages.of({
    list,
    unassignedUntil,
    rejection,
    get,
    html,
    values,
    recipient,
    write,
    notify,
    modify,
    assign,
    remove
  })
})

export const layer = Layer.effect(Messages, make)

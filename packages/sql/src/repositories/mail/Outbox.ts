/** Mails that wait to be sent. */
import type { AttachmentId, MessageId, OrganizationId } from "@candor/domain/Id"
import type { MessageState } from "@candor/domain/mail/Message"
import { maxRuledPerHour, noticeDays, Outbox } from "@candor/domain/mail/Outbox"
import type { Timestamp } from "@candor/domain/Timestamp"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { iso } from "../../database/Types.ts"
import { maxDelay, outbox } from "../../queue/MailWork.ts"
import { insertWork } from "../../queue/Queue.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { applicationIsVisible } from "../application/Visibility.ts"
import { messageIsVisible, messageRow } from "./MessageRows.ts"

const { queue } = outbox

/** Mails to members that one statement deletes. */
const portion = 1000

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /**
   * A condition: replies have been read for long enough to know who answered. It also holds without a mailbox; an email
   * that depends on a reply is then withdrawn.
   */
  const knowsReplies = (now: Timestamp) =>
    sql`EXISTS (SELECT FROM mail_accounts k WHERE k.organization_id = $organization AND (k.imap IS NULL OR
      (k.imap_health ->> 'status' = 'working' OR k.imap_health ->> 'problem' = 'inbox_full')
        AND (k.imap_health ->> 'since')::timestamptz < ${now}::timestamptz - interval '5 minutes'))`

  /**
   * A condition on a mail `m`: it is not of a rule, or the organization may still send such mails in this hour. A mail
   * of the trigger `unanswered` must also know the replies.
   */
  const mayBeSent = (now: Timestamp) =>
    sql`(m.mail_rule_id IS NULL OR (m.cause ->> 'trigger' IS DISTINCT FROM 'unanswered' OR ${knowsReplies(now)}) AND (
      SELECT count(*) FROM messages s WHERE s.organization_id = $organization AND s.mail_rule_id IS NOT NULL AND s.sent_at > ${now}::timestamptz - interval '1 hour'
    ) < ${sql.literal(String(maxRuledPerHour))})`

  // A mail that is being sent is due when its attempt counts as lost, and then comes first. Until then no other mail is
  // taken, so that mails go out in order.
  const due = (organization: OrganizationId, now: Timestamp, except: ReadonlyArray<MessageId> = []) =>
    sql<MessageState>`
      SELECT ${sql.literal(messageRow)} FROM messages m
      WHERE m.organization_id = $organization AND m.due_at <= ${now} AND m.id <> ALL (${except}::uuid[]) AND ${
      mayBeSent(now)
    }
        AND ${sql.literal(messageIsVisible)} AND NOT EXISTS (
        SELECT FROM messages s WHERE s.organization_id = $organization AND s.due_at > ${now} AND s.status = 'sending'
      )
      ORDER BY m.status = 'sending' DESC, m.due_at, m.id LIMIT 1
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.map(([row]) => Option.fromNullishOr(row)))

  const storedFiles = (organization: OrganizationId, ids: ReadonlyArray<AttachmentId>) =>
    sql<{ readonly id: AttachmentId }>`
      SELECT p.id FROM attachments p
      WHERE p.organization_id = $organization AND p.id = ANY (${ids}::uuid[]) AND p.size_bytes IS NOT NULL
        AND ${sql.literal(applicationIsVisible("p.application_id"))}
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.map((rows) => rows.map(({ id }) => id)))

  const nextAt = (organization: OrganizationId, now: Timestamp) =>
    sql<{ readonly next_at: Timestamp | null }>`
      SELECT ${sql.literal(iso("min(m.due_at)"))} AS next_at FROM (
        SELECT m.due_at FROM messages m WHERE m.organization_id = $organization AND m.due_at > ${now}
        UNION ALL SELECT ${now}::timestamptz + interval '1 minute' FROM messages m
        WHERE m.organization_id = $organization AND m.due_at <= ${now} AND NOT ${mayBeSent(now)}
      ) m
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.map(([row]) => row!.next_at))

  /**
   * A condition: queued work of the organization that no worker has taken. The queue's name is inlined, because a
   * partial index of that queue finds the work.
   */
  const queued = (organization: OrganizationId) =>
    sql`queue_name = ${
      sql.literal(`'${queue}'`)
    } AND state = 'pending' AND element::jsonb ->> 'organization_id' = ${organization} AND acquired_at IS NULL`

  const merge = (organization: OrganizationId) =>
    sql`
      DELETE FROM queue WHERE sequence IN (
        SELECT sequence FROM queue WHERE ${queued(organization)} AND visible_at <= now() FOR UPDATE SKIP LOCKED
      )
    `.pipe(Effect.orDie, Effect.asVoid)

  const wake = (organization: OrganizationId, millis: number) => {
    const at = sql`now() + ${Math.ceil(Math.min(millis, maxDelay))}::integer * interval '1 millisecond'`
    return sql`
      ${insertWork} ${queue}, gen_random_uuid()::text, ${JSON.stringify({ organization_id: organization })}, ${at}
      WHERE NOT EXISTS (SELECT FROM queue WHERE ${queued(organization)} AND attempts = 0 AND visible_at <= ${at})
    `.pipe(Effect.orDie, Effect.asVoid)
  }

  const isOldNotice = sql.literal(
    `m.purpose = 'notice' AND m.due_at IS NULL AND m.updated_at < now() - interval '${noticeDays} days'`
  )

  const forgetSome = (organization: OrganizationId) =>
    sql`
      DELETE FROM messages m WHERE m.organization_id = ${organization} AND m.id IN (
        SELECT m.id FROM messages m WHERE m.organization_id = ${organization} AND ${isOldNotice}
        ORDER BY m.updated_at LIMIT ${sql.literal(String(portion))} FOR UPDATE SKIP LOCKED
      )
      RETURNING m.id
    `.pipe(Effect.map((rows) => rows.length === portion))

  const forgetNotices = sql<{ readonly organization_id: OrganizationId }>`
    SELECT DISTINCT m.organization_id FROM messages m WHERE ${isOldNotice}
  `.pipe(
    Effect.flatMap(
      Effect.forEach(({ organization_id }) => Effect.repeat(forgetSome(organization_id), { while: (more) => more }), {
        discard: true
      })
    ),
    Effect.orDie
  )

  return Outbox.of({ due, storedFiles, nextAt, merge, wake, forgetNotices })
})

export const layer = Layer.effect(Outbox, make)

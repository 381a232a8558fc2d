/** Mailboxes that are read, and their incoming mails. */
import type { Worker } from "@candor/domain/access/Actor"
import { type Decision, type DecisionContext, unchanged } from "@candor/domain/Decision"
import { type ApplicationId, AttachmentId, type OrganizationId } from "@candor/domain/Id"
import { withinLimit } from "@candor/domain/Limit"
import { type Mailbox, Mailboxes } from "@candor/domain/mail/Mailboxes"
import type { MailboxPosition } from "@candor/domain/mail/MailboxPosition"
import {
  type Assignment,
  maxMessages,
  maxUnassigned,
  maxUnassignedBytes,
  type MessageState
} from "@candor/domain/mail/Message"
import { messageIdOf, type Stored } from "@candor/domain/mail/ReceivedMail"
import { later, now } from "@candor/domain/Timestamp"
import { PgTypes } from "@effect/sql-pg"
import { Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { iso } from "../../database/Types.ts"
import { afterUpload, stillReserved, withdrawn } from "../../queue/ContentWork.ts"
import { mailboxes } from "../../queue/MailWork.ts"
import { enqueued, updateWork } from "../../queue/Queue.ts"
import * as TextWork from "../../queue/TextWork.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { save } from "../../statements/Saving.ts"
import { write } from "../../statements/Writing.ts"
import { ofVisibleJob } from "../application/Visibility.ts"
import { filesRefused, insertMessage, messageIsVisible, messageRow } from "./MessageRows.ts"

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const random = yield* SecureRandom.SecureRandom

  const get = (organization: OrganizationId) =>
    sql<Mailbox>`SELECT b.watch_id, b.position FROM mailboxes b WHERE b.organization_id = ${organization}`.pipe(
      Effect.orDie,
      Effect.map(([row]) => Option.fromNullishOr(row))
    )

  const setPosition = (organization: OrganizationId, watch: Mailbox["watch_id"], position: MailboxPosition) =>
    sql`
      UPDATE mailboxes b SET position = ${
      PgTypes.jsonb(position)
    } WHERE b.organization_id = ${organization} AND b.watch_id = ${watch}
    `.pipe(Effect.orDie, Effect.asVoid)

  const giveBack = Effect.fnUntraced(function*(id: string, millis: number) {
    const visible_at = later(yield* now, millis)
    yield* sql`WITH saved AS (SELECT 1), ${
      updateWork(sql, { queue: mailboxes.queue, id, state: "pending", visible_at })
    } SELECT 1`
  }, Effect.orDie)

  const referenced = (organization: OrganizationId, ids: ReadonlyArray<string>) =>
    sql<Stored & Pick<MessageState, "id">>`
      SELECT m.id, m.internet_message_id, m.application_id, m.status, m.sender ->> 'email' AS sender_email, ${
      sql.literal(iso("m.sent_at"))
    } AS sent_at,
        jsonb_array_length(m.files) AS files
      FROM messages m
      WHERE m.organization_id = $organization AND (m.internet_message_id = ANY (${ids}::text[])
        OR m.id = ANY (${ids.map(messageIdOf).filter((id) => id !== null)}::uuid[])) AND ${
      sql.literal(messageIsVisible)
    }
      ORDER BY m.created_at, m.id
    `.pipe(ofOrganization(sql, organization), Effect.orDie)

  const hasRoom = (organization: OrganizationId) =>
    sql<{ readonly has_room: boolean }>`
      SELECT count(*) < ${sql.literal(String(maxUnassigned))} AND coalesce(sum(bytes), 0) < ${
      sql.literal(String(maxUnassignedBytes))
    } AS has_room FROM (
        SELECT m.bytes FROM messages m
        WHERE m.organization_id = $organization AND m.application_id IS NULL AND m.purpose <> 'notice'
        ORDER BY m.created_at LIMIT ${sql.literal(String(maxUnassigned))}
      ) unassigned
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.map(([row]) => row!.has_room))

  const reserve = Effect.fnUntraced(function*(organization: OrganizationId) {
    const id = AttachmentId.make(yield* random.uuidV7())
    yield* sql`WITH ${enqueued(sql, [afterUpload({ organization_id: organization, id })], sql`true`)} SELECT 1`
    return id
  }, Effect.orDie)

  /**
   * Loads the mail with this key, and the application if its candidate is not anonymized. Fails if the application has
   * no room for another mail.
   */
  const loaded = (organization: OrganizationId, key: string, application: ApplicationId | null) =>
    Effect.zipWith(
      sql<MessageState>`SELECT ${
        sql.literal(messageRow)
      } FROM messages m WHERE m.organization_id = $organization AND m.key = ${key}`.pipe(
        ofOrganization(sql, organization)
      ),
      application === null ? Effect.succeed([]) : sql<{ readonly id: ApplicationId; readonly messages: number }>`
        SELECT a.id, (
          SELECT count(*)::integer FROM (
            SELECT FROM messages m WHERE m.organization_id = $organization AND m.application_id = a.id LIMIT ${
        sql.literal(String(maxMessages.limit))
      }
          ) counted
        ) AS messages
        FROM applications a
        WHERE a.organization_id = $organization AND a.id = ${application} AND a.anonymised_at IS NULL AND ${
        sql.literal(ofVisibleJob)
      }
      `.pipe(ofOrganization(sql, organization)),
      ([known], [open]) => ({ known: known ?? null, open })
    ).pipe(
      Effect.orDie,
      Effect.tap(({ known, open }) =>
        known !== null || open === undefined
          ? Effect.void
          : Effect.fromResult(withinLimit(maxMessages, open.messages, 1))
      ),
      Effect.map(({ known, open }) => ({ known, application: open?.id ?? null }))
    )

  const receive = <Failure>(
    worker: Worker,
    key: string,
    application: ApplicationId | null,
    decide: (application: ApplicationId | null, context: DecisionContext<Worker>) => Decision<Assignment, Failure>
  ) => {
    let files: ReadonlyArray<AttachmentId> = []
    const load = Effect.tap(
      loaded(worker.organization_id, key, application),
      ({ known }) => known === null ? stillReserved(sql, files) : Effect.void
    )
    return write({
      actor: worker,
      load,
      decide: ({ application, known }, context): Decision<Assignment, Failure> =>
        known === null ? decide(application, context) : unchanged({ message: known, attachments: [] }),
      save: (change) => {
        const { decided: { entity: { attachments, message } }, organization_id } = change
        files = message.files.map(({ id }) => id)
        return save(sql, change, {
          before: withdrawn(sql, sql`${files}::text[]`),
          saved: insertMessage(
            sql,
            organization_id,
            message,
            sql`(SELECT count(*) FROM withdrawn) = ${files.length}`
          ),
          inserts: attachments.map((row) => ({ table: "attachments", row: { ...row } })),
          work: attachments.map(({ id }) => TextWork.of(id, worker))
        })
      },
      races: ["messages_application", "messages_key"],
      refusals: filesRefused
    }).pipe(Effect.map(({ message }) => message))
  }

  return Mailboxes.of({ get, setPosition, giveBack, referenced, hasRoom, reserve, receive })
})

export const layer = Layer.effect(Mailboxes, make)

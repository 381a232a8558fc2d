/** Rows of mails. Those of an application whose job was deleted are not found. */
import { ofOrganization as fileLimits } from "@candor/domain/attachment/FileUsage"
import { LimitReached } from "@candor/domain/Limit"
import { type MessageListItem, type MessageState, noun } from "@candor/domain/mail/Message"
import { quotedLines } from "@candor/domain/mail/QuotedText"
import { PgTypes } from "@effect/sql-pg"
import { Effect, Struct } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { changedColumns, columns, jsonColumns, object, rowColumns } from "../../statements/Nouns.ts"
import { columnsOf, setFrom } from "../../statements/Rows.ts"
import { absent, applicationIsVisible, ofVisibleJob } from "../application/Visibility.ts"

/** A condition: a mail `m` belongs to no deleted job. */
export const messageIsVisible = `(m.application_id IS NULL OR ${applicationIsVisible("m.application_id")})`

/** The forwarded content of a mail `m`, if the viewer sees the application that it names. */
const forwarded = `(SELECT m.forwarded FROM $applications a
  WHERE a.organization_id = $organization AND a.id = (m.forwarded ->> 'application_id')::uuid AND ${ofVisibleJob})`

const elsewhere = {
  forwarded,
  mail_rule: `(SELECT ${
    object("r.id, r.name")
  } FROM $mail_rules r WHERE r.organization_id = $organization AND r.id = m.mail_rule_id)`,
  author: `(SELECT ${
    object("u.id, u.full_name")
  } FROM users u WHERE u.organization_id = $organization AND u.id = m.user_id)`
}

/** When a mail `m` was sent, or came in: when its sender says that it was sent may be any time. */
export const contactedAt = "CASE WHEN m.status = 'received' THEN m.created_at ELSE m.sent_at END"

/** A condition: a mail `m` is shown to members. Notices go to members' own mailboxes. */
export const isShown = `m.purpose <> 'notice' AND ${messageIsVisible}`

/** A condition: a later mail waits to be sent, is being sent, or was sent. */
const isOnItsWay = "later.status IN ('queued', 'sending', 'sent', 'delivered')"

const noneLater = (condition: string) =>
  `NOT EXISTS (
  SELECT FROM messages later WHERE later.organization_id = $organization AND later.application_id = m.application_id
    AND (later.created_at, later.id) > (m.created_at, m.id) AND ${condition})`

/** Conditions on a mail `m` that waits for a person. */
export const waits = {
  /**
   * The last mail of a candidate in the last 90 days, if nobody has answered it or marked it as done. A canceled letter
   * is no answer.
   */
  replies: `m.status = 'received' AND NOT m.is_automatic AND m.handled_at IS NULL AND m.application_id IS NOT NULL
    AND m.created_at > now() - interval '90 days' AND ${
    noneLater(`CASE WHEN later.status = 'received' THEN NOT later.is_automatic
      ELSE later.purpose IN ('letter', 'rejection') AND ${isOnItsWay} END`)
  }`,
  unassigned: "m.application_id IS NULL",
  undelivered:
    `m.status IN ('failed', 'bounced') AND m.handled_at IS NULL AND m.created_at > now() - interval '30 days' AND ${
      noneLater(isOnItsWay)
    }`,
  queued: "m.status = 'queued' AND coalesce(m.send_at, m.created_at) < now() - interval '10 minutes'"
} as const

/** The text of the letter that a mail `m` answers, from which `withQuoted` finds the quoted lines. */
const answered =
  `(SELECT l.body FROM messages l WHERE l.organization_id = $organization AND l.application_id = m.application_id
  AND l.internet_message_id = coalesce(m.in_reply_to, m.reference_ids ->> -1) ORDER BY l.created_at, l.id LIMIT 1)`

const joined = {
  ...elsewhere,
  quoted: `${object(`${answered} AS letter, m.in_reply_to IS NOT NULL OR m.reference_ids <> '[]' AS is_reply`)}`
}

/** The columns of a mail `m` in its own responses, lists and exports. `withQuoted` completes the first two. */
export const messageShown = jsonColumns(noun, "m", "json", joined)
export const messageListed = columns(noun, "m", "listed", joined)
export const messageExported = jsonColumns({ fields: Struct.omit(noun.fields, ["quoted"]) }, "m", "json", elsewhere)

/** A mail as selected, before `withQuoted`. */
export type Selected<Mail extends MessageListItem> = Omit<Mail, "quoted"> & {
  readonly quoted: { readonly letter: string | null; readonly is_reply: boolean }
}

/** Returns a mail with its quoted lines. */
export const withQuoted = <Mail extends MessageListItem>(mail: Selected<Mail>) => {
  const { body, quoted: { is_reply: isReply, letter }, subject } = mail
  return { ...mail, quoted: quotedLines({ body, isReply, letter, subject }) }
}
export const messageRow = columns(noun, "m", "row")

const changed = [...changedColumns(noun), "updated_at", "version"]

/**
 * The id of a mail's application; an absent id if its job was deleted or its candidate was anonymized. Makes a
 * concurrent anonymization wait, and then find the mail.
 */
const openApplicationId = (sql: SqlClient.SqlClient, organization: string, id: string | null): Statement.Fragment =>
  id === null ? sql`NULL::uuid` : sql`coalesce((
    SELECT a.id FROM applications a
    WHERE a.organization_id = ${organization} AND a.id = ${id} AND a.anonymised_at IS NULL AND ${
    sql.literal(ofVisibleJob)
  } FOR SHARE
  ), ${sql.literal(absent)})`

/**
 * Inserts a mail. If the application's job was deleted, or its candidate anonymized, in the meantime, this breaks a
 * foreign key.
 */
export const insertMessage = (
  sql: SqlClient.SqlClient,
  organization: string,
  message: MessageState,
  condition: Statement.Fragment = sql`true`
) => {
  const names = rowColumns(noun).filter((name) => name !== "application_id")
  return sql`
    INSERT INTO messages (organization_id, application_id, ${sql.literal(names.join(", "))})
    SELECT ${organization}::uuid, ${openApplicationId(sql, organization, message.application_id)}, ${
    sql.literal(columnsOf("x", names))
  }
    FROM jsonb_populate_record(NULL::messages, ${PgTypes.jsonb(message)}) x WHERE ${condition} RETURNING id`
}

/** Updates a mail if it still has this version. */
export const updateMessage = (sql: SqlClient.SqlClient, organization: string, after: MessageState, version: number) =>
  sql`
    UPDATE messages m SET ${setFrom(sql, noun.table, changed, after)}
    WHERE m.organization_id = ${organization} AND m.id = ${after.id} AND m.version = ${version} RETURNING m.id`

/** Assigns a mail to an application, if it still has this version and under the same conditions as a new mail. */
export const assignMessage = (sql: SqlClient.SqlClient, organization: string, after: MessageState, version: number) =>
  sql`
    UPDATE messages m SET application_id = ${openApplicationId(sql, organization, after.application_id)},
      forwarded = ${
    after.forwarded === null ? null : PgTypes.jsonb(after.forwarded)
  }, handled_at = ${after.handled_at}, updated_at = ${after.updated_at}, version = ${after.version}
    WHERE m.organization_id = ${organization} AND m.id = ${after.id} AND m.version = ${version} RETURNING m.id`

/** Failures by the constraints on files. */
export const filesRefused = Object.fromEntries(["applications_files", "file_usage_limit"].map((constraint) => {
  const { limit, what } = fileLimits.files
  return [constraint, Effect.fail(new LimitReached({ what, limit, present: limit, added: 1 }))]
}))

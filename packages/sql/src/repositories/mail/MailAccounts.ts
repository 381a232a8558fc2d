/** Stored mail accounts. An organization that has set up no account has no row. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import { type AnyContext, type Decision, differences } from "@candor/domain/Decision"
import type { OrganizationId } from "@candor/domain/Id"
import { initial, type MailAccountState, noun } from "@candor/domain/mail/MailAccount"
import { MailAccounts } from "@candor/domain/mail/MailAccounts"
import type { Timestamp } from "@candor/domain/Timestamp"
import { PgTypes } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { reading, sending } from "../../queue/MailWork.ts"
import type { Change } from "../../statements/Change.ts"
import { changedColumns, columns } from "../../statements/Nouns.ts"
import { columnsOf, setFrom } from "../../statements/Rows.ts"
import { save } from "../../statements/Saving.ts"
import { write } from "../../statements/Writing.ts"

/** The cursor for workers of the previous version, so that they find no events. */
export const behindAll = String(Number.MAX_SAFE_INTEGER)

const changed = [...changedColumns(noun), "updated_at", "version"]

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const get = (organization: OrganizationId) =>
    sql<(MailAccountState | { readonly version: null }) & { readonly created_at: Timestamp }>`
      SELECT o.created_at, ${sql.literal(columns(noun, "m", "row", { id: "m.organization_id" }))}
      FROM organizations o LEFT JOIN mail_accounts m ON m.organization_id = ${organization} WHERE o.id = ${organization}
    `.pipe(
      Effect.orDie,
      Effect.map(([row]): MailAccountState => {
        const { created_at, ...account } = row!
        return account.version === null ? initial(organization, created_at) : account
      })
    )

  /**
   * A common table expression that replaces the watch of the mailbox, or removes it. For another folder the position is
   * reset.
   */
  const watched = (organization: OrganizationId, watch: string | null, isOther: boolean) =>
    watch === null
      ? sql`watched AS (DELETE FROM mailboxes b USING saved WHERE b.organization_id = ${organization})`
      : sql`watched AS (
        INSERT INTO mailboxes AS b (organization_id, watch_id) SELECT saved.organization_id, ${watch}::uuid FROM saved
        ON CONFLICT (organization_id) DO UPDATE SET watch_id = excluded.watch_id
          ${isOther ? sql`, position = NULL` : sql``}
      )`

  /** The sequence number of the last event before mails are made from events. */
  const head = (organization: OrganizationId) =>
    sql`(SELECT coalesce(max(h.sequence), 0) FROM event_heads h WHERE h.organization_id = ${organization})`

  const saveRow = (change: Change<MailAccountState, MailAccountState, Actor | Worker>) => {
    const { before, context: { nextId }, decided: { entity }, organization_id } = change
    const { id: _, ...row } = entity
    const imapChanged = Object.keys(
      differences(before, { imap: entity.imap, imap_secret: entity.imap_secret, connection: entity.connection })
    ).length > 0
    const watch = entity.imap === null ? null : nextId()
    const isOther = before.imap?.host !== entity.imap?.host || before.imap?.username !== entity.imap?.username ||
      before.imap?.folder !== entity.imap?.folder
    const smtpChanged = entity.smtp !== null && entity.smtp_health.status === "unknown"
    const names = Object.keys(row)
    return save(sql, change, {
      saved: before.version === 0
        ? sql`
          INSERT INTO mail_accounts (organization_id, events_cursor, mails_cursor, ${sql.literal(names.join(", "))})
          SELECT ${organization_id}::uuid, ${sql.literal(behindAll)}, ${head(organization_id)}, ${
          sql.literal(columnsOf("x", names))
        }
          FROM jsonb_populate_record(NULL::mail_accounts, ${PgTypes.jsonb(row)}) x RETURNING organization_id`
        : sql`
          UPDATE mail_accounts m SET mails_cursor = CASE WHEN m.sender_email IS NOT NULL THEN m.mails_cursor ELSE ${
          head(organization_id)
        } END,
            ${setFrom(sql, noun.table, changed, entity)}
          WHERE m.organization_id = ${organization_id} AND m.version = ${before.version} RETURNING m.organization_id`,
      after: imapChanged ? [watched(organization_id, watch, isOther)] : [],
      work: [
        ...(smtpChanged ? [sending(nextId(), organization_id)] : []),
        ...(imapChanged && watch !== null ? [reading(nextId(), organization_id, watch)] : [])
      ]
    })
  }

  const modify = <Failure>(
    by: Actor | Worker,
    decide: (account: MailAccountState, context: AnyContext) => Decision<MailAccountState, Failure>
  ) =>
    write({
      actor: by,
      load: get(by.organization_id),
      decide,
      save: saveRow,
      races: ["mail_accounts_pkey"]
    })

  return MailAccounts.of({ get, modify })
})

export const layer = Layer.effect(MailAccounts, make)

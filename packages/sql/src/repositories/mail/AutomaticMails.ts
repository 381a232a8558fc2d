/** Events of which mails are made. Each organization that sends automatic mails has a cursor in the sequence of its events. */
import type { Event } from "@candor/domain/event/Event"
import type { ApplicationId, OrganizationId, UserId } from "@candor/domain/Id"
import { automaticTypes, type MailNotice, undoingTypes, type WaitingRejection } from "@candor/domain/mail/AutomaticMail"
import { AutomaticMails, type EventBatch } from "@candor/domain/mail/AutomaticMails"
import { type Member, noun as memberNoun } from "@candor/domain/organization/Member"
import { PgTypes } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { iso } from "../../database/Types.ts"
import { Sequencer } from "../../sequencing/Sequencer.ts"
import { rowColumns } from "../../statements/Nouns.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { columnsOf } from "../../statements/Rows.ts"

/** Events that are passed at a time. */
const batch = 500

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { sequence } = yield* Sequencer

  const next = Effect.fnUntraced(function*(organization: OrganizationId) {
    const [position] = yield* sql<Pick<EventBatch, "begin" | "end">>`
      SELECT m.events_cursor AS begin, least(h.sequence, m.events_cursor + ${sql.literal(String(batch))}) AS end
      FROM mail_accounts m JOIN event_heads h ON h.organization_id = ${organization}
      WHERE m.organization_id = ${organization} AND m.sender_email IS NOT NULL AND h.sequence > m.events_cursor
    `
    if (position === undefined) return null
    const events = yield* sql<Event>`
      SELECT e.id, e.sequence, e.type, e.subject_id, e.request_id, ${sql.literal(iso("e.occurred_at"))} AS occurred_at, e.data,
        json_build_object('user_id', e.user_id, 'api_key_id', e.api_key_id, 'worker', e.worker) AS actor
      FROM events e
      WHERE e.organization_id = ${organization} AND e.sequence > ${position.begin} AND e.sequence <= ${position.end}
        AND e.type = ANY (${automaticTypes}::text[])
      ORDER BY e.sequence
    `
    return { ...position, events }
  }, Effect.orDie)

  const complete = (organization: OrganizationId, { begin, end }: EventBatch) =>
    sql`
      UPDATE mail_accounts m SET events_cursor = ${end}::bigint WHERE m.organization_id = ${organization} AND m.events_cursor = ${begin}::bigint
    `.pipe(Effect.orDie, Effect.asVoid)

  const rejections = (organization: OrganizationId, application: ApplicationId) =>
    sql<WaitingRejection>`
      SELECT m.id, e.sequence, (
        SELECT max(u.sequence) FROM events u
        WHERE u.organization_id = ${organization} AND u.subject_id = ${application} AND u.type = ANY (${undoingTypes}::text[])
      ) AS undone_at
      FROM messages m
      LEFT JOIN events e ON e.organization_id = ${organization} AND e.subject_id = ${application} AND 'event ' || e.id::text = m.key
      WHERE m.organization_id = ${organization} AND m.application_id = ${application} AND m.purpose = 'rejection' AND m.status = 'queued'
    `.pipe(Effect.orDie)

  const memberColumns = columnsOf("u", rowColumns(memberNoun))

  const member = (organization: OrganizationId, id: UserId, about: MailNotice) =>
    sql<Member>`
      SELECT ${sql.literal(memberColumns)} FROM users u
      WHERE u.organization_id = $organization AND u.id = ${id} AND u.status = 'active' AND u.mail_notices ? ${about}
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.map(([row]) => row ?? null))

  const notices = (organization: OrganizationId, id: UserId) =>
    sql<{ readonly mail_notices: ReadonlyArray<MailNotice> }>`
      SELECT u.mail_notices FROM users u WHERE u.organization_id = ${organization} AND u.id = ${id}
    `.pipe(Effect.orDie, Effect.map(([row]) => row?.mail_notices ?? []))

  const setNotices = (organization: OrganizationId, id: UserId, notices: ReadonlyArray<MailNotice>) =>
    sql`
      UPDATE users u SET mail_notices = ${PgTypes.jsonb(notices)} WHERE u.organization_id = ${organization} AND u.id = ${id}
    `.pipe(Effect.orDie, Effect.asVoid)

  return AutomaticMails.of({
    next: (organization) => Effect.andThen(sequence(organization), next(organization)),
    complete,
    rejections,
    member,
    notices,
    setNotices
  })
})

export const layer = Layer.effect(AutomaticMails, make).pipe(Layer.provide(Sequencer.layer))

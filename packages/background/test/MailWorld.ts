/** An organization that writes to a candidate over a test server, with time that can be skipped. */
import * as MailboxWork from "@candor/background/mail/Mailbox"
import * as OutboxWork from "@candor/background/mail/Outbox"
import { Secrets } from "@candor/connections/Secrets"
import { settings as apps } from "@candor/connections/testing/AuthorizationServer"
import type { Actor } from "@candor/domain/access/Actor"
import * as Application from "@candor/domain/application/Application"
import { Applications } from "@candor/domain/application/Applications"
import * as Submission from "@candor/domain/application/Submission"
import type { ApplicationId, AttachmentId } from "@candor/domain/Id"
import * as Job from "@candor/domain/job/Job"
import { Jobs } from "@candor/domain/job/Jobs"
import { write } from "@candor/domain/mail/Letter"
import { replace } from "@candor/domain/mail/MailAccount"
import { MailAccounts } from "@candor/domain/mail/MailAccounts"
import type { ImapServer, SmtpServer } from "@candor/domain/mail/MailServer"
import { Messages } from "@candor/domain/mail/Messages"
import type { Timestamp } from "@candor/domain/Timestamp"
import * as ContentStore from "@candor/files/ContentStore"
import { MailTransport } from "@candor/mail/MailTransport"
import * as Queue from "@candor/sql/queue/Queue"
import * as Repositories from "@candor/sql/Repositories"
import type { TestDatabase } from "@candor/sql/testing/Databases"
import * as World from "@candor/sql/testing/World"
import { ConfigProvider, Effect, Layer, Redacted, type Scope } from "effect"
import { SqlClient } from "effect/sql"

const settings = ConfigProvider.layer(ConfigProvider.fromUnknown({
  ...apps,
  CANDOR_MAIL_PRIVATE: "allow",
  CANDOR_SECRET_KEY: Buffer.alloc(32, 7).toString("base64")
}))

export type Needs =
  | Layer.Success<typeof Repositories.layer>
  | Layer.Success<ReturnType<typeof ContentStore.inFolder>>
  | Layer.Success<typeof Queue.layer>
  | Secrets
  | SqlClient.SqlClient
  | Scope.Scope

/** Runs an effect on an empty database, with files in a folder. */
export const runOn =
  (database: TestDatabase, folder: string) => <A, E>(effect: Effect.Effect<A, E, Needs>): Promise<A> =>
    Effect.runPromise(Effect.provide(
      Effect.scoped(effect),
      Queue.layer.pipe(
        Layer.provideMerge(Repositories.layer),
        Layer.provideMerge(database.layer),
        Layer.provideMerge(ContentStore.inFolder(folder)),
        Layer.provideMerge(Secrets.layer),
        Layer.provideMerge(settings)
      )
    ))

/** The services that each worker process has for itself. */
const process = Layer.mergeAll(MailTransport.layer, Queue.layer).pipe(Layer.provide(settings))

/** Sends mails like a separate process, until the scope closes. */
export const sender = Layer.build(Layer.fresh(OutboxWork.layer.pipe(Layer.provide(process))))

/** Reads mailboxes like a separate process, until the scope closes. */
export const reader = Layer.build(Layer.fresh(MailboxWork.layer.pipe(Layer.provide(process))))

export interface Correspondents {
  readonly actor: Actor
  readonly application_id: ApplicationId
}

const applied = (actor: Actor, full_name: string, primary_email: string) =>
  Effect.gen(function*() {
    const job = yield* (yield* Jobs).create(actor, "Pilot", (taken, context) =>
      Job.create({ title: "Pilot" }, taken, context))
    const draft: Application.ApplicationDraft = { job_id: job.id, candidate: { full_name, primary_email } }
    const application = yield* (yield* Applications).submit(actor, draft, (submission, context) =>
      Submission.submit(draft, submission, context))
    return { actor, application_id: application.id } satisfies Correspondents
  })

/** Makes an organization with an application. */
export const correspondents = (name = "Acme") =>
  Effect.flatMap(World.organization({ name }), ({ actor }) => applied(actor, "Maya", "maya@mail.example"))

/** Makes an application of another person in the organization. */
export const another = ({ actor }: Correspondents, email: string) => applied(actor, "Somebody", email)

type Server<Of> = Partial<Of> & { readonly password?: string }

/** Sets up sending over a local server, and reading of a mailbox on one. */
export const setUp = (
  actor: Actor,
  port: number,
  { password, ...changes }: Server<SmtpServer> = {},
  mailbox?: Server<ImapServer>
) =>
  Effect.gen(function*() {
    const { organization_id } = actor
    const secrets = yield* Secrets
    const encrypted = (server: "smtp" | "imap", password: string | undefined) =>
      password === undefined
        ? Effect.succeed(null)
        : secrets.encrypt({ organization_id, account: server }, Redacted.make(password))
    const smtp = { host: "127.0.0.1", port, security: "none", username: null, ...changes } as const
    const { password: imapPassword, ...imapChanges } = mailbox ?? {}
    const imap = mailbox === undefined
      ? null
      : { host: "127.0.0.1", port, security: "none", username: null, folder: "INBOX", ...imapChanges } as const
    const passwords = { smtp: yield* encrypted("smtp", password), imap: yield* encrypted("imap", imapPassword) }
    const draft = { sender_email: "jobs@harbor.example", smtp, imap } as const
    return yield* (yield* MailAccounts).modify(actor, (account, context) =>
      replace(account, draft, passwords, { ...context, actor }))
  })

/** Writes a letter, to be sent now or at another time. */
export const letter = (
  { actor, application_id }: Correspondents,
  subject: string,
  send_at: Timestamp | null = null,
  attachment_ids: ReadonlyArray<AttachmentId> = []
) =>
  Effect.gen(function*() {
    const request = { application_id, attachment_ids, key: null, reply_to_id: null }
    const text = {
      application_id,
      purpose: "letter",
      subject,
      body: "Dear Maya",
      template_id: null,
      send_at,
      key: null
    } as const
    return yield* (yield* Messages).write(actor, request, (correspondence, context) =>
      write(text, correspondence, context))
  })

/** Returns the health of an organization's server. */
export const shown = ({ organization_id }: Actor, server: "smtp" | "imap" = "smtp") =>
  Effect.map(Effect.flatMap(MailAccounts, ({ get }) => get(organization_id)), (account) => account[`${server}_health`])

/** Returns the mails without an application, newest first. */
export const ofNobody = ({ organization_id }: Actor) =>
  Effect.map(
    Effect.flatMap(Messages, ({ list }) => list(organization_id, "unassigned", { limit: 1000, offset: 0 })),
    ({ items }) => items
  )

/** Returns the seconds until the queue retries sending, which the account also shows; none if no work waits. */
export const pauseOf = ({ organization_id }: Actor) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ readonly seconds: number }>`
        SELECT coalesce(extract(epoch FROM min(visible_at) - now()::timestamp), 0)::float8 AS seconds FROM queue
        WHERE queue_name = 'mails' AND state = 'pending' AND acquired_at IS NULL AND element::jsonb ->> 'organization_id' = ${organization_id}`,
      ([row]) => row!.seconds
    ))

/** Returns the unfinished mail work of an organization. */
export const work = ({ organization_id }: Actor) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql<{ readonly taken: boolean; readonly last_failure: string | null }>`
      SELECT acquired_at IS NOT NULL AS taken, last_failure FROM queue
      WHERE queue_name = 'mails' AND state = 'pending' AND element::jsonb ->> 'organization_id' = ${organization_id}`)

/** Returns the number of an organization's events of this type. */
export const events = ({ organization_id }: Actor, type: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<
        { readonly count: number }
      >`SELECT count(*)::integer AS count FROM events WHERE organization_id = ${organization_id} AND type = ${type}`,
      ([row]) => row!.count
    ))

/** Returns the mails of an organization in the order of their creation. */
export const mails = ({ actor: { organization_id }, application_id }: Correspondents) =>
  Effect.gen(function*() {
    const messages = yield* Messages
    const { items } = yield* messages.list(organization_id, { application_id }, { limit: 1000, offset: 0 })
    return yield* Effect.forEach(items.toReversed(), ({ id }) => messages.get(organization_id, id))
  })

/** Skips this many seconds, so that pauses end. */
export const pass = ({ organization_id }: Actor, seconds: number) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    yield* sql`
      UPDATE mail_accounts SET smtp_retry_at = smtp_retry_at - ${seconds}::integer * interval '1 second', smtp_health =
        CASE WHEN smtp_health ->> 'since' IS NULL THEN smtp_health ELSE jsonb_set(smtp_health, '{since}',
        to_jsonb(to_char(((smtp_health ->> 'since')::timestamptz - ${seconds}::integer * interval '1 second') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) END
      WHERE organization_id = ${organization_id}`
    yield* sql`UPDATE messages SET due_at = due_at - ${seconds}::integer * interval '1 second' WHERE organization_id = ${organization_id} AND due_at > now()`
    yield* sql`
      UPDATE queue SET visible_at = visible_at - ${seconds}::integer * interval '1 second'
      WHERE queue_name IN ('mails', 'mailboxes') AND state = 'pending' AND element::jsonb ->> 'organization_id' = ${organization_id}`
  })

/**
 * Makes a mail of a process that was killed while sending it: it is claimed, and the claim expires in half a minute.
 */
export const killed = (actor: Actor) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      sql`UPDATE messages SET status = 'sending', due_at = now() + interval '30 seconds' WHERE id = (
      SELECT id FROM messages WHERE organization_id = ${actor.organization_id} ORDER BY created_at, id LIMIT 1)`
  )

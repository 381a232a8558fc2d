/** Calls every method of the ports for mail, in each way that sends a statement of its own. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import { Connections } from "@candor/domain/connection/Connections"
import { ApplicationId, type AttachmentId, InterviewId, MailTemplateId } from "@candor/domain/Id"
import { AutomaticMails } from "@candor/domain/mail/AutomaticMails"
import * as Delivery from "@candor/domain/mail/Delivery"
import type { ForwardedReply } from "@candor/domain/mail/ForwardedReply"
import { notify, write } from "@candor/domain/mail/Letter"
import * as MailAccount from "@candor/domain/mail/MailAccount"
import { MailAccounts } from "@candor/domain/mail/MailAccounts"
import { beginning } from "@candor/domain/mail/MailboxPosition"
import { Mailboxes } from "@candor/domain/mail/Mailboxes"
import { MailTrigger } from "@candor/domain/mail/MailRule"
import { MailRules } from "@candor/domain/mail/MailRules"
import { MailTemplates } from "@candor/domain/mail/MailTemplates"
import { assign, handle, type MessageFile, remove } from "@candor/domain/mail/Message"
import { Messages } from "@candor/domain/mail/Messages"
import { Outbox } from "@candor/domain/mail/Outbox"
import { receive, type ReceivedMail } from "@candor/domain/mail/ReceivedMail"
import { now } from "@candor/domain/Timestamp"
import { Transactions } from "@candor/domain/Transactions"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { attached } from "./AttachmentCalls.ts"
import { pages } from "./EveryWay.ts"
import { jobWith } from "./LargeJob.ts"
import { unchecked } from "./Unchecked.ts"

export const server = {
  host: "mail.example.com",
  port: 993,
  security: "tls",
  username: "jobs",
  password: "one"
} as const

/** Sets up mail with a unique address. */
export const setUp = (actor: Actor, changes: Partial<MailAccount.MailAccountDraft> = {}) =>
  Effect.flatMap(
    MailAccounts,
    (accounts) =>
      accounts.modify(actor, (account, context) =>
        MailAccount.replace(account, { sender_email: "jobs@acme.example", smtp: server, ...changes }, {
          smtp: "v1.encrypted",
          imap: "v1.encrypted"
        }, { ...context, actor }))
  )

export const workerOf = ({ organization_id }: Actor): Worker => ({
  organization_id,
  worker: "mails",
  request_id: "test"
})

const copied =
  "organization_id, application_id, status, purpose, sender, recipients, copies, subject, body, html, has_html, files, internet_message_id, reference_ids, is_automatic, attempts, due_at, created_at, updated_at, version"

/** Copies a mail `count` times. */
export const copies = (id: string, count: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    unchecked(sql`
    INSERT INTO messages (id, ${sql.literal(copied)})
    SELECT gen_random_uuid(), ${
      sql.literal(copied)
    } FROM messages m, generate_series(1, ${count}::integer) WHERE m.id = ${id}`))

/** Queues a letter to the candidate of an application. */
export const written = (
  actor: Actor | Worker,
  application_id: ApplicationId,
  { attachment_ids = [], key = null, ...text }: {
    readonly attachment_ids?: ReadonlyArray<AttachmentId>
    readonly key?: string | null
    readonly subject?: string
    readonly body?: string
  } = {}
) =>
  Effect.flatMap(Messages, (messages) => {
    const letter = {
      application_id,
      purpose: key === null ? "letter" : "rejection",
      subject: "Hello",
      body: "Dear Ada",
      ...text,
      template_id: null,
      send_at: null,
      key
    } as const
    return messages.write(
      actor,
      { application_id, attachment_ids, reply_to_id: null, key },
      (correspondence, context) => write(letter, correspondence, context)
    )
  })

/** Queues a letter, which the server then refuses. */
export const refused = Effect.fnUntraced(function*(worker: Worker, application_id: ApplicationId) {
  const messages = yield* Messages
  const { id } = yield* written(worker, application_id)
  return yield* messages.modify(
    worker,
    id,
    (message, context) => Delivery.fail(message, "550 5.1.1 No such user", context)
  )
})

/** Makes the files of a mail, whose contents are reserved but not stored. */
export const files = (worker: Worker, name = "certificate") =>
  Effect.flatMap(
    Mailboxes,
    (mailboxes) =>
      Effect.map(mailboxes.reserve(worker.organization_id), (id): ReadonlyArray<MessageFile> => [
        { id, original_filename: `${name}.pdf`, content_type: "application/pdf", size_bytes: 4 }
      ])
  )

/** Stores a received mail. */
export const received = Effect.fnUntraced(function*(
  worker: Worker,
  application: ApplicationId | null,
  changes: Partial<ReceivedMail>,
  files: ReadonlyArray<MessageFile>,
  forwarded: ForwardedReply | null = null
) {
  const mailboxes = yield* Mailboxes
  const key = crypto.randomUUID()
  const mail: ReceivedMail = {
    internet_message_id: `<${key}@ada.example>`,
    in_reply_to: null,
    reference_ids: [],
    sender: { name: "Ada", email: "ada@example.com" },
    recipients: [],
    copies: [],
    subject: "Re: Hello",
    body: "Dear Acme",
    html: "<p>Dear Acme</p>",
    sent_at: null,
    sender_check: null,
    is_automatic: false,
    report: null,
    attached: [],
    key,
    ...changes
  }
  return yield* mailboxes.receive(
    worker,
    mail.key,
    application,
    (application, context) => receive(mail, files, application, context, forwarded)
  )
})

const templates = Effect.fn("templates")(function*(actor: Actor) {
  const templates = yield* MailTemplates
  const draft = { name: "Invitation", subject: "Hello", body: "Dear {{ candidate.first_name }}" }
  const { id } = yield* templates.create(actor, draft)
  yield* templates.all(actor.organization_id)
  yield* templates.get(actor.organization_id, id)
  const patch = { name: "First invitation" }
  yield* templates.update(actor, id, patch)
  const rules = yield* MailRules
  const { id: rule } = yield* rules.create(actor, {
    name: "Invite",
    trigger: "moved",
    template_id: MailTemplateId.make(id)
  })
  yield* rules.all(actor.organization_id)
  yield* rules.get(actor.organization_id, rule)
  yield* rules.update(actor, rule, patch)
  for (const trigger of MailTrigger.literals)
    yield* rules.occurrences(actor.organization_id, { trigger, job_id: null, conditions: [], delay_minutes: 0 })
  yield* rules.waiting(actor.organization_id)
  yield* rules.remove(actor, rule)
  yield* templates.remove(actor, id)
})

const accounts = Effect.fn("accounts")(function*(actor: Actor) {
  yield* (yield* MailAccounts).get(actor.organization_id)
  yield* setUp(actor)
  yield* setUp(actor, { imap: server, notifies_members: true })
  yield* setUp(actor, { imap: { ...server, folder: "Jobs" }, notifies_members: true })
  const automatic = yield* AutomaticMails
  yield* automatic.setNotices(actor.organization_id, actor.user_id, ["mention"])
  yield* automatic.notices(actor.organization_id, actor.user_id)
  for (const about of ["mention", "digest"] as const)
    yield* automatic.member(actor.organization_id, actor.user_id, about)
  for (
    const about of [
      "mention",
      "feedback_request",
      "team",
      "reply",
      "scorecard",
      "missing_scorecard",
      "declined_interview"
    ] as const
  ) {
    yield* automatic.setNotices(actor.organization_id, actor.user_id, [about])
    yield* automatic.subject(actor.organization_id, {
      about,
      subject_id: crypto.randomUUID(),
      member_id: actor.user_id
    })
  }
  yield* automatic.setNotices(actor.organization_id, actor.user_id, ["mention", "digest"])
  const time = yield* now
  yield* automatic.withDigests(time, null)
  const readers = yield* automatic.digestReaders(actor.organization_id)
  const due = readers.readers.map(({ id: member_id }) => ({ member_id, day: "2026-11-29", since: time }))
  yield* automatic.queueDigests(actor.organization_id, readers, { due, next: time })
  yield* automatic.withReminders(time)
  yield* automatic.scorecardReminders(actor.organization_id, time)
  const none = {
    interview_id: InterviewId.make(crypto.randomUUID()),
    member_id: actor.user_id,
    author_id: actor.user_id,
    number: 1
  }
  yield* automatic.retracted(actor.organization_id, ApplicationId.make(crypto.randomUUID()))
  yield* automatic.reminded({ organization_id: actor.organization_id, ...none })
})

const connections = Effect.fn("connections")(function*({ organization_id }: Actor) {
  const connections = yield* Connections
  const time = yield* now
  const [owner, tokens] = [{ organization_id, owner: "mail" }, {
    refresh_token: "v1.one",
    access_token: "v1.two",
    expires_at: time
  }] as const
  for (let n = 0; n < 2; n++)
    yield* connections.put({
      ...owner,
      ...tokens,
      provider: "google",
      account: "jobs@acme.example",
      connected_at: time,
      failure: null
    })
  yield* connections.get(owner)
  const claim = connections.claim({ ...owner, ...tokens }, 60)
  yield* claim
  const { part, run } = yield* Transactions
  yield* run(Effect.map(part(claim), (value) => ({ value, isKept: true })), { isSnapshot: false })
  yield* connections.release({ ...owner, ...tokens }, null)
  yield* connections.renew({ ...owner, ...tokens }, tokens)
  yield* connections.remove(owner, time)
  yield* connections.isConnectedAgain({ ...owner, ...tokens, provider: "google", account: null })
})

const sent = Effect.fn("sent")(function*(actor: Actor, application_id: ApplicationId) {
  const { organization_id } = actor
  const worker = workerOf(actor)
  const messages = yield* Messages
  const outbox = yield* Outbox
  yield* messages.values(organization_id, application_id, actor.user_id)
  yield* messages.values(organization_id, application_id, null, yield* now)
  yield* messages.recipient(actor, { application_id, attachment_ids: [], key: null, reply_to_id: null })
  const { id: file } = yield* attached(actor, application_id)
  const { id } = yield* written(actor, application_id, { attachment_ids: [file] })
  yield* written(worker, application_id, { key: "event 1" })
  yield* written(worker, application_id, { key: "event 1" })
  const draft = {
    subject: "Hello",
    body: "See it",
    recipient: { name: "Ada", email: "ada@example.com" },
    key: "mention 1"
  }
  yield* messages.notify(worker, draft.key, (sender, context) => notify(draft, sender, context))
  const notice = yield* messages.notify(worker, draft.key, (sender, context) => notify(draft, sender, context))
  const time = yield* now
  yield* outbox.due(organization_id, time)
  yield* outbox.storedFiles(organization_id, [file])
  yield* outbox.nextAt(organization_id, time)
  yield* outbox.wake(organization_id, 1000)
  yield* outbox.merge(organization_id)
  yield* messages.modify(worker, notice.id, (message, context) => Delivery.fail(message, "550", context))
  const sql = yield* SqlClient.SqlClient
  yield* Effect.orDie(
    sql`UPDATE messages SET updated_at = now() - interval '91 days' WHERE organization_id = ${organization_id} AND id = ${notice.id}`
  )
  yield* outbox.forgetNotices
  yield* messages.modify(worker, id, (message, context) => Delivery.claim(message, time, { ...context, actor: worker }))
  yield* messages.modify(
    worker,
    id,
    (message, context) => Delivery.postpone(message, time, "Later", { ...context, actor: worker })
  )
  yield* messages.modify(actor, id, Delivery.cancel)
  yield* messages.get(organization_id, id)
  yield* messages.html(organization_id, id)
  yield* messages.rejection(organization_id, application_id)
  const automatic = yield* AutomaticMails
  yield* automatic.application(organization_id, application_id)
  yield* automatic.letters(organization_id, { applications: [application_id], rules: [] })
  yield* automatic.letters(organization_id, id)
  yield* automatic.correspondents(organization_id, application_id)
  const member = yield* automatic.member(organization_id, actor.user_id, "digest")
  if (member !== null) yield* automatic.waiting(organization_id, member, time)
  const batch = yield* automatic.next(organization_id)
  if (batch !== null) yield* automatic.complete(organization_id, batch)
})

const came = Effect.fn("came")(function*(actor: Actor, application_id: ApplicationId) {
  const { organization_id } = actor
  const messages = yield* Messages
  const mailboxes = yield* Mailboxes
  const { watch_id } = Option.getOrThrow(yield* mailboxes.get(organization_id))
  const position = beginning(null, { uid_validity: 1, uid_next: 7 }, yield* now)
  yield* mailboxes.setPosition(organization_id, watch_id, position)
  yield* mailboxes.giveBack(watch_id, 1000)
  yield* mailboxes.hasRoom(organization_id)
  const receivedFor = (application: ApplicationId | null) =>
    Effect.flatMap(files(workerOf(actor)), (files) => received(workerOf(actor), application, {}, files))
  const { internet_message_id } = yield* receivedFor(application_id)
  yield* mailboxes.referenced(organization_id, [internet_message_id])
  const [one, other] = [yield* receivedFor(null), yield* receivedFor(null)]
  for (const filter of ["replies", "unassigned", "undelivered", "queued", { application_id }] as const) {
    yield* Effect.forEach(pages, (page) => messages.list(organization_id, filter, page))
  }
  yield* messages.unassignedUntil(organization_id, yield* now, 1)
  yield* messages.assign(
    actor,
    one.id,
    application_id,
    (assignable, context) => assign(assignable, application_id, context)
  )
  yield* messages.modify(actor, one.id, (message, context) => handle(message, true, context))
  yield* messages.remove(actor, other.id, remove)
})

export const mail = Effect.fn("mail")(function*(actor: Actor) {
  const { applications: [application] } = yield* jobWith(actor, "Letter writer", 1)
  yield* templates(actor)
  yield* accounts(actor)
  yield* connections(actor)
  yield* sent(actor, application!.id)
  yield* came(actor, application!.id)
  yield* setUp(actor)
})

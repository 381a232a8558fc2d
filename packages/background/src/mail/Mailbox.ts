/**
 * Reads the mailboxes of organizations, each by one process at a time, which holds the queue element while it watches.
 * A received mail is assigned to the application whose mail it answers, or remains unassigned.
 */
import { AttachmentStore, StoreFailure } from "@candor/domain/attachment/AttachmentStore"
import type { Worker } from "@candor/domain/access/Actor"
import type { ApplicationId, MessageId, OrganizationId } from "@candor/domain/Id"
import * as Delivery from "@candor/domain/mail/Delivery"
import { type MailAccountState, record, retryAfter } from "@candor/domain/mail/MailAccount"
import { MailAccounts } from "@candor/domain/mail/MailAccounts"
import { forwardedOf, type ForwardedReply } from "@candor/domain/mail/ForwardedReply"
import { Mailboxes } from "@candor/domain/mail/Mailboxes"
import type { MailboxPosition } from "@candor/domain/mail/MailboxPosition"
import { isFlood, isTrouble, type Trouble } from "@candor/domain/mail/MailServer"
import type { MessageFile } from "@candor/domain/mail/Message"
import { Messages } from "@candor/domain/mail/Messages"
import {
  answerMail,
  applicationOf,
  isStored,
  receive,
  type ReceivedMail,
  unreadMail
} from "@candor/domain/mail/ReceivedMail"
import { Members } from "@candor/domain/organization/Members"
import { millisBetween, now, type Timestamp } from "@candor/domain/Timestamp"
import { FileRefused } from "@candor/domain/attachment/FileKinds"
import { storeInspected, typeOf } from "@candor/files/InspectedContent"
import { MailTransport } from "@candor/mail/MailTransport"
import type { ReceivedFile } from "@candor/mail/Parsing"
import type { MailboxMail } from "@candor/mail/Receiving"
import { isUnavailable } from "@candor/sql/database/SqlFailures"
import { mailboxes as queue } from "@candor/sql/queue/MailWork"
import { Cause, Effect, identity, Layer, Option } from "effect"
import { CalendarReading } from "../calendar/CalendarReading.ts"
import { consume } from "../queue/Consumer.ts"
import * as InvitationAnswers from "./InvitationAnswers.ts"

// Loaded at the first mailbox: it would make every start a fifth of a second slower.
const parsing = Effect.promise(() => import("@candor/mail/Parsing"))
const receiving = Effect.promise(() => import("@candor/mail/Receiving"))

/** Maximum mailboxes that a process watches. */
const maxMailboxes = 200

/** How often a watch checks whether another watch has replaced it. */
const replacedInterval = "10 seconds"

/** Milliseconds after which a connection that ends is reopened immediately. One that ends earlier counts as trouble. */
const lasting = 10_000

/** The trouble to report for a mailbox that was read up to a position. */
const troubleAt = (position: MailboxPosition | null): Trouble | null =>
  position?.postponed === undefined ? null : { problem: "inbox_full", detail: null }

/**
 * Whether a mail could not be handled because the database or the file store is unavailable. It is handled once they
 * are back.
 */
const isOutage = (cause: Cause.Cause<unknown>): boolean => {
  const error = Cause.squash(cause)
  return error instanceof StoreFailure || isUnavailable(error)
}

const joined = (...parts: ReadonlyArray<string>): string => parts.filter((part) => part !== "").join("\n\n")

const noRoom = "[The files of this mail are not kept here: there is no room for them. They are in the mailbox.]"

/** The Message-IDs to which a mail replies. */
const idsOf = (
  { in_reply_to, reference_ids }: Pick<ReceivedMail, "in_reply_to" | "reference_ids">
): ReadonlyArray<string> => [...(in_reply_to === null ? [] : [in_reply_to]), ...reference_ids]

type Watch = typeof queue.element.Type

const make = Effect.gen(function*() {
  const accounts = yield* MailAccounts
  const contents = yield* AttachmentStore
  const mailboxes = yield* Mailboxes
  const members = yield* Members
  const messages = yield* Messages
  const answered = yield* InvitationAnswers.make((yield* CalendarReading).refresh)
  const transport = yield* MailTransport

  /**
   * Stores a file of a mail. A dangerous file, or one of an unknown kind, stays in the mailbox, and the text of the
   * mail says so.
   */
  const storeFile =
    (organization_id: OrganizationId, files: Array<MessageFile>, notes: Array<string>) =>
    <E>({ content, name }: ReceivedFile<E>) =>
      Effect.gen(function*() {
        const key = { organization_id, id: yield* mailboxes.reserve(organization_id) }
        const inspection = yield* storeInspected(key, content, () => Effect.void)
        const content_type = yield* typeOf(key, inspection, name).pipe(
          Effect.catchIf((failure) => failure instanceof FileRefused, (failure) => {
            if (!failure.isLink) return Effect.fail(failure)
            notes.push(`[${name} is kept, and not understood: ${failure.found}.]`)
            return Effect.succeed("text/plain" as const)
          })
        )
        files.push({ id: key.id, original_filename: name, content_type, size_bytes: inspection.size })
      }).pipe(
        Effect.catchIf((failure) => failure instanceof FileRefused, ({ found }) =>
          Effect.sync(() => {
            notes.push(`[${name} is not kept here: ${found}. It is in the mailbox.]`)
          })),
        Effect.provideService(AttachmentStore, contents)
      )

  /** Finds the sent mail that a delivery report is about. */
  const reportedMail = ({ organization_id }: Worker, { report }: ReceivedMail) =>
    report === null
      ? Effect.undefined
      : Effect.map(mailboxes.referenced(organization_id, [report.internet_message_id]), (known) =>
        known.find(({ status }) => status !== "received"))

  /** Finds the stored messages that a mail refers to, including itself. */
  const namedBy = ({ organization_id }: Worker, mail: ReceivedMail) =>
    mailboxes.referenced(organization_id, [mail.internet_message_id, ...idsOf(mail)])

  /** Tells whether a mail would be unassigned. Its files are not stored for that. */
  const needsRoom = Effect.fnUntraced(function*(worker: Worker, { size, source }: MailboxMail) {
    const { parse } = yield* parsing
    const read = yield* parse({ size, source }, () => Effect.void)
    if ((yield* reportedMail(worker, read)) !== undefined) return false
    const known = yield* namedBy(worker, read)
    return applicationOf(read, known) === null && !isStored(read, 0, known)
  })

  /**
   * Records a delivery report on a sent mail. Returns whether that says everything; otherwise the report is kept as a
   * mail to read.
   */
  const recorded = (worker: Worker, { report }: ReceivedMail, sent: { readonly id: MessageId }) => {
    if (report === null || report.outcome === "delayed") return Effect.succeed(false)
    const { detail, outcome } = report
    return messages.modify(worker, sent.id, (message, context) => Delivery.report(message, outcome, detail, context))
      .pipe(
        Effect.as(detail !== null),
        Effect.catchTag(["MessageNotFound", "TransitionRefused"], () => Effect.succeed(false))
      )
  }

  /** Finds a candidate's reply in a mail that a member forwards. */
  const forwardedBy = Effect.fnUntraced(function*({ organization_id }: Worker, { attached, sender }: ReceivedMail) {
    const member = attached.length === 0 ? null : yield* members.withEmail(organization_id, sender.email)
    if (member?.status !== "active") return null
    const found = yield* Effect.forEach(
      attached,
      (mail) =>
        Effect.map(
          mailboxes.referenced(organization_id, idsOf(mail)),
          (known) => ({ mail, application_id: applicationOf(mail, known) })
        )
    )
    return forwardedOf(member, found)
  })

  const stored = (
    worker: Worker,
    mail: ReceivedMail,
    files: ReadonlyArray<MessageFile>,
    application: ApplicationId | null,
    forwarded: ForwardedReply | null = null
  ) => {
    const kept = (mail: ReceivedMail, files: ReadonlyArray<MessageFile>) =>
      mailboxes.receive(
        worker,
        mail.key,
        application,
        (application, context) => receive(mail, files, application, context, forwarded)
      )
    // The mail stays in the thread of its application, which not everybody may read. If there is no room for its files,
    // it is kept without them.
    return kept(mail, files).pipe(
      Effect.catchTag("LimitReached", () => kept({ ...mail, body: joined(mail.body, noRoom) }, [])),
      Effect.catchTag(
        "LimitReached",
        ({ what }) =>
          Effect.logInfo("A mail stays in the mailbox, because its application has no room for it", {
            organization_id: worker.organization_id,
            what
          })
      )
    )
  }

  const onMail = Effect.fnUntraced(function*(worker: Worker, { size, source }: MailboxMail) {
    const files: Array<MessageFile> = []
    const notes: Array<string> = []
    const { parse } = yield* parsing
    const read = yield* parse({ size, source }, storeFile(worker.organization_id, files, notes))
    const sent = yield* reportedMail(worker, read)
    if (sent !== undefined && (yield* recorded(worker, read, sent))) return
    const known = yield* namedBy(worker, read)
    if (isStored(read, files.length, known)) return
    const answer = yield* answered(worker, read)
    // Skips an answer that says nothing beyond what the interview shows.
    if (answer !== null && !answer.isOfCandidate && answer.refusal === null && answer.words === "") return
    const application = sent?.application_id ?? applicationOf(read, known) ?? answer?.application_id ?? null
    const forwarded = application === null ? yield* forwardedBy(worker, read) : null
    const comment = answer?.comment ?? ""
    const body = joined(read.body, read.body.includes(comment) ? "" : comment, ...notes)
    yield* stored(
      worker,
      answer === null ? { ...read, body } : answerMail({ ...read, body }, answer),
      files,
      application,
      forwarded
    )
  })

  /** Stores a note about a mail that could not be read, with its bytes if the server returns them. */
  const onUnread = Effect.fnUntraced(
    function*(worker: Worker, { position, received_at, source, uid }: MailboxMail, cause: Cause.Cause<unknown>) {
      const { organization_id } = worker
      yield* Effect.logError("A mail could not be read, and stays in the mailbox", cause).pipe(
        Effect.annotateLogs({ organization_id, uid })
      )
      if (!(yield* mailboxes.hasRoom(organization_id))) return
      const files: Array<MessageFile> = []
      const isOfServer = isTrouble(Cause.squash(cause))
      if (!isOfServer)
        yield* Effect.ignore(
          storeFile(organization_id, files, [])({ name: "mail.eml", contentType: "message/rfc822", content: source })
        )
      yield* stored(worker, unreadMail({ uid, uid_validity: position.uid_validity, received_at }), files, null)
    }
  )

  /** Waits until another watch has replaced this one. */
  const replaced = ({ organization_id, watch_id }: Watch) =>
    mailboxes.get(organization_id).pipe(
      Effect.delay(replacedInterval),
      Effect.repeat({
        until: Option.match({ onNone: () => true, onSome: (mailbox) => mailbox.watch_id !== watch_id })
      }),
      Effect.asVoid
    )

  const recordHealth = (worker: Worker, tried: MailAccountState, trouble: Trouble | null) =>
    accounts.modify(
      worker,
      (account, context) => record(account, "imap", trouble, { ...context, actor: worker }, tried)
    )

  /**
   * Watches a mailbox until its connection ends. Reconnects if the connection lasted: many servers end connections
   * after some time.
   */
  const watching = Effect.fnUntraced(
    function*(worker: Worker, { organization_id, watch_id }: Watch, account: MailAccountState) {
      const { imap } = account
      if (imap === null) return
      let opened_at: Timestamp | null = null
      let told: Trouble | null = null
      const tell = (trouble: Trouble | null) =>
        Effect.suspend(() => {
          told = trouble
          return recordHealth(worker, account, trouble)
        })
      // After a flood, an account only works again after it was quiet for as long as its pause.
      const onProbation = isFlood(account.imap_health)
      const onOpen = (position: MailboxPosition | null) =>
        Effect.gen(function*() {
          opened_at = yield* now
          yield* onProbation ? Effect.void : tell(troubleAt(position))
        })
      const quiet = Effect.gen(function*() {
        const time = yield* now
        yield* Effect.sleep(millisBetween(time, retryAfter(account.imap_health, time)))
        yield* tell(null)
        return yield* Effect.never
      })
      // Counting 10,000 mails takes milliseconds, so a flood of mails counts them once a second.
      const hasRoom = yield* Effect.cachedWithTTL(mailboxes.hasRoom(organization_id), "1 second")
      const credentials = transport.credentials(account, "imap")
      const set = Effect.fnUntraced(function*(position: MailboxPosition) {
        yield* mailboxes.setPosition(organization_id, watch_id, position)
        const trouble = troubleAt(position)
        if (trouble?.problem !== told?.problem) yield* tell(trouble)
      })
      const once = Effect.gen(function*() {
        opened_at = null
        const mailbox = yield* mailboxes.get(organization_id)
        if (Option.isNone(mailbox) || mailbox.value.watch_id !== watch_id) return
        const { watch } = yield* receiving
        yield* watch({ server: imap, credentials, policy: transport.policy }, {
          position: mailbox.value.position,
          onOpen: onOpen(mailbox.value.position),
          hasRoom,
          needsRoom: (mail) => needsRoom(worker, mail),
          onMail: (mail) => Effect.andThen(onMail(worker, mail), set(mail.position)),
          onUnhandled: (mail, cause) =>
            isOutage(cause)
              ? Effect.die(Cause.squash(cause))
              : Effect.andThen(onUnread(worker, mail, cause), set(mail.position)),
          onPosition: set
        }).pipe(onProbation ? Effect.raceFirst(quiet) : identity)
      })
      const hasLasted = Effect.map(now, (time) => opened_at !== null && millisBetween(opened_at, time) >= lasting)
      yield* Effect.retry(once, {
        while: (failure) => failure instanceof StoreFailure || isFlood(failure) ? Effect.succeed(false) : hasLasted
      })
    }
  )

  const pause = Effect.fnUntraced(function*(worker: Worker, account: MailAccountState, work: string, trouble: Trouble) {
    const { imap_health } = yield* recordHealth(worker, account, trouble)
    const time = yield* now
    yield* mailboxes.giveBack(work, millisBetween(time, retryAfter(imap_health, time)))
  })

  const handle = (watch: Watch, work: { readonly id: string }) =>
    Effect.gen(function*() {
      const worker: Worker = { organization_id: watch.organization_id, worker: queue.queue, request_id: queue.queue }
      const account = yield* accounts.get(watch.organization_id)
      yield* watching(worker, watch, account).pipe(
        Effect.raceFirst(replaced(watch)),
        Effect.catch((trouble) =>
          trouble instanceof StoreFailure ? Effect.fail(trouble) : pause(worker, account, work.id, trouble)
        )
      )
    })

  yield* consume({ ...queue, concurrency: maxMailboxes, maxAttempts: 1_000_000, handle })
})

/** Reads mailboxes. */
export const layer = Layer.effectDiscard(make).pipe(Layer.provide(CalendarReading.layer))

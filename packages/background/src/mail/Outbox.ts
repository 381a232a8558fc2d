/**
 * Sends waiting mails of organizations in order. If the server does not work, all of them wait. If the server refuses
 * one mail, that mail ends or goes behind the others.
 */
import { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import type { Worker } from "@candor/domain/access/Actor"
import type { Decision, DecisionContext } from "@candor/domain/Decision"
import type { MessageId, OrganizationId } from "@candor/domain/Id"
import { isInvitation } from "@candor/domain/interview/Invitation"
import * as Delivery from "@candor/domain/mail/Delivery"
import { type Doubted, isOfAccount, isRepeated, isShared, sharedAtLast } from "@candor/domain/mail/Doubt"
import { type MailAccountState, record, retryAfter } from "@candor/domain/mail/MailAccount"
import { MailAccounts } from "@candor/domain/mail/MailAccounts"
import type { Trouble } from "@candor/domain/mail/MailServer"
import type { MessageState } from "@candor/domain/mail/Message"
import { Messages } from "@candor/domain/mail/Messages"
import { Outbox } from "@candor/domain/mail/Outbox"
import type { TransitionRefused } from "@candor/domain/StateMachine"
import { later, millisBetween, now, type Timestamp } from "@candor/domain/Timestamp"
import type { OutgoingMail } from "@candor/mail/Composing"
import { MailTransport } from "@candor/mail/MailTransport"
import { documentOf, textOf } from "@candor/mail/Markdown"
import type { MailSession } from "@candor/mail/Sending"
import type { Outcome } from "@candor/mail/SmtpOutcome"
import { outbox as queue } from "@candor/sql/queue/MailWork"
import { Effect, Layer, Option } from "effect"
import { consume } from "../queue/Consumer.ts"
import { References } from "../submission/References.ts"
import * as SentText from "./SentText.ts"
import { WebhookSettings } from "../webhook/WebhookSettings.ts"

/** Milliseconds after which an attempt counts as lost, unless its process renews the claim. */
const claimMillis = 30_000
const renewal = "10 seconds"

/**
 * Minutes between attempts at a mail that the server temporarily refuses (RFC 5321, section 4.5.4.1), and the number of
 * attempts after which it fails: in about three days.
 */
const pauses = [5, 15, 30, 60, 120, 240]
const maxAttempts = 23

const pauseAfter = (attempts: number): number => pauses[Math.min(attempts, pauses.length) - 1]! * 60_000

/** Maximum organizations whose mails a process sends at a time, enough that slow servers do not hold up others. */
const maxOrganizations = 64

const workerOf = (organization_id: OrganizationId): Worker => ({
  organization_id,
  worker: queue.queue,
  request_id: queue.queue
})

const make = Effect.gen(function*() {
  const accounts = yield* MailAccounts
  const contents = yield* AttachmentStore
  const messages = yield* Messages
  const outbox = yield* Outbox
  const sentText = yield* SentText.make
  const transport = yield* MailTransport

  const outgoing = (
    organization_id: OrganizationId,
    message: MessageState & Pick<OutgoingMail, "calendar">
  ): OutgoingMail => ({
    from: message.sender,
    to: message.recipients,
    copies: message.copies,
    subject: message.subject,
    text: textOf(message.body),
    html: documentOf(message.subject, message.body),
    messageId: message.internet_message_id,
    inReplyTo: message.in_reply_to,
    // A server may replace the Message-ID of a first letter, and replies then name only the new one. Replies also copy
    // the references of the mail they answer, so the original id is listed there.
    references: message.reference_ids.length === 0 && message.purpose !== "notice"
      ? [message.internet_message_id]
      : message.reference_ids,
    date: new Date(message.send_at ?? message.created_at),
    isAutomatic: message.is_automatic,
    calendar: message.calendar ?? null,
    // Mails to a candidate are letters, not lists. A mail to the sender arrives in the mailbox, and is read by people.
    unsubscribe: message.purpose === "notice" && !isInvitation(message.key)
      ? `mailto:${message.sender.email}?subject=unsubscribe`
      : null,
    attachments: message.files.map(({ content_type, id, original_filename, size_bytes }) => ({
      name: original_filename,
      contentType: content_type,
      size: size_bytes,
      content: contents.read({ organization_id, id }, { start: 0, end: size_bytes })
    }))
  })

  /**
   * Saves a status change. Returns none if the mail was deleted, has another status, or is claimed by another process.
   */
  const change = (
    worker: Worker,
    id: MessageId,
    decide: (
      message: MessageState,
      context: DecisionContext<Worker>
    ) => Decision<MessageState, Delivery.NotDue | TransitionRefused>
  ) =>
    messages.modify(worker, id, (message, context) => decide(message, { ...context, actor: worker })).pipe(
      Effect.map(Option.some),
      Effect.catchTag(["MessageNotFound", "NotDue", "TransitionRefused"], () => Effect.succeedNone)
    )

  const recordHealth = (worker: Worker, tried: MailAccountState, trouble: Trouble | null, holds = true) =>
    accounts.modify(
      worker,
      (account, context) => record(account, "smtp", trouble, { ...context, actor: worker }, tried, holds)
    )

  /** Renews the claim as long as it runs. */
  const renewing = (worker: Worker, id: MessageId) =>
    Effect.sleep(renewal).pipe(
      Effect.andThen(now),
      Effect.flatMap((time) =>
        change(worker, id, (message, context) => Delivery.renew(message, later(time, claimMillis), context))
      ),
      Effect.forever
    )

  /** Returns the name of a file that has been deleted since; undefined if all files exist. */
  const deletedFile = Effect.fnUntraced(function*(organization_id: OrganizationId, { files }: MessageState) {
    if (files.length === 0) return undefined
    const stored = yield* outbox.storedFiles(organization_id, files.map(({ id }) => id))
    return files.find(({ id }) => !stored.includes(id))?.original_filename
  })

  const sent = (session: MailSession, { organization_id }: Worker, message: MessageState) =>
    Effect.gen(function*() {
      const deleted = yield* deletedFile(organization_id, message)
      if (deleted !== undefined)
        return { status: "refused", words: `It was not sent: its file ${deleted} was deleted` } as const
      const text = yield* sentText(organization_id, message)
      if (text === null)
        return { status: "withdrawn" } as const
      const written = { ...message, ...text }
      return { ...yield* session.send(outgoing(organization_id, written)), recipients: written.recipients }
    })

  /** Attempts to send a mail. Returns the outcome; none if it is no longer due, or no longer applies. */
  const attempt = Effect.fnUntraced(function*(session: MailSession, { id }: MessageState, worker: Worker) {
    const time = yield* now
    const claimed = yield* change(
      worker,
      id,
      (message, context) => Delivery.claim(message, later(time, claimMillis), context)
    )
    if (Option.isNone(claimed)) return Option.none<Outcome>()
    const { attempts } = claimed.value
    const outcome: (Outcome | { readonly status: "withdrawn" }) & Partial<Pick<MessageState, "recipients">> =
      yield* sent(session, worker, claimed.value).pipe(
        // A mail that causes a defect does not stop the others.
        Effect.catchDefect((defect) =>
          Effect.as(
            Effect.logError("A mail could not be sent", defect),
            { status: "later", words: "The mail could not be written" } as const
          )
        ),
        Effect.raceFirst(renewing(worker, id))
      )
    const after = yield* now
    yield* change(worker, id, (before, context) => {
      const message = { ...before, recipients: outcome.recipients ?? before.recipients }
      switch (outcome.status) {
        case "sent":
          return Delivery.succeed(message, outcome.messageId, context)
        case "refused":
          return Delivery.fail(message, outcome.words, context)
        case "withdrawn":
          return Delivery.withdraw(message, context)
        case "later":
          return attempts >= maxAttempts
            ? Delivery.fail(message, outcome.words, context)
            : Delivery.postpone(message, later(after, pauseAfter(attempts)), outcome.words, context)
        case "trouble":
          return Delivery.release(message, message.send_at ?? message.created_at, context)
      }
    })
    return outcome.status === "withdrawn" ? Option.none<Outcome>() : Option.some(outcome)
  })

  /** Postpones a mail that alone causes trouble at the server. */
  const putBehind = Effect.fnUntraced(function*(worker: Worker, { message: { id }, trouble: { detail } }: Doubted) {
    const time = yield* now
    yield* change(worker, id, (message, context) => {
      const attempts = message.attempts + 1
      const words = detail ?? "The server would not take it yet"
      return attempts >= maxAttempts
        ? Delivery.fail(message, words, context)
        : Delivery.putBehind(message, later(time, pauseAfter(attempts)), words, true, context)
    })
  })

  /**
   * Reports the trouble of an account that a single mail shows while no other is due. Mails that are written meanwhile
   * are sent at once, or show the same trouble.
   */
  const holdAlone = Effect.fnUntraced(
    function*(worker: Worker, tried: MailAccountState, { message: { id }, trouble }: Doubted) {
      const { smtp_health } = yield* recordHealth(worker, tried, trouble, false)
      const retry_at = retryAfter(smtp_health, yield* now)
      yield* change(
        worker,
        id,
        (message, context) => Delivery.putBehind(message, retry_at, trouble.detail, false, context)
      )
    }
  )

  /** Wakes the queue at this time. */
  const wakeAt = Effect.fnUntraced(function*(organization_id: OrganizationId, at: Timestamp) {
    yield* outbox.wake(organization_id, Math.max(0, millisBetween(yield* now, at)))
  })

  /** Pauses until the next attempt at the server. */
  const pause = Effect.fnUntraced(function*(worker: Worker, tried: MailAccountState, trouble: Trouble) {
    const { smtp_retry_at } = yield* recordHealth(worker, tried, trouble)
    if (smtp_retry_at !== null) yield* wakeAt(worker.organization_id, smtp_retry_at)
  })

  /**
   * Mails that met the trouble for which a server is paused. This process tries the others first; a new process does
   * not know them.
   */
  const suspects = new Map<OrganizationId, ReadonlyArray<MessageId>>()

  /**
   * Sends what is due, one mail after the other. A failing server counts as working only once it has responded to a
   * mail, because some fail at that point. If there is trouble after the sender was accepted, that mail is postponed;
   * it is the server's trouble if a mail to somebody else has it, too.
   */
  const sendAll = Effect.fnUntraced(function*(worker: Worker, account: MailAccountState) {
    const { organization_id } = worker
    const session = yield* transport.open(account)
    let { status } = account.smtp_health
    const works = Effect.suspend(() =>
      status === "working" ? Effect.void : recordHealth(worker, account, null).pipe(Effect.andThen(Effect.sync(() => {
        status = "working"
      })))
    )
    const trouble = status === "working" ? null : yield* session.verify
    if (trouble !== null) return yield* Effect.fail(trouble)
    const known = status === "failing" ? suspects.get(organization_id) ?? [] : []
    suspects.delete(organization_id)
    let last = known
    let doubted: ReadonlyArray<Doubted> = []
    let hasSent = false
    const paused = (trouble: Trouble) => {
      suspects.set(organization_id, [...new Set([...known, ...doubted.map(({ message }) => message.id)])])
      return Effect.fail(trouble)
    }
    for (;;) {
      const due = yield* outbox.due(organization_id, yield* now, [...last, ...doubted.map(({ message }) => message.id)])
      if (Option.isNone(due)) {
        if (last.length === 0) break
        last = []
        continue
      }
      const outcome = Option.getOrUndefined(yield* attempt(session, due.value, worker))
      if (outcome === undefined) continue
      if (outcome.status !== "trouble") {
        if (outcome.status === "sent") {
          yield* Effect.forEach(doubted, (one) => putBehind(worker, one), { discard: true })
          ;[hasSent, last, doubted] = [true, [], []]
        }
        yield* works
        continue
      }
      const { doubt, trouble } = outcome
      if (doubt === undefined) return yield* Effect.fail(trouble)
      const one: Doubted = { message: due.value, trouble, doubt }
      if (isRepeated(one, { hasSent, status }) || (hasSent && known.includes(one.message.id)))
        yield* putBehind(worker, one)
      else {
        const isServers = isShared(one, doubted)
        doubted = [...doubted, one]
        if (isServers) return yield* paused(trouble)
      }
    }
    // A mail that alone showed the trouble waits for its next attempt. Until then nothing shows that the server works.
    const isHeld = status === "failing" && account.smtp_retry_at === null &&
      (yield* outbox.nextAt(organization_id, yield* now)) !== null
    if (doubted.length === 0) return yield* isHeld ? Effect.void : works
    const shared = sharedAtLast(doubted, { hasSent, status })
    if (shared !== undefined) return yield* paused(shared)
    for (const one of doubted) {
      yield* isOfAccount(one, { hasSent, status }) ? holdAlone(worker, account, one) : putBehind(worker, one)
    }
  })

  /** Wakes the queue when the next mail is due. */
  const wakeForNext = Effect.fnUntraced(function*(organization_id: OrganizationId) {
    const next_at = yield* outbox.nextAt(organization_id, yield* now)
    if (next_at !== null) yield* wakeAt(organization_id, next_at)
  })

  /** Sends the due mails of an organization. */
  const sendDue = Effect.fnUntraced(function*(organization_id: OrganizationId) {
    const worker = workerOf(organization_id)
    yield* outbox.merge(organization_id)
    const account = yield* accounts.get(organization_id)
    if (!transport.sends(account)) return
    const { smtp_retry_at } = account
    // Queued again, because a process may have ended before it queued this work.
    if (smtp_retry_at !== null && smtp_retry_at > (yield* now)) return yield* wakeAt(organization_id, smtp_retry_at)
    yield* Effect.scoped(sendAll(worker, account)).pipe(
      Effect.andThen(wakeForNext(organization_id)),
      Effect.catch((trouble) => pause(worker, account, trouble))
    )
  })

  /**
   * The organizations whose mails this process sends, and whether more work has arrived meanwhile. So an organization
   * takes only one slot.
   */
  const running = new Map<OrganizationId, boolean>()

  /** Tells whether more work has arrived meanwhile. If not, the organization no longer counts as running. */
  const hasMore = (organization_id: OrganizationId) =>
    Effect.sync(() => {
      const more = running.get(organization_id) === true
      if (more) running.set(organization_id, false)
      else running.delete(organization_id)
      return more
    })

  const handle = ({ organization_id }: { readonly organization_id: OrganizationId }) =>
    Effect.suspend(() => {
      const isRunning = running.has(organization_id)
      running.set(organization_id, isRunning)
      if (isRunning) return Effect.void
      return Effect.repeat(Effect.andThen(sendDue(organization_id), hasMore(organization_id)), {
        while: (more) => more
      }).pipe(
        Effect.onError(() => Effect.sync(() => running.delete(organization_id)))
      )
    }).pipe(Effect.asVoid)

  yield* consume({ ...queue, concurrency: maxOrganizations, maxAttempts: 1_000_000, handle })
})

/**
 * Sends mails. If the operator has paused deliveries, mails wait: a restored backup contains mails that were sent after
 * it was taken.
 */
export const layer = Layer.effectDiscard(Effect.flatMap(WebhookSettings, ({ paused }) => paused ? Effect.void : make))
  .pipe(
    Layer.provide([References.layer, WebhookSettings.layer])
  )

/** Status changes of an outgoing mail. */
import { Result, Schema } from "effect"
import type { Worker } from "../access/Actor.ts"
import { type AnyContext, type Decision, type DecisionContext, unchanged, withoutEvents } from "../Decision.ts"
import type { TransitionRefused } from "../StateMachine.ts"
import type { Timestamp } from "../Timestamp.ts"
import { happened, type MessageState } from "./Message.ts"
import { type MessageStatus, messageStatus } from "./MessageStatus.ts"

/** Changes the status of a mail. Clears `handled_at`, because it may need attention again. */
const transition = (
  message: MessageState,
  event: (typeof messageStatus.events)[number],
  changes: Partial<MessageState>,
  { now }: AnyContext
) =>
  Result.map(
    messageStatus.next(message.status, event),
    (status: MessageStatus): MessageState => ({
      ...message,
      handled_at: null,
      ...changes,
      status,
      updated_at: now,
      version: message.version + 1
    })
  )

/** A mail in a new status; refused if its present status does not accept the event. */
type Transition = Decision<MessageState, TransitionRefused>

/** The mail is not due: another process is or was attempting it. */
export class NotDue extends Schema.TaggedError<NotDue>()("NotDue", {}) {}

/** Claims a due mail for an attempt: until `due_at`, no other process tries it. */
export const claim = (
  message: MessageState,
  due_at: Timestamp,
  context: DecisionContext<Worker>
): Decision<MessageState, NotDue | TransitionRefused> =>
  message.due_at === null || message.due_at > context.now
    ? Result.fail(new NotDue())
    : Result.flatMap(transition(message, "send", { attempts: message.attempts + 1, due_at }, context), (after) =>
      withoutEvents(after))

/** Extends the claim of a running attempt. */
export const renew = (message: MessageState, due_at: Timestamp, context: DecisionContext<Worker>): Transition =>
  message.status === "sending"
    ? Result.flatMap(transition(message, "send", { due_at }, context), (after) => withoutEvents(after))
    : unchanged(message)

/** Records that the server accepted a mail. Some servers give it their own Message-ID, which replies refer to. */
export const succeed = (message: MessageState, givenId: string | null, context: DecisionContext<Worker>): Transition =>
  Result.flatMap(
    transition(message, "succeed", {
      sent_at: context.now,
      failure: null,
      due_at: null,
      internet_message_id: givenId ?? message.internet_message_id
    }, context),
    (after) => happened("sent", after)
  )

/** Schedules a mail to be tried again later, because of a problem with this mail. */
export const postpone = (
  message: MessageState,
  due_at: Timestamp,
  failure: string,
  context: DecisionContext<Worker>
): Transition =>
  Result.flatMap(transition(message, "postpone", { due_at, failure }, context), (after) => withoutEvents(after))

/** Releases a mail that was not attempted after all, because the server does not work. */
export const release = (message: MessageState, due_at: Timestamp, context: DecisionContext<Worker>): Transition =>
  Result.flatMap(
    transition(message, "postpone", { due_at, attempts: message.attempts - 1 }, context),
    (after) => withoutEvents(after)
  )

/**
 * Moves a released mail behind the others, because the server has trouble with it. `counts` tells whether the attempt
 * counts: it does if the trouble is with this mail.
 */
export const putBehind = (
  message: MessageState,
  due_at: Timestamp,
  failure: string | null,
  counts: boolean,
  { now }: DecisionContext<Worker>
): Transition =>
  message.status !== messageStatus.initial ? unchanged(message) : withoutEvents({
    ...message,
    attempts: message.attempts + (counts ? 1 : 0),
    due_at,
    failure,
    updated_at: now,
    version: message.version + 1
  })

/** Fails a mail: it is not tried again. */
export const fail = (message: MessageState, failure: string, context: AnyContext): Transition =>
  Result.flatMap(transition(message, "fail", { failure, due_at: null }, context), (after) => happened("failed", after))

/**
 * Records a delivery report about a mail (RFC 3464). `detail` is why it bounced. The report may arrive before the
 * server's answer was recorded, or while the mail waits for another attempt, because a connection can end after the
 * server accepted the mail. A mail that was never sent ignores reports.
 */
export const report = (
  message: MessageState,
  verb: "delivered" | "bounced",
  detail: string | null,
  context: AnyContext
): Transition => {
  if (message.status === "queued" && message.attempts === 0) return unchanged(message)
  const changes = {
    failure: verb === "delivered" ? null : detail,
    due_at: null,
    sent_at: message.sent_at ?? context.now
  }
  return Result.flatMap(
    transition(message, verb === "delivered" ? "deliver" : "bounce", changes, context),
    (after) => after.status === message.status ? unchanged(message) : happened(verb, after)
  )
}

/** Cancels a waiting mail. */
export const cancel = (message: MessageState, context: AnyContext): Transition =>
  message.status === "cancelled"
    ? unchanged(message)
    : Result.flatMap(transition(message, "cancel", { due_at: null }, context), (after) => happened("cancelled", after))

/**
 * Returns the changes of a mail that ends before it was sent. The key of an automatic one is cleared, so that its cause
 * can create another one.
 */
const unsent = ({ cause, key }: MessageState): Partial<MessageState> => ({
  due_at: null,
  key: cause === null ? key : null
})

/** Cancels an automatic mail that waits and no longer applies. */
export const retract = (message: MessageState, context: AnyContext): Transition =>
  message.status === messageStatus.initial
    ? Result.flatMap(transition(message, "cancel", unsent(message), context), (after) => happened("cancelled", after))
    : unchanged(message)

/**
 * Ends a mail that has become pointless, such as an invitation to an interview that is over. Nobody has to attend to
 * it.
 */
export const withdraw = (message: MessageState, context: AnyContext): Transition =>
  Result.flatMap(transition(message, "withdraw", unsent(message), context), (after) => happened("cancelled", after))

/** Queues a failed mail again. */
export const retry = (message: MessageState, context: AnyContext): Transition =>
  Result.flatMap(
    transition(message, "retry", { due_at: context.now, failure: null, attempts: 0 }, context),
    (after) => happened("queued", after)
  )

/** Status changes of a mail that goes out. */
import { Result, Schema } from "effect"
import type { Worker } from "../access/Actor.ts"
import { type AnyContext, type Decision, type DecisionContext, unchanged, withoutEvents } from "../Decision.ts"
import type { TransitionRefused } from "../StateMachine.ts"
import type { Timestamp } from "../Timestamp.ts"
import { happened, type MessageState } from "./Message.ts"
import { type MessageStatus, messageStatus } from "./MessageStatus.ts"

/** A mail in another state. Whatever was done about it before, it may wait for somebody again. */
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

/** A mail in another state; refused where its present one does not accept the event. */
type Transition = Decision<MessageState, TransitionRefused>

/** The mail is not due: another process is attempting it, or has done so. */
export class NotDue extends Schema.TaggedError<NotDue>()("NotDue", {}) {}

/** Claims a mail that is due for an attempt: until `due_at` no other process tries it. */
export const claim = (
  message: MessageState,
  due_at: Timestamp,
  context: DecisionContext<Worker>
): Decision<MessageState, NotDue | TransitionRefused> =>
  message.due_at === null || message.due_at > context.now
    ? Result.fail(new NotDue())
    : Result.flatMap(transition(message, "send", { attempts: message.attempts + 1, due_at }, context), (after) =>
      withoutEvents(after))

/** Keeps the claim of an attempt that is under way. */
export const renew = (message: MessageState, due_at: Timestamp, context: DecisionContext<Worker>): Transition =>
  message.status === "sending"
    ? Result.flatMap(transition(message, "send", { due_at }, context), (after) => withoutEvents(after))
    : unchanged(message)

/** Records that the server took a mail. Some give it a Message-ID of their own, which replies name. */
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

/** Has a mail tried again later, for a reason of its own. */
export const postpone = (
  message: MessageState,
  due_at: Timestamp,
  failure: string,
  context: DecisionContext<Worker>
): Transition =>
  Result.flatMap(transition(message, "postpone", { due_at, failure }, context), (after) => withoutEvents(after))

/** Gives a mail back that was not attempted after all, because the server does not work. */
export const release = (message: MessageState, due_at: Timestamp, context: DecisionContext<Worker>): Transition =>
  Result.flatMap(
    transition(message, "postpone", { due_at, attempts: message.attempts - 1 }, context),
    (after) => withoutEvents(after)
  )

/**
 * Puts a mail that was given back behind the others, because the server has trouble with it. `counts` says whether the
 * attempt counts: it does where the trouble is of this mail.
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

/** Ends the attempts at a mail. */
export const fail = (message: MessageState, failure: string, context: AnyContext): Transition =>
  Result.flatMap(transition(message, "fail", { failure, due_at: null }, context), (after) => happened("failed", after))

/**
 * Records what a delivery report says of a mail (RFC 3464). `detail` is why it came back. It may come before the
 * server's answer was noted, and while the mail waits to be tried again: a connection may have ended after the server
 * took it. No report is of one that was never sent.
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

/** Stops a mail that waits. */
export const cancel = (message: MessageState, context: AnyContext): Transition =>
  message.status === "cancelled"
    ? unchanged(message)
    : Result.flatMap(transition(message, "cancel", { due_at: null }, context), (after) => happened("cancelled", after))

/** The end of a mail before it was sent. What led to an automatic one may lead to another one, so its key is free. */
const unsent = ({ cause, key }: MessageState): Partial<MessageState> => ({
  due_at: null,
  key: cause === null ? key : null
})

/** Stops an automatic mail that waits and holds no longer. */
export const retract = (message: MessageState, context: AnyContext): Transition =>
  message.status === messageStatus.initial
    ? Result.flatMap(transition(message, "cancel", unsent(message), context), (after) => happened("cancelled", after))
    : unchanged(message)

/**
 * Ends a mail that has become pointless, such as an invitation to an interview that is over. It needs nobody's
 * attention.
 */
export const withdraw = (message: MessageState, context: AnyContext): Transition =>
  Result.flatMap(transition(message, "withdraw", unsent(message), context), (after) => happened("cancelled", after))

/** Has a mail sent that was refused. */
export const retry = (message: MessageState, context: AnyContext): Transition =>
  Result.flatMap(
    transition(message, "retry", { due_at: context.now, failure: null, attempts: 0 }, context),
    (after) => happened("queued", after)
  )

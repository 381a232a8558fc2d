/** Reads a mailbox: each new mail, in order, at least once (RFC 9051). */
import { after, beginning, type MailboxPosition, postpone } from "@candor/domain/mail/MailboxPosition"
import type { Trouble } from "@candor/domain/mail/MailServer"
import * as Timestamp from "@candor/domain/Timestamp"
import { Cause, Effect, Exit, Schedule, Stream } from "effect"
import { chunkBytes, command, type Mailbox, open, type OpenMailbox } from "./receiving/ImapConnection.ts"
import { examine, search, summaryOf, uidsBehind } from "./receiving/ImapFolder.ts"
import { troubleOf } from "./receiving/ImapTrouble.ts"
import { waiting } from "./receiving/ImapWaiting.ts"

export { ImapSettings, type Mailbox } from "./receiving/ImapConnection.ts"

/** A mail in the mailbox. */
export interface MailboxMail {
  readonly uid: number
  /** When it arrived, according to the server. */
  readonly received_at: Timestamp.Timestamp
  /** Its size according to the server; null if unknown. */
  readonly size: number | null
  /** Its bytes. Can be read again. */
  readonly source: Stream.Stream<Uint8Array, Trouble>
  /** The position after it, to be stored together with what is made of the mail. */
  readonly position: MailboxPosition
}

/** How mails are handled. */
export interface Handling<E, R> {
  /** Where to continue reading; null before the first mail. */
  readonly position: MailboxPosition | null
  /** Runs when the folder is open. */
  readonly onOpen: Effect.Effect<unknown, E, R>
  /** Tells whether there is room for further mails. */
  readonly hasRoom: Effect.Effect<boolean, E, R>
  /**
   * Tells whether a mail needs room. If there is none, such a mail waits in the mailbox, and the mails after it are
   * read.
   */
  readonly needsRoom: (mail: MailboxMail) => Effect.Effect<boolean, E | Trouble, R>
  /** Handles a mail, and stores its position. A failure is retried a few times. */
  readonly onMail: (mail: MailboxMail) => Effect.Effect<void, E | Trouble, R>
  /** Sets aside a mail that could not be handled, and stores its position. A failure of this ends the watch. */
  readonly onUnhandled: (mail: MailboxMail, cause: Cause.Cause<E | Trouble>) => Effect.Effect<void, E, R>
  /**
   * Stores a position without a mail: the first one, one after the numbering has changed, one with postponed mails, or
   * one with the number of interruptions.
   */
  readonly onPosition: (position: MailboxPosition) => Effect.Effect<void, E, R>
}

/** Attempts at a mail, and interruptions of the connection while it is read, after which it is set aside. */
const [maxRetries, maxInterruptions] = [3, 5]
const pauses = Schedule.exponential("500 millis", 3)

const missing: Trouble = { problem: "refused", detail: "The server has the mail, and gave no data of it" }

/** Returns the UIDs after a position, in order. */
const uidsAfter = (
  mailbox: OpenMailbox,
  { rereading, uid }: MailboxPosition
): Effect.Effect<ReadonlyArray<number>, Trouble> =>
  Effect.gen(function*() {
    const again = rereading === null || rereading.to_uid <= uid
      ? []
      : yield* search(mailbox, { uid: `${uid + 1}:${rereading.to_uid}`, since: new Date(rereading.since) })
    const from = Math.max(uid, rereading?.to_uid ?? 0)
    const others = yield* uidsBehind(mailbox, from)
    return [...again, ...others].toSorted((one, other) => one - other)
  })

/** The bytes of a mail, fetched in pieces as they are read. Fails if the server returns less than half of them. */
const sourceOf = (mailbox: OpenMailbox, uid: number, size: number | null): Stream.Stream<Uint8Array, Trouble> =>
  Stream.unwrap(
    command(mailbox, async () => {
      const { content } = await mailbox.client.download(String(uid), undefined, { uid: true, chunkSize: chunkBytes })
      if (content === undefined) throw new Error("The mail is not there any more")
      return content
    }).pipe(Effect.map((content) => {
      let bytes = 0
      const isWhole = Effect.suspend(() => 2 * bytes < (size ?? 0) ? Effect.fail(missing) : Effect.void)
      return Stream.fromAsyncIterable<Uint8Array, Trouble>(
        content,
        (error) => troubleOf(error, mailbox.client.byeReason)
      ).pipe(
        Stream.tap((chunk) => Effect.sync(() => void (bytes += chunk.length))),
        Stream.concat(Stream.drain(Stream.fromEffect(isWhole)))
      )
    }))
  )

/** Handles or postpones one mail, and returns the position after it. */
const handle = <E, R>(
  mailbox: OpenMailbox,
  uid: number,
  position: MailboxPosition,
  { hasRoom, needsRoom, onMail, onPosition, onUnhandled }: Handling<E, R>
): Effect.Effect<MailboxPosition, E | Trouble, R> =>
  Effect.gen(function*() {
    const now = yield* Timestamp.now
    const found = yield* summaryOf(mailbox, uid)
    // The mail has been deleted in the meantime.
    if (found === "deleted") return after(position, uid, position.received_at, now)
    const received_at = found?.received_at ?? now
    const mark = found?.mark
    const behind = after(position, uid, received_at, now, mark)
    const mail: MailboxMail = {
      uid,
      received_at,
      size: found?.size ?? null,
      source: sourceOf(mailbox, uid, found?.size ?? null),
      position: behind
    }
    if (position.interruptions >= maxInterruptions) {
      yield* onUnhandled(
        mail,
        Cause.fail<Trouble>({ problem: "no_answer", detail: "The connection ended each time that this mail was read" })
      )
      return behind
    }
    if (found === null) {
      yield* onUnhandled(mail, Cause.fail(missing))
      return behind
    }
    // A single lost connection is not the mail's fault, but repeated ones may be.
    const isOpen = Effect.sync(() => mailbox.client.usable)
    const once = Effect.gen(function*() {
      const waits = !(yield* hasRoom) && (yield* needsRoom(mail))
      const next = waits ? postpone(position, uid, received_at, now, mark) : behind
      yield* waits ? onPosition(next) : onMail(mail)
      return next
    })
    const handled = yield* Effect.exit(Effect.retry(once, { schedule: pauses, times: maxRetries, while: () => isOpen }))
    if (Exit.isSuccess(handled)) return handled.value
    if (Cause.hasInterrupts(handled.cause)) return yield* Effect.failCause(handled.cause)
    if (yield* isOpen) {
      if ((yield* summaryOf(mailbox, uid)) === "deleted") return behind
      yield* onUnhandled(mail, handled.cause)
      return behind
    }
    yield* onPosition({ ...position, interruptions: position.interruptions + 1 })
    return yield* mailbox.ended
  })

/** Handles postponed mails in order, while there is room. Returns the resulting position. */
const handlePostponed = <E, R>(
  mailbox: OpenMailbox,
  position: MailboxPosition,
  handling: Handling<E, R>
): Effect.Effect<MailboxPosition, E | Trouble, R> =>
  Effect.gen(function*() {
    let present = position
    if (present.postponed === undefined || !(yield* handling.hasRoom)) return present
    for (
      const uid of yield* search(mailbox, { uid: present.postponed.ranges.map(([from, to]) => `${from}:${to}`).join() })
    ) {
      const next = yield* handle(mailbox, uid, present, handling)
      if (next === present) return present
      present = next
    }
    // The remaining ones may have been deleted.
    const { postponed: _, ...rest } = present
    yield* handling.onPosition(rest)
    return rest
  })

/**
 * Handles the mails after a position, in order, and returns the position after them. `onRead` runs once the server has
 * shown that the folder can be read.
 */
const handleNew = <E, R>(
  mailbox: OpenMailbox,
  position: MailboxPosition,
  handling: Handling<E, R>,
  onRead: Effect.Effect<void, E, R>
): Effect.Effect<MailboxPosition, E | Trouble, R> =>
  Effect.gen(function*() {
    let present = position
    for (const uid of yield* uidsAfter(mailbox, position)) {
      present = yield* handle(mailbox, uid, present, handling)
      yield* onRead
    }
    yield* onRead
    return present
  })

/**
 * Watches a mailbox until it is interrupted. Fails with the trouble that ended the connection, or with an error of the
 * handling. It can be restarted from the last stored position: a mail whose position was not stored is handled again.
 */
export const watch = <E, R>(mailbox: Mailbox, handling: Handling<E, R>): Effect.Effect<never, E | Trouble, R> =>
  Effect.scoped(Effect.gen(function*() {
    const opened = yield* open(mailbox)
    let isOpen = false
    const onRead = Effect.suspend(() => {
      if (isOpen) return Effect.void
      isOpen = true
      return Effect.asVoid(handling.onOpen)
    })
    let position = handling.position
    let isTold = false
    for (;;) {
      const found = beginning(position, yield* examine(opened, position), yield* Timestamp.now)
      if (found !== position) yield* handling.onPosition(found)
      position = found
      // Repeats until the folder has to be reopened, to find out whether its numbering has changed: from time to time,
      // and whenever nothing new was found.
      for (;;) {
        const before: MailboxPosition = yield* handlePostponed(opened, position, handling)
        position = yield* handleNew(opened, before, handling, onRead)
        const isInVain: boolean = isTold && position === before
        isTold = !isInVain &&
          (yield* waiting(opened, position.postponed === undefined ? Effect.never : handling.hasRoom))
        if (!isTold) break
      }
    }
  })).pipe(Effect.withSpan("Mail.watch"))

/** Returns why a mailbox cannot be read; null if it can. */
export const verify = (mailbox: Mailbox): Effect.Effect<Trouble | null> =>
  Effect.scoped(Effect.flatMap(open(mailbox), (opened) => examine(opened, null))).pipe(
    Effect.as(null),
    Effect.catch((trouble) => Effect.succeed(trouble)),
    Effect.withSpan("Mail.verify")
  )

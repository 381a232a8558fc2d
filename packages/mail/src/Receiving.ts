/** Reads a mailbox: each mail that comes in, in its order, at least once (RFC 9051). */
import { after, beginning, type MailboxPosition, postpone } from "@candor/domain/mail/MailboxPosition"
import type { Trouble } from "@candor/domain/mail/MailServer"
import * as Timestamp from "@candor/domain/Timestamp"
import { Cause, Effect, Exit, Schedule, Stream } from "effect"
import { chunkBytes, ImapSettings, type Mailbox, open, type OpenMailbox } from "./receiving/ImapConnection.ts"
import { troubleOf } from "./receiving/ImapTrouble.ts"

export { ImapSettings, type Mailbox } from "./receiving/ImapConnection.ts"

/** A mail in the mailbox. */
export interface MailboxMail {
  readonly uid: number
  /** When it came in, as the server says. */
  readonly received_at: Timestamp.Timestamp
  /** Its bytes as the server counts them; null where it does not. */
  readonly size: number | null
  /** Its bytes. May be run again. */
  readonly source: Stream.Stream<Uint8Array, Trouble>
  /** Where reading goes on behind it, to be stored with what is made of the mail. */
  readonly position: MailboxPosition
}

/** What becomes of mails. */
export interface Handling<E, R> {
  /** Where reading goes on; null before the first mail. */
  readonly position: MailboxPosition | null
  /** Runs once the folder is open. */
  readonly onOpen: Effect.Effect<unknown, E, R>
  /** Tells whether there is room for mails that need it. */
  readonly hasRoom: Effect.Effect<boolean, E, R>
  /** Tells whether a mail needs room. One that does waits in the mailbox until there is some, and those behind it are read. */
  readonly needsRoom: (mail: MailboxMail) => Effect.Effect<boolean, E | Trouble, R>
  /** Handles a mail, and stores its position. A failure is tried again, a few times. */
  readonly onMail: (mail: MailboxMail) => Effect.Effect<void, E | Trouble, R>
  /** Sets a mail aside that could not be handled, and stores its position. Its failure ends the watch. */
  readonly onUnhandled: (mail: MailboxMail, cause: Cause.Cause<E | Trouble>) => Effect.Effect<void, E, R>
  /** Stores a position without a mail: the first one, that of other numbers of the mails, of those that wait, and how often reading was interrupted. */
  readonly onPosition: (position: MailboxPosition) => Effect.Effect<void, E, R>
}

/** How often a mail is tried, and how often the connection may end while it is read, before it is set aside. */
const [maxRetries, maxInterruptions] = [3, 5]
const pauses = Schedule.exponential("500 millis", 3)

/** Runs a command. Where the connection has ended, that is the trouble, and not what the command got of it. */
const command = <A>({ client, ended }: OpenMailbox, run: () => Promise<A>): Effect.Effect<A, Trouble> =>
  Effect.tryPromise({ try: run, catch: (error) => troubleOf(error, client.byeReason) }).pipe(
    Effect.catch((trouble) => client.isClosed ? ended : Effect.fail(trouble))
  )

const search = (mailbox: OpenMailbox, query: { readonly uid: string; readonly since?: Date }) =>
  command(mailbox, async () => {
    const found = await mailbox.client.search(query, { uid: true })
    if (!found) throw new Error("The server refused to search")
    return found
  })

/** Finds the UIDs behind a position, in their order. */
const uidsAfter = (mailbox: OpenMailbox, { rereading, uid }: MailboxPosition): Effect.Effect<ReadonlyArray<number>, Trouble> =>
  Effect.gen(function*() {
    const again = rereading === null || rereading.to_uid <= uid
      ? []
      : yield* search(mailbox, { uid: `${uid + 1}:${rereading.to_uid}`, since: new Date(rereading.since) })
    const from = Math.max(uid, rereading?.to_uid ?? 0)
    const others = yield* search(mailbox, { uid: `${from + 1}:*` })
    // `n:*` has the last mail where n is behind it (RFC 9051, section 9).
    return [...again, ...others.filter((other) => other > from)].toSorted((one, other) => one - other)
  })

/** The bytes of a mail, fetched in pieces as they are read. */
const sourceOf = (mailbox: OpenMailbox, uid: number): Stream.Stream<Uint8Array, Trouble> =>
  Stream.unwrap(
    command(mailbox, async () => {
      const { content } = await mailbox.client.download(String(uid), undefined, { uid: true, chunkSize: chunkBytes })
      if (content === undefined) throw new Error("The mail is not there any more")
      return content
    }).pipe(Effect.map((content) => Stream.fromAsyncIterable<Uint8Array, Trouble>(content, (error) => troubleOf(error, mailbox.client.byeReason))))
  )

/** Handles or postpones one mail, and returns the position behind it. */
const handle = <E, R>(
  mailbox: OpenMailbox,
  uid: number,
  position: MailboxPosition,
  { hasRoom, needsRoom, onMail, onPosition, onUnhandled }: Handling<E, R>
): Effect.Effect<MailboxPosition, E | Trouble, R> =>
  Effect.gen(function*() {
    const now = yield* Timestamp.now
    const found = yield* command(mailbox, () => mailbox.client.fetchOne(String(uid), { uid: true, size: true, internalDate: true }, { uid: true }))
    // It was deleted meanwhile.
    if (found === false) return after(position, uid, position.received_at, now)
    const date = new Date(found.internalDate ?? now)
    const received_at = Number.isNaN(date.getTime()) ? now : Timestamp.fromMillis(date.getTime())
    const behind = after(position, uid, received_at, now)
    const mail: MailboxMail = {
      uid,
      received_at,
      size: found.size ?? null,
      source: sourceOf(mailbox, uid),
      position: behind
    }
    if (position.interruptions >= maxInterruptions) {
      yield* onUnhandled(mail, Cause.fail<Trouble>({ problem: "no_answer", detail: "The connection ended each time that this mail was read" }))
      return behind
    }
    // A connection that ended is no fault of the mail; one that ends each time may be.
    const isOpen = Effect.sync(() => mailbox.client.usable)
    const once = Effect.gen(function*() {
      const waits = !(yield* hasRoom) && (yield* needsRoom(mail))
      const next = waits ? postpone(position, uid, received_at, now) : behind
      yield* waits ? onPosition(next) : onMail(mail)
      return next
    })
    const handled = yield* Effect.exit(Effect.retry(once, { schedule: pauses, times: maxRetries, while: () => isOpen }))
    if (Exit.isSuccess(handled)) return handled.value
    if (Cause.hasInterrupts(handled.cause)) return yield* Effect.failCause(handled.cause)
    if (yield* isOpen) {
      yield* onUnhandled(mail, handled.cause)
      return behind
    }
    yield* onPosition({ ...position, interruptions: position.interruptions + 1 })
    return yield* mailbox.ended
  })

/** Handles the mails that wait for room, in their order, for as long as there is some, and returns the position then. */
const handlePostponed = <E, R>(mailbox: OpenMailbox, position: MailboxPosition, handling: Handling<E, R>): Effect.Effect<MailboxPosition, E | Trouble, R> =>
  Effect.gen(function*() {
    let present = position
    if (present.postponed === undefined || !(yield* handling.hasRoom)) return present
    for (const uid of yield* search(mailbox, { uid: present.postponed.ranges.map(([from, to]) => `${from}:${to}`).join() })) {
      const next = yield* handle(mailbox, uid, present, handling)
      if (next === present) return present
      present = next
    }
    // The last ones may have been deleted.
    const { postponed: _, ...rest } = present
    yield* handling.onPosition(rest)
    return rest
  })

/** Waits for new mail, told by the server with IDLE or asked for, and for room where mails wait for it. */
const waiting = <E, R>(mailbox: OpenMailbox, { postponed }: MailboxPosition, { hasRoom }: Handling<E, R>): Effect.Effect<void, E | Trouble, R> =>
  Effect.gen(function*() {
    const { client } = mailbox
    const { pollMillis } = yield* ImapSettings
    const idle = client.capabilities.has("IDLE")
      ? Effect.ignore(command(mailbox, () => client.idle()))
      : Effect.sleep(pollMillis).pipe(Effect.andThen(command(mailbox, () => client.noop())))
    const room = postponed === undefined ? Effect.never : Effect.repeat(Effect.delay(hasRoom, pollMillis), { until: (has) => has })
    yield* Effect.raceAllFirst([mailbox.changed, idle, mailbox.ended, room])
  })

/**
 * Watches a mailbox, until it is interrupted. Fails with the trouble that ended the connection, or as the handling's own effects do; then
 * it can be started again with the position that was stored last. A mail is handled again where its position was not stored.
 */
export const watch = <E, R>(mailbox: Mailbox, handling: Handling<E, R>): Effect.Effect<never, E | Trouble, R> =>
  Effect.scoped(Effect.gen(function*() {
    const opened = yield* open(mailbox)
    const { folder } = opened
    yield* handling.onOpen
    const state = { uid_validity: Number(folder.uidValidity), uid_next: folder.uidNext }
    let position = beginning(handling.position, state, yield* Timestamp.now)
    if (position !== handling.position) yield* handling.onPosition(position)
    for (;;) {
      position = yield* handlePostponed(opened, position, handling)
      for (const uid of yield* uidsAfter(opened, position)) position = yield* handle(opened, uid, position, handling)
      yield* waiting(opened, position, handling)
    }
  })).pipe(Effect.withSpan("Mail.watch"))

/** Returns what keeps a mailbox from being read; null where nothing does. */
export const verify = (mailbox: Mailbox): Effect.Effect<Trouble | null> =>
  Effect.scoped(open(mailbox)).pipe(Effect.as(null), Effect.catch((trouble) => Effect.succeed(trouble)), Effect.withSpan("Mail.verify"))

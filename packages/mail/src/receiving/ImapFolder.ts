/** Reads the state of the folder with the replies. Servers may report mails that they do not return. */
import type { MailboxPosition, MailboxState, MailMark } from "@candor/domain/mail/MailboxPosition"
import type { Trouble } from "@candor/domain/mail/MailServer"
import { fromMillis, type Timestamp } from "@candor/domain/Timestamp"
import { Effect, Schedule } from "effect"
import { command, type OpenMailbox } from "./ImapConnection.ts"
import { folderTroubleOf } from "./ImapTrouble.ts"

/** Retries if a server names a mail, but returns no data of it. */
const maxRetries = 3
const pauses = Schedule.exponential("500 millis", 3)

/** The data of a mail before its bytes are fetched. */
interface Summary {
  /** Null if the server does not report it. */
  readonly received_at: Timestamp | null
  readonly size: number | null
  readonly mark: MailMark | undefined
}

interface Query {
  readonly uid: string
  readonly since?: Date
}

export const search = (mailbox: OpenMailbox, query: Query): Effect.Effect<ReadonlyArray<number>, Trouble> =>
  command(mailbox, async () => {
    const found = await mailbox.client.search(query, { uid: true })
    if (!found) throw new Error("The server refused to search")
    return found
  })

/** Finds the UIDs of a set by FETCH. */
const fetched = (mailbox: OpenMailbox, set: string): Effect.Effect<ReadonlyArray<number>, Trouble> =>
  command(mailbox, async () => {
    const uids: Array<number> = []
    for await (const { uid } of mailbox.client.fetch(set, { uid: true }, { uid: true }))
      if (uid !== undefined) uids.push(uid)
    return uids
  })

const shown: Trouble = { problem: "refused", detail: "The server tells of mails, and shows none" }

/** Tells whether the server has reported a mail after a UID. */
const isPromised = ({ client: { mailbox } }: OpenMailbox, from: number): boolean =>
  mailbox !== false && (mailbox.exists ?? 0) > 0 && (mailbox.uidNext ?? 0) > from + 1

/**
 * Finds the UIDs after one, in order: by SEARCH, whose index is delayed on some servers, and by FETCH. If neither finds
 * any, although the server reports mails, the mailbox counts as unreadable.
 */
export const uidsBehind = (mailbox: OpenMailbox, from: number): Effect.Effect<ReadonlyArray<number>, Trouble> =>
  Effect.gen(function*() {
    const set = `${from + 1}:*`
    const read = yield* fetched(mailbox, set).pipe(
      Effect.catch((trouble) => mailbox.client.isClosed ? Effect.fail(trouble) : Effect.succeed([]))
    )
    const found = yield* search(mailbox, { uid: set }).pipe(
      Effect.catch((trouble) =>
        mailbox.client.isClosed || read.length === 0 ? Effect.fail(trouble) : Effect.succeed([])
      )
    )
    if (read.length === 0 && found.length === 0 && isPromised(mailbox, from)) return yield* Effect.fail(shown)
    // `n:*` includes the last mail even if its UID is less than n (RFC 9051, section 9).
    return [...new Set([...read, ...found])].filter((uid) => uid > from).toSorted((one, other) => one - other)
  })

/** Requests the data of a mail once; null if the response has none. */
const asked = (mailbox: OpenMailbox, uid: number): Effect.Effect<Summary | null, Trouble> =>
  command(
    mailbox,
    () => mailbox.client.fetchOne(String(uid), { uid: true, size: true, internalDate: true }, { uid: true })
  ).pipe(
    Effect.map((found) => {
      if (found === false) return null
      const millis = found.internalDate === undefined ? NaN : new Date(found.internalDate).getTime()
      const received_at = Number.isNaN(millis) ? null : fromMillis(millis)
      const size = found.size ?? null
      return { received_at, size, mark: received_at === null || size === null ? undefined : { received_at, size } }
    })
  )

/** Tells whether the server still has a mail. */
const has = (mailbox: OpenMailbox, uid: number): Effect.Effect<boolean, Trouble> =>
  search(mailbox, { uid: String(uid) }).pipe(
    Effect.map((found) => found.includes(uid)),
    Effect.catch((trouble) => mailbox.client.isClosed ? Effect.fail(trouble) : Effect.succeed(true))
  )

/** Returns the data of a mail; null if the server has the mail, but returns no data after all retries. */
export const summaryOf = (mailbox: OpenMailbox, uid: number): Effect.Effect<Summary | "deleted" | null, Trouble> =>
  Effect.gen(function*() {
    const found = yield* asked(mailbox, uid)
    if (found !== null) return found
    return (yield* has(mailbox, uid)) ? yield* Effect.fail("silent" as const) : "deleted"
  }).pipe(
    Effect.retry({ schedule: pauses, times: maxRetries, while: (failure) => failure === "silent" }),
    Effect.catch((failure) => failure === "silent" ? Effect.succeed(null) : Effect.fail(failure))
  )

/** Returns the UID of the next mail: by STATUS, if EXAMINE does not report it, or else by the last mail. */
const nextOf = (mailbox: OpenMailbox): Effect.Effect<number, Trouble> =>
  Effect.gen(function*() {
    const { client, folder } = mailbox
    const status = yield* command(mailbox, () => client.status(folder, { uidNext: true })).pipe(
      Effect.catch((trouble) => client.isClosed ? Effect.fail(trouble) : Effect.succeed(false as const))
    )
    if (status !== false && status.uidNext !== undefined) return status.uidNext
    const last = yield* fetched(mailbox, "*").pipe(
      Effect.catch((trouble) => client.isClosed ? Effect.fail(trouble) : Effect.succeed([]))
    )
    return ((last.at(-1) ?? (yield* uidsBehind(mailbox, 0)).at(-1)) ?? 0) + 1
  })

/** Opens the folder again with `EXAMINE`, which changes no mail, and returns what the server reports of it. */
export const examine = (mailbox: OpenMailbox, position: MailboxPosition | null): Effect.Effect<MailboxState, Trouble> =>
  Effect.gen(function*() {
    const { client, folder } = mailbox
    const opened = yield* command(mailbox, () => client.mailboxOpen(folder, { readOnly: true }), folderTroubleOf)
    const mark = position?.mark === undefined || position.uid === 0 ? null : yield* asked(mailbox, position.uid)
    return {
      uid_validity: Number(opened.uidValidity ?? 0),
      uid_next: opened.uidNext ?? (yield* nextOf(mailbox)),
      mark: mark?.mark
    }
  })

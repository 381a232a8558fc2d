/** The mail servers of an organization, and their health. */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import { spelled } from "../Spelling.ts"
import { Line, line, orNull, ShownLine, text } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"

const Security = Schema.Literals(["tls", "starttls", "none"]).pipe(described(
  "`tls` encrypts from the first byte, `starttls` before any data is sent; `none` is allowed only for hosts of the private network",
  "starttls"
))
const SecurityDraft = spelled(Security, { tls: ["ssl", "ssl/tls", "implicit tls"], none: ["plain"] })

const Port = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 65_535 })).pipe(
  described("The port of the server", 587)
)

const Host = line(253).pipe(described("The name of the server", "smtp.harbor-analytics.example"))
const Username = described(
  "The user name; null if the server needs none",
  "jobs@harbor-analytics.example"
)
const Password = Schema.optionalKey(orNull(text(1000))).pipe(described(
  "The password of the account, which no response shows. If omitted, the stored one is kept while host, port, " +
    "security and username stay the same, and a connected account while host, port and security do",
  "correct horse battery staple"
))
const Folder = described("The folder that contains the replies", "INBOX")

const server = {
  host: ShownLine.pipe(described("The name of the server", "smtp.harbor-analytics.example")),
  port: Port,
  security: Security,
  username: Schema.NullOr(Schema.String).pipe(Username)
}
const draft = {
  host: Host,
  port: Port,
  security: SecurityDraft,
  username: orNull(line(320)).pipe(Username),
  password: Password
}

/** The server that sends mail (RFC 6409). */
export const SmtpServer = Schema.Struct(server).pipe(named("SmtpServer", "The server that sends mail"))
export interface SmtpServer extends Schema.Schema.Type<typeof SmtpServer> {}
export const SmtpServerDraft = Schema.Struct(draft).pipe(named("SmtpServerDraft", "The server to send mail with"))

/** The mailbox that receives replies (RFC 9051). */
export const ImapServer = Schema.Struct({ ...server, folder: ShownLine.pipe(Folder) }).pipe(
  named("ImapServer", "The mailbox that gets replies")
)
export interface ImapServer extends Schema.Schema.Type<typeof ImapServer> {}
export const ImapServerDraft = Schema.Struct({ ...draft, folder: Schema.optionalKey(Line).pipe(Folder) })
  .pipe(named("ImapServerDraft", "The mailbox to read replies from"))

/** Why a server does not work. */
export const MailProblem = Schema.Literals([
  "access_refused",
  "app_refused",
  "authentication",
  "busy",
  "certificate",
  "consent_ended",
  "encryption",
  "folder_missing",
  "host_unknown",
  "inbox_full",
  "mailbox_full",
  "no_answer",
  "password_unreadable",
  "private_address",
  "refused",
  "sender_refused",
  "unreachable"
]).pipe(described(
  "Why the server does not work: `access_refused` (it refuses the connected account), `app_refused` (the " +
    "provider of the connected account refuses this service's id or secret), `authentication` (wrong name or " +
    "password), `busy` (it asks to retry later), `certificate` (for another host, expired, or from an unknown " +
    "issuer), `consent_ended` (the account must be connected again), `encryption` (it does not offer what " +
    "`security` asks for), `folder_missing`, `host_unknown`, `inbox_full` (so many mails belong to no application " +
    "that further ones wait in the mailbox; replies are read), `mailbox_full`, `no_answer` (in time), " +
    "`password_unreadable` (stored with another key), `private_address`, `refused` (anything else that it said), " +
    "`sender_refused` (it does not send for `sender_email`), `unreachable`",
  "authentication"
))
export type MailProblem = typeof MailProblem.Type

/** The health of a server at the last attempt. */
export const MailHealth = Schema.Struct({
  status: Schema.Literals(["unknown", "working", "failing"]).pipe(
    described("The state of the server at the last attempt; `unknown` before the first", "working")
  ),
  problem: Schema.NullOr(MailProblem).pipe(described("Why it does not work; null unless `failing`", null)),
  detail: Schema.NullOr(Schema.String).pipe(described("The server's message; null if there is none", null)),
  since: Schema.NullOr(Timestamp).pipe(
    described("Since when it has been working or failing; null before the first attempt", "2026-10-05T14:03:31.544Z")
  )
}).pipe(named("MailHealth", "The state of a mail server at the last attempt"))
export interface MailHealth extends Schema.Schema.Type<typeof MailHealth> {}

/** A problem with the server's own words about it. */
export interface Trouble {
  readonly problem: MailProblem
  readonly detail: string | null
}

/** The connection was closed because the server sent too much. */
export const flood = {
  problem: "refused",
  detail: "The server sends more than it was asked for"
} as const satisfies Trouble

/** Tells whether a connection was closed because the server sent too much. */
export const isFlood = ({ detail }: { readonly detail: string | null }): boolean => detail === flood.detail

/** Tells whether a failure is a server's problem. */
export const isTrouble = Schema.is(Schema.Struct({ problem: MailProblem, detail: Schema.NullOr(Schema.String) }))

export const unknownHealth: MailHealth = { status: "unknown", problem: null, detail: null, since: null }

/**
 * Returns the health of a server after an attempt. `since` does not change while the status and problem stay the same.
 */
export const healthAfter = (before: MailHealth, trouble: Trouble | null, now: Timestamp): MailHealth => {
  const status = trouble === null ? "working" : "failing"
  const problem = trouble?.problem ?? null
  const isSame = before.status === status && before.problem === problem
  return { status, problem, detail: trouble?.detail ?? null, since: isSame ? before.since : now }
}

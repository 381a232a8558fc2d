/** The mail account of an organization: how it sends and receives mail. */
import { Result, Schema } from "effect"
import type { Worker } from "../access/Actor.ts"
import { type Decision, decided, type DecisionContext, differences, unchanged, withoutEvents } from "../Decision.ts"
import { named } from "../Described.ts"
import * as example from "../Example.ts"
import { addedLater, defaulted, hidden, id, labelled, managed, nullable, time, version } from "../Field.ts"
import { OrganizationId } from "../Id.ts"
import { absent, declare } from "../Noun.ts"
import { Email, Line, orNull, ShownEmail, ShownLine } from "../Text.ts"
import { later, millisBetween, Timestamp } from "../Timestamp.ts"
import { ConnectedAccount, type ConnectedServers } from "./ConnectedAccount.ts"
import {
  healthAfter,
  ImapServer,
  ImapServerDraft,
  isFlood,
  MailHealth,
  SmtpServer,
  SmtpServerDraft,
  type Trouble,
  unknownHealth
} from "./MailServer.ts"

const secret = (whose: string) =>
  hidden(Schema.NullOr(Schema.String), {
    description: `The password of ${whose}, encrypted; null where there is none`,
    example: null,
    privacy: "kept"
  })

const health = (whose: string) =>
  managed(MailHealth, {
    description: `The state of ${whose} at the last attempt`,
    example: { status: "working", problem: null, detail: null, since: example.time.keyCreated },
    privacy: "kept"
  })

const smtp = {
  host: "smtp.harbor-analytics.example",
  port: 587,
  security: "starttls",
  username: "jobs@harbor-analytics.example"
} as const
const imap = {
  host: "imap.harbor-analytics.example",
  port: 993,
  security: "tls",
  username: "jobs@harbor-analytics.example",
  folder: "INBOX"
} as const

export const noun = declare({
  subject: "mail_account",
  label: ["Email settings", "E-Mail-Einstellungen"],
  description: "How the organization sends and receives mail. Secrets are stored encrypted, and never shown",
  table: "mail_accounts",
  sees: "all",
  fields: {
    id: id(OrganizationId),
    sender_name: nullable(ShownLine, orNull(Line), {
      description: "The sender's name; null for the organization's name",
      example: "Harbor Analytics careers",
      privacy: "kept"
    }).pipe(labelled("Sender name", "Absendername")),
    sender_email: nullable(ShownEmail, orNull(Email), {
      description: "The sender's address, which also gets replies; null if nothing is sent",
      example: "jobs@harbor-analytics.example",
      privacy: "kept"
    }).pipe(labelled("Sender address", "Absenderadresse")),
    smtp: nullable(SmtpServer, Schema.NullOr(SmtpServerDraft), {
      description: "The server that sends mails; null if mails wait",
      example: smtp,
      privacy: "kept"
    }),
    smtp_secret: secret("the server that sends"),
    smtp_health: health("the server that sends"),
    smtp_retry_at: managed(Schema.NullOr(Timestamp), {
      description:
        "When mails that wait for the server are tried again; null while it works, or if only one mail waits",
      example: null,
      privacy: "kept"
    }),
    imap: nullable(ImapServer, Schema.NullOr(ImapServerDraft), {
      description:
        "The mailbox that gets replies; null if none is read. Mails in it are not changed, and earlier mails are not read",
      example: imap,
      privacy: "kept"
    }),
    imap_secret: secret("the mailbox"),
    imap_health: health("the mailbox"),
    connection: managed(Schema.NullOr(ConnectedAccount), {
      description:
        "The account used for servers without a password; null if none is connected. Connect it in the console",
      example: null,
      privacy: "kept"
    }).pipe(addedLater),
    notifies_members: defaulted(Schema.Boolean, Schema.Boolean, {
      description: "Whether members get email notifications, as each member chooses; true by default",
      example: true,
      privacy: "kept"
    }),
    updated_at: time(Timestamp, "When the settings were last changed", example.time.keyCreated),
    version
  },
  events: {
    updated: { summary: "The mail account was changed" },
    failing: {
      summary: "A mail server stopped working",
      reads: ["disconnected", "getrennt"],
      example: {
        smtp_health: {
          status: "failing",
          problem: "authentication",
          detail: "535 5.7.8 Authentication failed",
          since: example.time.moved
        }
      }
    },
    working: { summary: "A mail server works", reads: ["connected", "verbunden"] }
  }
})

/** The account as the interface shows it. */
export const MailAccount = noun.json
export interface MailAccount extends Schema.Schema.Type<typeof MailAccount> {}

export const MailAccountState = noun.row
export interface MailAccountState extends Schema.Schema.Type<typeof MailAccountState> {}

/** A request for an account, which replaces the present one. */
export const MailAccountDraft = noun.create.pipe(named(
  "MailAccountDraft",
  "The new mail account. Omitted fields get their defaults, except passwords",
  {
    sender_email: "jobs@harbor-analytics.example",
    smtp: { ...smtp, password: "correct horse battery staple" },
    imap: null
  }
))
export interface MailAccountDraft extends Schema.Schema.Type<typeof MailAccountDraft> {}

/**
 * The request changes the server or user name, so it has to include the password: the stored one is never sent to
 * another server.
 */
export class PasswordNeeded
  extends Schema.TaggedError<PasswordNeeded>()("PasswordNeeded", { server: Schema.Literals(["smtp", "imap"]) })
{}

const defaults = { ...absent(noun), notifies_members: true }

/** Returns the default account of an organization that has not set it up. */
export const initial = (id: OrganizationId, created_at: Timestamp): MailAccountState => ({
  ...defaults,
  id,
  smtp_secret: null,
  smtp_health: unknownHealth,
  smtp_retry_at: null,
  imap_secret: null,
  imap_health: unknownHealth,
  connection: null,
  updated_at: created_at,
  version: 0
})

/** The passwords of a request, encrypted. Decisions never get plain ones. */
export interface EncryptedPasswords {
  readonly smtp: string | null
  readonly imap: string | null
}

type Draft = NonNullable<MailAccountDraft["smtp"]>

const targetNames = ["host", "port", "security"] as const

/** Tells whether a server is signed in to with the connected account, whose token is never sent to another server. */
export const isConnected = (account: MailAccountState, server: "smtp" | "imap"): boolean =>
  account.connection !== null && (account[server]?.username ?? null) !== null && account[`${server}_secret`] === null

const isSameTarget = (draft: Draft, known: Pick<Draft, (typeof targetNames)[number]> | null | undefined): boolean =>
  known != null && targetNames.every((name) => known[name] === draft[name])

/** Returns the encrypted password to store for a server; null if it has none, or uses the connected account. */
const secretFor = (
  server: "smtp" | "imap",
  draft: Draft | null,
  before: MailAccountState,
  encrypted: EncryptedPasswords,
  connected: ConnectedServers | null
): Result.Result<string | null, PasswordNeeded> => {
  if (draft === null || draft.username === null) return Result.succeed(null)
  if (encrypted[server] !== null) return Result.succeed(encrypted[server])
  const known = before[server]
  const secret = before[`${server}_secret`]
  // A connected account may use other mailboxes of its provider, such as shared ones.
  const stays = isConnected(before, server) || (secret !== null && known?.username === draft.username)
  if (draft.password !== undefined) return Result.fail(new PasswordNeeded({ server }))
  if (stays && isSameTarget(draft, known)) return Result.succeed(secret)
  return before.connection !== null && isSameTarget(draft, connected?.[server])
    ? Result.succeed(null)
    : Result.fail(new PasswordNeeded({ server }))
}

/** Returns the account as requested. A server that changed gets an unknown health until it is tried. */
const changed = (
  account: MailAccountState,
  requested: MailAccountState,
  now: Timestamp
): Decision<MailAccountState, never> => {
  const changes = differences(account, requested)
  const names = Object.keys(changes)
  if (names.length === 0) return unchanged(account)
  const isOther = (...of: ReadonlyArray<keyof MailAccountState>) => of.some((name) => names.includes(name))
  const after: MailAccountState = {
    ...account,
    ...changes,
    ...(isOther("smtp", "smtp_secret", "sender_email", "connection")
      ? { smtp_health: unknownHealth, smtp_retry_at: null }
      : {}),
    ...(isOther("imap", "imap_secret", "connection") ? { imap_health: unknownHealth } : {}),
    updated_at: now,
    version: account.version + 1
  }
  return decided(after, noun.event("updated", after))
}

/** Replaces the account. `connected` has the servers of the connected account's provider. */
export const replace = (
  account: MailAccountState,
  { imap: imapDraft = null, smtp: smtpDraft = null, ...draft }: MailAccountDraft,
  encrypted: EncryptedPasswords,
  { now }: DecisionContext,
  connected: ConnectedServers | null = null
): Decision<MailAccountState, PasswordNeeded> =>
  Result.gen(function*() {
    const smtp_secret = yield* secretFor("smtp", smtpDraft, account, encrypted, connected)
    const imap_secret = yield* secretFor("imap", imapDraft, account, encrypted, connected)
    const { password: _, ...smtp } = smtpDraft ?? { password: null }
    const { password: __, ...imap } = imapDraft ?? { password: null }
    const requested = {
      ...account,
      ...defaults,
      ...draft,
      smtp: smtpDraft === null ? null : smtp as SmtpServer,
      smtp_secret,
      imap: imapDraft === null ? null : { folder: "INBOX", ...imap } as ImapServer,
      imap_secret
    }
    const isUsed = isConnected(requested, "smtp") || isConnected(requested, "imap")
    return yield* changed(account, { ...requested, connection: isUsed ? account.connection : null }, now)
  })

/**
 * Sends and reads mail with a connected account. Mail is sent from its address, unless an address other than that of
 * the previous account was chosen. Reconnecting the same account keeps its servers.
 */
export const connect = (
  account: MailAccountState,
  connection: ConnectedAccount,
  { imap, smtp }: ConnectedServers,
  { now }: DecisionContext
): Decision<MailAccountState, never> => {
  const { account: username, provider } = connection
  const isAgain = account.connection?.provider === provider && account.connection.account === username
  if (isAgain) return changed(account, { ...account, connection }, now)
  const before = [account.connection?.account, account.smtp?.username].map((name) => name?.toLowerCase())
  const isChosen = account.sender_email !== null && !before.includes(account.sender_email.toLowerCase())
  return changed(account, {
    ...account,
    connection,
    sender_email: isChosen ? account.sender_email : username,
    smtp: { ...smtp, username },
    smtp_secret: null,
    imap: { ...imap, username, folder: "INBOX" },
    imap_secret: null
  }, now)
}

/** The least and the most seconds until a failing server is tried again. */
const [minPause, maxPause] = [10, 600]

/**
 * Returns when to try a failing server again: after a quarter of the time for which it has been failing. After a
 * refusal because of too many mails, the pause is as long as the server has been refusing, so that each pause at least
 * doubles the previous one.
 */
export const retryAfter = ({ since, ...health }: MailHealth, now: Timestamp): Timestamp => {
  const seconds = since === null ? 0 : millisBetween(since, now) / (isFlood(health) ? 1000 : 4000)
  return later(now, Math.min(maxPause, Math.max(minPause, seconds)) * 1000)
}

/**
 * Records a server's health after an attempt with the account `tried`; does nothing if the server was changed since. An
 * event reports when it begins to work or to fail, or fails for another reason. `holds` tells whether the trouble stops
 * all mails, or only one.
 */
export const record = (
  account: MailAccountState,
  server: "smtp" | "imap",
  trouble: Trouble | null,
  { now }: DecisionContext<Worker>,
  tried = account,
  holds = true
): Decision<MailAccountState, never> => {
  const settings = (one: MailAccountState) => ({
    sender_email: server === "smtp" ? one.sender_email : null,
    connection: one.connection,
    server: one[server],
    secret: one[`${server}_secret`]
  })
  if (Object.keys(differences(settings(account), settings(tried))).length > 0) return unchanged(account)
  const field = `${server}_health` as const
  const before = account[field]
  const health = healthAfter(before, trouble, now)
  const smtp_retry_at = server === "imap"
    ? account.smtp_retry_at
    : trouble === null || !holds
    ? null
    : retryAfter(health, now)
  const changes = differences(account, { [field]: health, smtp_retry_at })
  if (Object.keys(changes).length === 0) return unchanged(account)
  const after: MailAccountState = { ...account, ...changes, version: account.version + 1 }
  return health.since === before.since
    ? withoutEvents(after)
    : decided(after, noun.event(trouble === null ? "working" : "failing", after))
}

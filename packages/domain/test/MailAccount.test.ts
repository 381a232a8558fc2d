import { OrganizationId } from "@candor/domain/Id"
import type { ConnectedAccount } from "@candor/domain/mail/ConnectedAccount"
import {
  connect,
  type EncryptedPasswords,
  initial,
  isConnected,
  MailAccount,
  type MailAccountDraft,
  type MailAccountState,
  record,
  replace,
  retryAfter
} from "@candor/domain/mail/MailAccount"
import { flood, type Trouble } from "@candor/domain/mail/MailServer"
import { Timestamp } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Result, Schema } from "effect"
import { contextAt, id } from "./context.ts"

const smtp = { host: "smtp.example.com", port: 587, security: "starttls", username: "jobs@example.com" } as const
const imap = { host: "imap.example.com", port: 993, security: "tls", username: "jobs@example.com" } as const
const none: EncryptedPasswords = { smtp: null, imap: null }
const both: EncryptedPasswords = { smtp: "encrypted smtp", imap: "encrypted imap" }
const draft: MailAccountDraft = {
  sender_email: "jobs@example.com",
  smtp: { ...smtp, password: "one" },
  imap: { ...imap, password: "two" }
}

const first = initial(OrganizationId.make(id(901)), Timestamp.make("2026-11-01T09:00:00.000Z"))

const put = (account: MailAccountState, draft: MailAccountDraft, encrypted = none, time?: string) =>
  replace(account, draft, encrypted, contextAt(time))
const stored = Result.getOrThrow(put(first, draft, both)).entity

const worker = { organization_id: first.id, worker: "mails", request_id: "test" }
const attempt = (account: MailAccountState, server: "smtp" | "imap", trouble: Trouble | null, time?: string) =>
  Result.getOrThrow(record(account, server, trouble, { ...contextAt(time), actor: worker }))

test("what is left out is as at first, and neither an answer nor an event has a password", () => {
  expect(stored).toMatchObject({
    smtp,
    smtp_secret: "encrypted smtp",
    imap: { ...imap, folder: "INBOX" },
    imap_secret: "encrypted imap",
    notifies_members: true,
    version: 1
  })
  const { events } = Result.getOrThrow(put(first, draft, both))
  expect(events.map(({ type }) => type)).toEqual(["mail_account.updated"])
  for (const shown of [events, Schema.encodeSync(MailAccount)(stored)])
    expect(JSON.stringify(shown)).not.toMatch(/secret|password|encrypted/)
  expect(Result.getOrThrow(put({ ...stored, notifies_members: false }, draft, both)).entity.notifies_members).toBe(true)
})

const again: MailAccountDraft = { sender_email: "jobs@example.com", smtp, imap }

test("the same account without its passwords changes nothing", () => {
  expect(Result.getOrThrow(put(stored, again))).toEqual({ entity: stored, events: [] })
})

test.each<readonly [string, MailAccountDraft, "smtp" | "imap"]>([
  ["another host", { ...again, smtp: { ...smtp, host: "smtp.example.net" } }, "smtp"],
  ["another port", { ...again, smtp: { ...smtp, port: 25 } }, "smtp"],
  ["another security", { ...again, smtp: { ...smtp, security: "none" } }, "smtp"],
  ["another name", { ...again, imap: { ...imap, username: "hr@example.com" } }, "imap"],
  ["an empty password", { ...again, smtp: { ...smtp, password: null } }, "smtp"]
])("%s is told no stored password", (_, draft, server) => {
  expect(Result.getOrThrow(Result.flip(put(stored, draft)))).toMatchObject({ _tag: "PasswordNeeded", server })
})

test("a server without a name has no password, and another folder keeps it", () => {
  const anonymous = put(stored, { ...again, smtp: { ...smtp, username: null } })
  expect(Result.getOrThrow(anonymous).entity).toMatchObject({ smtp_secret: null, imap_secret: "encrypted imap" })
  expect(Result.getOrThrow(put(stored, { ...again, imap: { ...imap, folder: "Jobs" } })).entity.imap_secret).toBe(
    "encrypted imap"
  )
  expect(Result.getOrThrow(put(stored, {})).entity).toMatchObject({
    smtp: null,
    smtp_secret: null,
    imap: null,
    imap_secret: null
  })
})

const refused: Trouble = { problem: "authentication", detail: "535 5.7.8" }

test("a server that changed has yet to show whether it works, and is tried at once; the other one stays as it was", () => {
  const failing = attempt(attempt(stored, "smtp", refused).entity, "imap", refused).entity
  expect(failing).toMatchObject({ smtp_health: { status: "failing" }, imap_health: { status: "failing" } })
  const changed = Result.getOrThrow(put(failing, again, { ...none, smtp: "another" })).entity
  expect(changed).toMatchObject({
    smtp_health: { status: "unknown" },
    smtp_retry_at: null,
    imap_health: { status: "failing" }
  })
  const other = Result.getOrThrow(put(failing, { ...again, notifies_members: false })).entity
  expect(other).toMatchObject({ smtp_health: { status: "failing" }, imap_health: { status: "failing" } })
})

const attempts: ReadonlyArray<
  readonly [time: string, trouble: Trouble | null, event: string | undefined, retry: string | null]
> = [
  ["09:00:00.000", refused, "mail_account.failing", "09:00:10.000"],
  ["09:00:10.000", refused, undefined, "09:00:20.000"],
  ["09:02:00.000", { ...refused, detail: "535 again" }, undefined, "09:02:30.000"],
  ["15:00:00.000", refused, undefined, "15:10:00.000"],
  ["15:10:00.000", { problem: "busy", detail: null }, "mail_account.failing", "15:10:10.000"],
  ["15:11:00.000", null, "mail_account.working", null],
  ["15:12:00.000", null, undefined, null]
]

test("an event tells when a server begins to fail or to work; it is tried again after a quarter of the time that it fails, of 10 s to 10 min", () => {
  let account = stored
  const found = attempts.map(([time, trouble]) => {
    const { entity, events } = attempt(account, "smtp", trouble, time)
    account = entity
    return [time, trouble, events[0]?.type, entity.smtp_retry_at?.slice(11, 23) ?? null]
  })
  expect(found).toEqual(attempts.map((row) => [...row]))
})

test("an attempt with settings that are others by now says nothing of the present ones", () => {
  const statusOf = (changes: Partial<MailAccountState>) =>
    Result.getOrThrow(record({ ...stored, ...changes }, "smtp", refused, { ...contextAt(), actor: worker }, stored))
      .entity.smtp_health.status
  const { status } = stored.smtp_health
  expect([{}, { sender_name: "Harbor" }].map(statusOf)).toEqual(["failing", "failing"])
  expect(
    [{ smtp: { ...stored.smtp!, host: "other.example" } }, { smtp_secret: "another" }, {
      sender_email: "hr@acme.example"
    }].map(statusOf)
  )
    .toEqual([status, status, status])
})

test("a server that sends too much is tried after pauses that double, from ten seconds to ten minutes", () => {
  const pauses: Array<number> = []
  let [account, millis] = [stored, Date.parse("2026-11-20T09:00:00.000Z")]
  for (let turn = 0; turn < 9; turn++) {
    const now = Timestamp.make(new Date(millis).toISOString())
    account = attempt(account, "imap", flood, now.slice(11, -1)).entity
    expect(account.imap_health.detail).toBe(flood.detail)
    pauses.push(Date.parse(retryAfter(account.imap_health, now)) - millis)
    millis += pauses.at(-1)!
  }
  expect(pauses.map((pause) => pause / 1000)).toEqual([10, 10, 20, 40, 80, 160, 320, 600, 600])
})

const servers = {
  smtp: { host: "smtp.gmail.com", port: 465, security: "tls" },
  imap: { host: "imap.gmail.com", port: 993, security: "tls" }
} as const
const consent = {
  provider: "google",
  account: "jobs@example.com",
  connected_at: Timestamp.make("2026-11-02T09:00:00.000Z")
} as const
const connected = (account: MailAccountState, connection: ConnectedAccount = consent) =>
  Result.getOrThrow(connect(account, connection, servers, contextAt()))

describe("A connected account", () => {
  const account = connected(attempt(stored, "smtp", refused).entity).entity
  const kept = {
    smtp: { ...servers.smtp, username: "jobs@example.com" },
    imap: { ...servers.imap, username: "jobs@example.com" }
  }

  test("takes the place of servers with passwords, and of the address that mails come from where there is none", () => {
    expect(account).toMatchObject({
      ...kept,
      connection: consent,
      smtp_secret: null,
      imap_secret: null,
      smtp_health: { status: "unknown" }
    })
    expect(connected(first).entity.sender_email).toBe("jobs@example.com")
    expect(connected({ ...first, sender_email: "hr@example.com" }).entity.sender_email).toBe("hr@example.com")
    expect(connected(first).events.map(({ type }) => type)).toEqual(["mail_account.updated"])
  })

  test.each<readonly [string, string | null, string | null]>([
    ["is that of the account before", "jobs@example.com", "hr@example.com"],
    ["is that of the account before in other letters", "Jobs@Example.com", "hr@example.com"],
    ["was chosen", "careers@example.com", "careers@example.com"]
  ])(
    "sends from the address of another account that takes its place, where the address %s",
    (_, sender_email, expected) => {
      expect(connected({ ...account, sender_email }, { ...consent, account: "hr@example.com" }).entity.sender_email)
        .toBe(expected)
      const withPassword = { ...stored, sender_email }
      expect(connected(withPassword, { ...consent, account: "hr@example.com" }).entity.sender_email).toBe(expected)
    }
  )

  test("is read again without a password, by the servers of its provider alone", () => {
    const { entity } = Result.getOrThrow(put(account, { smtp: kept.smtp, imap: null }))
    const again = (imap: NonNullable<MailAccountDraft["imap"]>) =>
      replace(entity, { smtp: kept.smtp, imap }, none, contextAt(), servers)
    expect(Result.getOrThrow(again(kept.imap)).entity).toMatchObject({
      imap: kept.imap,
      imap_secret: null,
      connection: consent
    })
    expect(isConnected(Result.getOrThrow(again(kept.imap)).entity, "imap")).toBe(true)
    for (
      const change of [{ host: "imap.evil.example" }, { port: 143 }, { security: "none" }, { password: null }] as const
    ) {
      expect(Result.getOrThrow(Result.flip(again({ ...kept.imap, ...change })))).toMatchObject({
        _tag: "PasswordNeeded",
        server: "imap"
      })
    }
    expect(Result.getOrThrow(Result.flip(replace(first, { imap }, none, contextAt(), servers)))).toMatchObject({
      _tag: "PasswordNeeded"
    })
  })

  test("keeps its mailbox and folder when it is connected again, and loses what another account had", () => {
    const { entity } = Result.getOrThrow(
      put(account, { smtp: { ...kept.smtp, username: "shared@example.com" }, imap: { ...kept.imap, folder: "Jobs" } })
    )
    const again = { ...consent, connected_at: Timestamp.make("2026-11-03T09:00:00.000Z") }
    expect(connected(entity, again).entity).toMatchObject({
      smtp: { username: "shared@example.com" },
      imap: { folder: "Jobs" },
      connection: again
    })
    expect(connected(entity, { ...again, account: "hr@example.com" }).entity).toMatchObject({
      smtp: { username: "hr@example.com" },
      imap: { folder: "INBOX" }
    })
  })

  test.each<readonly [string, MailAccountDraft, object | null]>([
    ["stays where its servers do", { sender_email: "jobs@example.com", ...kept }, consent],
    ["stays with another mailbox of the provider", {
      smtp: { ...kept.smtp, username: "shared@example.com" },
      imap: null
    }, consent],
    ["goes with both servers", { smtp: null, imap: null }, null],
    ["goes where nobody signs in", { smtp: { ...kept.smtp, username: null }, imap: null }, null]
  ])("%s", (_, draft, connection) => {
    expect(Result.getOrThrow(put(account, draft)).entity.connection).toEqual(connection as never)
  })

  test.each<readonly [string, MailAccountDraft]>([
    ["another host", { smtp: { ...kept.smtp, host: "smtp.evil.example" } }],
    ["another port", { smtp: { ...kept.smtp, port: 25 } }],
    ["no encryption", { smtp: { ...kept.smtp, security: "none" } }]
  ])("is told to no other server: %s", (_, draft) => {
    expect(Result.getOrThrow(Result.flip(put(account, draft)))).toMatchObject({
      _tag: "PasswordNeeded",
      server: "smtp"
    })
    // Not by a detour either.
    const anonymous =
      Result.getOrThrow(put(account, { smtp: { ...draft.smtp!, username: null }, imap: kept.imap })).entity
    expect(Result.getOrThrow(Result.flip(put(anonymous, { ...draft, imap: kept.imap })))).toMatchObject({
      _tag: "PasswordNeeded",
      server: "smtp"
    })
  })

  test("is of one server where the other one has a password", () => {
    const { entity } = Result.getOrThrow(
      put(account, { smtp: { ...smtp, password: "one" }, imap: kept.imap }, { smtp: "encrypted smtp", imap: null })
    )
    expect([isConnected(entity, "smtp"), isConnected(entity, "imap")]).toEqual([false, true])
  })

  test("is not blamed for what the connection before it met", () => {
    const again = connected(account, { ...consent, connected_at: Timestamp.make("2026-11-03T09:00:00.000Z") }).entity
    const late = record(
      again,
      "imap",
      { problem: "consent_ended", detail: null },
      { ...contextAt(), actor: worker },
      account
    )
    expect(Result.getOrThrow(late).entity).toBe(again)
  })
})

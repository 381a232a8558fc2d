/** What each answer of a server means for the mail, and for those after it. */
import { flood } from "@candor/domain/mail/MailServer"
import { Resolver } from "@candor/connections/guarded/PublicAddress"
import { connect } from "@candor/mail/Sending"
import { SmtpTimeouts } from "@candor/mail/SmtpConnection"
import { type Outcome, wordsOf } from "@candor/mail/SmtpOutcome"
import { describe, expect, test } from "bun:test"
import { Duration, Effect, type Scope } from "effect"
import { mail, send, sender, verify } from "./Mails.ts"
import { type Script, scripted } from "./ScriptedServer.ts"

const second = Duration.seconds(1)
const short = {
  connecting: second,
  greeting: second,
  answer: second,
  acceptance: second,
  step: Duration.seconds(5),
  farewell: second
}

const run = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>): Promise<A> => Effect.runPromise(Effect.scoped(effect))

const outcome = (script: Script, changes: Parameters<typeof sender>[1] = {}) =>
  run(Effect.flatMap(scripted(script), ({ port }) => send(sender(port, changes), mail)))

const trouble = (problem: string, detail: string | null): Outcome => ({
  status: "trouble",
  trouble: { problem, detail } as never
})
/** Trouble after the server took the sender: of the account by its words, or perhaps of this mail alone. */
const ofAccount = (
  problem: string,
  detail: string
): Outcome => ({ ...trouble(problem, detail), doubt: "account" } as Outcome)
const inDoubt = (
  problem: string,
  detail: string | null
): Outcome => ({ ...trouble(problem, detail), doubt: "unknown" } as Outcome)
const refused = (words: string): Outcome => ({ status: "refused", words })
const later = (words: string): Outcome => ({ status: "later", words })

const unanswered = later("The connection ended before the server answered")

/** Answers to a command, and what they mean. */
const answers: ReadonlyArray<readonly [verb: string, answer: string, expected: (words: string) => Outcome]> = [
  ["MAIL", "550 5.7.1 Not allowed", (words) => trouble("sender_refused", words)],
  ["MAIL", "553 5.1.8 Sender address rejected: Domain not found", (words) => trouble("sender_refused", words)],
  ["MAIL", "501 5.1.7 Bad sender address syntax", (words) => trouble("sender_refused", words)],
  ["MAIL", "530 5.7.0 Authentication required", (words) => trouble("authentication", words)],
  ["MAIL", "530 5.7.0 Must issue a STARTTLS command first", (words) => trouble("encryption", words)],
  ["MAIL", "550 5.4.5 Daily user sending limit exceeded", (words) => trouble("busy", words)],
  ["MAIL", "452 4.3.1 Insufficient system storage", (words) => trouble("busy", words)],
  ["MAIL", "451 4.7.0 Try again later", (words) => trouble("busy", words)],
  ["MAIL", "552 5.2.2 Over quota", (words) => trouble("mailbox_full", words)],
  ["MAIL", "552 Storage allocation exceeded", (words) => trouble("mailbox_full", words)],
  ["MAIL", "552 5.3.4 Message size exceeds fixed limit", refused],
  ["MAIL", "552 Message size exceeds fixed maximum message size", refused],
  ["MAIL", "503 5.5.1 Error: nested MAIL command", (words) => trouble("refused", words)],
  ["MAIL", "421 4.7.0 Too many connections", (words) => trouble("busy", words)],
  ["RCPT", "550 5.1.1 No such user", refused],
  ["RCPT", "553 5.1.3 Bad recipient address syntax", refused],
  ["RCPT", "550 5.7.1 You are not authorized to reach this group", refused],
  ["RCPT", "552 5.2.2 Mailbox full", refused],
  ["RCPT", "450 4.7.1 Greylisted, see http://postgrey.example; your message rate is fine", later],
  ["RCPT", "451 4.7.1 Please try again in 300 seconds", later],
  ["RCPT", "452 4.2.2 The recipient's inbox is out of storage", later],
  [
    "RCPT",
    "450 4.2.1 The user you are trying to contact is receiving mail at a rate that is too high; sending rate limited",
    later
  ],
  ["RCPT", "451 4.3.0 Temporary lookup failure", later],
  ["RCPT", "452 4.3.1 Insufficient system storage", (words) => inDoubt("busy", words)],
  ["RCPT", "450 4.7.1 Error: too many messages from jobs@harbor.example", (words) => inDoubt("busy", words)],
  [
    "RCPT",
    "553 5.7.1 <jobs@harbor.example>: Sender address rejected: not owned by user jobs",
    (words) => ofAccount("sender_refused", words)
  ],
  ["RCPT", "554 5.7.1 <maya@mail.example>: Relay access denied", (words) => ofAccount("refused", words)],
  [
    "RCPT",
    "554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.example",
    (words) => ofAccount("refused", words)
  ],
  [
    "RCPT",
    "504 5.5.2 <laptop>: Helo command rejected: need fully-qualified hostname",
    (words) => ofAccount("refused", words)
  ],
  ["RCPT", "530 Authentication required", (words) => ofAccount("authentication", words)],
  ["RCPT", "421 4.3.2 Shutting down", (words) => inDoubt("busy", words)],
  ["RCPT", "552 5.2.2 User quota exceeded", (words) => inDoubt("busy", words)],
  ["RCPT", "550 Unable to relay for bob@mail.example", (words) => ofAccount("refused", words)],
  ["RCPT", "421 4.4.2 bob@mail.example: cannot be verified now", (words) => inDoubt("busy", words)],
  [
    "RCPT",
    "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
    (words) => ofAccount("refused", words)
  ],
  [
    "RCPT",
    "553 sorry, that domain isn't allowed to be relayed thru this MTA (#5.7.1)",
    (words) => ofAccount("refused", words)
  ],
  ["RCPT", "550 5.7.64 TenantAttribution; Relay Access Denied", (words) => ofAccount("refused", words)],
  [
    "RCPT",
    "550 5.7.708 Service unavailable. Access denied, traffic not accepted from this IP",
    (words) => ofAccount("refused", words)
  ],
  [
    "RCPT",
    "550 5.7.501 Service unavailable. Spam abuse detected from IP range",
    (words) => ofAccount("refused", words)
  ],
  [
    "RCPT",
    "550 5.1.90 Your message can't be sent because you've reached your daily limit",
    (words) => inDoubt("busy", words)
  ],
  ["RCPT", "550 Your account is suspended because of an unpaid invoice", (words) => ofAccount("refused", words)],
  ["RCPT", "550 5.2.1 The email account that you tried to reach is disabled", refused],
  ["RCPT", "550 5.1.1 <bob@mail.example>: Recipient address rejected: User unknown in virtual mailbox table", refused],
  ["RCPT", "450 4.1.1 <bob@mail.example>: Recipient address rejected: unverified address: timed out", later],
  ["CONTENT", "550 5.7.0 Message with the invoice of a virus", refused],
  ["RCPT", "550 5.7.1 This message was blocked because its content presents a potential security issue", refused],
  ["DATA", "451 4.3.0 Queue file write error", later],
  ["DATA", "554 5.5.1 Error: no valid recipients", refused],
  ["DATA", "421 4.3.2 Shutting down", (words) => inDoubt("busy", words)],
  ["CONTENT", "554 5.7.1 Spam message rejected", refused],
  ["CONTENT", "550 5.7.26 The sender must authenticate with at least one of SPF or DKIM", refused],
  ["CONTENT", "552 5.3.4 Message too big", refused],
  ["CONTENT", "451 4.7.1 Greylisting in action, please come back later", later],
  [
    "CONTENT",
    "550 5.7.60 Client does not have permissions to send as this sender",
    (words) => ofAccount("sender_refused", words)
  ],
  [
    "CONTENT",
    "554 5.2.252 SendAsDenied; jobs@harbor.example not allowed to send as maya@harbor.example",
    (words) => ofAccount("sender_refused", words)
  ],
  ["CONTENT", "550 5.4.5 Daily SMTP relay limit exceeded", (words) => inDoubt("busy", words)],
  ["CONTENT", "552 Your account has exceeded its quota", (words) => ofAccount("mailbox_full", words)],
  [
    "CONTENT",
    "554 Message rejected: Email address is not verified. The following identities failed the check in region EU-WEST-1: jobs@harbor.example",
    (words) => ofAccount("sender_refused", words)
  ],
  ["CONTENT", "550 5.7.705 Access denied, tenant has exceeded threshold", (words) => ofAccount("refused", words)],
  [
    "CONTENT",
    "550 5.7.750 Service unavailable. Client blocked from sending from unregistered domains",
    (words) => ofAccount("refused", words)
  ],
  [
    "CONTENT",
    "550 5.7.57 Client was not authenticated to send anonymous mail",
    (words) => ofAccount("authentication", words)
  ],
  [
    "CONTENT",
    "550 The from address does not match a verified Sender Identity",
    (words) => ofAccount("sender_refused", words)
  ],
  [
    "CONTENT",
    "554 Sending suspended for this account. For more information, please check the inbox",
    (words) => ofAccount("refused", words)
  ],
  ["CONTENT", "451 Authentication failed: Maximum credits exceeded", (words) => ofAccount("refused", words)],
  ["CONTENT", "550 Please activate: payment is overdue", (words) => ofAccount("refused", words)],
  ["CONTENT", "502 5.7.0 Your SMTP account is not yet activated", (words) => ofAccount("refused", words)],
  ["CONTENT", "550 5.7.1 Domain harbor.example has not been verified", (words) => ofAccount("sender_refused", words)],
  ["CONTENT", "554 5.7.1 Message rejected under suspicion of spam", refused],
  ["CONTENT", "550 5.7.509 Access denied, sending domain does not pass DMARC verification", refused],
  ["CONTENT", "421 4.7.0 Closing", (words) => inDoubt("busy", words)]
]

describe.each([[[]], [["PIPELINING"]]])("An answer to a mail, with the extensions %p:", (extensions) => {
  test.each(answers)("%s %s", async (verb, answer, expected) => {
    expect(await outcome({ extensions, answers: { [verb]: answer } })).toEqual(expected(answer))
  })
})

/** Answers before a mail, and what they mean. */
const problems: ReadonlyArray<
  readonly [name: string, script: Script, changes: Parameters<typeof sender>[1], expected: Outcome]
> = [
  ["a wrong password", { extensions: ["AUTH PLAIN"], answers: { AUTH: "535 5.7.8 Authentication failed" } }, {
    username: "jobs"
  }, trouble("authentication", "535 5.7.8 Authentication failed")],
  ["a mechanism that is too weak", { extensions: ["AUTH LOGIN"], answers: { AUTH: "534 5.7.9 Too weak" } }, {
    username: "jobs"
  }, trouble("authentication", "534 5.7.9 Too weak")],
  ["authentication that is away", { extensions: ["AUTH PLAIN"], answers: { AUTH: "454 4.7.0 Try later" } }, {
    username: "jobs"
  }, trouble("busy", "454 4.7.0 Try later")],
  ["too many attempts to authenticate", { extensions: ["AUTH PLAIN"], answers: { AUTH: "421 4.7.0 Too many" } }, {
    username: "jobs"
  }, trouble("busy", "421 4.7.0 Too many")],
  ["authentication that ends the connection", { extensions: ["AUTH PLAIN"], answers: { AUTH: "drop" } }, {
    username: "jobs"
  }, trouble("unreachable", null)],
  [
    "no authentication, so the password is not told",
    { answers: { AUTH: "235 Welcome" } },
    { username: "jobs" },
    trouble("authentication", null)
  ],
  ["no STARTTLS", { extensions: ["8BITMIME"], answers: { STARTTLS: "502 5.5.1 Not implemented" } }, {
    security: "starttls"
  }, trouble("encryption", "502 5.5.1 Not implemented")],
  ["STARTTLS that is away", { extensions: ["STARTTLS"], answers: { STARTTLS: "454 4.7.0 TLS not available" } }, {
    security: "starttls"
  }, trouble("encryption", "454 4.7.0 TLS not available")],
  ["plain text where TLS is expected", {}, { security: "tls" }, trouble("encryption", null)],
  ["a greeting that refuses", { greeting: "554 5.7.1 No" }, {}, trouble("refused", "554 5.7.1 No")],
  ["a greeting that is busy", { greeting: "421 4.3.2 Too busy" }, {}, trouble("busy", "421 4.3.2 Too busy")],
  ["an end before the greeting", { greeting: "drop" }, {}, trouble("unreachable", null)],
  ["a greeting of several lines", { greeting: "220-mail.test\n220 welcomes you" }, {}, {
    status: "sent",
    words: "250 2.0.0 Queued as 4F2",
    messageId: null
  }],
  ["EHLO that is not known", { answers: { EHLO: "502 What?" } }, {}, {
    status: "sent",
    words: "250 2.0.0 Queued as 4F2",
    messageId: null
  }],
  ["an end after MAIL", { answers: { MAIL: "drop" } }, {}, trouble("unreachable", null)],
  ["an end after RCPT", { answers: { RCPT: "drop" } }, {}, inDoubt("unreachable", null)],
  ["an end after DATA", { answers: { DATA: "drop" } }, {}, inDoubt("unreachable", null)],
  ["an end after the content", { answers: { CONTENT: "drop" } }, {}, unanswered],
  [
    "a mail that is larger than the server takes",
    { extensions: ["SIZE 20"] },
    {},
    refused("Message size larger than allowed 20")
  ]
]

test.each(problems)("A mail meets %s", async (_, script, changes, expected) => {
  expect(await outcome(script, changes)).toEqual(expected)
})

/** A server that offers PIPELINING, and takes DATA although it has refused all recipients. */
test.each([
  ["550 5.1.1 No such user", "refused"],
  ["450 4.2.1 Try later", "later"]
])(
  "A mail whose recipients were refused with %s is %s, though the server would say 354, and the next one goes over the same connection",
  async (answer, status) => {
    await run(Effect.gen(function*() {
      const script: Script = {
        extensions: ["PIPELINING"],
        answers: { RCPT: [answer, "250 Ok"], CONTENT: ["250 Ok"] },
        takesDataAnyway: true
      }
      const server = yield* scripted(script)
      const session = yield* connect(sender(server.port))
      expect(yield* session.send(mail)).toEqual({ status, words: answer } as Outcome)
      expect((yield* session.send(mail)).status).toBe("sent")
      expect([server.connections(), server.mails.length]).toEqual([1, 1])
    }))
  }
)

test.each<readonly [string, Script, Outcome]>([
  ["the greeting", { greeting: "silence" }, trouble("no_answer", null)],
  ["MAIL", { answers: { MAIL: "silence" } }, trouble("no_answer", null)],
  ["RCPT", { answers: { RCPT: "silence" } }, inDoubt("no_answer", null)],
  ["the content", { answers: { CONTENT: "silence" } }, unanswered]
])("A mail waits for an answer to %s for a bounded time", async (_, script, expected) => {
  const sent = Effect.flatMap(scripted(script), ({ port }) => send(sender(port), mail))
  expect(await run(Effect.provideService(sent, SmtpTimeouts, short))).toEqual(expected)
})

test.each(
  [
    ["a host that nobody knows", "nowhere.invalid", { problem: "host_unknown", detail: null }],
    ["a port where nobody listens", "127.0.0.1", { problem: "unreachable", detail: null }]
  ] as const
)("Verifying meets %s", async (_, host, expected) => {
  expect(await run(verify(sender(1, { host })))).toEqual(expected)
})

test.each([
  [
    "Exchange",
    "127.0.0.1",
    "250 2.0.0 OK <AM0@AM0.prod.outlook.com> [Hostname=AM0.prod.outlook.com]",
    "<AM0@AM0.prod.outlook.com>"
  ],
  [
    "Amazon SES",
    "email-smtp.eu-central-1.amazonaws.com",
    "250 Ok 0107019a-1b2c-4d5e",
    "<0107019a-1b2c-4d5e@eu-central-1.amazonses.com>"
  ]
])("The Message-ID is told that %s gives a mail in the place of its own", async (_, host, words, messageId) => {
  const local = Effect.provideService(Resolver, () => Effect.succeed(["127.0.0.1"]))
  expect(
    await run(
      Effect.flatMap(scripted({ answers: { CONTENT: words } }), ({ port }) => local(send(sender(port, { host }), mail)))
    )
  )
    .toEqual({ status: "sent", words, messageId })
})

test("Words are one line, with the code once", () => {
  expect(wordsOf("550-5.7.26 This mail\n550-5.7.26 is\tunauthenticated.\n550 5.7.26 Bye")).toBe(
    "550 5.7.26 This mail is unauthenticated. Bye"
  )
  expect(wordsOf(`554 ${"x".repeat(2000)}`)).toHaveLength(500)
})

describe("A session", () => {
  const statuses = (script: Script, times: number) =>
    run(Effect.gen(function*() {
      const server = yield* scripted(script)
      const session = yield* connect(sender(server.port))
      const outcomes = yield* Effect.forEach(Array.from({ length: times }), () => session.send(mail))
      return { outcomes: outcomes.map(({ status }) => status), connections: server.connections(), server }
    }))

  test("sends all mails over one connection, also after a refused one", async () => {
    const { server, ...told } = await statuses({ answers: { RCPT: ["250 Ok", "550 5.1.1 No such user", "250 Ok"] } }, 3)
    expect(told).toEqual({ outcomes: ["sent", "refused", "sent"], connections: 1 })
    expect(server.commands.at(-1)).toBe("QUIT")
  })

  test.each(["drop", "421 4.4.2 Idle too long", "421 4.7.0 Too many mails over one connection"])(
    "connects again where the server ended the connection between two mails: %s",
    async (answer) => {
      const { server, ...told } = await statuses({ answers: { MAIL: ["250 Ok", answer, "250 Ok"] } }, 2)
      expect(told).toEqual({ outcomes: ["sent", "sent"], connections: 2 })
      expect(server.mails).toHaveLength(2)
    }
  )

  test("sends a mail once after its content was begun", async () => {
    const { server, ...told } = await statuses({ answers: { CONTENT: ["250 Ok", "drop"] } }, 2)
    expect(told).toEqual({ outcomes: ["sent", "later"], connections: 1 })
    expect(server.mails).toHaveLength(2)
  })

  test("connects again after a mail whose content was refused", async () => {
    const { server: _, ...told } = await statuses({ answers: { CONTENT: ["554 5.7.1 Spam", "250 Ok"] } }, 2)
    expect(told).toEqual({ outcomes: ["refused", "sent"], connections: 2 })
  })
})

const floods: ReadonlyArray<readonly [name: string, answer: string]> = [
  ["empty lines", "\n".repeat(6000)],
  ["parts of an answer", "250-x\n".repeat(6000)],
  ["a line without an end", `250-${"x".repeat(600_000)}`]
]
describe.each(["GREETING", "EHLO", "MAIL", "RCPT"])("a server that answers %s with", (verb) => {
  test.each(floods)("%s is left", (_, answer) =>
    run(Effect.gen(function*() {
      const server = yield* scripted(verb === "GREETING" ? { greeting: answer } : { answers: { [verb]: answer } })
      const { status } = yield* send(sender(server.port), mail)
      expect(["trouble", "refused", "later"]).toContain(status)
      yield* Effect.promise(() => server.ended)
    })))
})

test("a server that sends much before it is signed in to is told to", async () => {
  expect(
    await run(Effect.flatMap(scripted({ answers: { EHLO: "\n".repeat(6000) } }), ({ port }) => verify(sender(port))))
  ).toEqual(flood)
})

test("a server that goes on answering, and comes to no end, is given up", () =>
  run(Effect.gen(function*() {
    const server = yield* scripted({ answers: { RCPT: "silence" } })
    const drip = { ...short, answer: Duration.minutes(1), step: second }
    const outcome = yield* Effect.provideService(send(sender(server.port), mail), SmtpTimeouts, drip)
    expect(outcome).toEqual(inDoubt("no_answer", null))
  })))

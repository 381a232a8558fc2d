/** What arrives at a server, and how the connection is made. */
import { type MailPolicy, resolve } from "@candor/mail/MailHost"
import { Resolver } from "@candor/connections/guarded/PublicAddress"
import type { Sender } from "@candor/mail/Sending"
import { authority, hasOpenssl, signed } from "@candor/process/testing/Certificates"
import { afterAll, describe, expect, test } from "bun:test"
import { Effect, Fiber, type Scope, Stream } from "effect"
import { type ParsedMail, simpleParser } from "mailparser"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as tls from "node:tls"
import { file, mail, send, sender, verify } from "./Mails.ts"
import { type Received, serving } from "./MailServer.ts"
import { scripted } from "./ScriptedServer.ts"

const run = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>): Promise<A> => Effect.runPromise(Effect.scoped(effect))

/** Sends a mail to a server that takes it. */
const arrived = async (changes: Partial<typeof mail>): Promise<Received & { readonly parsed: ParsedMail }> =>
  run(Effect.gen(function*() {
    const { port, received } = yield* serving({ authOptional: true, disabledCommands: ["STARTTLS"] })
    expect(yield* send(sender(port), { ...mail, ...changes })).toMatchObject({ status: "sent", words: "250 Taken" })
    return { ...received[0]!, parsed: yield* Effect.promise(() => simpleParser(received[0]!.raw)) }
  }))

const headersOf = (raw: Buffer): string => raw.toString("latin1").split("\r\n\r\n")[0]!

describe("A mail arrives", () => {
  test("with its texts, names, files and threads as they were given", async () => {
    const [one, two] = [file("Zeugnis – 証明書.pdf", 3_000_001), file("empty.pdf", 0)]
    const references = Array.from({ length: 60 }, (_, at) => `<${"x".repeat(150)}.${at}@mail.example>`)
    const { parsed, raw } = await arrived({
      from: { name: "Größe & Söhne, \"HR\"", email: "jobs@harbor.example" },
      to: [{ name: "真矢", email: "maya@mail.example" }, { name: null, email: "o'hara@bücher.example" }],
      copies: [{ name: "Lars", email: "lars@mail.example" }],
      subject: "あなたの応募について 🎉 ".repeat(20).trim(),
      text: "Grüße\n.\n..\nFrom here\n" + "x".repeat(3000),
      inReplyTo: "<first@mail.example>",
      references,
      attachments: [one, two]
    })
    expect(parsed.from?.value).toEqual([{ name: "Größe & Söhne, \"HR\"", address: "jobs@harbor.example" }])
    expect([parsed.to].flat().flatMap((list) => list?.value.map(({ address, name }) => [name, address]))).toEqual([
      ["真矢", "maya@mail.example"],
      ["", "o'hara@bücher.example"]
    ])
    expect(parsed.subject).toBe("あなたの応募について 🎉 ".repeat(20).trim())
    expect(parsed.text?.trim()).toBe("Grüße\n.\n..\nFrom here\n" + "x".repeat(3000))
    expect(parsed.html).toBe(mail.html!)
    expect(parsed.messageId).toBe(mail.messageId)
    expect(parsed.inReplyTo).toBe("<first@mail.example>")
    expect(parsed.references).toEqual([references[0]!, ...references.slice(-49)])
    expect(parsed.date).toEqual(mail.date)
    expect(parsed.attachments.map(({ contentType, filename, size }) => ({ contentType, filename, size }))).toEqual([
      { contentType: "application/pdf", filename: one.name, size: one.size },
      { contentType: "application/pdf", filename: two.name, size: 0 }
    ])
    expect(Buffer.compare(parsed.attachments[0]!.content, Buffer.from(one.bytes))).toBe(0)
    expect(Math.max(...raw.toString("latin1").split("\r\n").map((line) => line.length))).toBeLessThan(999)
    expect(raw.every((byte) => byte < 0x80)).toBe(true)
  })

  test.each(["message/rfc822", "multipart/mixed; boundary=x", "text/html\r\nBcc: eve@evil.example", ""])(
    "with a file of the type %p, byte by byte",
    async (contentType) => {
      const one = { ...file("forwarded.eml", 5000), contentType }
      const { parsed } = await arrived({ attachments: [one] })
      expect(
        parsed.attachments.map(({ content, filename }) => [filename, Buffer.compare(content, Buffer.from(one.bytes))])
      )
        .toEqual([["forwarded.eml", 0]])
    }
  )

  test("as one that a program wrote, where one did", async () => {
    const { raw } = await arrived({ isAutomatic: true, unsubscribe: "https://jobs.harbor.example/notices?member=1" })
    expect(headersOf(raw)).toContain("Auto-Submitted: auto-generated\r\n")
    expect(headersOf(raw)).toContain("\r\nList-Unsubscribe: <https://jobs.harbor.example/notices?member=1>\r\n")
    expect(headersOf((await arrived({})).raw)).not.toMatch(/Auto-Submitted|List-Unsubscribe|Auto-Response/)
  })

  test.each<readonly [string, Partial<typeof mail>]>([
    ["a subject", { subject: "Hello\r\nBcc: eve@evil.example\r\n\r\nBody" }],
    ["a name", { to: [{ name: "Maya\r\nBcc: eve@evil.example", email: "maya@mail.example" }] }],
    ["a sender's name", {
      from: { name: "Jobs\" <eve@evil.example>\r\nBcc: eve@evil.example", email: "jobs@harbor.example" }
    }],
    ["a reference", {
      references: ["<a@b>\r\nBcc: eve@evil.example", "<ok@mail.example>"],
      inReplyTo: "<a@b>\r\nBcc: eve@evil.example"
    }],
    ["a file's name", { attachments: [file("a.pdf\"\r\nBcc: eve@evil.example\r\n\r\n", 10)] }]
  ])("without a field that %s would add", async (_, changes) => {
    const { envelope, parsed, raw } = await arrived(changes)
    expect(envelope.rcptTo.map(({ address }) => address)).toEqual(["maya@mail.example"])
    expect(envelope.mailFrom).toMatchObject({ address: "jobs@harbor.example" })
    expect(parsed.bcc).toBeUndefined()
    expect(raw.toString("latin1")).not.toMatch(/^Bcc:/im)
  })

  test.each([
    "maya@mail.example>\r\nRCPT TO:<eve@evil.example",
    "maya",
    "@",
    "maya@mail.example, eve@evil.example",
    "ma\u0000ya@mail.example"
  ])(
    "not at an address that is none: %p",
    async (email) => {
      expect(await run(send(sender(1), { ...mail, to: [{ name: null, email }] }))).toEqual({
        status: "refused",
        words: `The address is not valid: ${email}`
      })
    }
  )
})

describe("Letters beyond ASCII in an address", () => {
  const to = [{ name: null, email: "jürgen@mail.example" }]

  test("go to a server that takes them", async () => {
    const { envelope, parsed } = await arrived({ to })
    expect(envelope.rcptTo.map(({ address }) => address)).toEqual(["jürgen@mail.example"])
    expect([parsed.to].flat()[0]?.value[0]?.address).toBe("jürgen@mail.example")
  })

  test("are refused where the server does not take them, and the next mail goes over the same connection", async () => {
    const words = "The server takes no addresses with letters beyond ASCII (SMTPUTF8)"
    expect(await run(Effect.flatMap(scripted({}), ({ port }) => send(sender(port), { ...mail, to })))).toEqual({
      status: "refused",
      words
    })
  })
})

test("A report of the delivery is asked for where the server makes some", async () => {
  const commands = (extensions: ReadonlyArray<string>) =>
    run(Effect.gen(function*() {
      const server = yield* scripted({ extensions })
      yield* send(sender(server.port), mail)
      return server.commands.filter((command) => /^(MAIL|RCPT)/.test(command))
    }))
  expect(await commands(["DSN"])).toEqual([
    "MAIL FROM:<jobs@harbor.example> RET=HDRS ENVID=01a11b12-60d4-7e3f-95a8-c1740b2de693@harbor.example",
    "RCPT TO:<maya@mail.example> NOTIFY=SUCCESS,FAILURE,DELAY"
  ])
  expect(await commands([])).toEqual(["MAIL FROM:<jobs@harbor.example>", "RCPT TO:<maya@mail.example>"])
})

test("An interruption ends the connection and the reading of the file, and the server takes no half of a mail", async () => {
  await run(Effect.gen(function*() {
    const { ended, port, received } = yield* serving({ authOptional: true, disabledCommands: ["STARTTLS"] })
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const { promise: closed, resolve: close } = Promise.withResolvers<void>()
    const rest = Stream.unwrap(Effect.as(Effect.sync(begin), Stream.never))
    const content = Stream.concat(Stream.make(new Uint8Array(1_000_000)), rest).pipe(
      Stream.ensuring(Effect.sync(close))
    )
    const sending = yield* Effect.forkChild(
      send(sender(port), { ...mail, attachments: [{ ...file("endless.pdf", 10), content }] })
    )
    yield* Effect.promise(() => begun)
    yield* Fiber.interrupt(sending)
    yield* Effect.promise(() => Promise.all([ended, closed]))
    expect(received).toEqual([])
  }))
})

test("A file that cannot be read leaves the mail for later, and the server takes no half of it", async () => {
  await run(Effect.gen(function*() {
    const { ended, port, received } = yield* serving({ authOptional: true, disabledCommands: ["STARTTLS"] })
    const content = Stream.concat(Stream.make(new Uint8Array(1_000_000)), Stream.fail(new Error("The store is away")))
    expect(yield* send(sender(port), { ...mail, attachments: [{ ...file("lost.pdf", 10), content }] }))
      .toEqual({ status: "later", words: "The mail could not be read: The store is away" })
    yield* Effect.promise(() => ended)
    expect(received).toEqual([])
  }))
})

describe("A host", () => {
  const where = (host: string, security: "tls" | "none", policy: MailPolicy, addresses: ReadonlyArray<string> = []) =>
    Effect.runPromise(
      Effect.match(resolve({ host, security }, policy), {
        onFailure: ({ problem }) => problem,
        onSuccess: (found) => found
      }).pipe(
        Effect.provideService(Resolver, () => Effect.succeed(addresses))
      )
    )
  const closed = { allowsPrivate: false }
  const open = { allowsPrivate: true }

  test.each<readonly [string, "tls" | "none", MailPolicy, ReadonlyArray<string>, unknown]>([
    ["mail.example.", "tls", closed, ["9.9.9.9", "2606:4700::1111"], {
      addresses: ["9.9.9.9", "2606:4700::1111"],
      servername: "mail.example"
    }],
    ["9.9.9.9", "tls", closed, [], { addresses: ["9.9.9.9"], servername: undefined }],
    ["[2606:4700::1111]", "tls", closed, [], { addresses: ["2606:4700::1111"], servername: undefined }],
    ["mail.example", "tls", closed, ["9.9.9.9", "10.0.0.7"], "private_address"],
    ["127.0.0.1", "tls", closed, [], "private_address"],
    ["::ffff:10.0.0.1", "tls", closed, [], "private_address"],
    ["mail.lan", "none", open, ["10.0.0.7"], { addresses: ["10.0.0.7"], servername: "mail.lan" }],
    ["mail.example", "none", open, ["9.9.9.9"], "encryption"],
    ["mail.example", "none", open, ["10.0.0.7", "9.9.9.9"], "encryption"],
    ["mail.example", "tls", open, [], "host_unknown"]
  ])("%s with %s and %p at %p", async (host, security, policy, addresses, expected) => {
    expect(await where(host, security, policy, addresses)).toEqual(expected as never)
  })

  test("is connected to at the checked address: it is looked up once, and the next address is tried where nobody listens", async () => {
    await run(Effect.gen(function*() {
      const { port, received } = yield* serving({ authOptional: true, disabledCommands: ["STARTTLS"] })
      let lookups = 0
      const outcome = yield* Effect.provideService(
        send(sender(port, { host: "mail.lan" }), mail),
        Resolver,
        () => Effect.sync(() => ++lookups === 1 ? ["127.0.0.2", "127.0.0.1"] : ["203.0.113.1"])
      )
      expect(outcome.status).toBe("sent")
      expect([lookups, received.length]).toEqual([1, 1])
    }))
  })
})

if (!hasOpenssl)
  test("sending over TLS is not tested here, because openssl is not installed", () => expect(hasOpenssl).toBe(false))
else describe("Over TLS", () => {
    const folder = mkdtempSync(join(tmpdir(), "candor-mail-"))
    afterAll(() => rmSync(folder, { recursive: true }))
    const known = authority(folder, "known")
    tls.setDefaultCACertificates([...tls.getCACertificates("default"), readFileSync(`${known}.crt`, "utf8")])
    const certificate = (authority: string, name: string) => {
      const path = signed(authority, join(folder, name), name)
      return { key: readFileSync(`${path}.key`), cert: readFileSync(`${path}.crt`) }
    }
    const right = certificate(known, "mail.lan")
    const wrong = certificate(known, "other.lan")
    const strange = certificate(authority(folder, "strange"), "mail.lan")

    const over = <A>(
      secure: boolean,
      pair: typeof right,
      use: (sender: Sender, received: ReadonlyArray<Received>) => Effect.Effect<A>
    ) =>
      run(
        Effect.gen(function*() {
          const { port, received } = yield* serving({ secure, ...pair })
          const security = secure ? "tls" : "starttls"
          return yield* use(sender(port, { host: "mail.lan", security, username: "jobs" }), received)
        }).pipe(Effect.provideService(Resolver, () => Effect.succeed(["127.0.0.1"])))
      )

    test.each([true, false])("a mail goes with the password, from the first byte: %p", async (secure) => {
      await over(secure, right, (sender, received) =>
        Effect.gen(function*() {
          expect(yield* verify(sender)).toBeNull()
          expect((yield* send(sender, mail)).status).toBe("sent")
          expect(received.map(({ secure, user }) => ({ secure, user }))).toEqual([{ secure: true, user: "jobs" }])
        }))
    })

    test.each(
      [[true, "wrong", wrong], [false, "wrong", wrong], [true, "strange", strange], [
        false,
        "strange",
        strange
      ]] as const
    )(
      "nothing is told to a server whose certificate is another's or of nobody known, from the first byte: %p, %s",
      async (secure, _, pair) => {
        expect(await over(secure, pair, (sender) => verify(sender))).toMatchObject({
          problem: "certificate",
          detail: expect.stringMatching(/certificate/i)
        })
      }
    )
  })

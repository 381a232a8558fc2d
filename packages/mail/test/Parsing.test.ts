/** What is read of mails. */
import { describe, expect, test } from "bun:test"
import { quotedLines } from "@candor/domain/mail/QuotedText"
import { Cause, Effect, Exit, Stream } from "effect"
import { parse } from "@candor/mail/Parsing"
import { lines, readMail } from "./RawMails.ts"

const head = [
  "Message-ID: <one@harbor.example>",
  "From: Maya Okafor <maya@harbor.example>",
  "To: jobs@harbor.example",
  "Subject: My application"
]

const alternative = [
  ...head,
  "Date: Tue, 1 Dec 2026 10:00:00 +0200 (CEST)",
  "MIME-Version: 1.0",
  "Content-Type: multipart/mixed; boundary=outer",
  "",
  "preamble",
  "--outer",
  "Content-Type: multipart/related; boundary=related",
  "",
  "--related",
  "Content-Type: multipart/alternative; boundary=inner",
  "",
  "--inner",
  "Content-Type: text/plain; charset=windows-1252",
  "Content-Transfer-Encoding: quoted-printable",
  "",
  "Gr=FC=DFe",
  "--inner",
  "Content-Type: text/html; charset=utf-8",
  "Content-Transfer-Encoding: base64",
  "",
  Buffer.from("<p>Grüße <img src=\"cid:logo@x\"><img src=\"cid:none\"></p>").toString("base64"),
  "--inner--",
  "--related",
  "Content-Type: image/png",
  "Content-ID: <logo@x>",
  "Content-Transfer-Encoding: base64",
  "",
  "iVBORw0KGgo=",
  "--related--",
  "--outer",
  "Content-Type: application/pdf",
  "Content-Transfer-Encoding: base64",
  "Content-Disposition: attachment; filename*=utf-8''Zeugnis%20%C3%BC.pdf",
  "",
  "JVBERi0x",
  "--outer--",
  "epilogue"
]

test("text, HTML with its small pictures, and files", async () => {
  const { files: _, key, ...mail } = await readMail(lines(...alternative))
  expect(key).toMatch(/^[0-9a-f]{64}$/)
  expect(mail).toEqual({
    internet_message_id: "<one@harbor.example>",
    in_reply_to: null,
    reference_ids: [],
    sender: { name: "Maya Okafor", email: "maya@harbor.example" },
    recipients: [{ name: null, email: "jobs@harbor.example" }],
    copies: [],
    subject: "My application",
    body: "Grüße",
    html: "<p>Grüße <img src=\"data:image/png;base64,iVBORw0KGgo=\"><img src=\"cid:none\"></p>",
    sent_at: "2026-12-01T08:00:00.000Z" as never,
    sender_check: null,
    is_automatic: false,
    report: null,
    attached: [],
    texts: ["Zeugnis ü.pdf (application/pdf): %PDF-1"]
  })
})

const part = (headers: ReadonlyArray<string>, ...body: ReadonlyArray<string>) => ["--b", ...headers, "", ...body]
const mixed = (...parts: ReadonlyArray<ReadonlyArray<string>>) =>
  lines(...head, "Content-Type: multipart/mixed; boundary=b", "", ...parts.flat(), "--b--")

const bodies: ReadonlyArray<readonly [name: string, mail: Uint8Array, body: string, files: ReadonlyArray<string>]> = [
  [
    "HTML alone",
    lines(...head, "Content-Type: text/html", "", "<style>p{}</style><p>Hello</p><p>Maya</p><img src=cid:a>"),
    "Hello\n\nMaya",
    []
  ],
  [
    "several texts",
    mixed(part([], "one"), part(["Content-Type: text/html"], "<b>two</b>"), part([], "three")),
    "one\n\ntwo\n\nthree",
    []
  ],
  [
    "a blank plain alternative",
    lines(
      ...head,
      "Content-Type: multipart/alternative; boundary=b",
      "",
      ...part([], " "),
      ...part(["Content-Type: text/html"], "<p>seen</p>"),
      "--b--"
    ),
    "seen",
    []
  ],
  [
    "a text with a name behind the first",
    mixed(part([], "one"), part(["Content-Disposition: inline; filename=notes.txt"], "two")),
    "one",
    ["notes.txt (text/plain): two"]
  ],
  [
    "a forwarded mail",
    mixed(part([], "see"), part(["Content-Type: message/rfc822"], "Subject: inner", "", "hello")),
    "see",
    ["forwarded.eml (message/rfc822): Subject: inner\r\n\r\nhello"]
  ],
  ["an invitation", mixed(part([], "see"), part(["Content-Type: text/calendar"], "BEGIN:VCALENDAR")), "see", [
    "invitation.ics (text/calendar): BEGIN:VCALENDAR"
  ]],
  [
    "a damaged winmail.dat",
    mixed(part([], "see"), part(["Content-Type: application/ms-tnef"], "x")),
    "[A file of this mail, winmail.dat, could not be opened to its end. It is kept as it came in.]\n\nsee",
    ["winmail.dat (application/ms-tnef): x"]
  ],
  ["a body that is a file", lines(...head, "Content-Type: application/pdf; name=cv.pdf", "", "%PDF"), "", [
    "cv.pdf (application/pdf): %PDF"
  ]],
  [
    "PGP",
    lines(
      ...head,
      "Content-Type: multipart/encrypted; protocol=\"application/pgp-encrypted\"; boundary=b",
      "",
      ...part(["Content-Type: application/pgp-encrypted"], "Version: 1"),
      ...part(["Content-Type: application/octet-stream; name=encrypted.asc"], "secret"),
      "--b--"
    ),
    "[This mail is encrypted. Its content is in its files, and can be read with the key of its recipient.]",
    ["version.asc (application/pgp-encrypted): Version: 1", "encrypted.asc (application/octet-stream): secret"]
  ],
  [
    "format=flowed",
    lines(...head, "Content-Type: text/plain; format=flowed", "", "one ", "line", "two"),
    "one line\ntwo",
    []
  ],
  ["no headers but a text", lines("", "hello"), "hello", []],
  ["no header at all", lines("Hello, I apply.", "", "Maya"), "Hello, I apply.\n\nMaya", []],
  ["headers without their empty line", lines("Subject: x", "Hello, I apply."), "Hello, I apply.", []],
  [
    "an empty line with a space before a text",
    lines(...head, " ", "Hello, I apply.", "", "Maya"),
    "Hello, I apply.\n\nMaya",
    []
  ],
  [
    "an empty line with a space before a part",
    lines(...head, "Content-Type: multipart/mixed; boundary=b", " ", "--b", "", "Hello", "--b--"),
    "Hello",
    []
  ],
  [
    "a part without an end",
    lines(...head, "Content-Type: multipart/mixed; boundary=b", "", ...part([], "one", "two")),
    "one\ntwo",
    []
  ],
  ["malformed base64", mixed(part(["Content-Transfer-Encoding: base64"], "SGVsb*!G8g", "TWF5YQ")), "Hello Maya", []],
  [
    "malformed quoted-printable",
    mixed(part(["Content-Transfer-Encoding: quoted-printable"], "100=% =C3=BC=")),
    "100=% ü",
    []
  ],
  [
    "controls and halves of pairs",
    lines(
      ...head,
      "Content-Type: text/plain; charset=utf-16le",
      "Content-Transfer-Encoding: base64",
      "",
      Buffer.from("a\u0000\u0007b\ud800c", "utf16le").toString("base64")
    ),
    "ab\ufffdc",
    []
  ]
]
test.each(bodies)("the body and the files of %s", async (_, mail, body, files) => {
  const read = await readMail(mail)
  expect({ body: read.body, files: read.texts }).toEqual({ body, files: [...files] })
})

const japanese = Buffer.from("1b2442244822732244471b2842", "hex").toString("latin1")
const raw = (hex: string) => Buffer.from(hex, "hex").toString("latin1")

const subjects: ReadonlyArray<
  readonly [name: string, headers: ReadonlyArray<string>, body: string, subject: string, sender: string]
> = [
  [
    "UTF-8",
    ["Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=", "From: =?UTF-8?B?WsO8cmNoZXIsIEFubmE=?= <a@b.example>"],
    "",
    "Grüße",
    "Zürcher, Anna"
  ],
  [
    "ISO-2022-JP",
    ["Subject: =?ISO-2022-JP?B?GyRCOzNFRBsoQg==?=", "From: =?iso-2022-jp?b?GyRCOzNFRBsoQg==?= <a@b.example>"],
    "",
    "山田",
    "山田"
  ],
  ["Shift_JIS", ["Subject: =?Shift_JIS?B?jlKTYw==?=", "From: a@b.example"], "", "山田", ""],
  ["EUC-JP", ["Subject: =?EUC-JP?B?u7PFxA==?=", "From: a@b.example"], "", "山田", ""],
  ["GB18030", ["Subject: =?GB18030?B?1tDOxA==?=", "From: a@b.example"], "", "中文", ""],
  ["KOI8-R", ["Subject: =?koi8-r?B?8NLJ18XU?=", "From: a@b.example"], "", "Привет", ""],
  ["windows-1252", ["Subject: =?windows-1252?Q?=80_5?=", "From: a@b.example"], "", "€ 5", ""],
  [
    "a character in two words",
    ["Subject: =?utf-8?b?4pw=?= =?utf-8?b?hSBvaw==?=", "From: a@b.example"],
    "",
    "✅ ok",
    ""
  ],
  ["bytes in words", [`Subject: =?iso-8859-1?Q?Gr${raw("fcdf")}e?=`, "From: a@b.example"], "", "Grüße", ""],
  [
    "bytes of UTF-8",
    [`Subject: ${raw("4772c3bcc39f65")}`, `From: ${raw("5ac3bc72696368")} <a@b.example>`],
    "",
    "Grüße",
    "Zürich"
  ],
  ["bytes of Latin-1", [`Subject: ${raw("4772fcdf65")}`, "From: a@b.example"], "", "Grüße", ""],
  [
    "bytes in the character set of the text",
    [`Subject: ${raw("f0d2c9d7c5d4")}`, "Content-Type: text/plain; charset=koi8-r", "From: a@b.example"],
    raw("f0d2c9d7c5d4"),
    "Привет",
    ""
  ],
  [
    "escapes of ISO-2022-JP",
    [`Subject: ${raw("1b2442")}${raw("3b334544")}${raw("1b2842")}`, "From: a@b.example"],
    japanese,
    "山田",
    ""
  ],
  [
    "line breaks and what nobody sees",
    ["Subject: =?utf-8?q?a=0D=0Ab=E2=80=AEc=00d?=", "From: a@b.example"],
    "",
    "a bcd",
    ""
  ],
  [
    "folds",
    ["Subject: one", "\ttwo", " three", "From: \"O'Neil,", " Pat\" <p@b.example>"],
    "",
    "one two three",
    "O'Neil, Pat"
  ],
  ["none", ["From: MAILER-DAEMON"], "", "", "MAILER-DAEMON"]
]
test.each(subjects)("the subject and the sender in %s", async (_, headers, body, subject, sender) => {
  const mail = await readMail(lines(...headers, "", body))
  expect({ subject: mail.subject, sender: mail.sender.name ?? mail.sender.email.replace("a@b.example", "") }).toEqual({
    subject,
    sender
  })
})

const texts: ReadonlyArray<readonly [name: string, type: string, bytes: string, text: string]> = [
  ["ISO-2022-JP", "text/plain; charset=ISO-2022-JP", raw("1b24423b3345441b2842"), "山田"],
  ["Shift_JIS", "text/plain; charset=Shift_JIS", raw("8e529363"), "山田"],
  ["GB18030", "text/plain; charset=GB18030", raw("d6d0cec4"), "中文"],
  ["UTF-8 called ASCII", "text/plain; charset=us-ascii", raw("4772c3bcc39f65"), "Grüße"],
  ["Latin-1 called UTF-8", "text/plain; charset=utf-8", raw("4772fcdf65"), "Grüße"],
  ["a set that nobody knows", "text/plain; charset=x-nobody", raw("4772c3bc"), "Grü"],
  ["UTF-7, which is not read", "text/html; charset=utf-7", "+ADw-script+AD4-", "+ADw-script+AD4-"]
]
test.each(texts)("a text in %s", async (_, type, bytes, text) => {
  expect((await readMail(lines(...head, `Content-Type: ${type}`, "", bytes))).body).toBe(text)
})

const ids: ReadonlyArray<
  readonly [name: string, headers: ReadonlyArray<string>, inReplyTo: string | null, references: ReadonlyArray<string>]
> = [
  ["as they should be", ["In-Reply-To: <b@x>", "References: <a@x> <b@x>"], "<b@x>", ["<a@x>", "<b@x>"]],
  ["folded", ["In-Reply-To:", " <b@x>", "References: <a@x>", "\t<b@", " x>"], "<b@x>", ["<a@x>", "<b@x>"]],
  ["without brackets", ["In-Reply-To: b@x", "References: a@x, b@x"], "<b@x>", ["<a@x>", "<b@x>"]],
  ["with comments", ["In-Reply-To: <b@x> (Maya's <no@x> of Monday)", "References: (a) <a@x>"], "<b@x>", ["<a@x>"]],
  ["with words", ["In-Reply-To: Your message of Monday <b@x>"], "<b@x>", []],
  ["several", ["In-Reply-To: <b@x> <c@x>", "References: <a@x><b@x>"], "<b@x>", ["<c@x>", "<a@x>", "<b@x>"]],
  ["twice", ["References: <a@x> <b@x> <a@x>"], null, ["<b@x>", "<a@x>"]],
  ["in other letters", ["In-Reply-To: <A-b@X>"], "<A-b@X>", []],
  [
    "a thousand",
    [`References: ${Array.from({ length: 1000 }, (_, index) => `<${index}@x>`).join("\r\n ")}`],
    null,
    Array.from({ length: 100 }, (_, index) => `<${900 + index}@x>`)
  ],
  ["empty", ["In-Reply-To: <>", "References:"], null, []],
  ["in an encoded word", [`References: =?utf-8?B?${Buffer.from("<a@x> <b@x>").toString("base64")}?=`], null, [
    "<a@x>",
    "<b@x>"
  ]],
  [
    "in two encoded words",
    ["In-Reply-To: =?us-ascii?Q?=3Cb?=", " =?us-ascii?Q?=40x=3E?=", "References: <a@x> =?utf-8?q?=3Cb=40x=3E?="],
    "<b@x>",
    ["<a@x>", "<b@x>"]
  ]
]
test.each(ids)("Message-IDs %s", async (_, headers, inReplyTo, references) => {
  const mail = await readMail(lines(...headers, "", ""))
  expect([mail.in_reply_to, mail.reference_ids]).toEqual([inReplyTo, references])
})

const automatic: ReadonlyArray<readonly [header: string, is: boolean]> = [
  ["Auto-Submitted: auto-replied (vacation)", true],
  ["Auto-Submitted: auto-generated; owner-email=\"a@b\"", true],
  ["Auto-Submitted: No", false],
  ["X-Auto-Response-Suppress: All", false],
  ["X-Auto-Response-Suppress: DR, OOF, AutoReply", false],
  ["X-Autoreply: yes", true],
  ["Precedence: bulk", true],
  ["Precedence: auto_reply", true],
  ["Precedence: first-class", false],
  ["Content-Type: multipart/report; report-type=disposition-notification; boundary=b", true],
  ["Subject: Out of office", false],
  ["Return-Path: <>", false]
]
test.each(automatic)("a mail with “%s” is automatic: %p", async (header, is) => {
  expect((await readMail(lines(header, "", "I am on vacation"))).is_automatic).toBe(is)
})

const away = "I am away until May. My old address does not exist any more."
const programs: ReadonlyArray<readonly [name: string, headers: ReadonlyArray<string>, text: string, is: boolean]> = [
  ["an absence from nobody", ["Return-Path: <>", "In-Reply-To: <a@b>", "Subject: Re: Hello"], away, true],
  [
    "an absence from nobody with a subject alone",
    ["Return-Path: <>", "In-Reply-To: <a@b>", "Subject: Automatic reply: Hello"],
    "Thanks, Maya",
    true
  ],
  [
    "an absence in German",
    ["Return-Path: <>", "References: <a@b>", "Subject: Abwesenheitsnotiz: Hallo"],
    "Ich bin im Urlaub.",
    true
  ],
  ["an absence in French", ["Return-Path: <>", "In-Reply-To: <a@b>", "Subject: Re: Bonjour"], "Je suis absente.", true],
  [
    "an absence in Japanese",
    ["Return-Path: <>", "In-Reply-To: <a@b>", "Subject: =?utf-8?B?6Ieq5YuV6L+U5L+h?="],
    "x",
    true
  ],
  [
    "a person's reply that a program fetched",
    ["Return-Path: <>", "In-Reply-To: <a@b>", "Subject: Re: Hello"],
    "Tuesday suits me.",
    false
  ],
  ["a person's absence", ["Return-Path: <maya@b>", "In-Reply-To: <a@b>", "Subject: Re: Hello"], away, false],
  [
    "a bounce in German",
    ["Return-Path: <>", "From: postmaster@mx.example", "Subject: Unzustellbar: Hallo"],
    "Ihre Nachricht konnte nicht zugestellt werden.",
    true
  ],
  [
    "a bounce in German of somebody",
    ["Return-Path: <>", "From: admin@mx.example", "Subject: Ihre E-Mail an no@mx.example"],
    "Ihre Nachricht konnte leider nicht zugestellt werden.",
    true
  ],
  ["a bounce of a daemon", ["From: MAILER-DAEMON@mx.example", "Subject: x"], "y", true],
  [
    "a bounce in Russian",
    ["Return-Path: <>", "From: postmaster@mx.example", "Subject: =?utf-8?B?0J3QtSDQtNC+0YHRgtCw0LLQu9C10L3Qvg==?="],
    "x",
    true
  ],
  [
    "a person who is a postmaster",
    ["From: postmaster@firm.example", "In-Reply-To: <a@b>", "Subject: Re: Hello"],
    "The link does not exist.",
    false
  ]
]
test.each(programs)("%s is automatic, or not", async (_, headers, text, is) => {
  expect((await readMail(lines(...headers, "Content-Type: text/plain; charset=utf-8", "", text))).is_automatic).toBe(is)
})

const senders: ReadonlyArray<readonly [headers: ReadonlyArray<string>, name: string | null, email: string]> = [
  [
    ["From: 'Ada Lee' via Jobs <jobs@list.example>", "X-Original-From: Ada Lee <ada@b.example>"],
    "Ada Lee",
    "ada@b.example"
  ],
  [["From: \"Ada Lee via Jobs\" <jobs@list.example>", "X-Original-Sender: ada@b.example"], "Ada Lee", "ada@b.example"],
  [
    [
      "From: =?utf-8?Q?=22=C3=84da_Lee=22_via_Jobs?= <jobs@list.example>",
      "Reply-To: =?utf-8?Q?=C3=84da?= <ada@b.example>"
    ],
    "Äda",
    "ada@b.example"
  ],
  [
    ["From: Ada Lee via Jobs <jobs@list.example>", "Reply-To: jobs@list.example"],
    "Ada Lee via Jobs",
    "jobs@list.example"
  ],
  [
    ["From: Ada Lee <ada@b.example>", "X-Original-From: Eve <eve@b.example>", "Reply-To: eve@b.example"],
    "Ada Lee",
    "ada@b.example"
  ],
  [["Sender: Ada Lee <ada@b.example>"], "Ada Lee", "ada@b.example"]
]
test.each(senders)("the author of a mail with %j", async (headers, name, email) => {
  expect((await readMail(lines(...headers, "", ""))).sender).toEqual({ name, email })
})

describe("the key", () => {
  const keyOf = async (...mail: ReadonlyArray<string>) => (await readMail(lines(...mail))).key
  const plain = [...head, "", "Hello", "Maya", ""]

  test("is the same of the same mail, however it arrived, and of no other", async () => {
    const key = await keyOf(...plain)
    expect(await keyOf("Received: from x by y", "X-Spam: no", ...plain)).toBe(key)
    expect(
      (await readMail(Buffer.from(Buffer.from(lines(...plain, "", "")).toString().replaceAll("\r\n", "\n")), {
        pieces: 1
      })).key
    ).toBe(key)
    const others = [[...head, "", "Hello", "Mia", ""], ["Date: Mon, 1 Jan 2029 00:00:00 Z", ...plain], plain.slice(1), [
      ...head,
      "",
      "Hello",
      "",
      "Maya"
    ]]
    const keys = await Promise.all(others.map((mail) => keyOf(...mail)))
    expect(new Set([key, ...keys]).size).toBe(others.length + 1)
  })

  test("is the Message-ID of a mail without one", async () => {
    const mail = await readMail(lines("Subject: none", "", "Hello"))
    expect(mail.internet_message_id).toBe(`<${mail.key}@mail.invalid>`)
  })
})

test("a source that fails fails with its own failure, and an `onFile` with its own", async () => {
  const source = Stream.concat(Stream.make(lines(...alternative).subarray(0, 900)), Stream.fail("lost" as const))
  const broken = await Effect.runPromiseExit(
    parse({ source, size: null }, ({ content }) => Effect.asVoid(Stream.runCollect(content)))
  )
  expect(Exit.isFailure(broken) && Cause.squash(broken.cause)).toBe("lost")
  const refused = await Effect.runPromiseExit(
    parse({ source: Stream.make(lines(...alternative)), size: null }, () => Effect.fail("full" as const))
  )
  expect(Exit.isFailure(refused) && Cause.squash(refused.cause)).toBe("full")
})

test.each<readonly [client: string, html: string]>([
  [
    "Gmail",
    `<div>Gladly.</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Mon, 5 Oct 2026 at 14:02, Jonas &lt;<a href="mailto:j@harbor.example">j@harbor.example</a>&gt; wrote:<br></div><blockquote class="gmail_quote" style="margin:0"><p>Dear Maya,</p><p>can you come on Tuesday?</p></blockquote></div>`
  ],
  [
    "Thunderbird",
    `<p>Gladly.</p><div class="moz-cite-prefix">Am 05.10.26 um 14:02 schrieb Jonas:<br></div><blockquote type="cite" cite="mid:a@b"><p>Dear Maya,</p><p>can you come on Tuesday?</p></blockquote>`
  ],
  [
    "Outlook",
    `<p>Gladly.</p><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri"><b>From:</b> Jonas &lt;j@harbor.example&gt;<br><b>Sent:</b> Monday, October 5, 2026 2:02 PM<br><b>To:</b> Maya &lt;m@mail.example&gt;<br><b>Subject:</b> Hello</font><div>&nbsp;</div></div><div><p>Dear Maya,</p><p>can you come on Tuesday?</p></div>`
  ],
  [
    "Outlook for Mac",
    `<div class=WordSection1><p class=MsoNormal>Gladly.</p><p class=MsoNormal><o:p>&nbsp;</o:p></p><div style='border:none;border-top:solid #B5C4DF 1.0pt'><p class=MsoNormal><b>Von: </b>Jonas &lt;j@harbor.example&gt;<br><b>Datum: </b>Montag, 5. Oktober 2026 um 14:02<br><b>An: </b>Maya<br><b>Betreff: </b>Hallo</p></div><p class=MsoNormal>Dear Maya,</p><p class=MsoNormal>can you come on Tuesday?</p></div>`
  ],
  [
    "Yahoo",
    `<div class="ydp">Gladly.</div><div id="yahoo_quoted_1" class="yahoo_quoted"><div>On Monday, 5 October 2026 at 14:02:11 CEST, Jonas &lt;j@harbor.example&gt; wrote:</div><div><br></div><div><p>Dear Maya,</p><p>can you come on Tuesday?</p></div></div>`
  ],
  [
    "Proton",
    `<div>Gladly.</div><div class="protonmail_quote">On Monday, October 5th, 2026 at 2:02 PM, Jonas &lt;j@harbor.example&gt; wrote:<br><blockquote class="protonmail_quote" type="cite"><p>Dear Maya,</p><p>can you come on Tuesday?</p></blockquote></div>`
  ]
])("HTML of %s: what it quotes is told from what was written, with and without the letter", async (_, html) => {
  const { body } = await readMail(lines(...head, "Content-Type: text/html; charset=utf-8", "", html))
  for (const letter of ["Dear Maya,\n\ncan you come on **Tuesday**?", null]) {
    const quoted = quotedLines({ body, isReply: true, letter, subject: "Re: Hello" })
    const written = body.split("\n").filter((line, at) =>
      line.trim() !== "" && !quoted.some(({ first_line, last_line }) => at + 1 >= first_line && at + 1 <= last_line)
    )
    expect(written).toEqual(["Gladly."])
  }
})

test("attached mails that answer others are read, but for those that are attached to them, and those of a program", async () => {
  const inner = (id: string, ...more: ReadonlyArray<string>) =>
    part(
      ["Content-Type: message/rfc822"],
      "From: =?utf-8?q?Ada_L=C3=B6we?= <ada@mail.example>",
      "Subject: Re: Hello",
      "Date: Tue, 1 Dec 2026 10:00:00 +0000",
      `In-Reply-To: ${id}`,
      "Content-Type: text/plain; charset=utf-8",
      "Content-Transfer-Encoding: base64",
      "",
      Buffer.from("Grüße").toString("base64"),
      ...more
    )
  const unrelated = part(["Content-Type: message/rfc822"], "Subject: News", "", "hello")
  const { attached, files } = await readMail(
    mixed(part([], "see"), unrelated, inner("<1@acme.example>"), inner("<2@acme.example>"))
  )
  expect(attached.map(({ in_reply_to }) => in_reply_to)).toEqual(["<1@acme.example>", "<2@acme.example>"])
  expect(attached[0]).toMatchObject({
    sender: { name: "Ada Löwe", email: "ada@mail.example" },
    subject: "Re: Hello",
    body: "Grüße",
    sent_at: "2026-12-01T10:00:00.000Z",
    reference_ids: []
  })
  expect(files).toHaveLength(3)
  const many = await readMail(mixed(...Array.from({ length: 40 }, (_, at) => inner(`<${at}@acme.example>`))))
  expect(many.attached).toHaveLength(5)
  expect(
    (await readMail(
      lines(
        "Auto-Submitted: auto-replied",
        "Content-Type: multipart/mixed; boundary=b",
        "",
        ...inner("<1@acme.example>"),
        "--b--"
      )
    )).attached
  ).toEqual([])
})

/** Mails that are made to take time or memory, and those that are too large. */
import { Effect, Stream } from "effect"
import { expect, test } from "bun:test"
import { parse } from "@candor/mail/Parsing"
import { lines, readMail } from "./RawMails.ts"

const unreadable = "[This mail could not be read to its end. The file mail.eml has it as it came in.]"
const tooLarge = "[This mail is too large to be read here. It is in the mailbox as it came in.]"
const goesOn = "[The text goes on in a file of this mail.]"
const head = ["From: Maya <maya@harbor.example>", "Subject: Bounds"]

const nested = (levels: number): Uint8Array =>
  lines(
    ...head,
    "Content-Type: multipart/mixed; boundary=b0",
    "",
    ...Array.from({ length: levels }, (_, at) => [`--b${at}`, `Content-Type: multipart/mixed; boundary=b${at + 1}`, ""])
      .flat(),
    `--b${levels}`,
    "",
    "deep"
  )
const many = (count: number): Uint8Array =>
  lines(
    ...head,
    "Content-Type: multipart/mixed; boundary=b",
    "",
    "--b",
    "",
    "text",
    ...Array.from({ length: count }, () => ["--b", "Content-Type: application/pdf", "", "x"]).flat(),
    "--b--"
  )

const repeated = (text: string, bytes: number): string => text.repeat(bytes / text.length)

const unread: ReadonlyArray<readonly [name: string, mail: Uint8Array, body: string]> = [
  ["1,000 parts in one another", nested(1000), unreadable],
  ["10,000 files", many(10_000), `${unreadable}\n\ntext`],
  [
    "20,000 parts without anything",
    lines(...head, "Content-Type: multipart/mixed; boundary=b", "", repeated("--b\r\n", 100_000)),
    unreadable
  ],
  ["20,000 headers", lines(...head, repeated("X-Header: yes\r\n", 300_000), "text"), unreadable],
  ["a header without an end", lines(...head, `X-Header: ${repeated("x", 2 ** 20)}`), unreadable],
  [
    "a boundary that never comes",
    lines(...head, "Content-Type: multipart/mixed; boundary=b", "", "text"),
    `${unreadable}\n\ntext`
  ],
  ["parts without a boundary", lines(...head, "Content-Type: multipart/mixed", "", "text"), `${unreadable}\n\ntext`]
]
test.each(unread)("%s: what can be read is, and the mail is a file", async (_, mail, body) => {
  const read = await readMail(mail, { pieces: 2 ** 16 })
  expect([read.body, read.subject, read.sender.name]).toEqual([body, "Bounds", "Maya"])
  const { bytes, ...file } = read.files.at(-1)!
  // The matcher would compare a megabyte in a second.
  expect([file, bytes.equals(mail)]).toEqual([{ name: "mail.eml", type: "message/rfc822" }, true])
})

test("50 parts in one another, and 200 files, are read", async () => {
  expect((await readMail(nested(49))).body).toBe("deep")
  expect((await readMail(many(199))).files).toHaveLength(199)
})

const bombs: ReadonlyArray<readonly [name: string, mail: Uint8Array]> = [
  ["addresses", lines("From: a@b.example", `To: ${repeated("a:b;", 900_000)}`, "", "text")],
  [
    "comments",
    lines("From: a@b.example", `To: ${repeated("(", 400_000)}`, `References: ${repeated("(<a>", 400_000)}`, "", "text")
  ],
  ["words", lines("From: a@b.example", `Subject: ${repeated("=?utf-8?q?", 900_000)}`, "", "text")],
  ["parameters", lines(`Content-Type: text/plain${repeated("; a=b", 500_000)}`, "", "text")],
  ["HTML without ends", lines("Content-Type: text/html", "", `text${repeated("<b>", 250_000)}`)],
  ["HTML of angle brackets", lines("Content-Type: text/html", "", `text${repeated("<", 900_000)}`)],
  ["HTML of many elements", lines("Content-Type: text/html", "", `text${repeated("<p><li><td>", 250_000)}`)],
  [
    "HTML of wide spaces",
    lines("Content-Type: text/html; charset=utf-8", "", `text${repeated("\u00c2\u00a0", 900_000)}.`)
  ],
  ["pictures without ends", lines("", `text${repeated("[cid:", 900_000)}`)],
  ["marks", lines("Content-Type: text/plain; charset=utf-8", "", `text${repeated("\u00cc\u0081", 900_000)}`)],
  [
    "one picture shown often",
    lines(
      "Content-Type: multipart/related; boundary=b",
      "",
      "--b",
      "Content-Type: text/html",
      "",
      `text${repeated("<img src=cid:a>", 200_000)}`,
      "--b",
      "Content-Type: image/png",
      "Content-ID: <a>",
      "",
      repeated("x", 60_000),
      "--b--"
    )
  ]
]
test.each(bombs)("a bomb of %s is read in bounded time", async (_, mail) => {
  const read = await readMail(mail, { pieces: 2 ** 16 })
  expect(read.body).toStartWith("text")
  expect(read.html?.length ?? 0).toBeLessThanOrEqual(2 ** 20)
  expect(read.recipients.length).toBeLessThanOrEqual(200)
})

test("a long text is cut, and whole in a file", async () => {
  const text = repeated("Grüße, Maya. ", 60_060)
  const { body, files } = await readMail(lines("", text))
  expect(body).toBe(`${text.slice(0, 50_000)}\n\n${goesOn}`)
  expect(files.map(({ bytes, name }) => [name, bytes.toString()])).toEqual([["text.txt", text.trimEnd()]])
})

test("a text of more than a megabyte passes into a file", async () => {
  const text = repeated("Hello, Maya. ", 3_000_010)
  const { body, texts } = await readMail(lines("", text))
  expect(body).toBe(`${text.slice(0, 50_000)}\n\n${goesOn}`)
  expect(texts).toEqual([`text.txt (text/plain): ${text}`])
})

test("of a mail that is too large the headers are read, and the rest is not fetched", async () => {
  let passed = 0
  const body = function*() {
    for (; passed < 1000; passed++) yield Buffer.alloc(1000)
  }
  const source = Stream.concat(
    Stream.make(lines(...head, "", "")),
    Stream.rechunk(Stream.fromIterable({ [Symbol.iterator]: body }), 1)
  )
  const mail = await Effect.runPromise(parse({ source, size: 10 ** 9 }, () => Effect.die("a file")))
  expect([mail.subject, mail.body]).toEqual(["Bounds", tooLarge])
  expect(passed).toBeLessThan(200)
})

test("a mail that turns out to be too large is read as far as it may be", async () => {
  const mail = lines(...head, "", repeated("Hello, Maya. ", 13_000))
  const { body } = await readMail(mail, { size: null, maxBytes: 5000 })
  expect(body).toStartWith(`${tooLarge}\n\nHello, Maya. Hello`)
  expect(body.length).toBeLessThan(7000)
})

const streamed: ReadonlyArray<readonly [encoding: string, content: string]> = [
  ["base64", `${repeated("QUJD", 76)}\r\n`],
  ["quoted-printable", "=C3=BC and so on =\r\n"],
  ["8bit", "so on and so forth\r\n"]
]
test.each(streamed)("a file of 5 MB in %s passes in pieces", async (encoding, line) => {
  const chunk = Buffer.from(line.repeat(3000))
  const count = Math.ceil(5 * 2 ** 20 / chunk.length)
  const source = Stream.concat(
    Stream.make(lines(...head, "Content-Type: application/pdf", `Content-Transfer-Encoding: ${encoding}`, "", "")),
    Stream.fromIterable(Array.from({ length: count }, () => chunk))
  )
  let [total, largest] = [0, 0]
  await Effect.runPromise(
    parse({ source, size: null }, ({ content }) =>
      Stream.runForEach(content, ({ length }) =>
        Effect.sync(() => {
          total += length
          largest = Math.max(largest, length)
        })))
  )
  expect(total).toBeGreaterThan(2 * 2 ** 20)
  expect(largest).toBeLessThan(2 ** 19)
})

/**
 * Mails of programs that keep to no RFC, or to an old one: their texts, their files and their names are read all the
 * same.
 */
import { expect, test } from "bun:test"
import { lines, readMail } from "./RawMails.ts"

const head = ["Message-ID: <one@harbor.example>", "From: Maya Okafor <maya@harbor.example>", "Subject: My application"]
const raw = (hex: string) => Buffer.from(hex, "hex").toString("latin1")

const text = "Grüße, I apply for the post. My CV is attached."
const base64 = Buffer.from(text).toString("base64")
const quoted = "Gr=C3=BC=C3=9Fe, I apply for the post. My CV is att=\r\nached."

const encodings: ReadonlyArray<readonly [headers: ReadonlyArray<string>, content: string]> = [
  ...[
    "base64;",
    "base64; charset=utf-8",
    "base-64",
    "x-base64",
    "X-BASE-64",
    "\"base64\"",
    "'base64'",
    "base64 (for safety)",
    "base_64",
    "BASE64,",
    " base64 "
  ]
    .map((encoding) => [[encoding], base64] as const),
  ...[
    "quoted-printable;",
    "quoted_printable",
    "quotedprintable",
    "Quoted Printable",
    "x-quoted-printable",
    "\"quoted-printable\""
  ].map((encoding) => [[encoding], quoted] as const),
  [["7bit", "base64"], base64],
  [["base64", "8bit"], base64],
  [["base64", "base64"], base64],
  [["8bit", "quoted-printable"], quoted],
  [["base64", "quoted-printable"], quoted],
  [["base64", "7bit"], text],
  [["8bit;"], text],
  [["none"], text]
]
test.each(encodings)("a text and a file with the transfer encoding %p", async (named, content) => {
  const headers = named.map((encoding) => `Content-Transfer-Encoding: ${encoding}`)
  const bytes = Buffer.from(content)
  const plain = await readMail(
    Buffer.concat([lines(...head, "Content-Type: text/plain; charset=utf-8", ...headers, "", ""), bytes])
  )
  expect(plain.body).toBe(text)
  const parts = lines(
    ...head,
    "Content-Type: multipart/mixed; boundary=b",
    "",
    "--b",
    "Content-Type: application/pdf; name=cv.pdf",
    ...headers,
    "",
    ""
  )
  const { files } = await readMail(Buffer.concat([parts, bytes, Buffer.from("\r\n--b--")]))
  expect(files.map(({ bytes, name }) => [name, bytes.toString()])).toEqual([["cv.pdf", text]])
})

/** Writes bytes as uuencode does. */
const uu = (bytes: Buffer): ReadonlyArray<string> => {
  const letter = (value: number) => String.fromCharCode(value === 0 ? 96 : value + 32)
  const line = (part: Buffer) =>
    letter(part.length) + Array.from({ length: Math.ceil(part.length / 3) }, (_, at) => {
      const [one = 0, two = 0, three = 0] = part.subarray(at * 3, at * 3 + 3)
      return [one >> 2, (one & 3) << 4 | two >> 4, (two & 15) << 2 | three >> 6, three & 63].map(letter).join("")
    }).join("")
  return Array.from({ length: Math.ceil(bytes.length / 45) }, (_, at) => line(bytes.subarray(at * 45, at * 45 + 45)))
}

test.each(["x-uuencode", "uuencode", "x-uue", "uue", "X-UUENCODE;"])(
  "a file with the transfer encoding %p",
  async (encoding) => {
    const bytes = Buffer.from(Array.from({ length: 100_001 }, (_, at) => at * 31 & 255))
    for (const content of [["begin 644 cv.pdf", ...uu(bytes), "`", "end"], uu(bytes)]) {
      const { files } = await readMail(
        lines(
          ...head,
          "Content-Type: application/pdf; name=cv.pdf",
          `Content-Transfer-Encoding: ${encoding}`,
          "",
          ...content
        )
      )
      expect(files[0]!.bytes.equals(bytes)).toBe(true)
    }
  }
)

const calendar = [
  "BEGIN:VCALENDAR",
  "METHOD:REPLY",
  "BEGIN:VEVENT",
  "SUMMARY:Interview",
  " with Maya",
  "COMMENT:Yes\\, gladly",
  "ATTENDEE;PARTSTAT=ACCEPTED:mailto:maya@harbor.example",
  "END:VEVENT",
  "END:VCALENDAR"
]

const forms: ReadonlyArray<readonly [name: string, mail: Uint8Array, body: string, files: ReadonlyArray<string>]> = [
  ["`text` for a type", lines(...head, "Content-Type: text", "", "Hello"), "Hello", []],
  ["`text/` for a type", lines(...head, "Content-Type: text/", "", "Hello"), "Hello", []],
  [
    "`TEXT` for a type, with a character set",
    lines(...head, "Content-Type: TEXT; charset=iso-8859-1", "", "Gr\u00fc\u00dfe"),
    "Grüße",
    []
  ],
  [
    "`text/plain charset=…` for a type",
    lines(...head, "Content-Type: text/plain charset=iso-8859-1", "", "Gr\u00fc\u00dfe"),
    "Grüße",
    []
  ],
  ["`html` for a type", lines(...head, "Content-Type: html", "", "<p>Hello</p>"), "Hello", []],
  ["text/markdown", lines(...head, "Content-Type: text/markdown", "", "# Hello"), "# Hello", []],
  ["text/x-nobody", lines(...head, "Content-Type: text/x-nobody", "", "Hello"), "Hello", []],
  [
    "text/enriched",
    lines(
      ...head,
      "Content-Type: text/enriched",
      "",
      "<bold>Hello</bold>,",
      "<color><param>red</param>Maya</color> <<3",
      "",
      "Bye"
    ),
    "Hello, Maya <3\nBye",
    []
  ],
  [
    "text/richtext",
    lines(...head, "Content-Type: text/richtext", "", "<bold>1 <lt> 2</bold><nl>Maya"),
    "1 < 2\nMaya",
    []
  ],
  [
    "an answer to an invitation alone",
    lines(...head, "Content-Type: text/calendar; method=REPLY", "", ...calendar),
    "METHOD: REPLY\nInterviewwith Maya\nYes, gladly\nATTENDEE: maya@harbor.example (ACCEPTED)",
    ["invitation.ics"]
  ],
  [
    "an answer to an invitation with a text",
    lines(
      ...head,
      "Content-Type: multipart/mixed; boundary=b",
      "",
      "--b",
      "",
      "I come",
      "--b",
      "Content-Type: text/calendar; method=REPLY",
      "",
      ...calendar,
      "--b--"
    ),
    "I come",
    ["invitation.ics"]
  ],
  ["a calendar that is none", lines(...head, "Content-Type: text/calendar", "", "I come"), "I come", [
    "invitation.ics"
  ]],
  [
    "lines ended by CR alone",
    Buffer.from([...head, "Content-Type: text/plain", "", "Hello", "", "Maya"].join("\r")),
    "Hello\n\nMaya",
    []
  ],
  [
    "lines of parts ended by CR alone",
    Buffer.from(
      [
        ...head,
        "Content-Type: multipart/mixed; boundary=b",
        "",
        "--b",
        "",
        "Hello",
        "--b",
        "Content-Type: application/pdf; name=cv.pdf",
        "",
        "%PDF",
        "--b--",
        ""
      ].join("\r")
    ),
    "Hello",
    ["cv.pdf"]
  ],
  [
    "lines ended by CR alone behind one of a server",
    Buffer.from(`Received: from x by y\r\n${[...head, "", "Hello", "Maya"].join("\r")}`),
    "Hello\nMaya",
    []
  ],
  [
    "cells",
    lines(...head, "Content-Type: text/html", "", "<table><tr><td>Start</td><td>May</td></tr></table>"),
    "Start May",
    []
  ],
  [
    "cells without ends",
    lines(...head, "Content-Type: text/html", "", "<table><tr><TH>Start<td>May</table>"),
    "Start May",
    []
  ],
  [
    "tracking pictures",
    lines(
      ...head,
      "Content-Type: text/html",
      "",
      "Hello<img src=\"https://track.example/1.gif\" width=1><IMG SRC='http://track.example/2'>"
    ),
    "Hello",
    []
  ],
  [
    "a picture with words",
    lines(...head, "Content-Type: text/html", "", "<img alt=\"Harbor\" src=\"https://track.example/logo.gif\"> Hello"),
    "Harbor Hello",
    []
  ],
  ...["", "; charset=utf-8", "; charset=us-ascii", "; charset=utf-16"].flatMap((named) =>
    [Buffer.from("Grüße, Иван\n张伟", "utf16le"), Buffer.from("Grüße, Иван\n张伟", "utf16le").swap16()].map((text) =>
      [
        `UTF-16 without a mark${named}, from ${text[0]}`,
        lines(
          ...head,
          `Content-Type: text/plain${named}`,
          "Content-Transfer-Encoding: base64",
          "",
          text.toString("base64")
        ),
        "Grüße, Иван\n张伟",
        []
      ] as const
    )
  ),
  [
    "UTF-8 that is named UTF-16",
    lines(...head, "Content-Type: text/plain; charset=utf-16", "Content-Transfer-Encoding: base64", "", btoa("Hello")),
    "Hello",
    []
  ],
  ["UTF-7", lines(...head, "Content-Type: text/plain; charset=utf-7", "", "Gr+APwA3w-e +- 1"), "Grüße + 1", []],
  [
    "UTF-7 in HTML",
    lines(...head, "Content-Type: text/html; charset=utf-7", "", "<p>Gr+APwA3w-e +ADw-b+AD4-</p>"),
    "Grüße +ADw-b+AD4-",
    []
  ],
  [
    "ISO-2022-KR",
    lines(...head, "Content-Type: text/plain; charset=ISO-2022-KR", "", raw("1b24294344540e3e4833670f21")),
    "DT안녕!",
    []
  ],
  ["ISO-2022-KR that is not named", lines(...head, "", raw("1b242943480e3e4833670f")), "H안녕", []],
  ["HZ", lines(...head, "Content-Type: text/plain; charset=hz-gb-2312", "", "~{VPND~} ~~ ok"), "中文 ~ ok", []]
]
test.each(forms)("the body and the files of %s", async (_, mail, body, files) => {
  for (const pieces of [997, 7]) {
    const read = await readMail(mail, { pieces })
    expect({ body: read.body, files: read.files.map(({ name }) => name) }).toEqual({ body, files: [...files] })
  }
})

const subjects: ReadonlyArray<readonly [subject: string, read: string]> = [
  ["=?ISO-2022-KR?B?GyQpQw4+SDNnDw==?=", "안녕"],
  ["=?utf-7?Q?Gr+APwA3w-e?=", "Grüße"],
  ["=?hz-gb-2312?Q?~{VPND~}?=", "中文"]
]
test.each(subjects)("the subject %s", async (subject, read) => {
  expect((await readMail(lines(`Subject: ${subject}`, "", ""))).subject).toBe(read)
})

const shiftJis = raw("979a97f08f91")
const names: ReadonlyArray<readonly [disposition: string, charset: string, name: string]> = [
  [`filename="${shiftJis}.pdf"`, "iso-2022-jp", "履歴書.pdf"],
  [`filename="${shiftJis}.pdf"`, "utf-8", "履歴書.pdf"],
  [`filename="${shiftJis}.pdf"`, "Shift_JIS", "履歴書.pdf"],
  [`filename=${shiftJis}.pdf`, "us-ascii", "履歴書.pdf"],
  [`filename="${raw("955c8ea6")}.pdf"`, "Shift_JIS", "表示.pdf"],
  [`filename="${raw("5a6575676e6973fc")}.pdf"`, "iso-8859-1", "Zeugnisü.pdf"],
  [`filename="${Buffer.from("Zeugnis ü.pdf").toString("latin1")}"`, "us-ascii", "Zeugnis ü.pdf"],
  ["filename=\"C:\\Users\\ada\\cv.pdf\"", "utf-8", "cv.pdf"],
  ["filename=\"\\\\server\\share\\cv.pdf\"", "utf-8", "cv.pdf"],
  ["filename=C:\\Users\\ada\\cv.pdf", "utf-8", "cv.pdf"],
  ["filename=\"/home/ada/cv.pdf\"", "utf-8", "cv.pdf"],
  ["filename=\"the \\\"cv\\\".pdf\"", "utf-8", "the \"cv\".pdf"],
  ["filename=\"=?iso-2022-kr?B?GyQpQw4+SDNnDw==?=.pdf\"", "utf-8", "안녕.pdf"],
  ["filename*=utf-8''%E5%B1%A5.pdf; filename=x.pdf", "utf-8", "履.pdf"]
]
test.each(names)("the file with %j in a mail in %s", async (disposition, charset, name) => {
  const parts = [
    "--b",
    `Content-Type: text/plain; charset=${charset}`,
    "",
    "Hello",
    "--b",
    "Content-Type: application/pdf",
    `Content-Disposition: attachment; ${disposition}`,
    "",
    "%PDF",
    "--b--"
  ]
  const { files } = await readMail(lines(...head, "Content-Type: multipart/mixed; boundary=b", "", ...parts))
  expect(files.map((file) => file.name)).toEqual([name])
})

/** A value of BER, with a length of one or more bytes, or with an end that is marked. */
const value = (tag: number, content: Buffer, isOpen = false): Buffer => {
  if (isOpen) return Buffer.concat([Buffer.from([tag, 0x80]), content, Buffer.from([0, 0])])
  const length = content.length < 128
    ? [content.length]
    : [0x83, content.length >> 16, content.length >> 8 & 255, content.length & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}
const identifier = (last: number) => value(6, Buffer.from([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, last]))

const inner = lines(
  "Content-Type: multipart/mixed; boundary=i",
  "",
  "--i",
  "Content-Type: text/plain",
  "",
  "Hello",
  "--i",
  "Content-Type: application/pdf; name=cv.pdf",
  "",
  "%PDF",
  "--i--",
  ""
)

const signed = (isOpen: boolean): Buffer => {
  const whole = Buffer.from(inner)
  const pieces = Buffer.concat([value(4, whole.subarray(0, 50)), value(4, whole.subarray(50))])
  const octets = isOpen ? value(0x24, pieces, true) : value(4, whole)
  const content = value(0x30, Buffer.concat([identifier(1), value(0xa0, octets, isOpen)]), isOpen)
  const parts = [
    value(2, Buffer.from([1])),
    value(0x31, value(0x30, identifier(9))),
    content,
    value(0x31, Buffer.alloc(300))
  ]
  return value(
    0x30,
    Buffer.concat([identifier(2), value(0xa0, value(0x30, Buffer.concat(parts), isOpen), isOpen)]),
    isOpen
  )
}

const secure = (bytes: Buffer, parameters: string, type = "application/pkcs7-mime") =>
  lines(
    ...head,
    `Content-Type: ${type}; ${parameters}name=smime.p7m`,
    "Content-Transfer-Encoding: base64",
    "Content-Disposition: attachment; filename=smime.p7m",
    "",
    bytes.toString("base64").replace(/.{76}/g, "$&\r\n")
  )

test.each(
  [
    ["with lengths", signed(false), "smime-type=signed-data; "],
    ["without lengths", signed(true), "smime-type=signed-data; "],
    ["of no type that is told", signed(false), ""]
  ] as const
)("a mail that is signed as a whole, %s", async (_, bytes, parameters) => {
  for (const type of ["application/pkcs7-mime", "application/x-pkcs7-mime"]) {
    const { body, texts } = await readMail(secure(bytes, parameters, type))
    expect({ body, texts }).toEqual({ body: "Hello", texts: ["cv.pdf (application/pdf): %PDF"] })
  }
})

test("a mail that is encrypted is told so, and one whose signature is cut off is kept whole", async () => {
  const encrypted = await readMail(secure(value(0x30, identifier(3)), "smime-type=enveloped-data; "))
  expect(encrypted.body).toStartWith("[This mail is encrypted.")
  expect(encrypted.files.map(({ name }) => name)).toEqual(["smime.p7m"])
  const cut = await readMail(secure(signed(false).subarray(0, 100), "smime-type=signed-data; "))
  expect(cut.body).toContain("[This mail could not be read to its end.")
  expect(cut.files.map(({ name }) => name)).toContain("mail.eml")
})

/** Files in `winmail.dat`, and uuencoded ones in a text. */
import { expect, test } from "bun:test"
import { decompressedRtf } from "@candor/mail/parsing/CompressedRtf"
import { readTnef } from "@candor/mail/parsing/Tnef"
import { lines, readMail } from "./RawMails.ts"
import {
  attachedMail,
  attribute,
  codePage,
  compressed,
  file,
  fixed,
  literally,
  named,
  properties,
  property,
  tnef,
  unicode
} from "./TnefFiles.ts"

const pdf = Buffer.from("%PDF-1 cv")
const html = Buffer.from("<p>Grüße <b>Ada</b></p>")
const number = (value: number) => Buffer.from([value & 0xff, value >> 8 & 0xff, 0, 0])
const notOpened = "[A file of this mail, winmail.dat, could not be opened to its end. It is kept as it came in.]"

const mailWith = (content: Buffer, text: string, type = "application/ms-tnef; name=winmail.dat") =>
  lines(
    "From: Ada <ada@mail.example>",
    "Subject: CV",
    "Content-Type: multipart/mixed; boundary=b",
    "",
    "--b",
    "",
    text,
    "--b",
    `Content-Type: ${type}`,
    "Content-Transfer-Encoding: base64",
    "",
    content.toString("base64"),
    "--b--"
  )

const shownOf = async (content: Buffer, text = "", type?: string) => {
  const { body, files, html } = await readMail(mailWith(content, text, type))
  return { body, html, files: files.map(({ bytes, name }) => `${name}: ${bytes.toString("latin1").slice(0, 20)}`) }
}

const encapsulated =
  "{\\rtf1\\ansi\\ansicpg1252\\fromhtml1 \\deff0{\\fonttbl{\\f0\\fswiss Arial;}}{\\*\\htmltag64 <p>}\\htmlrtf {\\htmlrtf0 Gr\\'fc\\'dfe{\\*\\htmltag72 </p>}\\htmlrtf\\par}\\htmlrtf0}"

test.each<readonly [name: string, content: Buffer, body: string, files: ReadonlyArray<string>]>([
  ["a file with its short name", tnef(file("CV~1.PDF", pdf)), "", ["CV~1.PDF: %PDF-1 cv"]],
  [
    "a file with its long name",
    tnef(file("CV~1.PDF", pdf, unicode(0x3707, "Zeugnis Müller.pdf"), unicode(0x370e, "application/pdf"))),
    "",
    ["Zeugnis Müller.pdf: %PDF-1 cv"]
  ],
  ["a title in its code page", tnef(codePage(1251), file("\xc0.pdf", pdf)), "", ["А.pdf: %PDF-1 cv"]],
  [
    "the content among the properties",
    tnef(file("", undefined, property(0x3701, 0x102, pdf), unicode(0x3704, "a.pdf"))),
    "",
    ["a.pdf: %PDF-1 cv"]
  ],
  ["several files, one without a name", tnef(file("one.txt", Buffer.from("1")), file("", Buffer.from("2"))), "", [
    "one.txt: 1",
    "file: 2"
  ]],
  [
    "a plain text",
    tnef(
      properties(
        fixed(0x0017, 3, number(1)),
        named(0x1f, "Keywords", Buffer.from("x\0", "utf16le")),
        unicode(0x1000, "Guten Tag\r\nAda")
      )
    ),
    "Guten Tag\nAda",
    []
  ],
  [
    "a text of the older attribute",
    tnef(codePage(1252), attribute(1, 0x0002800c, Buffer.from("Gr\xfc\xdfe\0", "latin1"))),
    "Grüße",
    []
  ],
  [
    "HTML in its code page",
    tnef(properties(fixed(0x3fde, 3, number(65_001)), property(0x1013, 0x102, html))),
    "Grüße Ada",
    []
  ],
  [
    "HTML beside a plain text",
    tnef(properties(unicode(0x1000, "Plain"), property(0x1013, 0x102, html))),
    "Grüße Ada",
    []
  ],
  ["RTF with references", tnef(properties(property(0x1009, 0x102, compressed.helloWorld))), "hello world", []],
  [
    "RTF whose reference reads what it writes",
    tnef(properties(property(0x1009, 0x102, compressed.repeated))),
    "WXYZWXYZWXYZWXYZWXYZ",
    []
  ],
  ["RTF made of HTML", tnef(properties(property(0x1009, 0x102, literally(encapsulated)))), "Grüße", []],
  [
    "properties of several values",
    tnef(
      properties(
        property(0x1234, 0x101e, Buffer.from("a\0"), Buffer.from("bc\0")),
        fixed(0x1235, 0x1003, Buffer.concat([number(2), number(1), number(2)])),
        unicode(0x1000, "read")
      )
    ),
    "read",
    []
  ],
  [
    "a mail in it",
    tnef(attachedMail("Reply", tnef(properties(unicode(0x1000, "inner")), file("a.txt", Buffer.from("x"))))),
    "",
    ["Reply.txt: inner", "a.txt: x", expect.stringContaining("winmail.dat: ")]
  ],
  ["nothing that people read", tnef(properties(unicode(0x001a, "IPM.Note"))), "", [
    `winmail.dat: ${tnef().toString("latin1").slice(0, 20)}`
  ]]
])("winmail.dat with %s", async (_, content, body, files) => {
  expect(await shownOf(content)).toMatchObject({ body, files: [...files] })
})

const nested = (levels: number): Buffer =>
  levels === 0 ? tnef(file("deep.txt", pdf)) : tnef(attachedMail("m", nested(levels - 1)))
const wrapped = tnef(properties(unicode(0x1000, "Dear Jonas, yes.")), file("a.txt", Buffer.from("x")))

test("its text is shown where the mail does not say it", async () => {
  expect((await shownOf(wrapped, "Dear Jonas,\r\n\r\nyes.")).body).toBe("Dear Jonas,\n\nyes.")
  expect((await shownOf(wrapped, "-- \r\nA footer of a list")).body).toBe("-- \nA footer of a list\n\nDear Jonas, yes.")
  expect((await shownOf(tnef(properties(property(0x1013, 0x102, html))))).html).toBe(html.toString())
})

test.each<readonly [what: string, content: Buffer, text: string, isKept: boolean]>([
  ["the text of the mail", wrapped, "Dear Jonas,\r\n\r\nyes.", false],
  ["a text that the mail does not say", wrapped, "-- \r\nA footer of a list", false],
  [
    "nearly the text of the mail",
    tnef(properties(unicode(0x1000, "one two three four five six seven eight nine ten 30,000"))),
    "One two three four five six seven eight nine ten 20,000",
    true
  ],
  ["the text of the mail with its forms", tnef(properties(property(0x1013, 0x102, html))), "Gr\xfc\xdfe Ada", true],
  ["a mail without a text", tnef(file("b.txt", pdf), attachedMail("m", tnef(file("a.txt", pdf)))), "see", true],
  ["a mail in a mail", nested(3), "see", true]
])(
  "winmail.dat with %s is itself kept where something of it would be stored nowhere else",
  async (_, content, text, isKept) => {
    const { files } = await readMail(mailWith(content, text))
    expect(files.filter(({ bytes, name }) => name === "winmail.dat" && bytes.equals(content))).toHaveLength(
      isKept ? 1 : 0
    )
  }
)

test.each(["application/vnd.ms-tnef", "application/octet-stream; name=winmail.dat", "application/ms-tnef"])(
  "it is opened as %s",
  async (type) => {
    expect((await shownOf(wrapped, "", type)).files).toEqual(["a.txt: x"])
  }
)

const bombs: ReadonlyArray<readonly [name: string, content: Buffer]> = [
  ["no signature", Buffer.from("x")],
  ["a wrong sum", Buffer.concat([wrapped.subarray(0, -1), Buffer.from([0xff])])],
  [
    "more attributes than are read",
    tnef(Buffer.concat(Array<Buffer>(20_001).fill(attribute(1, 0x00018004, Buffer.alloc(0)))))
  ],
  ["more files than are read", tnef(...Array<Buffer>(201).fill(file("a", pdf)))],
  ["4 billion properties", tnef(attribute(1, 0x00069003, Buffer.alloc(8, 0xff)))],
  ["4 billion values", tnef(attribute(1, 0x00069003, Buffer.from("0100000003100010ffffffff", "hex")))],
  ["RTF that ends early", tnef(properties(property(0x1009, 0x102, literally("{\\rtf1 x}").subarray(0, 20))))]
]
test.each(bombs)("%s: it is kept as it came in, and told", async (_, content) => {
  const { body, files } = await readMail(mailWith(content, "see"))
  expect(body).toStartWith(`${notOpened}\n\nsee`)
  expect(files.at(-1)).toMatchObject({ name: "winmail.dat", bytes: content })
})

test("mails in one another beyond three are files", () => {
  expect(readTnef(nested(3)).files.map(({ name }) => name)).toEqual(["deep.txt"])
  expect(readTnef(nested(50)).files.map(({ name }) => name)).toEqual(["m"])
})

test("RTF that claims 4 GB, or grows 8 times, has the bytes that are asked for at most", () => {
  const reference = Buffer.concat([Buffer.from([0xff]), Buffer.from("000f".repeat(8), "hex")])
  const bomb = Buffer.concat([literally("", 0xffff_ffff), ...Array<Buffer>(5000).fill(reference)])
  expect(decompressedRtf(bomb, 2 ** 15)).toHaveLength(2 ** 15)
  expect(decompressedRtf(literally("", 0xffff_ffff), 2 ** 15)).toBeUndefined()
})

const whole = tnef(
  codePage(1252),
  properties(unicode(0x1000, "text"), property(0x1009, 0x102, compressed.helloWorld)),
  file("a.pdf", pdf, unicode(0x3707, "long.pdf")),
  attachedMail("m", wrapped)
)

test("one that is cut, or has another byte, is read without a failure; each that is not whole is told so", () => {
  expect(readTnef(whole)).toMatchObject({ isWhole: true })
  const cuts = Array.from({ length: whole.length }, (_, at) => readTnef(whole.subarray(0, at)))
  const ends = cuts.flatMap(({ isWhole }, at) => isWhole ? [at] : [])
  // It may end behind an attribute.
  expect(ends.length).toBeLessThan(20)
  const flipped = Array.from(
    whole,
    (byte, at) => [1, 0x80, 0xff].map((bits) => readTnef(Buffer.from(whole).fill(byte ^ bits, at, at + 1)))
  )
  expect(flipped).toHaveLength(whole.length)
})

test("damage that the sums do not tell is bounded as well", () => {
  const inner = Buffer.concat([
    property(0x1009, 0x102, compressed.helloWorld),
    property(0x1013, 0x101e, html, html),
    named(0x1f, "K", Buffer.from("x\0", "utf16le"))
  ])
  const list = Buffer.concat([number(3), inner])
  const read = Array.from(
    list,
    (byte, at) =>
      [1, 0x40, 0xff].map((bits) =>
        readTnef(tnef(attribute(1, 0x00069003, Buffer.from(list).fill(byte ^ bits, at, at + 1))))
      )
  )
  expect(read).toHaveLength(list.length)
})

/** Lines of uuencode, each of at most 45 bytes, as POSIX has them. */
const uuencoded = (bytes: Uint8Array, space = "`"): ReadonlyArray<string> => {
  const letter = (value: number) => value === 0 ? space : String.fromCharCode(value + 32)
  const rows = Array.from({ length: Math.ceil(bytes.length / 45) }, (_, at) => bytes.subarray(45 * at, 45 * at + 45))
  return [
    ...rows.map((row) => {
      const bits = [...row].map((byte) => byte.toString(2).padStart(8, "0")).join("").padEnd(
        Math.ceil(row.length / 3) * 24,
        "0"
      )
      return letter(row.length) + (bits.match(/.{6}/g) ?? []).map((six) => letter(parseInt(six, 2))).join("")
    }),
    space
  ]
}

const content = Buffer.from(Array.from({ length: 200 }, (_, at) => at * 7 % 256))
const section = (
  name: string,
  bytes: Uint8Array = content,
  space?: string
) => [`begin 644 ${name}`, ...uuencoded(bytes, space), "end"]

test.each<readonly [name: string, text: ReadonlyArray<string>, body: string, files: ReadonlyArray<string>]>([
  ["one file", ["My CV:", "", ...section("cv.pdf"), "", "Ada"], "My CV:\n\n\nAda", ["cv.pdf"]],
  ["several", [...section("a.pdf"), "and", ...section("b.pdf"), "Ada"], "and\nAda", ["a.pdf", "b.pdf"]],
  ["spaces in the place of grave accents", ["x", ...section("cv.pdf", content, " ")], "x\n", ["cv.pdf"]],
  ["a name with spaces, in UTF-8", section(Buffer.from("Mein Lebenslauf ü.pdf").toString("latin1")), "", [
    "Mein Lebenslauf ü.pdf"
  ]],
  [
    "a file without its end",
    ["x", ...section("cv.pdf").slice(0, -1)],
    ["x", ...section("cv.pdf").slice(0, -1)].join("\n").trimEnd(),
    []
  ],
  ["a file that another one begins in", ["begin 644 a.pdf", ...section("b.pdf"), "x"], "begin 644 a.pdf\nx", ["b.pdf"]],
  [
    "a quoted one",
    ["Thanks.", ...section("cv.pdf").map((line) => `> ${line}`)],
    ["Thanks.", ...section("cv.pdf").map((line) => `> ${line}`)].join("\n"),
    []
  ],
  [
    "words",
    ["begin 644 times and you", "end", "begin 2 lines", "HELLO", "end"].slice(2),
    "begin 2 lines\nHELLO\nend",
    []
  ]
])("a text with %s", async (_, text, body, names) => {
  for (const ending of ["\r\n", "\n"]) {
    for (const pieces of [1, 61, 4096]) {
      const mail = await readMail(Buffer.from(`From: ada@mail.example\r\n\r\n${text.join(ending)}`, "latin1"), {
        pieces
      })
      expect(mail.body.trimEnd()).toBe(body.trimEnd())
      expect(mail.files.map(({ name }) => name)).toEqual([...names])
      expect(mail.files.every(({ bytes }) => bytes.equals(content))).toBeTrue()
    }
  }
})

test("a base64 one, and one larger than a text that is read", async () => {
  const base64 = ["begin-base64 644 a.bin", ...content.toString("base64").match(/.{1,76}/g) ?? [], "===="]
  expect((await readMail(lines("From: a@b.example", "", ...base64))).files).toMatchObject([{
    name: "a.bin",
    bytes: content
  }])
  const large = Buffer.alloc(1024 ** 2, "candor")
  const { body, files } = await readMail(
    lines("From: a@b.example", "", "Here:", ...section("large.bin", large), "Ada"),
    { pieces: 2 ** 16 }
  )
  expect([body, files.map(({ name }) => name), files[0]!.bytes.equals(large)]).toEqual([
    "Here:\nAda",
    ["large.bin"],
    true
  ])
})

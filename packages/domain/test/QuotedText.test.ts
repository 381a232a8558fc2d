/** What is quoted in mails, as programs of mail write it. Lines that begin with `=` in a table are quoted. */
import { quotedLines, quotesOf, writtenIn } from "@candor/domain/mail/QuotedText"
import { expect, test } from "bun:test"

const letter =
  "Dear Maya,\n\nwould **Tuesday at 3** or Wednesday suit you? Our office is at [Harbor Street 5](https://harbor.example/way), third floor.\n\n- Bring your papers.\n\nKind regards\nJonas"

/** The letter as programs quote it without marks, and with them. */
const plain = [
  "Dear Maya,",
  "",
  "would Tuesday at 3 or Wednesday suit you? Our office is at Harbor Street 5 (https://harbor.example/way), third floor.",
  "",
  "- Bring your papers.",
  "",
  "Kind regards",
  "Jonas"
]
const wrapped = [
  ...plain.slice(0, 2),
  "would Tuesday at 3 or Wednesday suit you? Our office is at Harbor Street",
  "5 (https://harbor.example/way), third floor.",
  ...plain.slice(3)
]
const marked = wrapped.map((line) => `> ${line}`.trimEnd())

const introductions: ReadonlyArray<readonly [client: string, lines: ReadonlyArray<string>]> = [
  ["Gmail", ["On Mon, 5 Oct 2026 at 14:02, Jonas Weber <jobs@harbor.example> wrote:"]],
  ["Gmail, broken in two", ["On Mon, 5 Oct 2026 at 14:02, Jonas Weber <jobs@harbor.example>", "wrote:"]],
  ["Gmail, broken within the address", [
    "On Mon, 5 Oct 2026 at 14:02, Jonas Weber of Harbor Analytics <",
    "jobs@harbor.example> wrote:"
  ]],
  ["Gmail, German", ["Am Mo., 5. Okt. 2026 um 14:02 Uhr schrieb Jonas Weber <jobs@harbor.example>:"]],
  ["Gmail, German, broken in two", ["Am Mo., 5. Okt. 2026 um", "14:02 Uhr schrieb Jonas Weber <jobs@harbor.example>:"]],
  ["Gmail, French", ["Le lun. 5 oct. 2026 à 14:02, Jonas Weber <jobs@harbor.example> a écrit :"]],
  ["Gmail, Spanish", ["El lun, 5 oct 2026 a las 14:02, Jonas Weber (<jobs@harbor.example>) escribió:"]],
  ["Gmail, Polish", ["pon., 5 paź 2026 o 14:02 Jonas Weber <jobs@harbor.example> napisał(a):"]],
  ["Gmail, Dutch", ["Op ma 5 okt 2026 om 14:02 schreef Jonas Weber <jobs@harbor.example>:"]],
  ["Gmail, Italian", ["Il giorno lun 5 ott 2026 alle ore 14:02 Jonas Weber <jobs@harbor.example> ha scritto:"]],
  ["Gmail, Portuguese", ["Em seg., 5 de out. de 2026 às 14:02, Jonas Weber <jobs@harbor.example> escreveu:"]],
  ["Gmail, Swedish", ["Den mån 5 okt. 2026 kl 14:02 skrev Jonas Weber <jobs@harbor.example>:"]],
  ["Gmail, Turkish", ["Jonas Weber <jobs@harbor.example>, 5 Eki 2026 Pzt, 14:02 tarihinde şunu yazdı:"]],
  ["Gmail, Ukrainian", ["пн, 5 жовт. 2026 р. о 14:02 Jonas Weber <jobs@harbor.example> пише:"]],
  ["Gmail, Japanese", ["2026年10月5日(月) 14:02 Jonas Weber <jobs@harbor.example>:"]],
  ["Apple Mail", ["On 5 Oct 2026, at 14:02, Jonas Weber <jobs@harbor.example> wrote:"]],
  ["Apple Mail, German", ["Am 05.10.2026 um 14:02 schrieb Jonas Weber <jobs@harbor.example>:"]],
  ["Apple Mail on a telephone", [
    "Sent from my iPhone",
    "",
    "On 5 Oct 2026, at 14:02, Jonas Weber <jobs@harbor.example> wrote:"
  ]],
  ["iOS, German", [
    "Von meinem iPhone gesendet",
    "",
    "Am 05.10.2026 um 14:02 schrieb Jonas Weber <jobs@harbor.example>:"
  ]],
  ["Yahoo", ["On Monday, 5 October 2026 at 14:02:11 CEST, Jonas Weber <jobs@harbor.example> wrote:"]],
  ["Thunderbird", ["On 10/5/26 14:02, Jonas Weber wrote:"]],
  ["Thunderbird, German", ["Am 05.10.26 um 14:02 schrieb Jonas Weber:"]],
  ["Thunderbird, Polish", ["W dniu 5.10.2026 o 14:02, Jonas Weber pisze:"]],
  ["Proton", ["On Monday, October 5th, 2026 at 2:02 PM, Jonas Weber <jobs@harbor.example> wrote:"]],
  ["GMX", ["Jonas Weber <jobs@harbor.example> schrieb am 05.10.2026 14:02 CEST:"]]
]

const headers: ReadonlyArray<readonly [client: string, lines: ReadonlyArray<string>]> = [
  ["Outlook", [
    "From: Jonas Weber <jobs@harbor.example>",
    "Sent: Monday, 5 October 2026 14:02",
    "To: Maya",
    "Subject: Your application"
  ]],
  ["Outlook, with a line", [
    "________________________________",
    "From: Jonas Weber <jobs@harbor.example>",
    "Sent: Monday, October 5, 2026 2:02 PM",
    "To: Maya",
    "Cc: Ada",
    "Subject: Your application"
  ]],
  ["Outlook, bold", [
    "*From:* Jonas Weber <jobs@harbor.example>",
    "*Sent:* Monday, October 5, 2026 2:02 PM",
    "*To:* Maya",
    "*Subject:* Your application"
  ]],
  ["Outlook, many receivers", [
    "From: Jonas Weber <jobs@harbor.example>",
    "Sent: Monday, 5 October 2026 14:02",
    "To: Maya; Ada Lovelace;",
    " Grace Hopper",
    "Subject: Your application"
  ]],
  ["older Outlook", [
    "-----Original Message-----",
    "From: Jonas Weber [mailto:jobs@harbor.example]",
    "Sent: Monday, October 05, 2026 2:02 PM",
    "To: Maya",
    "Subject: Your application"
  ]],
  ["Outlook on a telephone", [
    "Get Outlook for iOS<https://aka.ms/o0ukef>",
    "________________________________",
    "From: Jonas Weber <jobs@harbor.example>",
    "Sent: Monday, October 5, 2026 2:02:00 PM",
    "To: Maya",
    "Subject: Your application"
  ]],
  ["Outlook, paragraphs", [
    "From: Jonas Weber",
    "",
    "Sent: Monday, 5 October 2026 14:02",
    "",
    "To: Maya",
    "",
    "Subject: Your application"
  ]],
  ["Outlook, one line", [
    "From: Jonas Weber <jobs@harbor.example> Sent: Monday, 5 October 2026 14:02 To: Maya Subject: Your application"
  ]],
  ["Outlook, German", [
    "Von: Jonas Weber <jobs@harbor.example>",
    "Gesendet: Montag, 5. Oktober 2026 14:02",
    "An: Maya",
    "Betreff: Ihre Bewerbung"
  ]],
  ["older Outlook, German", [
    "-----Ursprüngliche Nachricht-----",
    "Von: Jonas Weber [mailto:jobs@harbor.example]",
    "Gesendet: Montag, 5. Oktober 2026 14:02",
    "An: Maya",
    "Betreff: Ihre Bewerbung"
  ]],
  ["Outlook, French", [
    "De : Jonas Weber <jobs@harbor.example>",
    "Envoyé : lundi 5 octobre 2026 14:02",
    "À : Maya",
    "Objet : Votre candidature"
  ]],
  ["Outlook, Spanish", [
    "De: Jonas Weber <jobs@harbor.example>",
    "Enviado: lunes, 5 de octubre de 2026 14:02",
    "Para: Maya",
    "Asunto: Su solicitud"
  ]],
  ["Outlook, Italian", [
    "Da: Jonas Weber <jobs@harbor.example>",
    "Inviato: lunedì 5 ottobre 2026 14:02",
    "A: Maya",
    "Oggetto: Candidatura"
  ]],
  ["Outlook, Portuguese", [
    "De: Jonas Weber <jobs@harbor.example>",
    "Enviado: segunda-feira, 5 de outubro de 2026 14:02",
    "Para: Maya",
    "Assunto: Candidatura"
  ]],
  ["Outlook, Polish", [
    "Od: Jonas Weber <jobs@harbor.example>",
    "Wysłane: poniedziałek, 5 października 2026 14:02",
    "Do: Maya",
    "Temat: Aplikacja"
  ]],
  ["Outlook, Dutch", [
    "Van: Jonas Weber <jobs@harbor.example>",
    "Verzonden: maandag 5 oktober 2026 14:02",
    "Aan: Maya",
    "Onderwerp: Sollicitatie"
  ]],
  ["Outlook, Chinese", [
    "发件人: Jonas Weber <jobs@harbor.example>",
    "发送时间: 2026年10月5日 14:02",
    "收件人: Maya",
    "主题: 申请"
  ]],
  ["GMX and Web.de", [
    "Gesendet: Montag, 5. Oktober 2026 um 14:02 Uhr",
    "Von: \"Jonas Weber\" <jobs@harbor.example>",
    "An: maya@mail.example",
    "Betreff: Ihre Bewerbung"
  ]],
  ["Proton, older", [
    "------- Original Message -------",
    "On Monday, October 5th, 2026 at 2:02 PM, Jonas Weber <jobs@harbor.example> wrote:"
  ]],
  ["Yahoo, without marks", ["On Monday, 5 October 2026 at 14:02:11 CEST, Jonas Weber <jobs@harbor.example> wrote:"]]
]

interface Told {
  readonly letter?: string | null
  readonly isReply?: boolean
  readonly subject?: string
}

/** Returns the lines that are not quoted, without those that are blank. */
const shownOf = (
  lines: ReadonlyArray<string>,
  { isReply = true, letter = null, subject = "Re: Your application" }: Told = {}
) => {
  const quoted = quotedLines({ body: lines.join("\n"), subject, isReply, letter })
  return lines.filter((line, at) =>
    line !== "" && !quoted.some(({ first_line, last_line }) => at + 1 >= first_line && at + 1 <= last_line)
  )
}

const answer = ["Dear Jonas,", "", "Tuesday at 3", "", "On 5 May I am away", "Maya", ""]
const shownAnswer = answer.filter((line) => line !== "")

test.each(introductions)(
  "%s: an answer above, below, and between quotes is shown, and nothing else",
  (_, introduction) => {
    for (const known of [letter, null]) {
      const told = { letter: known }
      expect(shownOf([...answer, ...introduction, ...marked], told)).toEqual(shownAnswer)
      expect(shownOf([...introduction, "", ...marked, "", ...answer], told)).toEqual(shownAnswer)
      expect(
        shownOf(
          ["Hello", ...introduction, "", ...marked.slice(0, 4), "Tuesday at 3", "", ...marked.slice(4), "Maya"],
          told
        )
      ).toEqual(["Hello", "Tuesday at 3", "Maya"])
    }
  }
)

test.each(headers)(
  "%s: an answer above is shown, and nothing else; below and between where the letter is known",
  (_, block) => {
    for (const quoted of [plain, wrapped]) {
      expect(shownOf([...answer, ...block, "", ...quoted])).toEqual(shownAnswer)
      expect(shownOf([...answer, ...block, "", ...quoted], { letter })).toEqual(shownAnswer)
      expect(shownOf([...answer, ...block, "", ...quoted, "", ...block, "", "An older mail."], { letter })).toEqual(
        shownAnswer
      )
      expect(shownOf([...block, "", ...quoted, "", ...answer], { letter })).toEqual(shownAnswer)
      const [first, rest] = [quoted.slice(0, -5), quoted.slice(-5)]
      expect(shownOf(["Hello", ...block, "", ...first, "Tuesday at 3", ...rest], { letter })).toEqual([
        "Hello",
        "Tuesday at 3"
      ])
      expect(shownOf(["Hello", ...block, "", "A mail of my teacher.", "It is not yours."], { letter })).toEqual([
        "Hello",
        ...block.filter((line) => line !== ""),
        "A mail of my teacher.",
        "It is not yours."
      ])
    }
  }
)

test.each<readonly [name: string, lines: ReadonlyArray<string>, told?: Told]>([
  ["marks of a list", ["My skills:", "> 5 years of Rust", "> sailing"], { letter }],
  ["marks in a first mail", ["> 5 years of Rust", "> sailing"], { isReply: false, subject: "Application" }],
  ["a timetable", ["From: Berlin", "To: Paris", "Date: 5 May 2026"]],
  ["schools", ["From: 2019", "To: 2021", "Subject: Mathematics"]],
  ["a letter about a person", ["From: the heart", "with love"]],
  ["a sentence with a colon", [
    "I have 3 answers for you:",
    "- yes",
    "On Monday at 14:02 I can come. My times:",
    "14:00"
  ]],
  ["a referee's words in a first mail", ["On 5 May 2024 at 14:02, Bob <bob@mail.example> wrote:", "Maya is great."], {
    isReply: false,
    subject: "Application"
  }],
  ["a forwarded mail", [
    "See below.",
    "---------- Forwarded message ---------",
    "From: Bob <bob@mail.example>",
    "Date: Mon, 5 Oct 2026",
    "Subject: Your degree",
    "To: Maya",
    "",
    "> It is done.",
    "Bob"
  ]],
  ["one that Outlook forwards", [
    "See below.",
    "From: Bob <bob@mail.example>",
    "Sent: Monday, 5 October 2026",
    "To: Maya",
    "Subject: Your degree",
    "It is done."
  ], { subject: "WG: Your degree" }],
  ["words of the letter, which answer it", ["Tuesday at 3", "Bring your papers."], { letter }],
  ["something sent", ["Sent via DHL on Monday", "Maya"]]
])("%s is no quote", (...[, lines, told]) => expect(shownOf(lines, told)).toEqual(lines.filter((line) => line !== "")))

test("marks with another program's text between, and quotes in quotes", () => {
  expect(shownOf(["Yes.", "> > Older", "> > mail", ">", "> Newer"], { letter })).toEqual(["Yes."])
  expect(shownOf([`> ${plain[2]}`, "Tuesday", "> Kind regards", "Good bye"], { letter })).toEqual([
    "Tuesday",
    "Good bye"
  ])
})

/** Lines that count how often they are looked at. */
const counted = (lines: ReadonlyArray<string>) => {
  const count = { looks: 0 }
  const get = (target: ReadonlyArray<string>, key: string | symbol): unknown => {
    count.looks++
    return Reflect.get(target, key)
  }
  return { count, lines: new Proxy(lines, { get }) }
}

test.each<readonly [name: string, line: string]>([
  ["quotes", "> a"],
  ["quotes and answers", "> a\nb"],
  ["quotes apart", "> a\n\n"],
  ["nested quotes", ">".repeat(10_000)],
  ["headers", "From: a@b.example"],
  ["introductions", "On 5 Oct 2026 Ada wrote:"],
  ["a rule", "----------"],
  ["blanks", ""],
  ["telephones", "Sent from my iPhone"],
  ["colons", ":".repeat(400)],
  ["one word", "a"]
])("4,000 lines of %s: each is looked at a bounded number of times", (_, line) => {
  const all = Array<string>(4_000).fill(line).join("\n").split("\n").slice(0, 4_000)
  for (const known of [null, "a\n".repeat(4_000)]) {
    const { count, lines } = counted(["From: Ada <a@b.example>", "Sent: 5 October 2026", "Subject: Hello", ...all])
    quotesOf(lines, { isReply: true, letter: known, subject: "Re: Hello" })
    expect(count.looks).toBeLessThan(60 * lines.length)
  }
})

test("short header fields that are no block are looked at a few times each", () => {
  const { count, lines } = counted(Array<string>(4_000).fill("a:"))
  quotesOf(lines, { isReply: true, letter: null, subject: "Re: Hello" })
  expect(count.looks).toBeLessThan(70 * lines.length)
})

/**
 * The processor time that a line takes, repeated to a million characters, many ticks of a clock: the lower of two, in
 * microseconds.
 */
const cost = (line: string): number => {
  const lines = Array<string>(Math.ceil(1_000_000 / line.length)).fill(line)
  return Math.min(...[1, 2].map(() => {
    const before = process.cpuUsage()
    quotesOf(lines, { isReply: true, letter: null, subject: "Re: Hello" })
    return process.cpuUsage(before).user
  }))
}
const ordinary = cost("I can come on Tuesday at 3, and on Wednesday at 14:30, whatever suits you.")

test.each<readonly [name: string, line: string]>([
  ["numbers", `${"1".repeat(160)}:`],
  ["numbers, and a verb", `wrote ${"1".repeat(480)}:`],
  ["white space before a title", `${" ".repeat(990)}x`],
  ["white space behind a title", `forwarded message${" ".repeat(900)}x`],
  ["white space in headers", `From:${" ".repeat(900)}x`],
  ["a long word in headers", `From: ${"a".repeat(900)} Sent: 1 To: x`],
  ["a long word in an introduction", `1 14:00 ${"a".repeat(480)}:`],
  ["brackets", `${" ".repeat(100)}${"<".repeat(300)}:`],
  ["rules", `${"-".repeat(990)}x`]
])("%s cost no more than ordinary lines of the same length", (_, line) => {
  // Patterns that try each beginning with each end took hundreds of times as much.
  expect(cost(line)).toBeLessThan(30 * ordinary)
})

test.each([
  [
    "what is written above a quote",
    "Tuesday suits me.\n\nOn Mon, 30 Nov 2026 at 10:12, Maya Chen <maya@example.com> wrote:\n> Dear Lewis,\n> which day?",
    "Tuesday suits me."
  ],
  ["all of a mail that quotes alone", "> Dear Lewis,\n> which day?", "> Dear Lewis,\n> which day?"]
])("an excerpt has %s", (_, body, written) => {
  expect(writtenIn({ body, isReply: true, letter: null, subject: "Re: Interview" })).toBe(written)
})

/** What the console folds of a mail, and quotes in a reply. */
import { expect, test } from "bun:test"
import { partsOf, quoteOf, replySubject } from "../src/pages/mail/quotes.ts"

/** Each part in a line, what is quoted in brackets. */
const shown = (lines: ReadonlyArray<string>) => partsOf(lines.join("\n")).map(({ isQuoted, text }) => isQuoted ? `[${text.replaceAll("\n", "|")}]` : text.replaceAll("\n", "|"))

test.each<readonly [string, ReadonlyArray<string>, ReadonlyArray<string>]>([
  ["no quote", ["Dear all,", "", "yes."], ["Dear all,||yes."]],
  ["a quote below, with its introduction", ["Yes.", "", "On Mon, 5 Oct 2026 at 14:02, Ada wrote:", "> May we?", ">", "> Ada"], ["Yes.", "[On Mon, 5 Oct 2026 at 14:02, Ada wrote:|> May we?|>|> Ada]"]],
  ["an introduction broken in two", ["Yes.", "", "On Mon, 5 Oct 2026 at 14:02, Ada <ada@example.com>", "wrote:", "> May we?"], ["Yes.", "[On Mon, 5 Oct 2026 at 14:02, Ada <ada@example.com>|wrote:|> May we?]"]],
  ["a German introduction", ["Ja.", "Am 5. Oktober 2026 schrieb Ada:", "", "> Passt es?"], ["Ja.", "[Am 5. Oktober 2026 schrieb Ada:||> Passt es?]"]],
  ["answers between quotes", ["> When?", "On Tuesday.", "> Where?", "> ", "", "> Here?", "There."], ["[> When?]", "On Tuesday.", "[> Where?|> ||> Here?]", "There."]],
  ["a line with a colon that introduces nothing", ["My answers:", "- yes", "", "> May we?"], ["My answers:|- yes", "[> May we?]"]],
  ["what Outlook quotes", ["Yes.", "", "From: Ada <ada@example.com>", "Sent: Monday, 5 October 2026 14:02", "To: Grace", "Subject: Hello", "", "May we?"], ["Yes.", "[From: Ada <ada@example.com>|Sent: Monday, 5 October 2026 14:02|To: Grace|Subject: Hello||May we?]"]],
  ["an original message", ["Ja.", "", "-----Ursprüngliche Nachricht-----", "Von: Ada", "Passt es?"], ["Ja.", "[-----Ursprüngliche Nachricht-----|Von: Ada|Passt es?]"]],
  ["a letter about a person, whose name follows a colon", ["From: the heart", "with love"], ["From: the heart|with love"]],
  ["a quote alone", ["> Hello"], ["[> Hello]"]],
  ["nothing", ["", " "], []]
])("%s", (_, lines, parts) => expect(shown(lines)).toEqual([...parts]))

test("a reply quotes what the sender wrote, not what they quote, and its subject has one Re:", () => {
  expect(quoteOf("Yes.\n\nGrace\n\nOn 5 Oct, Ada wrote:\n> May we?")).toBe("> Yes.\n>\n> Grace")
  expect(["Your application", "Re: Your application", "AW: Bewerbung"].map(replySubject)).toEqual(["Re: Your application", "Re: Your application", "AW: Bewerbung"])
})

test("a mail of spaces, or of quotes and answers in turn, is read at once, and has few parts", () => {
  expect(partsOf(`x${" ".repeat(200_000)}y`)).toHaveLength(1)
  expect(partsOf("> a\nb\n".repeat(50_000))).toHaveLength(200)
}, 2000)

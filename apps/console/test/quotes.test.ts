/** What the console folds of a mail, and quotes in a reply. */
import { expect, test } from "bun:test"
import { partsOf, quoteOf, replySubject } from "../src/pages/mail/quotes.ts"

/** Each part in a line, what is quoted in brackets. */
const shown = (
  lines: ReadonlyArray<string>,
  ...quoted: ReadonlyArray<readonly [first_line: number, last_line: number]>
) =>
  partsOf({ body: lines.join("\n"), quoted: quoted.map(([first_line, last_line]) => ({ first_line, last_line })) })
    .map(({ isQuoted, text }) => isQuoted ? `[${text.replaceAll("\n", "|")}]` : text.replaceAll("\n", "|"))

test("the parts of a mail, without blank ones", () => {
  expect(shown(["Dear all,", "", "yes."])).toEqual(["Dear all,||yes."])
  expect(shown(["Yes.", "", "Ada wrote:", "> May we?", ">"], [3, 5])).toEqual(["Yes.", "[Ada wrote:|> May we?|>]"])
  expect(shown(["> When?", "On Tuesday.", "", "> Where?", "There."], [1, 1], [4, 4])).toEqual([
    "[> When?]",
    "On Tuesday.",
    "[> Where?]",
    "There."
  ])
  expect(shown(["> Hello"], [1, 1])).toEqual(["[> Hello]"])
  expect(shown(["", " "])).toEqual([])
})

test("a reply quotes what the sender wrote, not what they quote, and its subject has one Re:", () => {
  expect(
    quoteOf({ body: "Yes.\n\nGrace\n\nOn 5 Oct, Ada wrote:\n> May we?", quoted: [{ first_line: 5, last_line: 6 }] })
  ).toBe("> Yes.\n>\n> Grace")
  expect(["Your application", "Re: Your application", "AW: Bewerbung"].map(replySubject)).toEqual([
    "Re: Your application",
    "Re: Your application",
    "AW: Bewerbung"
  ])
})

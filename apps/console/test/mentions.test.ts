/** A note is written with names, and stored with links. */
import { describe, expect, test } from "bun:test"
import { asWritten, begunName, toStored } from "../src/pages/application/mentionText.ts"

const [ann, annie, grace] = ["1", "2", "3"].map((digit) => `00000000-0000-7000-8000-00000000000${digit}`) as [
  string,
  string,
  string
]
const labels = new Map([[ann, "Ann Lee"], [annie, "Ann Lee [Ops]"], [grace, "Grace (grace@example.com)"]])
const stored = toStored(labels)

describe("names after an @", () => {
  test.each([
    [
      "are links",
      "Ask @Ann Lee, or @Grace (grace@example.com).",
      `Ask [@Ann Lee](member:${ann}), or [@Grace (grace@example.com)](member:${grace}).`
    ],
    ["are the longest that a member has", "@Ann Lee [Ops]!", `[@Ann Lee Ops](member:${annie})!`],
    ["are whole words", "@Ann Leeson, mail@Ann Lee", "@Ann Leeson, mail@Ann Lee"]
  ])("%s", (_, written, text) => {
    expect(stored(written)).toBe(text)
    expect(asWritten(text, labels)).toBe(written)
  })

  test("of who is no member any more stay links; others have their present names", () => {
    const unknown = `[@Ann Lee](member:${grace.replace("3", "4")})`
    expect(asWritten(`[@Once](member:${ann}) ${unknown}`, labels)).toBe(`@Ann Lee ${unknown}`)
    expect(stored(unknown)).toBe(unknown)
  })

  test.each([["@", ""], ["Ask @Ann L", "Ann L"], ["(@a", "a"], ["@Ann and @gr", "gr"], ["mail@ann", undefined], [
    "@ ann",
    undefined
  ], ["@a\nb", undefined]])(
    "%j has begun %p",
    (text, begun) => {
      expect(begunName(text)).toBe(begun)
    }
  )
})

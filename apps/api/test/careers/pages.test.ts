/** Pages of the careers site, without a server: what was typed stays, and texts and colours of others do no harm. */
import { contrastOf, readableContrast, readableOn, textOn } from "@candor/domain/board/Color"
import { QuestionId } from "@candor/domain/Id"
import { describe, expect, test } from "bun:test"
import { HtmlValidate } from "html-validate"
import { excerptOf, htmlOf } from "../../src/careers/Markdown.ts"
import { json } from "../../src/careers/Markup.ts"
import { postingPage } from "../../src/careers/PostingPage.ts"
import { styleName, styleOf } from "../../src/careers/Styles.ts"
import { lastDay } from "../../src/careers/Words.ts"
import { board, plain } from "./Sample.ts"

test.each([
  ["<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"],
  ["a <b onclick=x>b</b>", "<p>a &lt;b onclick=x&gt;b&lt;/b&gt;</p>"],
  [
    "[a](javascript:alert(1)) [b](JaVaScRiPt:x) [c](data:text/html,x)",
    "<p>[a](javascript:alert(1)) [b](JaVaScRiPt:x) [c](data:text/html,x)</p>"
  ],
  ["[a](&#106;avascript:x)", "<p>[a](javascript:x)</p>"],
  ["[a](/console) [b](//evil.example)", "<p>[a](/console) [b](//evil.example)</p>"],
  [
    "[a](https://a.example/?x=\"onclick=y)",
    "<p><a href=\"https://a.example/?x=%22onclick=y\" rel=\"nofollow ugc noopener noreferrer\">a</a></p>"
  ],
  [
    "![a\"b](https://a.example/p.png)",
    "<p><a href=\"https://a.example/p.png\" rel=\"nofollow ugc noopener noreferrer\">a&quot;b</a></p>"
  ],
  ["```\"><script>\nx\n```", "<pre><code class=\"language-&quot;&gt;&lt;script&gt;\">x\n</code></pre>"],
  ["#### a\n\n## b", "<h3>a</h3>\n<h2>b</h2>"],
  [
    "<https://a.example> <mailto:a@example.com>",
    "<p><a href=\"https://a.example\" rel=\"nofollow ugc noopener noreferrer\">https://a.example</a> " +
    "<a href=\"mailto:a@example.com\" rel=\"nofollow ugc noopener noreferrer\">mailto:a@example.com</a></p>"
  ]
])("Markdown %j is HTML without harm", (text, html) => {
  expect(htmlOf(text).text).toBe(html)
})

test("the last day is the one that was chosen, whether it ends in Honolulu, New York, Berlin, Auckland or in UTC", () => {
  const ends = [
    "2026-12-01T09:59:59.999Z",
    "2026-12-01T04:59:59.999Z",
    "2026-11-30T22:59:59.999Z",
    "2026-11-30T10:59:59.999Z",
    "2026-11-30T23:59:59.999Z"
  ]
  expect(ends.map(lastDay)).toEqual(ends.map(() => "2026-11-30"))
})

test("the HTML of a text grows with the text", () => {
  const text = `[a]: https://a.example/${"x".repeat(10_000)}\n\n${"[a] ".repeat(4000)}`
  expect(htmlOf(text).text.length).toBeLessThan(10 * text.length)
})

test("a text that is nested without end is shown", () => {
  expect(htmlOf("> ".repeat(30_000) + "x").text).toContain("blockquote")
  expect(htmlOf("[".repeat(90_000)).text).toContain("[[[")
})

test("the first words of a text have none of its marks", () => {
  expect(excerptOf("## What you do\n\nYou *build* [it](https://a.example),\nall of `it`.", 100)).toBe(
    "What you do You build it, all of it."
  )
  expect(excerptOf("One two three four", 12)).toBe("One two…")
})

test("text of any colour of a board is readable in light and in dark", () => {
  const parts = ["00", "33", "80", "cc", "ff"]
  const colors = parts.flatMap((red) => parts.flatMap((green) => parts.map((blue) => `#${red}${green}${blue}`)))
  for (const color of colors) {
    expect(contrastOf(readableOn("#ffffff", color)).on_white).toBeGreaterThanOrEqual(readableContrast)
    expect(contrastOf(readableOn("#000000", color)).on_black).toBeGreaterThanOrEqual(readableContrast)
    const { on_black, on_white } = contrastOf(color)
    expect(textOn(color) === "#ffffff" ? on_white : on_black).toBeGreaterThanOrEqual(readableContrast)
    expect(styleOf(styleName(color))).toContain(`--button:${color};`)
  }
  expect(readableOn("#ffffff", "#0f5e8c")).toBe("#0f5e8c")
  expect([styleOf("0-zzzzzz.css"), styleOf(`${styleName(null)}}body{x`)]).toEqual([undefined, undefined])
})

test("data in a page end no element and begin none", () => {
  const text = "</script><!--<script>\u2028\u2029&"
  expect(json({ text }).text).not.toMatch(/[<>&\u2028\u2029]/)
  expect(JSON.parse(json({ text }).text)).toEqual({ text })
})

const id = (digit: number) => QuestionId.make(`01a0e749-bc2a-7c31-9b4d-5e80f2a6c71${digit}`)
const choice = { help_text: null, options: ["a", "b"], required: true }

const form = {
  ...plain.form,
  website_url: "required" as const,
  questions: [
    { ...choice, id: id(1), label: "One", type: "single_choice" as const },
    { ...choice, id: id(2), label: "Some", type: "multiple_choice" as const },
    { ...choice, id: id(3), label: "Sure?", type: "yes_no" as const, options: [] },
    {
      ...choice,
      id: id(4),
      label: "Of many",
      type: "single_choice" as const,
      options: ["a", "b", "c", "d", "e", "f", "g"]
    },
    { ...choice, id: id(5), label: "Why?", type: "long_text" as const, options: [] },
    { ...choice, id: id(6), label: "How much?", type: "number" as const, options: [] }
  ]
}

describe("a form that is not complete", () => {
  const html = postingPage({
    board: { ...board, consent_text: "I agree.", consent_version: 3 },
    job: plain,
    form,
    values: {
      full_name: "Ada \"Countess\" Lovelace",
      cover_letter: "Dear </textarea>",
      consent: "3",
      [`question:${id(1)}`]: "b",
      [`question:${id(2)}`]: ["a", "b"],
      [`question:${id(3)}`]: "no",
      [`question:${id(4)}`]: "g"
    },
    problems: [{ field: "email", reason: "missing" }, { field: `question:${id(5)}`, reason: "not_understood" }],
    sources: { utm_source: "a\"b" }
  })

  test("has all that was typed and chosen", () => {
    expect(html).toContain("value=\"Ada &quot;Countess&quot; Lovelace\"")
    expect(html).toContain("Dear &lt;/textarea&gt;</textarea>")
    expect(html.match(/value="[ab3]" checked|value="no" checked|<option selected>g/g)).toEqual([
      "value=\"b\" checked",
      "value=\"a\" checked",
      "value=\"b\" checked",
      "value=\"no\" checked",
      "<option selected>g",
      "value=\"3\" checked"
    ])
    expect(html).toContain("<input type=\"hidden\" name=\"utm_source\" value=\"a&quot;b\">")
  })

  test.each([
    ["phone", /name="phone"[^>]* pattern="([^"]*)"/, ["+49 30 901820", "٠٣٠ ٩٠١", "ext 110"], ["abc", "12", "n/a"]],
    ["full_name", /name="full_name"[^>]* pattern="([^"]*)"/, ["Ada", "李"], ["  "]],
    [`question:${id(6)}`, /name="question:[^"]*6"[^>]* pattern="([^"]*)"/, ["60.000", "٦٠"], ["soon"]]
  ])("has the browser refuse what the server would, with its files: %s", (_, pattern, taken, refused) => {
    const whole = new RegExp(`^(?:${pattern.exec(html)![1]})$`, "v")
    expect([taken, refused].map((texts) => texts.filter((text) => whole.test(text)))).toEqual([taken, []])
  })

  test("says what is wrong at the field, and leads there from above", () => {
    expect(html).toContain("<li><a href=\"#field-email\">Email address</a>: Please fill in this field.</li>")
    expect(html).toContain("aria-describedby=\"field-email-problem\" aria-invalid=\"true\"")
    expect(html).toContain(`<li><a href="#field-question-${id(5)}">Why?</a>: Please check your answer.</li>`)
  })

  test("is valid, and has a place for a proof of work", async () => {
    const validator = new HtmlValidate({
      extends: ["html-validate:recommended"],
      rules: { "form-dup-name": ["error", { shared: ["radio", "checkbox"] }], "long-title": "off" }
    })
    const { results } = await validator.validateString(html)
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
    expect(html).toContain(`data-challenge="/api/v1/boards/${board.slug}/challenge"`)
  })
})

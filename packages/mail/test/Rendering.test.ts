import { firstTemplates, linkLetters } from "@candor/domain/mail/FirstTemplates"
import { bodyLength, subjectLength } from "@candor/domain/mail/MailTemplate"
import { defaults } from "@candor/domain/scheduling/SchedulingLink"
import { exampleValues, templateVariables, type TemplateValues } from "@candor/domain/mail/TemplateVariables"
import { filterNames, tagNames } from "@candor/mail/Engine"
import { htmlOf, textOf } from "@candor/mail/Markdown"
import { check, fill } from "@candor/mail/Rendering"
import { describe, expect, test } from "bun:test"
import { Arbitrary, Effect, Option, Result, Schema } from "effect"

const values: TemplateValues = {
  ...exampleValues,
  "candidate.full_name": "Maya Chen",
  "candidate.first_name": "Maya",
  "job.title": "Engineer"
}

/** Returns the body that a template makes, or what is wrong with it. */
const bodyOf = (body: string, changes: Partial<TemplateValues> = {}): string =>
  Result.match(fill({ subject: "Hello", body }, { ...values, ...changes }), {
    onFailure: ({ field, message }) => `${field}: ${message}`,
    onSuccess: ({ body }) => body
  })

const subjectOf = (subject: string, changes: Partial<TemplateValues> = {}): string =>
  Result.match(fill({ subject, body: "Hello" }, { ...values, ...changes }), {
    onFailure: ({ field, message }) => `${field}: ${message}`,
    onSuccess: ({ subject }) => subject
  })

const problemOf = (body: string): string =>
  Result.match(check({ subject: "Hello", body }), {
    onFailure: ({ field, message }) => `${field}: ${message}`,
    onSuccess: () => "accepted"
  })

test("the templates that an organization begins with can be filled in both languages", () => {
  for (const template of Object.values(firstTemplates).flat())
    expect([template.name, Result.isSuccess(check(template))]).toEqual([template.name, true])
})

describe("a template is filled", () => {
  test.each([
    ["a variable", "Dear {{ candidate.first_name }},", "Dear Maya,"],
    [
      "filters",
      "{{ job.title | upcase | append: \"!\" }} {{ job.location | replace: \"(\", \"[\" | truncate: 3, \"\" }}",
      "ENGINEER! Rem"
    ],
    ["a day", "{{ application.applied_on | date: \"%d.%m.%Y\" }}", "05.10.2026"],
    ["what the server's time zone does not change", "{{ \"2026-10-05T23:30:00Z\" | date: \"%d %H:%M\" }}", "05 23:30"],
    ["a default", "{{ job.department | default: \"our team\" }}", "our team"],
    [
      "a condition",
      "{% if job.department == blank %}none{% elsif job.title contains \"Eng\" %}x{% else %}y{% endif %}",
      "none"
    ],
    ["a case", "{% case job.title %}{% when \"Cook\", \"Engineer\" %}yes{% else %}no{% endcase %}", "yes"],
    ["unless", "{% unless job.title == \"Cook\" %}yes{% endunless %}", "yes"],
    ["a variable of its own", "{% assign name = candidate.full_name | downcase %}{{ name }}", "maya chen"],
    [
      "a captured text, which stays Markdown",
      "{% capture name %}**{{ job.title }}**{% endcapture %}{{ name }} {{ name | upcase }}",
      "**Engineer** \\*\\*ENGINEER\\*\\*"
    ],
    ["a comment", "{% comment %}{{ secret }}{% endcomment %}x", "x"],
    ["raw text", "{% raw %}{{ candidate.full_name }}{% endraw %}", "{{ candidate.full_name }}"],
    [
      "a part of an address",
      "[Book](https://a.example/?n={{ candidate.full_name | append: \" (m/_*)\" | url_encode }})",
      "[Book](https://a.example/?n=Maya%20Chen%20%28m%2F%5F%2A%29)"
    ],
    ["lines that tags leave empty", "a\n\n{% if job.title %}\n\nb\n\n{% endif %}\n\nc\r\nd\n", "a\n\nb\n\nc\nd"]
  ])("%s", (_, template, body) => {
    expect(bodyOf(template, { "job.department": "", "job.location": "Remote", "application.applied_on": "2026-10-05" }))
      .toBe(body)
  })

  test("but not where the text is empty or too long", () => {
    expect(bodyOf("{% if job.title == blank %}x{% endif %}")).toBe("body: The text is empty")
    const long = "x".repeat(bodyLength - 20)
    expect(bodyOf(`${long}{{ job.title }}`, { "job.title": "x".repeat(20) })).toHaveLength(bodyLength)
    expect(bodyOf(`${long}{{ job.title }}`, { "job.title": "x".repeat(21) })).toBe(
      `body: The text has more than ${bodyLength} characters`
    )
  })

  test.each([
    ["a variable", "Your application as {{ job.title }}", "Your application as Engineer"],
    ["line breaks and what nobody sees", "\tA\r\nB{{ \"\\u2028\\u202eC\\nD\" }}\n", "A B C D"],
    ["Markdown, which it has not", "**{{ job.title }}** {{ \"*x*\" }}", "**Engineer** *x*"],
    [
      "what is too long",
      "😀".repeat(200) + "{{ job.title }}".repeat(100),
      "😀".repeat(200) + "Engineer".repeat(13).slice(0, subjectLength - 200)
    ],
    ["nothing", "{{ \" \" }}", "subject: The subject is empty"]
  ])("its subject: %s", (_, template, subject) => {
    expect(subjectOf(template)).toBe(subject)
  })
})

describe("a check refuses", () => {
  const all = Object.keys(templateVariables).join(", ")

  test.each([
    [
      "an unknown variable",
      "{{ candidate.fullname }}",
      `body: There is no variable \`candidate.fullname\`. Did you mean \`candidate.full_name\`? These are: ${all}`
    ],
    ["one that is like no other", "{{ salary }}", `body: There is no variable \`salary\`. These are: ${all}`],
    ["one that only a condition reads", "{% if offer.salary %}{% endif %}", "`offer.salary`"],
    [
      "one in a branch that no example takes",
      "{% if job.title == \"x\" %}{{ job.titel }}{% endif %}",
      "Did you mean `job.title`?"
    ],
    ["one that an argument reads", "{{ job.title | append: x }}", "no variable `x`"],
    ["its own variable before it has a value", "{{ x }}{% assign x = 1 %}", "undefined variable: x"],
    [
      "an unknown filter",
      "{{ job.title | uppercase }}",
      "no filter `uppercase`. Did you mean `upcase`? These are: append,"
    ],
    ["an unknown tag", "{% fi job.title %}", "no tag `fi`. Did you mean `if`? These are: assign,"],
    ["a tag without its end", "a\n{% if job.title %}", "tag {% if job.title %} not closed, line:2, col:1"],
    ["a variable without its end", "{{ job.title", "output \"{{ job.title\" not closed"],
    ["an end without its tag", "{% endif %}", "no tag `endif`"],
    ["a variable in code, where Markdown escapes nothing", "`{{ job.title }}`", "A variable stands in code"],
    ["a variable in a block of code", "```\n{{ job.title }}\n```", "A variable stands in code"]
  ])("%s", (_, template, message) => {
    expect(problemOf(template)).toContain(message)
  })

  test("a subject too, and says so", () => {
    expect(Result.getFailure(check({ subject: "{{ job.titel }}", body: "x" })).pipe(Option.map(({ field }) => field)))
      .toEqual(Option.some("subject"))
  })
})

test("the guide names every variable, tag and filter, and its example is accepted", async () => {
  const guide = await Bun.file(`${import.meta.dir}/../../../docs/guide.md`).text()
  const [, section = ""] = guide.split("\n## Templates of mails\n")
  const [, template = ""] = /```liquid\n([^]*?)```/.exec(section) ?? []
  expect(problemOf(template)).toBe("accepted")
  const names = (row: string) =>
    [...(new RegExp(`\\| ${row} \\|([^;|]*)`).exec(section)?.[1] ?? "").matchAll(/`([^`]*)`/g)].map(([, name]) => name)
  expect(names("variables")).toEqual(Object.keys(templateVariables))
  expect(names("tags")).toEqual(tagNames)
  expect(names("filters")).toEqual(filterNames)
})

describe("values stay text, in the body, its HTML, its plain text and the subject", () => {
  test.each<[value: string, markdown: string]>([
    ["<script>alert(1)</script>", "\\<script>alert(1)\\</script>"],
    ["[x](http://evil.example)", "\\[x\\](http\\://evil.example)"],
    ["![x](http://evil.example/x.png)", "\\!\\[x\\](http\\://evil.example/x.png)"],
    ["**Bold** _it_ ~~no~~ `code`", "\\*\\*Bold\\*\\* \\_it\\_ \\~\\~no\\~\\~ \\`code\\`"],
    ["{{ job.title }} {% if %}", "{{ job.title }} {% if %}"],
    ["# Head", "\\# Head"],
    ["> - 1. x", "\\> - 1. x"],
    ["- x", "\\- x"],
    ["2026. x", "2026\\. x"],
    ["===", "\\==="],
    ["---", "\\---"],
    ["&lt; &#60; &copy", "\\&lt; \\&#60; &copy"],
    ["C:\\new *", "C:\\new *"],
    ["x\\", "x\\\\"],
    [
      "O'Neil-Smith (m/w/d) #1, R&D 2 * 3 < 4 snake_case a|b 100% ~5 $x^2",
      "O'Neil-Smith (m/w/d) #1, R&D 2 * 3 < 4 snake_case a|b 100% ~5 $x^2"
    ]
  ])("%s", (value, markdown) => {
    const body = bodyOf("{{ candidate.full_name }}", { "candidate.full_name": value })
    expect(body).toBe(markdown)
    const plain = value.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;")
    expect(htmlOf(body)).toBe(`<p>${plain}</p>\n`)
    expect(textOf(body)).toBe(`${value}\n`)
    expect(subjectOf("{{ candidate.full_name }}", { "candidate.full_name": value })).toBe(value)
  })

  test("a value is one line, without what nobody sees", () => {
    expect(
      bodyOf("a {{ candidate.full_name }} b", { "candidate.full_name": " Maya\n\n# Chen\u0000\u202e\u2028x\ud800 " })
    ).toBe("a Maya # Chen x\ufffd b")
  })

  const places = [
    "{}",
    "Dear {},\nx",
    "x\n{}\nx",
    "- {}\n- x",
    "> {}",
    "1. {}",
    "{}[x](http://x.example)",
    "{}\n---",
    "    {}",
    "# {}",
    "**{}**",
    "--{}",
    "a `b {}",
    "[{}](http://x.example)"
  ]
  const pieces = [
    ..."\\`*_[]<>&~!#+-=:.)(/|\"' 1a",
    "&lt;",
    "http://",
    "](",
    "**",
    "- ",
    "1. ",
    "# ",
    "é",
    "~~",
    "![",
    "&#42;",
    "<http://a.b>",
    "😀",
    "\u00a0"
  ]
  const Case = Schema.Struct({
    place: Schema.Literals(places),
    value: Schema.Array(Schema.Literals(pieces)).check(Schema.isMaxLength(8))
  })

  test("whatever their characters and wherever they stand", async () => {
    const failure = Arbitrary.checkEffect(Arbitrary.schema(Case), ({ place, value }) => {
      const text = `x${value.join("").trim()}y`.slice(place === "{}" ? 1 : 0)
      // A letter stands for the value, and means nothing.
      const expected = textOf(place.replace("{}", "\u{10400}")).replace("\u{10400}", () => text)
      return textOf(bodyOf(place.replace("{}", "{{ job.title }}"), { "job.title": text })) === expected
    }, { runs: 3000 })
    expect(await Effect.runPromise(Effect.map(failure, Arbitrary.formatCheckFailure))).toBeUndefined()
  })
})

test("The letter with a scheduling link says until when the time can be changed by it", () => {
  const hours = defaults.change_deadline_minutes / 60
  expect([
    linkLetters.en.body.includes(`until ${hours} hours before`),
    linkLetters.de.body.includes(`bis ${hours} Stunden vorher`)
  ])
    .toEqual([true, true])
})

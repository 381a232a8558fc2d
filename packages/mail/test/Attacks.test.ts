/** What an attacker wrote in an hour: templates and letters to read, change, hang or fill the process. */
import { exampleValues } from "@candor/domain/mail/TemplateVariables"
import { documentOf, htmlOf, textOf } from "@candor/mail/Markdown"
import { fill } from "@candor/mail/Rendering"
import { describe, expect, test } from "bun:test"
import { Result } from "effect"

const rendered = (body: string): string =>
  Result.match(fill({ subject: "Hello", body }, exampleValues), {
    onFailure: ({ message }) => message,
    onSuccess: ({ body }) => body
  })

/** Assigns `b` a text of 2^15 pieces. */
const large = (piece: string): string => `{% assign b = "${piece}" %}${"{% assign b = b | append: b %}".repeat(15)}`

/** In doubles, a number and one more are the same here: LiquidJS would count from the first to the second for ever. */
const endless = "(9007199254740992..9007199254740994)"

const tooMuch = "The template makes too long texts, or takes too long"

describe("a template cannot take the process", () => {
  test.each([
    [
      "a loop over a range",
      "{% for i in (1..100000000) %}{% for j in (1..100000000) %}x{% endfor %}{% endfor %}",
      "no tag `for`"
    ],
    ["a table of a range", "{% tablerow i in (1..100000000) %}x{% endtablerow %}", "no tag `tablerow`"],
    ["an endless range", `{{ ${endless} }}`, `no variable \`${endless}\``],
    ["one in an argument", `{{ job.title | append: ${endless} }}`, `no variable \`${endless}\``],
    ["one in a named argument", `{{ job.title | default: 1, allow_false: ${endless} }}`, `no variable \`${endless}\``],
    ["one in a condition", `{% if job.title contains ${endless} %}{% endif %}`, `no variable \`${endless}\``],
    ["one in a case", `{% case job.title %}{% when ${endless} %}{% endcase %}`, `no variable \`${endless}\``],
    ["one in brackets", `{{ job[${endless}] }}`, `no variable \`job[${endless}]\``],
    ["one with a property", `{{ ${endless}.size }}`, `no variable \`${endless}.size\``],
    [
      "one in a branch that is not taken",
      `{% if false %}{% unless false %}{{ ${endless} }}{% endunless %}{% endif %}`,
      `no variable \`${endless}\``
    ],
    [
      "doubling a text",
      `{% assign b = "x" %}${"{% assign b = b | append: b %}".repeat(40)}`,
      "a value has at most 50000 characters"
    ],
    [
      "doubling what is captured",
      `{% capture b %}x{% endcapture %}${"{% capture b %}{{ b }}{{ b }}{% endcapture %}".repeat(40)}`,
      tooMuch
    ],
    ["printing a large text often", large("x") + "{{ b }}".repeat(500), tooMuch],
    ["replacing a letter by a large text", `${large("x")}{{ b | replace: "x", b }}`, tooMuch],
    ["replacing nothing by a text", `${large("x")}{{ b | replace: "", "0123456789" }}`, tooMuch],
    ["replacing often what makes nothing", large("x") + "{{ b | replace: \"x\", \"\" }}".repeat(500), tooMuch],
    [
      "searching for what is nearly there",
      `${large("x")}{% assign c = b | truncate: 9000, "y" %}{% if b contains c %}{% endif %}`,
      tooMuch
    ],
    ["comparing often", `${large(" ")}{% if ${"b == blank and ".repeat(2000)}b %}{% endif %}`, tooMuch],
    [
      "a case of thousands",
      `${large(" ")}{% case b %}{% when ${"blank, ".repeat(5000)}blank %}{% endcase %}`,
      "A case compares with at most 100 values"
    ],
    [
      "a format of a date that backtracks",
      `{{ "now" | date: "%${"0".repeat(40_000)}\\n" }}`,
      "a format of dates has at most 100 characters"
    ],
    ["a wide date", "{{ \"now\" | date: \"%999999999d\" }}", tooMuch],
    ["a thousand and one variables", "{{ job.title }}".repeat(1001), "A template has at most 1000 variables and tags"],
    ["braces", "{{".repeat(25_000), "A template has at most 1000 variables and tags"],
    ["an open brace", `{{${" ".repeat(40_000)}`, "output \"{{ "],
    ["raw text that does not end", `{% raw %}${"{%endraw ".repeat(990)}`, "not closed"],
    ["deep brackets", `{{ ${"a[".repeat(33_000)}${"]".repeat(33_000)} }}`, "nested too deeply"],
    ["many filters", `{{ "a"${" | upcase".repeat(5000)} }}`, "A"],
    ["deep conditions", `${"{% if job.title %}".repeat(490)}x${"{% endif %}".repeat(490)}`, "x"],
    [
      "long white space to trim",
      `a${" ".repeat(40_000)}{{- job.title -}}${" ".repeat(9000)}b`,
      `a${exampleValues["job.title"]}b`
    ]
  ])("%s", (_, template, message) => {
    expect(rendered(template)).toContain(message)
  })
})

describe("a template reads and changes nothing else", () => {
  test.each([
    ["a prototype", "{{ candidate.__proto__ }}", "no variable `candidate.__proto__`"],
    ["a constructor", "{{ candidate.constructor.constructor }}", "no variable `candidate.constructor.constructor`"],
    ["a constructor of a literal", "{{ \"a\".constructor }}", "no variable `\"a\".constructor`"],
    ["a constructor in brackets", "{{ candidate[\"constructor\"] }}", "no variable `candidate[\"constructor\"]`"],
    ["all of a noun", "{{ candidate }}", "no variable `candidate`"],
    ["a file by include", "{% include \"/etc/passwd\" %}", "no tag `include`"],
    ["a file by render", "{% render \"./package.json\" %}", "no tag `render`"],
    ["a file by layout", "{% layout \"x\" %}{% block a %}{% endblock %}", "no tag `layout`"],
    ["an expression in a filter", "{{ job.title | where_exp: \"x\", \"x\" }}", "no filter `where_exp`"],
    ["an expression that finds", "{{ job.title | find_exp: \"x\", \"x\" }}", "no filter `find_exp`"],
    ["JSON", "{{ job.title | json }}", "no filter `json`"],
    ["unescaped text", "{{ job.title | raw }}", "no filter `raw`"],
    ["a property of a filter's table", "{{ job.title | __proto__ }}", "no filter `__proto__`"],
    ["a property of a tag's table", "{% constructor %}", "no tag `constructor`"],
    ["tags in a tag", "{% liquid\n echo job.title\n%}", "no tag `liquid`"],
    ["a counter", "{% increment job %}", "no tag `increment`"],
    [
      "its own names of prototypes",
      "{% assign __proto__ = \"x\" %}{{ __proto__ }}{% assign constructor = \"y\" %}{{ constructor }}",
      "xy"
    ],
    [
      "a variable under a name of its own",
      "{% assign candidate = \"x\" %}{{ candidate.full_name }}",
      "undefined variable: candidate.full_name"
    ],
    ["characters that no database has", "a\u0000b{{ \"\\u0000\\ud800\" }}\ud800", "ab\ufffd\ufffd"],
    [
      "noncharacters, which stand for marks while it is rendered",
      "\ufdd1\ufdd1x{{ \"\\ufdd1\" }}",
      "\ufffd\ufffdx\ufffd"
    ]
  ])("%s", (_, template, message) => {
    expect(rendered(template)).toContain(message)
  })

  test("a letter keeps nothing of the one before", () => {
    expect(rendered("{% assign secret = job.title %}{% capture other %}x{% endcapture %}x")).toBe("x")
    expect(rendered("{{ secret }}")).toContain("no variable `secret`")
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})

/** Repeats a text up to the longest letter. */
const letter = (piece: string): string => piece.repeat(Math.floor(50_000 / piece.length))

describe("a letter cannot take the process", () => {
  test.each([
    ["deep quotations", letter(">")],
    ["quotations whose lines go on", `${">".repeat(100)}${letter("a\n").slice(100)}`],
    ["deep lists", letter("- ")],
    ["lists in lists", Array.from({ length: 300 }, (_, depth) => `${" ".repeat(2 * depth)}- a`).join("\n")],
    ["emphasis", letter("*a_")],
    ["emphasis without end", letter("*a **a ")],
    ["brackets", letter("[")],
    ["brackets in brackets", "[".repeat(25_000) + letter("](a)").slice(25_000)],
    ["images", letter("![[")],
    ["code", Array.from({ length: 310 }, (_, length) => "`".repeat(length)).join(" ")],
    ["addresses", letter("http://a/[[")],
    ["an endless address", `http://${letter("a").slice(7)}`],
    ["addresses of mail", letter("a@b.co ")],
    ["entities", letter("&#")],
    ["a link that is used often", `[a]: <http://x.example/${"x".repeat(25_000)}>\n\n${letter("[a] ").slice(25_100)}`],
    ["tables", `${"|a".repeat(200)}\n${"|-".repeat(200)}\n${letter("a\n").slice(1000)}`],
    ["characters that no text has", letter("\u0000\ud800")]
  ])("%s", (_, text) => {
    expect(htmlOf(text).length).toBeLessThan(10 * text.length)
    expect(textOf(text).length).toBeLessThan(10 * text.length)
  })
})

describe("a letter runs and loads nothing", () => {
  test.each([
    ["a script", "<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n"],
    [
      "an image",
      "![pixel](https://t.example/x.png) ![](https://t.example/\"onerror=x)",
      "<p><a href=\"https://t.example/x.png\">pixel</a> <a href=\"https://t.example/%22onerror=x\">https://t.example/%22onerror=x</a></p>\n"
    ],
    [
      "an image with markup in its text",
      "![<img src=x>](https://t.example/x.png)",
      "<p><a href=\"https://t.example/x.png\">&lt;img src=x&gt;</a></p>\n"
    ],
    [
      "a link to a script",
      "[a](javascript:alert(1)) <javascript:alert(1)>",
      "<p>[a](javascript:alert(1)) &lt;javascript:alert(1)&gt;</p>\n"
    ],
    [
      "a link to data",
      "[a](data:text/html,x) ![a](data:image/png;base64,x)",
      "<p>[a](data:text/html,x) ![a](data:image/png;base64,x)</p>\n"
    ],
    [
      "a link without a host of its own",
      "[a](//evil.example) //evil.example [a](/x)",
      "<p>[a](//evil.example) //evil.example [a](/x)</p>\n"
    ],
    [
      "an attribute in a link",
      "[a](https://a.example/\"onclick=\"x)",
      "<p><a href=\"https://a.example/%22onclick=%22x\">a</a></p>\n"
    ],
    ["code that ends its element", "`</code><b>`", "<p><code>&lt;/code&gt;&lt;b&gt;</code></p>\n"]
  ])("%s", (_, text, html) => {
    expect(htmlOf(text)).toBe(html)
  })

  test("a subject that ends its title", () => {
    expect(documentOf("</title><script>", "x")).toContain("<title>&lt;/title&gt;&lt;script&gt;</title>")
  })
})

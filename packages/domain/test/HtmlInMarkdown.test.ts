import { withoutHtml } from "@candor/domain/HtmlInMarkdown"
import { JobDraft } from "@candor/domain/job/Job"
import { expect, test } from "bun:test"
import { Result, Schema } from "effect"
import { growthOf, linear } from "./Linear.ts"

const cases: ReadonlyArray<readonly [html: string, markdown: string]> = [
  // What Markdown has marks for.
  ["<p>We <b>build</b> <i>boats</i>.</p><p>You sail.</p>", "We **build** *boats*.\n\nYou sail."],
  [
    "<p>You:</p>\n<ul>\n  <li>write</li>\n  <li>review<ul><li>twice</li></ul></li>\n</ul>\n<p>Then:</p>",
    "You:\n\n- write\n- review\n    - twice\n\nThen:"
  ],
  ["<ol><li><p>One</p></li><li><p>Two</p></li></ol>", "1. One\n2. Two"],
  ["<h2>Pay</h2>Good<br>Very good<br/>Best", "## Pay\n\nGood  \nVery good  \nBest"],
  [`<a href="https://example.com/a?b=1&amp;c=2">us</a>`, "[us](<https://example.com/a?b=1&c=2>)"],
  [
    "<table><tr><th>Base</th><th>Bonus</th></tr><tr><td>60k</td><td>6k</td></tr></table>",
    "| Base | Bonus |\n| --- | --- |\n| 60k | 6k |"
  ],
  ["A **list**:\n\n- one<br>\n- two", "A **list**:\n\n- one  \n\n- two"],
  // What it has none for.
  ["<u>Now</u> <span style=\"color:red\">or</span> <font>never</font>", "Now or never"],
  // What runs or loads something.
  ["<p>Hi</p><script>alert(1)</script>", "Hi"],
  ["<style>p { color: red }</style><p>Hi</p>", "Hi"],
  [`Hi <iframe src="https://example.com"></iframe>there`, "Hi there"],
  [`<p onclick="alert(1)">Hi <img src=x onerror=alert(1) alt="boat"></p>`, "Hi boat"],
  [`<a href="javascript:alert(1)">us</a> <a href="data:text/html,x">it</a>`, "us it"],
  ["<svg onload=alert(1)><title>x</title></svg>Hi", "Hi"],
  // Word.
  ["<!--[if gte mso 9]><xml><w:WordDocument/></xml><![endif]--><p class=MsoNormal>Hi<o:p></o:p></p>", "Hi"],
  ["<![if !supportLists]>Hi<![endif]>", "Hi"],
  ["Hi <!-- not for you -->there", "Hi there"],
  ["Hi <!-- never closed", "Hi <!-- never closed"],
  // Unclosed, closed in another order, closed twice.
  ["<p>One<p>Two <b>bold</p>", "One\n\nTwo **bold**"],
  ["<b><i>x</b></i>", "***x***"],
  ["x</b></p> <b>y</b>", "x\n\n**y**"],
  ["<ul><li>One<li>Two</ul>", "- One\n- Two"],
  // What is never closed keeps the breaks after it.
  ["<ul><li>One<li>Two</ul>\nMore:\n\nEnd", "- One\n- Two\n\nMore:\n\nEnd"],
  ["<ul><li>One<li>Two\n\nMore\n\nEnd<br>", "- One\n- Two\n\nMore\n\nEnd"],
  ["<ol><li>One</li><li>Two</li>\n\nMore\n\nEnd", "1. One\n2. Two\n\nMore\n\nEnd"],
  ["<p>One\n\nTwo <b>bold</b>\n\n- Three\n- Four", "One\n\nTwo **bold**\n\n- Three\n- Four"],
  ["<div><p>One<p>Two</div>\n\nThree\n\nFour", "One\n\nTwo\n\nThree\n\nFour"],
  [
    "<table><tr><td>60k<td>6k<tr><td>70k<td>7k</table>One\n\nTwo",
    "| 60k | 6k |\n| --- | --- |\n| 70k | 7k |\n\nOne\n\nTwo"
  ],
  ["<table><tr><td>60k</td>\n\nOne\n\n<b>Two</b>\n\nThree", "| 60k |\n\nOne\n\n**Two**\n\nThree"],
  ["<dl><dt>Pay<dd>60k<dt>Place<dd>Bonn</dl>One\n\nTwo", "Pay\n\n60k\n\nPlace\n\nBonn\n\nOne\n\nTwo"],
  ["<p>You:<ul><li>write</p></ul>\n\nOne\n\nTwo", "You:\n\n- write\n\nOne\n\nTwo"],
  ["<b>One</b>\n\n<b>Two</b>", "**One**\n\n**Two**"],
  // Cells and entries are one line.
  [
    "<table><tr><td><p>60k</p><p>or more</p></td><td>a<br>b</td></tr><tr><td>c|d</td></tr></table>",
    "| 60k or more | a b |\n| --- | --- |\n| c\\|d |"
  ],
  [
    "<table><thead><tr><th>A<br>B</th></tr></thead><tbody><tr><td> <h3>C</h3><hr><ul><li>D</li></ul></td></tr></tbody></table>",
    "| A B |\n| --- |\n| C - D |"
  ],
  ["<table><tr><td><table><tr><td>A</td></tr></table></td><td>B</td></tr></table>", "| A | B |\n| --- | --- |"],
  ["<ul><li>\n  One<h3>Two</h3><hr>Three</li></ul>", "- One Two Three"],
  // White space that counts.
  ["<p>Run:</p><pre>\n  if a:\n\n\n    b &lt; c\n</pre>Then", "Run:\n\n```\n  if a:\n\n\n    b < c\n```\n\nThen"],
  ["<pre><code>a<br>  <b>b</b></code></pre>", "```\na\n  b\n```"],
  ["<pre>a ```b``` c</pre>", "````\na ```b``` c\n````"],
  ["<ul><li><pre>a\n  b</pre></li></ul>", "- a b"],
  ["<pre>never\n\nclosed<br>", "never\n\nclosed"],
  // Comments.
  ["One\n<!-- a\nb -->\ntwo", "One\ntwo"],
  ["One\n\n  <!-- a -->\n\ntwo <b>three</b>", "One\n\ntwo **three**"],
  ["On<!-- a -->e<!-- ` -->\n\nand `two`", "One\n\nand `two`"],
  ["One\n<!-- a -->\n<!-- b -->\ntwo", "One\ntwo"],
  // No HTML.
  ["Knows <div> and <span>, List<String>, a < b, x<y>z", "Knows <div> and <span>, List<String>, a < b, x<y>z"],
  ["Type `<script>alert(1)</script>` <br> here", "Type `<script>alert(1)</script>`   \nhere"],
  ["```html\n<p>x</p>\n```", "```html\n<p>x</p>\n```"],
  ["&lt;b&gt;x&lt;/b&gt; &amp; <b>y</b>", "&lt;b&gt;x&lt;/b&gt; &amp; **y**"],
  ["<https://example.com>", "<https://example.com>"],
  ["plain *Markdown*", "plain *Markdown*"]
]

test.each(cases)("%j is %j", (html, markdown) => {
  expect(withoutHtml(html)).toBe(markdown)
})

test.each(cases)("%j stays what it became", (html) => {
  expect(withoutHtml(withoutHtml(html))).toBe(withoutHtml(html))
})

test.each([
  "<b>",
  "</b>",
  "<ul><li>",
  "<!--",
  "<!doctype ",
  "`",
  "```\n",
  "<a href=\"",
  "<table></tr>",
  "<td></td>",
  "<i></b>",
  "<div>",
  "<li><div>",
  "<pre>",
  "<pre></pre>",
  "\n<!--",
  "\n<!-- -->"
])(
  "a text of many %j is read in a time that grows with it, and does not grow much",
  (piece) => {
    const many = piece.repeat(20_000)
    expect(withoutHtml(`<p>${many}</p>`).length).toBeLessThan(20 * many.length)
  }
)

test.each([" ", "\n", " \n", "<br>"])("preformatted %j before a word takes linear time", (gap) => {
  expect(growthOf(gap, (text) => withoutHtml(`<pre>${text}</pre>`))).toBeLessThan(linear)
})

test("texts of any tags, in any order, are read", () => {
  const names = "p div pre ul ol li table tr td thead tbody dl dd h2 b a br hr img script svg o:p".split(" ")
  const pieces = [
    ...names.flatMap((name) => [`<${name}>`, `</${name}>`]),
    "x",
    "\n",
    " ",
    "|",
    "`",
    "```\n",
    "<!-- a -->",
    "<!--",
    "<",
    "&lt;"
  ]
  const text = (seed: number) =>
    Array.from(
      { length: 1 + seed % 12 },
      (_, at) => pieces[Number(Bun.hash.wyhash(`${at}`, BigInt(seed)) % BigInt(pieces.length))]
    ).join("")
  const failing = Array.from({ length: 20_000 }, (_, seed) => text(seed)).filter((one) =>
    Result.isFailure(Result.try(() => withoutHtml(one)))
  )
  expect(failing).toEqual([])
})

test("the description of a job is without HTML", () => {
  expect(
    Schema.decodeUnknownSync(JobDraft)({ title: "Cook", description_md: "<p>You <b>cook</b>.</p>" }).description_md
  ).toBe("You **cook**.")
  expect(Schema.decodeUnknownSync(JobDraft)({ title: "Cook", description_md: " " }).description_md).toBe(null)
})

import { documentOf, htmlOf, textOf } from "@candor/mail/Markdown"
import { describe, expect, test } from "bun:test"

describe("a letter as HTML", () => {
  test.each([
    ["lines stay lines", "Dear Maya,\nthank you.\n\nJonas", "<p>Dear Maya,<br>\nthank you.</p>\n<p>Jonas</p>\n"],
    [
      "addresses are links",
      "https://a.example/x and maya_lee@a.example",
      "<p><a href=\"https://a.example/x\">https://a.example/x</a> and <a href=\"mailto:maya_lee@a.example\">maya_lee@a.example</a></p>\n"
    ],
    ["names with dots are none", "ASP.NET, Node.me, a.example", "<p>ASP.NET, Node.me, a.example</p>\n"],
    [
      "links of the web, of mail and of telephones",
      "[a](https://a.example) [b](mailto:b@a.example) [c](tel:+491)",
      "<p><a href=\"https://a.example\">a</a> <a href=\"mailto:b@a.example\">b</a> <a href=\"tel:+491\">c</a></p>\n"
    ],
    ["indented text is no code", "a\n\n    b", "<p>a</p>\n<p>b</p>\n"],
    ["quotes and dashes stay as they are typed", "\"a\" -- (c) ...", "<p>&quot;a&quot; -- (c) ...</p>\n"]
  ])("%s", (_, text, html) => {
    expect(htmlOf(text)).toBe(html)
  })

  test("a document has its character set and nothing to load", () => {
    const document = documentOf("Welcome", "Grüße **Maya**")
    expect(document).toStartWith("<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">")
    expect(document).toContain("<p>Grüße <strong>Maya</strong></p>")
    expect(document).not.toMatch(/src=|url\(|<link|<script/)
  })
})

describe("a letter as plain text", () => {
  test.each([
    ["without marks", "# Hello\nDear **Maya** _and_ `co`, \\*1\\* &amp; 2", "Hello\n\nDear Maya and co, *1* & 2\n"],
    ["what is struck through keeps its marks", "~~100~~ 120", "~~100~~ 120\n"],
    [
      "links with their address",
      "[our site](https://a.example/ü?a=1&b=2), [write](mailto:a@a.example), [call](tel:+491)",
      "our site (https://a.example/ü?a=1&b=2), write (a@a.example), call (+491)\n"
    ],
    [
      "addresses once",
      "https://a.example/x a@a.example <https://b.example> [https://c.example](https://c.example)",
      "https://a.example/x a@a.example https://b.example https://c.example\n"
    ],
    [
      "images as links",
      "![a map](https://a.example/x.png) ![](https://a.example/y.png)",
      "a map (https://a.example/x.png) https://a.example/y.png\n"
    ],
    [
      "lists",
      "Bring\n\n- a pen\n- paper\n  and ink\n  - blue\n  - black\n\nand\n\n3. x\n4. y",
      "Bring\n\n- a pen\n- paper\n  and ink\n  - blue\n  - black\n\nand\n\n3. x\n4. y\n"
    ],
    ["lists of paragraphs", "1. a\n\n   b\n\n2. c", "1. a\n\n   b\n\n2. c\n"],
    ["an empty item", "- a\n-\n- b", "- a\n-\n- b\n"],
    ["quotations", "> a\n> b\n>\n> > c\n\nd", "> a\n> b\n>\n> > c\n\nd\n"],
    ["a quotation in a list", "- a\n\n  > b\n- c", "- a\n\n  > b\n\n- c\n"],
    ["code as it is", "Run\n\n```sh\na  *b*\n\nc\n```", "Run\n\na  *b*\n\nc\n"],
    ["a line between", "a\n\n***\n\nb", "a\n\n---\n\nb\n"],
    ["nothing", "", "\n"]
  ])("%s", (_, text, plain) => {
    expect(textOf(text)).toBe(plain)
  })
})

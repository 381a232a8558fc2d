/**
 * Mails in Markdown as HTML and as plain text. HTML in them is escaped, images become links, and links lead only to
 * web, mail and telephone addresses.
 */
import MarkdownIt, { type Token } from "markdown-it"
import { plainTextOf } from "./PlainText.ts"

const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false, breaks: true, maxNesting: 30 })
// A letter needs no tables and no indented code. Link definitions could repeat a long link a thousand times.
markdown.disable(["code", "reference", "table"])
// Only addresses with a scheme or an @ become links, so "ASP.NET" does not.
markdown.linkify.set({ fuzzyLink: false })
markdown.validateLink = (url) => /^(?:https?:\/\/|mailto:|tel:)/i.test(url)

const { escapeHtml } = markdown.utils

/** A letter loads nothing: an image would reveal who reads it, and when. */
markdown.renderer.rules["image"] = (tokens, index) => {
  const { attrs, content } = tokens[index]!
  const source = escapeHtml(String(attrs?.find(([name]) => name === "src")?.[1] ?? ""))
  return `<a href="${source}">${content === "" ? source : escapeHtml(content)}</a>`
}

const parse = (text: string): Array<Token> => markdown.parse(text.toWellFormed(), {})

/** Returns Markdown as HTML, without the surrounding document. */
export const htmlOf = (text: string): string => markdown.render(text.toWellFormed())

/** Returns Markdown as an HTML document for mail programs, titled with the subject. It loads nothing. */
export const documentOf = (subject: string, text: string): string =>
  `<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body>
<div style="max-width: 40em; font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif">
${htmlOf(text)}</div>
</body>
</html>
`

/** Returns Markdown as plain text: without marks, and with the addresses of links in parentheses. */
export const textOf = (text: string): string => plainTextOf(parse(text), (url) => markdown.normalizeLinkText(url))

/** Returns the code spans and blocks of a Markdown text. */
export const codeOf = (text: string): ReadonlyArray<string> =>
  parse(text)
    .flatMap((token) => [token, ...token.children ?? []])
    .filter(({ type }) => type === "fence" || type === "code_inline")
    .map(({ content, info }) => info + content)

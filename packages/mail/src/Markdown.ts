/**
 * Mails in Markdown as HTML and as plain text. HTML in them stays text, images are links, and links lead to addresses
 * of the web, of mail and of telephones alone.
 */
import MarkdownIt, { type Token } from "markdown-it"
import { plainTextOf } from "./PlainText.ts"

const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false, breaks: true, maxNesting: 30 })
// A letter has no tables, and indented text is no code. A definition would be a way to repeat a long link a thousand
// times.
markdown.disable(["code", "reference", "table"])
// "ASP.NET" is no address: those begin with a scheme, or have an @.
markdown.linkify.set({ fuzzyLink: false })
markdown.validateLink = (url) => /^(?:https?:\/\/|mailto:|tel:)/i.test(url)

const { escapeHtml } = markdown.utils

/** A letter loads nothing: an image would tell who reads it, and when. */
markdown.renderer.rules["image"] = (tokens, index) => {
  const { attrs, content } = tokens[index]!
  const source = escapeHtml(String(attrs?.find(([name]) => name === "src")?.[1] ?? ""))
  return `<a href="${source}">${content === "" ? source : escapeHtml(content)}</a>`
}

const parse = (text: string): Array<Token> => markdown.parse(text.toWellFormed(), {})

/** Returns a text in Markdown as HTML, without what is around it in a document. */
export const htmlOf = (text: string): string => markdown.render(text.toWellFormed())

/**
 * Returns a text in Markdown as a document of HTML that mail programs show, with the mail's subject as its title. It
 * loads nothing.
 */
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

/** Returns a text in Markdown as plain text: without marks, and with the addresses of its links in parentheses. */
export const textOf = (text: string): string => plainTextOf(parse(text), (url) => markdown.normalizeLinkText(url))

/** Returns the code in a text in Markdown. */
export const codeOf = (text: string): ReadonlyArray<string> =>
  parse(text)
    .flatMap((token) => [token, ...token.children ?? []])
    .filter(({ type }) => type === "fence" || type === "code_inline")
    .map(({ content, info }) => info + content)

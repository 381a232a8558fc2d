/** Pastes formatted text into Markdown fields. */
import type { ClipboardEvent } from "react"
import { htmlAsMarkdown } from "./htmlAsMarkdown.ts"

/** Matches HTML with formatting that Markdown can express. */
const isFormatted =
  /<(?:li|b|strong|i|em|h[1-6]|table|a|pre|blockquote)\b|mso-list|MsoListParagraph|font-weight:\s*(?:bold|[6-9]00)|font-style:\s*italic/i

/** Matches HTML from a code editor: its text may already be Markdown. */
const isCode = /white-space:\s*pre\s*[;"']/i

const entry = /^([\t ]*)([·•●○◦▪■‣§o–-]|\d{1,3}[.)])\t\s*(?=\S)/

const deeper = "○◦o"

/** Converts lines with bullets and tabs, as Word copies lists as plain text, to Markdown lists. */
export const withLists = (text: string): string => {
  const lines = text.split(/\r\n?|\n/)
  return lines
    .map((line, at) => {
      const [whole, before, mark] = entry.exec(line) ?? []
      if (whole === undefined || before === undefined || mark === undefined) {
        // An empty line separates a paragraph from the list above it.
        return line !== "" && entry.test(lines[at - 1] ?? "") ? `\n${line}` : line
      }
      const level = mark === "§" || mark === "▪" || mark === "■"
        ? Number(/^[\t ]*[○◦o]\t/m.test(text)) * 2
        : Number(deeper.includes(mark) && /^[·•●]\t/m.test(text))
      const isFirst = at > 0 && lines[at - 1] !== "" && !entry.test(lines[at - 1]!)
      return `${isFirst ? "\n" : ""}${"    ".repeat(level + before.split("\t").length - 1)}${
        /^\d/.test(mark) ? `${Number.parseInt(mark, 10)}.` : "-"
      } ${line.slice(whole.length)}`
    })
    .join("\n")
}

/** Pastes a text as Markdown with its lists, headings, links, bold and italics. Leaves other texts to the browser. */
export const pasteMarkdown = (event: ClipboardEvent<HTMLTextAreaElement>): void => {
  const [html, text] = ["text/html", "text/plain"].map((type) => event.clipboardData.getData(type)) as [string, string]
  const pasted = isFormatted.test(html) && !isCode.test(html) ? htmlAsMarkdown(html) : withLists(text)
  if (pasted === "" || pasted === text) return
  event.preventDefault()
  // Only this way of inserting keeps the undo history of Ctrl+Z.
  document.execCommand("insertText", false, pasted)
}

/** Pasting formatted texts into fields in Markdown. */
import type { ClipboardEvent } from "react"
import { htmlAsMarkdown } from "./htmlAsMarkdown.ts"

/** What Markdown has a mark for. */
const isFormatted =
  /<(?:li|b|strong|i|em|h[1-6]|table|a|pre|blockquote)\b|mso-list|MsoListParagraph|font-weight:\s*(?:bold|[6-9]00)|font-style:\s*italic/i

/** The text of an editor of code, which may be Markdown itself. */
const isCode = /white-space:\s*pre\s*[;"']/i

const entry = /^([\t ]*)([·•●○◦▪■‣§o–-]|\d{1,3}[.)])\t\s*(?=\S)/

const deeper = "○◦o"

/** Text whose lines begin with bullets and tabs, as Word has its lists without HTML, as lists in Markdown. */
export const withLists = (text: string): string => {
  const lines = text.split(/\r\n?|\n/)
  return lines
    .map((line, at) => {
      const [whole, before, mark] = entry.exec(line) ?? []
      if (whole === undefined || before === undefined || mark === undefined) {
        // A paragraph after a list is not part of its last entry.
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

/**
 * Pastes a text with its lists, headings, links, bold and italics as Markdown. A text without is left to the browser.
 */
export const pasteMarkdown = (event: ClipboardEvent<HTMLTextAreaElement>): void => {
  const [html, text] = ["text/html", "text/plain"].map((type) => event.clipboardData.getData(type)) as [string, string]
  const pasted = isFormatted.test(html) && !isCode.test(html) ? htmlAsMarkdown(html) : withLists(text)
  if (pasted === "" || pasted === text) return
  event.preventDefault()
  // The one way that keeps what Ctrl+Z takes back.
  document.execCommand("insertText", false, pasted)
}

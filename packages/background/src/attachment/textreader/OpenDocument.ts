/** The text of OpenDocument (OASIS, version 1.3, part 3): ODT, ODS and ODP. */
import { decoded } from "@candor/domain/WideText"
import { TextWriter } from "@candor/files/TextWriter"
import { archiveOf } from "./Archive.ts"
import { Damaged, Encrypted } from "./Failures.ts"
import { type Attributes, walk } from "./Xml.ts"

/** Elements without text for readers: deleted text, comments, note marks, and code. */
const skipped = new Set([
  "tracked-changes",
  "annotation",
  "note-citation",
  "scripts",
  "script",
  "forms-list",
  "binary-data",
  "automatic-styles"
])

/** What is written at the beginning of an element. Elements that interrupt a paragraph begin a new line. */
const atBegin: Readonly<Record<string, string>> = { tab: "\t", "line-break": "\n", note: "\n", "text-box": "\n" }
const atEnd: Readonly<Record<string, string>> = {
  p: "\n",
  h: "\n",
  "table-row": "\n",
  "table-cell": "\t",
  "text-box": "\n"
}

const writePart = (xml: string, writer: TextWriter): void => {
  const links: Array<string> = []
  let paragraphs = 0
  let ruby = ""
  let isRuby = false
  const open = (name: string, attributes: Attributes): "skip" | void => {
    if (skipped.has(name)) return "skip"
    writer.write(atBegin[name] ?? "")
    if (name === "p" || name === "h") paragraphs++
    else if (name === "a") links.push(attributes["href"] ?? "")
    else if (name === "s") writer.write(" ")
    else if (name === "ruby-text") isRuby = true
    // Values that people entered in form fields.
    const value = attributes["current-value"] ??
      (name === "text" || name === "textarea" || name === "formatted-text" ? attributes["value"] : undefined)
    if (value !== undefined) writer.write(`\n${value}\n`)
  }
  const close = (name: string): void => {
    writer.write(atEnd[name] ?? "")
    if (name === "p" || name === "h") paragraphs--
    else if (name === "a") writer.writeLink(links.pop() ?? "")
    else if (name === "ruby-text") isRuby = false
    else if (name === "ruby") {
      writer.write(`(${ruby})`)
      ruby = ""
    }
  }
  walk(xml, {
    writer,
    open,
    close,
    text: (part) => {
      if (isRuby) ruby += part
      // White space between words, including line breaks, counts as one space (part 3, section 6.1.2).
      else if (paragraphs > 0) writer.write(part.replace(/\s+/g, " "))
    }
  })
}

/** Returns the text of a document, including headers, footers, notes, text boxes and the addresses of links. */
export const textOf = (content: Uint8Array): string => {
  if (content[0] !== 0x50) {
    const xml = decoded(content)
    if (/^\ufeff?\s*</.test(xml)) {
      const writer = new TextWriter()
      writePart(xml, writer)
      return writer.toString()
    }
  }
  const archive = archiveOf(content)
  if (/<(?:[\w.-]+:)?encryption-data[\s/>]/.test(archive.text("META-INF/manifest.xml") ?? "")) throw new Encrypted()
  const body = archive.text("content.xml")
  if (body === undefined) throw new Damaged()
  const writer = new TextWriter()
  // Headers and footers are part of the page styles.
  writePart(archive.text("styles.xml") ?? "<styles/>", writer)
  writePart(body, writer)
  return writer.toString()
}

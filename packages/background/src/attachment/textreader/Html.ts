/** The text of HTML pages that Word opens, alone or with their images in one file (MHTML, RFC 2557). */
import { TextWriter } from "@candor/files/TextWriter"
import { textOf as plainText } from "./PlainText.ts"
import { walk } from "./Xml.ts"

const skipped = new Set(["head", "style", "script", "xml", "template", "noscript", "del"])
const lines = new Set(
  "p div br li tr h1 h2 h3 h4 h5 h6 table ul ol dl dt dd pre hr section article header footer address blockquote".split(
    " "
  )
)
const cells = new Set(["td", "th"])

const textOfHtml = (html: string): string => {
  const writer = new TextWriter()
  const links: Array<string> = []
  walk(html, {
    writer,
    open: (name, attributes) => {
      if (skipped.has(name)) return "skip"
      if (lines.has(name)) writer.write("\n")
      if (cells.has(name)) writer.write("\t")
      if (name === "a") links.push(attributes["href"] ?? "")
    },
    close: (name) => {
      if (lines.has(name)) writer.write("\n")
      if (cells.has(name)) writer.write("\t")
      if (name === "a") writer.writeLink(links.pop() ?? "")
    },
    text: (part) => writer.write(part.replace(/\s+/g, " "))
  }, true)
  return writer.toString().replace(/\n[ \n]+/g, "\n").trim()
}

/** Decodes a page in the character set that it names, or else the likeliest one. */
const pageOf = (bytes: Uint8Array, named?: string): string => {
  const charset = named ??
    /<meta[^>]*charset\s*=\s*["']?([\w-]+)/i.exec(Buffer.from(bytes.subarray(0, 4096)).toString("latin1"))?.[1]
  try {
    return new TextDecoder(charset ?? "utf-8", { fatal: true }).decode(bytes)
  } catch {
    return plainText(bytes)
  }
}

const header = (head: string, name: string): string =>
  new RegExp(`^${name}:((?:.*\\n[ \\t]+)*.*)$`, "im").exec(head)?.[1]?.replace(/\s+/g, " ").trim() ?? ""

const bytesOf = (body: string, encoding: string): Uint8Array => {
  if (/base64/i.test(encoding)) return Buffer.from(body, "base64")
  if (!/quoted-printable/i.test(encoding)) return Buffer.from(body, "latin1")
  const read = body.replace(/=[ \t]*\n/g, "").replace(
    /=([\da-f]{2})/gi,
    (_, hex: string) => String.fromCharCode(parseInt(hex, 16))
  )
  return Buffer.from(read, "latin1")
}

/** Returns the first page in a part, or in the parts inside of it. */
const pageIn = (part: string, depth = 0): string | undefined => {
  const end = part.indexOf("\n\n")
  const [head, body] = end < 0 ? [part, ""] : [part.slice(0, end), part.slice(end + 2)]
  const type = header(head, "content-type")
  const mark = /boundary\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(type)?.slice(1).find((one) => one !== undefined)
  if (/^multipart\//i.test(type) && mark !== undefined && depth < 4) {
    for (const one of `\n${body}`.split(`\n--${mark}`).slice(1)) {
      const page = pageIn(one.replace(/^[^\n]*\n/, ""), depth + 1)
      if (page !== undefined) return page
    }
    return undefined
  }
  if (!/^text\/html/i.test(type)) return undefined
  return pageOf(bytesOf(body, header(head, "content-transfer-encoding")), /charset\s*=\s*"?([\w-]+)/i.exec(type)?.[1])
}

/** Returns the text of an HTML page, or of the page in an MHTML file; undefined for other contents. */
export const textOfPage = (content: Uint8Array): string | undefined => {
  const text = pageOf(content)
  if (/^\ufeff?\s*</.test(text)) return textOfHtml(text)
  if (!/^[\w-]+:/.test(text)) return undefined
  const page = pageIn(Buffer.from(content).toString("latin1").replace(/\r\n?/g, "\n"))
  return page === undefined ? undefined : textOfHtml(page)
}

/** The text of a DOC, by word-extractor. Only its part for compound files is loaded. */
import { decoded } from "@candor/domain/WideText"
import { TextWriter } from "@candor/files/TextWriter"
import BufferReader from "word-extractor/lib/buffer-reader"
import WordOleExtractor from "word-extractor/lib/word-ole-extractor"
import { Damaged, Encrypted } from "./Failures.ts"

/** The position of the flags at the beginning of a document ([MS-DOC], section 2.5.1), and the flag for encryption. */
const flagsOffset = 10
const encryptedFlag = 0x0100

/**
 * Reads a document, and keeps the codes of its fields. The library drops them, and with them the addresses of links.
 */
class Extractor extends WordOleExtractor {
  codes = ""

  override extractWordDocument(document: unknown, buffer: Buffer) {
    if ((buffer.readUInt16LE(flagsOffset) & encryptedFlag) !== 0) throw new Encrypted()
    return super.extractWordDocument(document, buffer)
  }

  override buildDocument() {
    // The library does not know optional hyphens (0x1f), which show only at the end of a line, and non-breaking ones
    // (0x1e).
    const { _pieces: pieces } = this
    for (const piece of pieces) piece.text = piece.text.replaceAll("\x1f", "\0").replaceAll("\x1e", "-")
    this.codes = pieces.map(({ text }) => text).join("")
    return super.buildDocument()
  }
}

/** Returns the text of a file that is Word 2003 XML or an HTML page; undefined for other contents. */
const textOfMarkup = async (content: Uint8Array): Promise<string | undefined> => {
  if (content[0] === 0xd0) return undefined
  const xml = decoded(content)
  if (/<(?:[\w.-]+:)?wordDocument[\s>]/.test(xml.slice(0, 8192)))
    return (await import("./OpenXml.ts")).textOfWord2003(xml)
  return (await import("./Html.ts")).textOfPage(content)
}

/** Returns the text of a document with its headers, footers, notes, text boxes and the addresses of its links. */
export const textOf = async (content: Uint8Array): Promise<string> => {
  const markup = await textOfMarkup(content)
  if (markup !== undefined) return markup
  const reader = new BufferReader(Buffer.from(content.buffer, content.byteOffset, content.byteLength))
  await reader.open()
  const extractor = new Extractor()
  // The library reads beyond the end of a damaged file.
  const document = await extractor.extract(reader).catch((error: unknown) => {
    throw error instanceof Encrypted ? error : new Damaged()
  })
  const options = { filterUnicode: false }
  const parts = [
    document.getHeaders(options),
    document.getBody(options),
    document.getTextboxes(options),
    document.getFootnotes(options),
    document.getEndnotes(options)
  ]
  const writer = new TextWriter()
  writer.write(parts.join("\n"))
  for (const [, target] of extractor.codes.matchAll(/HYPERLINK\s+"([^"]*)"/g)) writer.writeLink(target!)
  return writer.toString()
}

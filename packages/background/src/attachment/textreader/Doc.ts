/** The text of a DOC, by word-extractor, of which only the part for compound files is loaded. */
import { decoded } from "@candor/domain/WideText"
import { TextWriter } from "@candor/files/TextWriter"
import BufferReader from "word-extractor/lib/buffer-reader"
import WordOleExtractor from "word-extractor/lib/word-ole-extractor"
import { Damaged, Encrypted } from "./Failures.ts"

/**
 * Fields of the begin of a document ([MS-DOC], section 2.5.1): its flags, and the one that says that it is encrypted.
 */
const flagsOffset = 10
const encryptedFlag = 0x0100

/** Reads a document, and keeps the codes of its fields, which the library drops with the addresses in them. */
class Extractor extends WordOleExtractor {
  codes = ""

  override extractWordDocument(document: unknown, buffer: Buffer) {
    if ((buffer.readUInt16LE(flagsOffset) & encryptedFlag) !== 0) throw new Encrypted()
    return super.extractWordDocument(document, buffer)
  }

  override buildDocument() {
    // Hyphens that show at the end of a line only, and those that no line breaks at, which the library does not know.
    const { _pieces: pieces } = this
    for (const piece of pieces) piece.text = piece.text.replaceAll("\x1f", "\0").replaceAll("\x1e", "-")
    this.codes = pieces.map(({ text }) => text).join("")
    return super.buildDocument()
  }
}

/** Returns the text of XML of Word 2003, or of a page; undefined of other contents. */
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
  // Of a damaged file the library reads beyond its end.
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

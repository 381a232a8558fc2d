/** Small PDFs and DOCX files, and bombs that look like them. */
import { zipSync } from "fflate"
import { constants, deflateRawSync, deflateSync } from "node:zlib"

type Bytes = Uint8Array<ArrayBuffer>

const latin1 = (text: string): Bytes => Buffer.from(text, "latin1")

/** A PDF of these objects, numbered from 1, of which the first is the catalog. */
const pdfOf = (objects: ReadonlyArray<string | Bytes>, trailer = ""): Bytes => {
  let file = Buffer.from("%PDF-1.7\n")
  const offsets = objects.map((object, index) => {
    const offset = file.length
    const body = typeof object === "string" ? latin1(object) : object
    file = Buffer.concat([file, latin1(`${index + 1} 0 obj\n`), body, latin1("\nendobj\n")])
    return `${String(offset).padStart(10, "0")} 00000 n \n`
  })
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}` +
    `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.concat([file, latin1(end)])
}

const stream = (content: Bytes, entries = ""): Bytes =>
  Buffer.concat([latin1(`<< /Length ${content.length} ${entries} >>\nstream\n`), content, latin1("\nendstream")])

/** The objects of one page with a content and further resources. */
const page = (content: Bytes, resources = ""): ReadonlyArray<string | Bytes> => [
  "<< /Type /Catalog /Pages 2 0 R >>",
  "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> ${resources} >> >>`,
  content,
  "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
]

const shown = (lines: ReadonlyArray<string>): Bytes =>
  latin1(`BT /F1 12 Tf 14 TL 72 720 Td ${lines.map((line) => `(${line}) Tj T*`).join(" ")} ET`)

/** A PDF of one page with these lines, of letters of Latin-1 without parentheses. */
export const pdf = (...lines: ReadonlyArray<string>): Bytes => pdfOf(page(stream(shown(lines))))

/** A PDF that asks for a password. */
export const encryptedPdf = (): Bytes => {
  const key = "00".repeat(32)
  const encryption = `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${key}> /U <${key}> /P -44 >> /ID [<00> <00>]`
  return pdfOf(page(stream(shown(["Secret"]))), encryption)
}

/** As many spaces, deflated as zlib has them (RFC 1950): a mebibyte that is complete in itself, again and again. */
const deflatedSpaces = (mebibytes: number): Bytes => {
  const one = deflateRawSync(new Uint8Array(2 ** 20).fill(32), { finishFlush: constants.Z_FULL_FLUSH })
  const count = BigInt(mebibytes) * 2n ** 20n
  const [low, high] = [1n + 32n * count, count + 16n * count * (count + 1n)].map((sum) => Number(sum % 65_521n))
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(high! * 2 ** 16 + low!)
  return Buffer.concat([Buffer.from([0x78, 0x01]), ...Array.from({ length: mebibytes }, () => one), Buffer.from([3, 0]), checksum])
}

/** A PDF of a few kilobytes whose page unpacks to a gibibyte. */
export const pdfThatInflates = (): Bytes => {
  const twice = deflateSync(deflatedSpaces(1024))
  return pdfOf(page(stream(twice, "/Filter [/FlateDecode /FlateDecode]")))
}

/** A PDF whose page draws a form that draws another one ten times, and so on: 10^12 forms together, with a letter each. */
export const pdfThatTakesForever = (): Bytes => {
  const depth = 12
  const drawing = "q /X Do Q ".repeat(10)
  const drawn = `BT /F1 1 Tf (a) Tj ET ${"q Q ".repeat(20_000)}`
  const forms = Array.from({ length: depth }, (_, index) => {
    const resources = `/Resources << /Font << /F1 5 0 R >> /XObject << /X ${index + 7} 0 R >> >>`
    return stream(latin1(index + 1 < depth ? drawing : drawn), `/Type /XObject /Subtype /Form /BBox [0 0 1 1] ${resources}`)
  })
  return pdfOf([...page(stream(latin1("/X Do")), "/XObject << /X 6 0 R >>"), ...forms])
}

const xml = (text: string): Bytes => new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>${text}`)

const parts = (document: Bytes) => ({
  "[Content_Types].xml": xml(
    "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">" +
      "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>" +
      "<Override PartName=\"/word/document.xml\" " +
      "ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml\"/></Types>"
  ),
  "_rels/.rels": xml(
    "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship Id=\"r1\" " +
      "Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\" Target=\"word/document.xml\"/>" +
      "</Relationships>"
  ),
  "word/document.xml": document
})

/** A DOCX with these paragraphs, of text without markup. */
export const docx = (...paragraphs: ReadonlyArray<string>): Bytes =>
  zipSync(parts(xml(
    "<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body>" +
      paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join("") + "</w:body></w:document>"
  )))

/** The offset of the unpacked size in an entry of the central directory, from its signature (APPNOTE.TXT, section 4.3.12). */
const sizeOffset = 24

/** A DOCX of some kilobytes whose document unpacks to this, as its directory says unless it is to lie. */
export const docxThatInflates = (mebibytes: number, { lies }: { readonly lies: boolean }): Bytes => {
  const file = zipSync(parts(new Uint8Array(mebibytes * 2 ** 20).fill(32)), { level: 1 })
  const view = new DataView(file.buffer, file.byteOffset)
  const name = Buffer.from(file).lastIndexOf("word/document.xml")
  if (lies) view.setUint32(name - 46 + sizeOffset, 1000, true)
  return file
}

/** Small PDFs and DOCX files, and bombs that look like them. */
import { constants, deflateRawSync, deflateSync } from "node:zlib"
import { zipOf } from "./Zips.ts"

type Bytes = Uint8Array<ArrayBuffer>

const latin1 = (text: string): Bytes => Buffer.from(text, "latin1")

/** Returns a PDF of these objects, numbered from 1; the first is the catalog. */
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

/** Returns the objects of one page with a content, further resources, and entries of the page. */
const page = (content: Bytes, resources = "", entries = ""): ReadonlyArray<string | Bytes> => [
  "<< /Type /Catalog /Pages 2 0 R >>",
  "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> ${resources} >> ${entries} >>`,
  content,
  "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
]

const shown = (lines: ReadonlyArray<string>): Bytes =>
  latin1(`BT /F1 12 Tf 14 TL 72 720 Td ${lines.map((line) => `(${line}) Tj T*`).join(" ")} ET`)

/** Returns a PDF of one page with these lines of Latin-1, without parentheses. */
export const pdf = (...lines: ReadonlyArray<string>): Bytes => pdfOf(page(stream(shown(lines))))

/** Returns a PDF of one page with these text operators, in Helvetica of 12 points. */
export const pdfOfContent = (operators: string): Bytes =>
  pdfOf(page(stream(latin1(`BT /F1 12 Tf 14 TL 72 720 Td ${operators} ET`))))

/** Returns a PDF with these lines, and with annotations on its page. */
export const annotatedPdf = (lines: ReadonlyArray<string>, ...annotations: ReadonlyArray<string>): Bytes => {
  const references = annotations.map((_, index) => `${index + 6} 0 R`).join(" ")
  const [catalog, ...others] = page(stream(shown(lines)), "", `/Annots [${references}]`) as [
    string,
    ...ReadonlyArray<string | Bytes>
  ]
  const form = `/AcroForm << /Fields [${references}] /DA (/F1 12 Tf) >> >>`
  return pdfOf([
    catalog.replace(/>>$/, form),
    ...others,
    ...annotations.map((annotation) => `<< /Type /Annot /Rect [0 0 99 20] ${annotation} >>`)
  ])
}

/** Returns a PDF with characters of a predefined CMap, in a font that is not embedded and has no Unicode map. */
export const pdfWithCMap = (cmap: string, ordering: string, hex: string): Bytes =>
  pdfOf([
    ...page(stream(latin1(`BT /F2 12 Tf 72 720 Td <${hex}> Tj ET`)), "/Font << /F2 6 0 R >>").map((object) =>
      typeof object === "string" ? object.replace("/Font << /F1 5 0 R >> ", "") : object
    ),
    `<< /Type /Font /Subtype /Type0 /BaseFont /Song /Encoding /${cmap} /DescendantFonts [7 0 R] >>`,
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Song /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >> ` +
    "/FontDescriptor 8 0 R >>",
    "<< /Type /FontDescriptor /FontName /Song /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /StemV 80 >>"
  ])

/** Returns the chunks of a PNG with its pixels, which PDF stores in the same form (ISO 32000-1, section 7.4.4). */
const pixelsOf = (png: Bytes): Bytes => {
  const view = new DataView(png.buffer, png.byteOffset)
  const chunks: Array<Bytes> = []
  for (let at = 8; at < png.length; at += 12 + view.getUint32(at)) {
    if (Buffer.from(png.subarray(at + 4, at + 8)).toString() === "IDAT")
      chunks.push(png.subarray(at + 8, at + 8 + view.getUint32(at)))
  }
  return Buffer.concat(chunks)
}

/** Returns a PDF of pages with an image each, like a scanner's, from an RGB PNG without transparency. */
export const scannedPdf = (png: Bytes, pages: number): Bytes => {
  const view = new DataView(png.buffer, png.byteOffset)
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  const size = `/Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8`
  const kids = Array.from({ length: pages }, (_, index) => `${index + 5} 0 R`).join(" ")
  return pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    stream(latin1("q 500 0 0 100 50 600 cm /X Do Q")),
    stream(
      pixelsOf(png),
      `/Type /XObject /Subtype /Image ${size} /Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors 3 /Columns ${width} >>`
    ),
    ...Array.from(
      { length: pages },
      () =>
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 3 0 R /Resources << /XObject << /X 4 0 R >> >> >>"
    )
  ])
}

/** Returns a PDF that requires a password. */
export const encryptedPdf = (): Bytes => {
  const key = "00".repeat(32)
  const encryption = `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${key}> /U <${key}> /P -44 >> /ID [<00> <00>]`
  return pdfOf(page(stream(shown(["Secret"]))), encryption)
}

/** Returns this many mebibytes of spaces, deflated as by zlib (RFC 1950): it repeats one complete mebibyte. */
const deflatedSpaces = (mebibytes: number): Bytes => {
  const one = deflateRawSync(new Uint8Array(2 ** 20).fill(32), { finishFlush: constants.Z_FULL_FLUSH })
  const count = BigInt(mebibytes) * 2n ** 20n
  const [low, high] = [1n + 32n * count, count + 16n * count * (count + 1n)].map((sum) => Number(sum % 65_521n))
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(high! * 2 ** 16 + low!)
  return Buffer.concat([
    Buffer.from([0x78, 0x01]),
    ...Array.from({ length: mebibytes }, () => one),
    Buffer.from([3, 0]),
    checksum
  ])
}

/** Returns a PDF of a few kilobytes whose page unpacks to a gibibyte. */
export const pdfThatInflates = (): Bytes => {
  const twice = deflateSync(deflatedSpaces(1024))
  return pdfOf(page(stream(twice, "/Filter [/FlateDecode /FlateDecode]")))
}

/**
 * Returns a PDF whose page draws a form that draws another one ten times, and so on: 10^12 forms in total, with a
 * letter each.
 */
export const pdfThatTakesForever = (): Bytes => {
  const depth = 12
  const drawing = "q /X Do Q ".repeat(10)
  const drawn = `BT /F1 1 Tf (a) Tj ET ${"q Q ".repeat(20_000)}`
  const forms = Array.from({ length: depth }, (_, index) => {
    const resources = `/Resources << /Font << /F1 5 0 R >> /XObject << /X ${index + 7} 0 R >> >>`
    return stream(
      latin1(index + 1 < depth ? drawing : drawn),
      `/Type /XObject /Subtype /Form /BBox [0 0 1 1] ${resources}`
    )
  })
  return pdfOf([...page(stream(latin1("/X Do")), "/XObject << /X 6 0 R >>"), ...forms])
}

const xml = (text: string): string => `<?xml version="1.0" encoding="UTF-8"?>${text}`

const parts = (document: string, others: Readonly<Record<string, string>> = {}) => ({
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
  "word/document.xml": document,
  ...others
})

/** Returns a DOCX whose document has this body, with other parts beside it. */
export const docxOf = (body: string, others: Readonly<Record<string, string>> = {}): Bytes =>
  zipOf(
    parts(
      xml(
        `<w:document xmlns:w="w" xmlns:r="r" xmlns:mc="mc" xmlns:a="a" xmlns:wps="wps" xmlns:v="v"><w:body>${body}</w:body></w:document>`
      ),
      others
    )
  )

/** Returns a DOCX with these paragraphs of text without markup. */
export const docx = (...paragraphs: ReadonlyArray<string>): Bytes =>
  docxOf(paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join(""))

/**
 * The offset of the unpacked size in an entry of the central directory, from its signature (APPNOTE.TXT, section
 * 4.3.12).
 */
const sizeOffset = 24

/** Returns a DOCX of some kilobytes whose document unpacks to this size, as its directory says unless it `lies`. */
export const docxThatInflates = (mebibytes: number, { lies }: { readonly lies: boolean }): Bytes => {
  const file = zipOf(parts(" ".repeat(mebibytes * 2 ** 20)))
  const view = new DataView(file.buffer, file.byteOffset)
  const name = Buffer.from(file).lastIndexOf("word/document.xml")
  if (lies) view.setUint32(name - 46 + sizeOffset, 1000, true)
  return file
}

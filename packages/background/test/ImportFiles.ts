/** Files of people, as they occur in offices. */
import { zipOf } from "./Zips.ts"

/** Encodes a text in Windows-1252, like CSV from Excel in Western Europe. */
export const windows1252 = (text: string): Uint8Array => Buffer.from(text, "latin1")

/** A list with a title above its header, an empty line, names in one column, and several addresses in a cell. */
export const germanList = windows1252([
  "Bewerberliste 2026;;;;",
  ";;;;",
  "Name;E-Mail;Telefon;Bewerbungsdatum;Bemerkung",
  "\"Müller, Anna\";anna.mueller@example.com;0151 2345678;31.10.2026;\"Kommt aus Köln;",
  "sucht Teilzeit\"",
  ";;;;",
  "Jörg Weiß;joerg@example.com, weiss@example.com;k.A.;01.11.2026;",
  "Ümit Yılmaz".replace("ı", "i") + ";kein-at-zeichen;;2.11.2026;",
  "ANNA MÜLLER;ANNA.MUELLER@example.com;;;",
  "Zoë Groß;;+49 30 901820;;"
].join("\r\n"))

const cell = (reference: string, value: string | number, style = 0): string =>
  typeof value === "number"
    ? `<c r="${reference}" s="${style}"><v>${value}</v></c>`
    : `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`

/**
 * Returns a workbook with one sheet of these rows, or of this XML: a cell is a text, a number, or a day as its number.
 */
export const workbook = (
  rows: ReadonlyArray<ReadonlyArray<string | number | { readonly day: number }>>,
  xml?: string
): Uint8Array => {
  const relationship = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  const data = xml ?? rows.map((cells, at) =>
    `<row r="${at + 1}">${
      cells.map((value, column) => {
        const reference = `${String.fromCharCode(65 + column)}${at + 1}`
        return typeof value === "object" ? cell(reference, value.day, 1) : cell(reference, value)
      }).join("")
    }</row>`
  ).join("")
  return zipOf({
    "[Content_Types].xml":
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/>
      <Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    "_rels/.rels":
      `<Relationships><Relationship Id="a" Type="${relationship}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml":
      `<workbook xmlns:r="${relationship}"><sheets><sheet name="People" sheetId="1" r:id="b"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels":
      `<Relationships><Relationship Id="b" Type="${relationship}/worksheet" Target="worksheets/sheet1.xml"/>
      <Relationship Id="c" Type="${relationship}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml":
      "<styleSheet><cellXfs count=\"2\"><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/></cellXfs></styleSheet>",
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${data}</sheetData></worksheet>`
  })
}

/** The rows of the first sheet of a workbook (ECMA-376, part 1, section 18): XLSX. */
import type { TableRow } from "@candor/domain/import/Proposal"
import { maxColumns, maxRows } from "@candor/domain/import/TableBounds"
import { elementsNamed, mainPart } from "@candor/files/content/PackageParts"
import { TextWriter } from "@candor/files/TextWriter"
import { type Archive, archiveOf } from "./Archive.ts"
import { Refused } from "./Failures.ts"
import { relationshipsOf } from "./OpenXml.ts"
import { boundedRows } from "./Table.ts"
import { type Attributes, walk } from "./Xml.ts"

/** Maximum unpacked bytes of the parts of a workbook. */
const maxWorkbookBytes = 128 * 1024 * 1024

/** Built-in number formats that are dates in every workbook (section 18.8.30). */
const isBuiltInDate = (id: number): boolean =>
  id >= 14 && id <= 17 || id === 22 || id >= 27 && id <= 36 || id >= 50 && id <= 58

/** Whether a number format shows a date: it has days or years outside of quotes, brackets and escaped characters. */
const showsDay = (code: string): boolean => /[dy]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ""))

/** Returns the cell styles that show dates. */
const dayStyles = (styles: string): ReadonlySet<number> => {
  const own = new Map(
    elementsNamed(styles, "numFmt").map(({ formatCode = "", numFmtId }) => [Number(numFmtId), showsDay(formatCode)])
  )
  const start = styles.search(/<(?:\w+:)?cellXfs[\s>]/)
  const cells = start < 0 ? "" : styles.slice(start).split(/<\/(?:\w+:)?cellXfs>/, 1)[0]!
  return new Set(
    elementsNamed(cells, "xf").flatMap(({ numFmtId }, style) => {
      const id = Number(numFmtId ?? 0)
      return own.get(id) ?? isBuiltInDate(id) ? [style] : []
    })
  )
}

/** A writer without an output limit: the whole part is read. */
const unbounded = () => new TextWriter()

/** Returns the shared texts of cells, without their phonetic readings. */
const sharedTexts = (xml: string): ReadonlyArray<string> => {
  const texts: Array<string> = []
  let isText = false
  walk(xml, {
    writer: unbounded(),
    open: (name) => {
      if (name === "rPh") return "skip"
      if (name === "si") texts.push("")
      isText = name === "t"
    },
    close: () => {
      isText = false
    },
    text: (part) => {
      if (isText && texts.length > 0) texts[texts.length - 1] += part
    }
  })
  return texts
}

/** Returns the column of a reference such as `AB12`, from 0; undefined if it is invalid. */
const columnOf = (reference: string): number | undefined => {
  const letters = /^([A-Z]{1,3})\d*$/i.exec(reference)?.[1]
  return letters === undefined
    ? undefined
    : Array.from(letters.toUpperCase()).reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0) - 1
}

/** Returns the number of a row. It is always greater than that of the row before. */
const lineOf = (reference: string, before: number): number => {
  const line = /^\d{1,7}$/.test(reference) ? Number(reference) : 0
  return line > before ? line : before + 1
}

const dayMillis = 86_400_000

/** Returns the date of a number that counts days since the end of 1899, or since 1904. */
const dayOf = (value: string, is1904: boolean): string => {
  const day = Math.floor(Number(value)) + (is1904 ? 1462 : 0)
  return day > 0 && day < 2_958_466
    ? new Date(Date.UTC(1899, 11, 30) + day * dayMillis).toISOString().slice(0, 10)
    : value
}

/** Returns a number in plain digits: long ones, such as phone numbers, are stored as `4.915112345678E+12`. */
const numberText = (value: string): string =>
  /^-?\d+(?:\.\d+)?E\+?\d+$/i.test(value) && Number.isSafeInteger(Number(value)) ? String(Number(value)) : value

interface Cell {
  readonly at: number
  readonly kind: string
  readonly style: number
  value: string
}

/** Returns the rows of a sheet. A row or cell without a valid reference follows the one before. */
const sheetRows = (
  xml: string,
  texts: ReadonlyArray<string>,
  days: ReadonlySet<number>,
  is1904: boolean
): ReadonlyArray<TableRow> => {
  const rows: Array<{ readonly line: number; readonly cells: Array<string> }> = []
  let cell: Cell | undefined
  let next = 0
  let isValue = false
  const shown = ({ kind, style, value }: Cell): string => {
    if (kind === "s") return texts[Number(value)] ?? ""
    if (kind === "e") return ""
    if (kind === "b") return value === "1" ? "TRUE" : "FALSE"
    if (kind === "d") return value.slice(0, 10)
    return kind === "" || kind === "n" ? days.has(style) ? dayOf(value, is1904) : numberText(value) : value
  }
  const begin = (name: string, { r = "", s, t = "" }: Attributes): void => {
    const row = rows.at(-1)
    if (name === "row") {
      if (rows.length > 2 * maxRows) throw new Refused("too_many_rows")
      rows.push({ line: lineOf(r, row?.line ?? 0), cells: [] })
      next = 0
    } else if (name === "c" && row !== undefined) {
      const at = columnOf(r) ?? next
      next = at + 1
      cell = { at, kind: t, style: Number(s ?? 0), value: "" }
    }
    isValue = name === "v" || name === "t"
  }
  walk(xml, {
    writer: unbounded(),
    open: (name, attributes) => name === "rPh" || name === "f" ? "skip" : begin(name, attributes),
    close: (name) => {
      isValue = false
      if (name !== "c" || cell === undefined) return
      const value = shown(cell)
      // Counted only if not empty: empty cells with a style may extend to the last column.
      if (value !== "" && cell.at >= maxColumns) throw new Refused("too_many_columns")
      if (value !== "") {
        const { cells } = rows.at(-1)!
        while (cells.length < cell.at) cells.push("")
        cells[cell.at] = value
      }
      cell = undefined
    },
    text: (part) => {
      if (isValue && cell !== undefined) cell.value += part
    }
  })
  return rows
}

/** Returns the rows of the first sheet that is not empty. */
export const workbookRows = (content: Uint8Array): ReadonlyArray<TableRow> => {
  const archive: Archive = archiveOf(content, maxWorkbookBytes)
  const main = mainPart(archive.text("_rels/.rels") ?? "")
  const workbook = main === undefined ? undefined : archive.text(main)
  const sheets = elementsNamed(workbook ?? "", "sheet")
  if (main === undefined || workbook === undefined || sheets.length === 0) throw new Refused("not_a_table")
  const parts = relationshipsOf(archive, main)
  const partOf = (kind: string): string =>
    archive.text([...parts.values()].find(({ type }) => type === kind)?.target ?? "") ?? ""
  const texts = sharedTexts(partOf("sharedStrings") || "<sst/>")
  const days = dayStyles(partOf("styles"))
  const is1904 = elementsNamed(workbook, "workbookPr").some(({ date1904 }) => date1904 === "1" || date1904 === "true")
  for (
    const { id = "" } of sheets.map((sheet) => ({
      id: Object.entries(sheet).find(([name]) => name.endsWith(":id"))?.[1]
    }))
  ) {
    const xml = archive.text(parts.get(id)?.target ?? "")
    const rows = xml === undefined ? [] : sheetRows(xml, texts, days, is1904)
    if (rows.some(({ cells }) => cells.some((cell) => cell.trim() !== ""))) return boundedRows(rows)
  }
  throw new Refused("empty")
}

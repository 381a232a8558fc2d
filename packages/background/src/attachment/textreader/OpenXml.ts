/** The text of Office Open XML (ECMA-376): DOCX, PPTX and XLSX, in the transitional and in the strict namespaces. */
import { elementsNamed, mainPart, partName } from "@candor/files/content/PackageParts"
import { TextWriter } from "@candor/files/TextWriter"
import { type Archive, archiveOf } from "./Archive.ts"
import { flatArchive } from "./FlatArchive.ts"
import { Damaged } from "./Failures.ts"
import { hiddenIn } from "./HiddenWordText.ts"
import { maxHidden, type Read } from "./Reading.ts"
import { type Attributes, walk } from "./Xml.ts"

/** The parts of a package, for instance the entries of an archive. */
export type Parts = Pick<Archive, "text"> & { readonly entries: ReadonlyArray<{ readonly name: string }> }

/** A relationship of a part: an external address, or the name of another part. */
interface Relationship {
  readonly type: string
  readonly target: string
}

/** Returns the relationships of a part by id. */
export const relationshipsOf = (archive: Parts, part: string): ReadonlyMap<string, Relationship> => {
  const folder = part.slice(0, part.lastIndexOf("/") + 1)
  const xml = archive.text(`${folder}_rels/${part.slice(folder.length)}.rels`) ?? ""
  return new Map(
    elementsNamed(xml, "Relationship").map(({ Id = "", Target = "", TargetMode, Type = "" }) => [
      Id,
      {
        type: Type.slice(Type.lastIndexOf("/") + 1),
        target: TargetMode === "External" ? Target : partName(folder, Target)
      }
    ])
  )
}

/** Elements without text for readers: properties, deleted and moved text, and phonetic text of cells. */
const skipped = new Set([
  "pPr",
  "rPr",
  "tblPr",
  "trPr",
  "tcPr",
  "sectPr",
  "sdtPr",
  "del",
  "moveFrom",
  "delText",
  "rPh",
  "pPrChange",
  "rPrChange"
])

/**
 * What is written at the beginning and at the end of an element. A paragraph may contain a text box with further
 * paragraphs.
 */
const atBegin: Readonly<Record<string, string>> = {
  tab: "\t",
  ptab: "\t",
  br: "\n",
  cr: "\n",
  noBreakHyphen: "-",
  sym: " ",
  txbxContent: "\n",
  txBody: "\n"
}
const atEnd: Readonly<Record<string, string>> = {
  p: "\n",
  tr: "\n",
  tc: "\t",
  si: "\n",
  row: "\n",
  c: "\t",
  txbxContent: "\n"
}

/** Returns the target of a link in a field's code, without switches (ECMA-376, part 1, section 17.16.5.25). */
const linkOf = (code: string): string =>
  /^\s*HYPERLINK\s+(?:\\[a-z]\s+)*(?:"([^"]*)"|([^\s\\]+))/i.exec(code)?.slice(1).find((part) => part !== undefined) ??
    ""

const writePart = (archive: Parts, part: string, writer: TextWriter): void => {
  const xml = archive.text(part)
  if (xml !== undefined) writeXml(xml, relationshipsOf(archive, part), writer, skipped)
}

const writeXml = (
  xml: string,
  relationships: ReadonlyMap<string, Relationship>,
  writer: TextWriter,
  left: ReadonlySet<string>
): void => {
  const targetOf = ({ id = "" }: Attributes): string => {
    const one = relationships.get(id)
    return one?.type === "hyperlink" ? one.target : ""
  }
  /** The targets of open links, outermost first. */
  const links: Array<string> = []
  /** For each open `AlternateContent`, whether an alternative was already chosen. */
  const alternatives: Array<boolean> = []
  let text: "t" | "code" | "ruby" | undefined
  let code = ""
  let ruby = ""
  let isRuby = false
  let cell = ""
  let dropdown: { chosen: number; entries: Array<string> } | undefined
  const flushCode = () => {
    writer.writeLink(linkOf(code))
    code = ""
  }
  const open = (name: string, attributes: Attributes): "skip" | void => {
    if (left.has(name)) return "skip"
    if (name === "Fallback" && alternatives.at(-1) === true) return "skip"
    writer.write(atBegin[name] ?? "")
    switch (name) {
      case "t":
        text = isRuby ? "ruby" : "t"
        break
      case "instrText":
        text = "code"
        break
      case "v":
        // Shared texts are in a part of their own; numbers and results of formulas are in the cells.
        text = cell === "s" || cell === "b" || cell === "e" ? undefined : "t"
        break
      case "c":
        cell = attributes["t"] ?? ""
        break
      case "fldSimple":
        writer.writeLink(linkOf(attributes["instr"] ?? ""))
        break
      case "fldChar":
        if (code !== "") flushCode()
        break
      case "hyperlink":
        links.push(targetOf(attributes))
        break
      case "hlink":
        // Word 2003 puts the target into the link itself.
        links.push(attributes["dest"] ?? "")
        break
      case "hlinkClick":
        writer.writeLink(targetOf(attributes))
        break
      case "AlternateContent":
        alternatives.push(false)
        break
      case "Choice":
        alternatives[alternatives.length - 1] = true
        break
      case "rt":
        isRuby = true
        break
      case "ddList":
        dropdown = { chosen: 0, entries: [] }
        break
      case "result":
        if (dropdown !== undefined) dropdown.chosen = Number(attributes["val"])
        break
      case "listEntry":
        dropdown?.entries.push(attributes["val"] ?? "")
        break
    }
  }
  const close = (name: string): void => {
    writer.write(atEnd[name] ?? "")
    switch (name) {
      case "t":
      case "v":
      case "instrText":
        text = undefined
        break
      case "hlink":
      case "hyperlink":
        writer.writeLink(links.pop() ?? "")
        break
      case "AlternateContent":
        alternatives.pop()
        break
      case "rt":
        isRuby = false
        break
      case "ruby":
        // The base text follows its reading, and forms one word with the text around it.
        if (ruby !== "") writer.write(`(${ruby})`)
        ruby = ""
        break
      case "ddList":
        writer.write(` ${dropdown?.entries[dropdown.chosen] ?? ""} `)
        dropdown = undefined
        break
    }
  }
  walk(xml, {
    writer,
    open,
    close,
    text: (part) => {
      if (text === "t") writer.write(part)
      else if (text === "ruby") ruby += part
      else if (text === "code") code += part
    }
  })
}

/** Types of parts with text besides the main one, in reading order. */
const before = ["header"]
const after = ["slide", "sharedStrings", "worksheet", "diagramData", "footnotes", "endnotes", "footer"]

/**
 * Returns the parts of these types that a part refers to: slides sorted by number, other parts in the order of
 * references.
 */
const partsOf = (
  relationships: ReadonlyMap<string, Relationship>,
  types: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const numberOf = (part: string): number => Number(/(\d+)\.xml$/.exec(part)?.[1] ?? 0)
  return types.flatMap((type) =>
    Array.from(relationships.values()).filter((one) => one.type === type).map(({ target }) => target)
      .toSorted((one, other) => numberOf(one) - numberOf(other))
  )
}

/**
 * Returns the text of a document, including headers, footers, notes, text boxes and the addresses of links, and its
 * hidden text. Comments are left out.
 */
export const readingOf = (content: Uint8Array): Read => {
  const archive: Parts = flatArchive(content) ?? archiveOf(content)
  const main = mainPart(archive.text("_rels/.rels") ?? "")
  if (main === undefined || archive.entries.every(({ name }) => name.toLowerCase() !== main.toLowerCase()))
    throw new Damaged()
  const relationships = relationshipsOf(archive, main)
  // A set, because a header that all sections share is stored once per section.
  const texts = new Set([...partsOf(relationships, before), main, ...partsOf(relationships, after)].map((part) => {
    const writer = new TextWriter()
    writePart(archive, part, writer)
    return writer.toString()
  }))
  return { text: [...texts].join("\n"), hidden: hiddenIn(archive.text(main) ?? "", maxHidden) }
}

/** Returns the text only. */
export const textOf = (content: Uint8Array): string => readingOf(content).text

/** Returns the text of WordprocessingML 2003, which has headers and footers in the properties of sections. */
export const textOfWord2003 = (xml: string): string => {
  const writer = new TextWriter()
  writeXml(
    xml,
    new Map(),
    writer,
    new Set([...skipped].filter((name) => name !== "sectPr" && name !== "pPr").concat("binData", "docPr"))
  )
  return writer.toString()
}

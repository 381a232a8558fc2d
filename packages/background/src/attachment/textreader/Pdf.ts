/** The text of a PDF, by pdf.js: of its pages, form fields and annotations. */
import { hasText, isEnough } from "@candor/domain/attachment/TextLength"
import { TextWriter } from "@candor/files/TextWriter"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { getDocumentProxy } from "unpdf"
import { type Archive, archiveOf } from "./Archive.ts"
import cmaps from "./cmaps.zip" with { type: "file" }
import type { Recognizer } from "../Recognition.ts"
import { Damaged } from "./Failures.ts"
import { hiddenIn } from "./HiddenPdfText.ts"
import { maxHidden, type Read } from "./Reading.ts"
import { isSpaced, withWords } from "./LetterSpacing.ts"

type Document = Awaited<ReturnType<typeof getDocumentProxy>>
type Page = Awaited<ReturnType<Document["getPage"]>>

let archive: Archive | undefined

/** Reads Adobe's predefined CMaps, which decode fonts without a map of their own. They are unpacked on demand. */
class BinaryDataFactory {
  async fetch({ filename }: { readonly filename: string }): Promise<Uint8Array> {
    archive ??= archiveOf(readFileSync(resolve(import.meta.dir, cmaps)))
    const data = archive.bytes(`cmaps/${filename}`)
    if (data === undefined) throw new Damaged()
    return Uint8Array.from(data)
  }
}

/** The fields of an annotation that contain text. */
interface Annotation {
  readonly url?: string
  readonly unsafeUrl?: string
  readonly fieldType?: string
  readonly fieldValue?: unknown
  readonly contentsObj?: { readonly str?: string }
  readonly subtype?: string
}

/** Annotations with a text of their own. The content of a link or a form field only describes it. */
const annotationsWithText = new Set(["FreeText", "Text", "Stamp", "Highlight", "Underline", "StrikeOut", "Squiggly"])

/**
 * Pages that are searched for hidden text. A résumé has few, and listing drawing operators takes longer than extracting
 * text.
 */
const maxDrawn = 6

const writePage = async (page: Page, writer: TextWriter, hidden: TextWriter | undefined): Promise<void> => {
  const { items } = await page.getTextContent()
  const text = items.map((item) => "str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : "").join("") + "\n"
  // Listed only if needed, because it takes longer than the text.
  const drawing = isSpaced(text) || hidden !== undefined ? await page.getOperatorList() : undefined
  writer.write(drawing !== undefined && isSpaced(text) ? withWords(text, drawing) : text)
  if (drawing !== undefined) hidden?.write(`${hiddenIn(drawing, maxHidden)} `)
  const addresses = new Set<string>()
  for (
    const { contentsObj, fieldType, fieldValue, subtype = "", unsafeUrl, url } of await page
      .getAnnotations() as ReadonlyArray<Annotation>
  ) {
    // The value of a button is the name of its mark.
    const values = fieldType === "Btn" ? [] : [fieldValue].flat().filter((value) => typeof value === "string")
    if (annotationsWithText.has(subtype) && contentsObj?.str !== undefined) values.push(contentsObj.str)
    for (const value of values) writer.write(`${value}\n`)
    const address = url ?? unsafeUrl
    if (address !== undefined) addresses.add(address)
  }
  for (const address of addresses) {
    writer.writeLink(address)
    writer.write("\n")
  }
}

/**
 * Returns the text of the first pages until there is enough, with the text that people cannot see. Pages without text
 * are read by OCR. Rejects with a `PasswordException` for an encrypted file.
 */
export const readingOf = async (content: Uint8Array, recognizer?: Recognizer): Promise<Read> => {
  // Prints errors only, and fetches nothing that a document may ask for.
  const options = {
    verbosity: 0,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    cMapUrl: "cmaps/",
    BinaryDataFactory
  }
  // pdf.js takes ownership of the bytes, so recognition needs a copy.
  const pdf = await getDocumentProxy(recognizer === undefined ? content : content.slice(), options)
  const [writer, hidden] = [new TextWriter(), new TextWriter()]
  let failure: unknown
  let pages = 0
  for (let number = 1; number <= pdf.numPages && !isEnough(writer); number++) {
    try {
      const page = await pdf.getPage(number)
      await writePage(page, writer, number <= maxDrawn ? hidden : undefined)
      page.cleanup()
      pages++
    } catch (error) {
      // A broken page does not prevent reading the others.
      failure = error
    }
  }
  if (pages === 0 && failure !== undefined) throw failure
  const text = writer.toString()
  if (recognizer === undefined || hasText(text)) return { text, hidden: hidden.toString().trim() }
  const { textOfPages } = await import("./Recognizing.ts")
  return { text: await textOfPages(content, pdf.numPages, recognizer), hidden: "" }
}

/** Returns the text only. */
export const textOf = async (content: Uint8Array, recognizer?: Recognizer): Promise<string> =>
  (await readingOf(content, recognizer)).text

/**
 * The text reader: a process that reads the text of one file, and ends. Its arguments are the file's type and, if OCR
 * is set up, its program and languages. It reads the content from standard input, and writes the result to standard
 * output. It has no settings and no secrets; the process that starts it limits its time and its memory.
 */
import { maxReadLength } from "@candor/domain/attachment/TextLength"
import type { ReadableType, TextFailure } from "@candor/domain/attachment/TextStatus"
import type { Recognizer } from "../Recognition.ts"
import type { Reading } from "../TextReader.ts"
import { Encrypted, Refused } from "./Failures.ts"
import { withWholeWords } from "./Hyphens.ts"
import { maxHidden, type Read } from "./Reading.ts"
import { tableArgument } from "./TableArgument.ts"

type Reader = (content: Uint8Array, recognizer?: Recognizer) => string | Read | Promise<string | Read>

/** Encrypted Office documents of every kind are compound files. */
const isCompound = (content: Uint8Array): boolean => content[0] === 0xd0 && content[1] === 0xcf

/** A workbook is an archive, even under another name. */
const isArchive = (content: Uint8Array): boolean =>
  Buffer.from(content.subarray(0, 4)).toString("latin1") === "PK\x03\x04"

const openXml = async (): Promise<Reader> => {
  const { readingOf } = await import("./OpenXml.ts")
  return (content) => {
    if (isCompound(content)) throw new Encrypted()
    return readingOf(content)
  }
}
const openDocument = async (): Promise<Reader> => (await import("./OpenDocument.ts")).textOf

const readers: Readonly<Record<ReadableType, () => Promise<Reader>>> = {
  "application/pdf": async () => (await import("./Pdf.ts")).readingOf,
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": openXml,
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": openXml,
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": openXml,
  "application/msword": async () => (await import("./Doc.ts")).textOf,
  "application/vnd.oasis.opendocument.text": openDocument,
  "application/vnd.oasis.opendocument.spreadsheet": openDocument,
  "application/vnd.oasis.opendocument.presentation": openDocument,
  "application/vnd.apple.pages": async () => (await import("./Pages.ts")).textOf,
  "application/rtf": async () => (await import("./Rtf.ts")).textOf,
  "text/plain": async () => (await import("./PlainText.ts")).textOf
}

/** As in FileKinds.ts, which would load Effect's schemas: they take longer than the reading of most files. */
const xlsx: ReadableType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

/** Images only have text by OCR. */
const image = async (): Promise<Reader> => {
  const { textOfImage } = await import("./Recognizing.ts")
  return (content, recognizer) => recognizer === undefined ? "" : textOfImage(content, recognizer)
}

const readerOf = (type: string): Promise<Reader> | undefined =>
  type.startsWith("image/") ? image() : type in readers ? readers[type as ReadableType]() : undefined

/** Returns the failure that an error means. */
const failureOf = (error: unknown): TextFailure => {
  const name = error instanceof Error ? error.name : ""
  if (name === "PasswordException" || name === "Encrypted") return "encrypted"
  return name === "TooLarge" || error instanceof RangeError ? "too_large" : "damaged"
}

/** Writes the rows of a table, one per line, and then the reason why it ended early, or null. */
const writeTable = async (type: string): Promise<void> => {
  const content = await Bun.stdin.bytes()
  const out = Bun.stdout.writer()
  const write = (value: unknown) => out.write(`${JSON.stringify(value)}\n`)
  try {
    for (const row of await tableOf(type, content)) {
      write(row)
      await out.flush()
    }
    write({ failure: null })
  } catch (error) {
    write({ failure: error instanceof Refused ? error.failure : failureOf(error) })
  }
  await out.end()
}

const tableOf = async (type: string, content: Uint8Array) => {
  if (isCompound(content)) throw new Encrypted()
  if (type === xlsx || isArchive(content)) return (await import("./Workbook.ts")).workbookRows(content)
  return (await import("./Table.ts")).separatedRows(content)
}

const reading = async (): Promise<Reading> => {
  const [, , type = "", program, languages = "eng"] = process.argv
  const read = await readerOf(type)
  if (read === undefined) throw new Error(`This type is not read: ${type}`)
  const content = await Bun.stdin.bytes()
  try {
    const result = await read(content, program === undefined ? undefined : { program, languages })
    const { hidden, text } = typeof result === "string" ? { text: result, hidden: "" } : result
    return {
      text: withWholeWords(text).slice(0, maxReadLength),
      ...(hidden === "" ? {} : { hidden: hidden.slice(0, maxHidden) })
    }
  } catch (error) {
    return { failure: failureOf(error) }
  }
}

if (process.argv[2] === tableArgument) await writeTable(process.argv[3] ?? "")
else await Bun.write(Bun.stdout, JSON.stringify(await reading()))
process.exit(0)

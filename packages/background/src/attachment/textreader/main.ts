/**
 * The text reader: a process that reads the text of one file, and ends. Its argument is the file's type, standard input the
 * content, and standard output the answer. It knows no settings and no secrets; the process that starts it bounds its time
 * and its memory.
 */
import { maxReadLength } from "@candor/domain/attachment/TextLength"
import type { ReadableType, TextFailure } from "@candor/domain/attachment/TextStatus"
import type { Answer } from "../TextReader.ts"

type Read = (content: Uint8Array) => string | Promise<string>

const readers: Readonly<Record<ReadableType, () => Promise<Read>>> = {
  "application/pdf": async () => (await import("./Pdf.ts")).textOf,
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": async () => (await import("./Docx.ts")).textOf,
  "text/plain": async () => (content) => new TextDecoder().decode(content)
}

const isReadable = (type: string | undefined): type is ReadableType => type !== undefined && type in readers

/** What a library's error says of the file. */
const failureOf = (error: unknown): TextFailure => {
  const name = error instanceof Error ? error.name : ""
  if (name === "PasswordException") return "encrypted"
  return name === "UnpackedTooLarge" || error instanceof RangeError ? "too_large" : "damaged"
}

const answer = async (): Promise<Answer> => {
  const type = process.argv[2]
  if (!isReadable(type)) throw new Error(`This type is not read: ${type}`)
  const read = await readers[type]()
  const content = await Bun.stdin.bytes()
  try {
    // A soft hyphen says where a word may be divided: it is no part of the word that somebody searches for.
    return { text: (await read(content)).replaceAll("\u00ad", "").slice(0, maxReadLength) }
  } catch (error) {
    return { failure: failureOf(error) }
  }
}

await Bun.write(Bun.stdout, JSON.stringify(await answer()))
process.exit(0)

/**
 * The types of files that are accepted. A file's type is found in its content; a name or a declared type that does not fit
 * the content is refused.
 */
import { Result, Schema } from "effect"

/** An accepted type: the endings of its names, and other names of the type that clients declare. */
interface Accepted {
  readonly title: string
  readonly endings: ReadonlyArray<string>
  readonly aliases: ReadonlyArray<string>
}

const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
const odt = "application/vnd.oasis.opendocument.text"

const accepted = {
  "application/pdf": { title: "PDF", endings: ["pdf"], aliases: ["application/x-pdf"] },
  [docx]: { title: "DOCX", endings: ["docx"], aliases: [] },
  [odt]: { title: "ODT", endings: ["odt"], aliases: [] },
  "application/rtf": { title: "RTF", endings: ["rtf"], aliases: ["text/rtf"] },
  "text/plain": { title: "plain text in UTF-8", endings: ["txt", "text", "md"], aliases: ["text/markdown"] },
  "image/png": { title: "PNG", endings: ["png"], aliases: [] },
  "image/jpeg": { title: "JPEG", endings: ["jpg", "jpeg"], aliases: ["image/jpg"] },
  "image/webp": { title: "WebP", endings: ["webp"], aliases: [] }
} as const satisfies Readonly<Record<string, Accepted>>

export type ContentType = keyof typeof accepted
export const contentTypes = Object.keys(accepted) as ReadonlyArray<ContentType>
export const ContentType = Schema.Literals(contentTypes)

/** The content is of no accepted type, or not of the type that its sender declares. */
export class FileRefused extends Schema.TaggedError<FileRefused>()("FileRefused", {
  expected: Schema.String,
  found: Schema.String
}) {}

const ascii = (text: string): ReadonlyArray<number> => [...text].map((letter) => letter.charCodeAt(0))

const startsWith = (bytes: Uint8Array, start: ReadonlyArray<number>, offset = 0): boolean =>
  start.every((byte, index) => bytes[offset + index] === byte)

const zip = [...ascii("PK"), 3, 4]

/** The first bytes of types that are refused, for the error message. */
const refused: ReadonlyArray<readonly [start: ReadonlyArray<number>, title: string]> = [
  [zip, "a ZIP archive that is no DOCX or ODT"],
  [[0xd0, 0xcf, 0x11, 0xe0], "an Office document in the format before DOCX"],
  [ascii("MZ"), "a Windows program"],
  [[0x7f, ...ascii("ELF")], "a Linux program"],
  [ascii("GIF8"), "a GIF image"],
  [[0x1f, 0x8b], "a gzip archive"]
]

const maxHeadBytes = 128

/** A DOCX has this entry. The names of a ZIP archive's entries are not compressed. */
const docxEntry = new Uint8Array(ascii("word/document.xml"))

/** An ODT begins with this entry, uncompressed (OpenDocument 1.3, part 2, section 3.3). */
const odtEntry = ascii(`mimetype${odt}`)

/** The offset of a ZIP archive's first name (APPNOTE.TXT, section 4.3.7). */
const nameOffset = 30

const contains = (bytes: Uint8Array, part: Uint8Array): boolean => {
  for (let at = bytes.indexOf(part[0]!); at >= 0 && at + part.length <= bytes.length; at = bytes.indexOf(part[0]!, at + 1)) {
    if (part.every((byte, index) => bytes[at + index] === byte)) return true
  }
  return false
}

const joined = (one: Uint8Array, other: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array(one.length + other.length)
  bytes.set(one)
  bytes.set(other, one.length)
  return bytes
}

const isControl = (byte: number): boolean => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d

/** Finds the type of a content that arrives in chunks, of which it keeps the first bytes only. */
export class Inspection {
  private head: Uint8Array = new Uint8Array()
  /** The end of the chunk before: an entry's name can begin in it. */
  private end: Uint8Array = new Uint8Array()
  private hasDocxEntry = false
  private isText = true
  private readonly decoder = new TextDecoder("utf-8", { fatal: true })
  private bytes = 0

  get size(): number {
    return this.bytes
  }

  add(chunk: Uint8Array): void {
    this.bytes += chunk.length
    if (this.head.length < maxHeadBytes) this.head = joined(this.head, chunk.subarray(0, maxHeadBytes - this.head.length))
    if (startsWith(this.head, zip) && !this.hasDocxEntry) {
      const kept = docxEntry.length - 1
      this.hasDocxEntry = contains(joined(this.end, chunk.subarray(0, kept)), docxEntry) || contains(chunk, docxEntry)
      this.end = chunk.length < kept ? joined(this.end, chunk).slice(-kept) : chunk.slice(-kept)
    }
    this.isText &&= !chunk.some(isControl) && this.decodes(chunk, true)
  }

  private decodes(chunk: Uint8Array, stream: boolean): boolean {
    try {
      this.decoder.decode(chunk, { stream })
      return true
    } catch {
      return false
    }
  }

  /** Returns the type of the whole content; undefined for one that is not accepted. */
  private type(): ContentType | undefined {
    const { head } = this
    if (startsWith(head, ascii("%PDF-"))) return "application/pdf"
    if (startsWith(head, zip)) {
      if (this.hasDocxEntry) return docx
      return startsWith(head, odtEntry, nameOffset) ? odt : undefined
    }
    if (startsWith(head, ascii("{\\rtf"))) return "application/rtf"
    if (startsWith(head, [0x89, ...ascii("PNG\r\n"), 0x1a, 0x0a])) return "image/png"
    if (startsWith(head, [0xff, 0xd8, 0xff])) return "image/jpeg"
    if (startsWith(head, ascii("RIFF")) && startsWith(head, ascii("WEBP"), 8)) return "image/webp"
    return this.isText && this.bytes > 0 && this.decodes(new Uint8Array(), false) ? "text/plain" : undefined
  }

  private title(): string {
    if (this.bytes === 0) return "an empty file"
    return refused.find(([start]) => startsWith(this.head, start))?.[1] ?? "an unknown type"
  }

  /** Returns the type of the content, if it is accepted and fits the declared type and the name. Called once, at its end. */
  found(declared: string, name: string): Result.Result<ContentType, FileRefused> {
    const type = this.type()
    if (type === undefined) {
      const titles = contentTypes.map((type) => accepted[type].title).join(", ")
      return Result.fail(new FileRefused({ expected: `one of ${titles}`, found: this.title() }))
    }
    const { aliases, endings, title }: Accepted = accepted[type]
    const named = ending(name)
    if (named !== undefined && !endings.includes(named)) {
      return Result.fail(new FileRefused({ expected: `content that fits the name's ending .${named}`, found: title }))
    }
    const media = mediaType(declared)
    return media === undefined || media === type || aliases.includes(media)
      ? Result.succeed(type)
      : Result.fail(new FileRefused({ expected: `the declared type ${media}`, found: title }))
  }
}

/** Returns the ending of a name in lower case, if it has one with a letter. */
const ending = (name: string): string | undefined => {
  const [, end] = /\.([a-z0-9]{1,10})$/i.exec(name) ?? []
  return end !== undefined && /[a-z]/i.test(end) ? end.toLowerCase() : undefined
}

/** Returns the declared type without parameters; undefined where it says nothing. */
const mediaType = (declared: string): string | undefined => {
  const media = declared.split(";", 1)[0]!.trim().toLowerCase().slice(0, 100)
  return media === "" || media === "application/octet-stream" ? undefined : media
}

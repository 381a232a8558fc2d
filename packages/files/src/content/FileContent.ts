/**
 * Detects the kind of a file from its content. An unusual name or declared type does not matter: programs name files as
 * they like. Files are refused if they are dangerous to open, or if no program opens them.
 */
import {
  type ContentType,
  docx,
  FileRefused,
  odp,
  ods,
  odt,
  pptx,
  startsWith,
  titles,
  xlsx
} from "@candor/domain/attachment/FileKinds"
import { decoded, isControl, wideSet } from "@candor/domain/WideText"
import { Result } from "effect"
import { refusedText, refusedTitle } from "./DangerousFiles.ts"
import { flatType, longestProgram, programs } from "./FlatDocument.ts"
import { isLink, linkTitle } from "./LinkFile.ts"
import { type PackageParts, packageType } from "./OfficePackage.ts"

/** The first bytes of a content that are kept: OpenDocument's type may follow kilobytes of namespaces. */
const maxHeadBytes = 8192

const joined = (one: Uint8Array, other: Uint8Array): Uint8Array => {
  if (one.length === 0) return other
  const bytes = new Uint8Array(one.length + other.length)
  bytes.set(one)
  bytes.set(other, one.length)
  return bytes
}

/**
 * Tells whether a byte is a control. A loop takes a tenth of the time of `some`, which calls a function for each byte.
 */
const hasControl = (bytes: Uint8Array): boolean => {
  for (let at = 0; at < bytes.length; at++) if (isControl(bytes[at]!)) return true
  return false
}

/**
 * A directory entry of an OLE compound file ([MS-CFB], section 2.6): its size, and the offsets of the name's length and
 * the kind.
 */
const entryBytes = 128
const lengthOffset = 64
const kindOffset = 66

/** The names in a compound file that determine its kind, and the name of its macros ([MS-OVBA], section 2.2.1). */
const compoundNames = ["WordDocument", "EncryptedPackage", "_VBA_PROJECT"] as const
type CompoundName = typeof compoundNames[number]

const nameOf = (entries: Uint8Array, at: number): string | undefined => {
  const bytes = entries[at + lengthOffset]! - 2
  const kind = entries[at + kindOffset]
  return bytes > 0 && bytes <= 62 && entries[at + lengthOffset + 1] === 0 && (kind === 1 || kind === 2)
    ? String.fromCharCode(
      ...Array.from({ length: bytes / 2 }, (_, index) => entries[at + 2 * index]! | entries[at + 2 * index + 1]! << 8)
    )
    : undefined
}

/** The types of images by their signatures, at an offset. */
const images: ReadonlyArray<readonly [ContentType, start: string | ReadonlyArray<number>, offset?: number]> = [
  ["image/png", "\x89PNG\r\n\x1a\n"],
  ["image/jpeg", [0xff, 0xd8, 0xff]],
  ["image/webp", "WEBP", 8],
  ["image/gif", "GIF87a"],
  ["image/gif", "GIF89a"],
  ["image/tiff", "II*\0"],
  ["image/tiff", "MM\0*"],
  ["image/bmp", [0, 0, 0, 0], 6],
  ...["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "msf1"].map((brand) =>
    ["image/heic", `ftyp${brand}`, 4] as const
  ),
  ["image/avif", "ftypavif", 4],
  ["image/avif", "ftypavis", 4],
  ["image/jp2", "\0\0\0\x0cjP  \r\n\x87\n"],
  // Codestreams without a container. JPEG XL's signature has only two bytes; JPEG 2000's is followed by its size.
  ["image/jp2", [0xff, 0x4f, 0xff, 0x51]],
  ["image/jxl", "\0\0\0\x0cJXL \r\n\x87\n"],
  ["image/jxl", [0xff, 0x0a]]
]

const openDocuments: ReadonlySet<ContentType> = new Set([odt, ods, odp])

const fits = (head: Uint8Array, type: ContentType): boolean =>
  type === "image/webp" ? startsWith(head, "RIFF") : type !== "image/bmp" || startsWith(head, "BM")

const latin1 = (bytes: Uint8Array): string => new TextDecoder("latin1").decode(bytes)

/** Detects the kind of a content that arrives in chunks. Keeps the first bytes only. */
export class Inspection {
  private head: Uint8Array = new Uint8Array()
  /** The beginning of a compound file's entry that continues in the next chunk. */
  private rest: Uint8Array = new Uint8Array()
  private readonly names = new Set<CompoundName>()
  private hasControls = false
  private hasPrograms = false
  /** The end of a chunk of markup, because a search term for programs may continue in the next one. */
  private markup = ""
  private bytes = 0

  get size(): number {
    return this.bytes
  }

  add(chunk: Uint8Array): void {
    this.bytes += chunk.length
    if (this.head.length < maxHeadBytes) this.head = joined(this.head, chunk.slice(0, maxHeadBytes - this.head.length))
    this.hasControls ||= hasControl(chunk)
    if (!this.hasPrograms && this.isMarkup) this.findPrograms(chunk)
    if (this.isCompound) this.findNames(joined(this.rest, chunk))
    else if (this.bytes < 8) this.rest = joined(this.rest, chunk)
  }

  private get isCompound(): boolean {
    return startsWith(this.head, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  }

  /** Whether the content may be a document that is a single text. */
  private get isMarkup(): boolean {
    return /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*(?:<|[\w\0-]+:|$)/.test(latin1(this.head.subarray(0, 64)))
  }

  private findPrograms(chunk: Uint8Array): void {
    // Drops zero bytes, which reads UTF-16 as ASCII.
    const text = this.markup + latin1(chunk).replaceAll("\0", "")
    this.hasPrograms = programs.test(text)
    this.markup = text.slice(-longestProgram)
  }

  /**
   * Entries are aligned to their size, and sectors are multiples of it. So a name that is mentioned in text is not an
   * entry.
   */
  private findNames(bytes: Uint8Array): void {
    let at = 0
    for (; at + entryBytes <= bytes.length; at += entryBytes) {
      const name = compoundNames.find((name) => nameOf(bytes, at) === name)
      if (name !== undefined) this.names.add(name)
    }
    this.rest = bytes.slice(at)
  }

  private get isText(): boolean {
    return this.bytes > 0 &&
      (!this.hasControls ||
        wideSet(this.head) !== undefined && ![...decoded(this.head)].some((letter) => isControl(letter.charCodeAt(0))))
  }

  /** Whether the content may be a ZIP archive, whose parts determine its kind. Programs may put bytes before one. */
  get isArchive(): boolean {
    const isUnknown = () =>
      this.kind() === undefined && !this.isText && !this.isCompound && refusedTitle(this.head) === undefined
    return startsWith(this.head, "PK") || isUnknown()
  }

  /** Returns the kind of a content that is neither an archive nor a text. */
  private kind(): ContentType | undefined {
    const { head } = this
    const mark = startsWith(head, [0xef, 0xbb, 0xbf]) ? 3 : 0
    const begin = () => latin1(head.subarray(mark, 1024 + 8))
    if (startsWith(head, "%PDF-")) return "application/pdf"
    if (/^\s*\{\\rt/.test(begin())) return "application/rtf"
    const image = images.find(([type, start, offset]) => startsWith(head, start, offset) && fits(head, type))
    if (image !== undefined) return image[0]
    if (this.names.has("WordDocument")) return "application/msword"
    if (refusedTitle(head) !== undefined || this.isCompound) return undefined
    // The header is within the first 1,024 bytes (ISO 32000-1, annex H.3, note 13). In a text, it is a line of its own.
    const pdf = (this.isText ? /(?:^|[\r\n])%PDF-\d\.\d[ \t]*[\r\n]/ : /%PDF-/).exec(begin())
    return pdf !== null && pdf.index + mark < 1024 ? "application/pdf" : undefined
  }

  /** Returns what an unaccepted content is, for the message. */
  private title(): string {
    if (this.bytes === 0) return "an empty file"
    return refusedTitle(this.head) ??
      (this.isCompound ? "an OLE compound file that is no Word document" : "an unknown type")
  }

  /**
   * Returns the kind of the content if it is accepted. Called once, at the end. `parts` are those of an archive, if the
   * content `isArchive` and has a directory.
   */
  found(name: string, parts?: PackageParts): Result.Result<ContentType, FileRefused> {
    const refused = (found: string, isLink = false) =>
      Result.fail(new FileRefused({ expected: `one of ${Object.values(titles).join(", ")}`, found, isLink }))
    const begin = decoded(this.head).replace(/^\ufeff/, "")
    if (isLink(begin, latin1(this.head), this.bytes, name)) return refused(linkTitle, true)
    const flat = flatType(begin, name)
    if (flat !== undefined)
      return this.hasPrograms && !openDocuments.has(flat)
        ? refused("a Word document with macros or scripts")
        : Result.succeed(flat)
    // Checks for programs and pages first: a PDF header may follow their beginning.
    const dangerous = refusedText(begin)
    if (dangerous !== undefined) return refused(dangerous)
    if (this.names.has("_VBA_PROJECT")) return refused("a Word document with macros")
    const type = parts === undefined ? undefined : packageType(parts)
    if (type === "macros") return refused("an Office document with macros")
    const kind = type ?? (this.names.has("EncryptedPackage") ? encryptedType(name) : undefined) ?? this.kind() ??
      (this.isText ? "text/plain" : undefined)
    return kind === undefined ? refused(this.title()) : Result.succeed(kind)
  }
}

/** Returns the type of a password-protected document ([MS-OFFCRYPTO], section 2.3), which only its name reveals. */
const encryptedType = (name: string): ContentType =>
  /\.xls\w?$/i.test(name) ? xlsx : /\.ppt\w?$/i.test(name) ? pptx : docx

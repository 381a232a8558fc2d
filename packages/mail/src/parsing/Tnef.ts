/** Files and text of `winmail.dat`, in which Outlook and Exchange pack them (MS-OXTNEF). */
import { encodingOf, textOf } from "@candor/files/Rtf"
import { decompressedRtf } from "./CompressedRtf.ts"

/** Maximum bytes that are read into memory. */
export const maxTnefBytes = 25 * 1024 ** 2

/** Maximum attributes, properties and values, including those of nested mails. */
const maxSteps = 20_000

/** Maximum files, and maximum nesting of mails. */
const [maxFiles, maxDepth] = [200, 3]

/** Maximum bytes of RTF. */
const maxRtfBytes = 2 * 1024 ** 2

const signature = 0x223e9f78

/** Tells whether a part is a `winmail.dat`, by its type, or by its name, which some gateways preserve instead. */
export const isTnef = (type: string, name = ""): boolean =>
  /^application\/(?:vnd\.)?ms-tnef$/.test(type) || /^win(?:mail|\.mail)\.dat$/i.test(name)

/** Ids of attributes (section 2.1.3.3), and the level of those that belong to files. */
const attribute = {
  codePage: 0x00069007,
  body: 0x0002800c,
  properties: 0x00069003,
  newFile: 0x00069002,
  title: 0x00018010,
  data: 0x0006800f,
  fileProperties: 0x00069005
} as const
const levels: ReadonlySet<number> = new Set([1, 2])

/** Ids of properties (MS-OXPROPS). */
const property = {
  body: 0x1000,
  rtf: 0x1009,
  html: 0x1013,
  codePage: 0x3fde,
  displayName: 0x3001,
  data: 0x3701,
  shortName: 0x3704,
  longName: 0x3707,
  type: 0x370e
} as const

/**
 * Sizes of property types with a fixed size, in bytes (MS-OXCDATA, section 2.11.1), and types whose values have a
 * length.
 */
const sizes: Readonly<Record<number, number>> = {
  0x01: 4,
  0x02: 4,
  0x03: 4,
  0x04: 4,
  0x05: 8,
  0x06: 8,
  0x07: 8,
  0x0a: 4,
  0x0b: 4,
  0x14: 8,
  0x40: 8,
  0x48: 16
}
const [object, string8, unicode, binary, several] = [0x0d, 0x1e, 0x1f, 0x102, 0x1000]
const measured: ReadonlySet<number> = new Set([object, string8, unicode, binary])

interface TnefText {
  readonly type: "text/plain" | "text/html"
  /** Undefined if it has to be detected. */
  readonly charset: string | undefined
  readonly bytes: Uint8Array
}

interface TnefFile {
  /** Undefined if it has none. */
  readonly name: string | undefined
  readonly type: string
  readonly bytes: Uint8Array
}

/** The contents of a `winmail.dat`. */
interface Tnef {
  readonly files: ReadonlyArray<TnefFile>
  /** Undefined if it has none. */
  readonly text: TnefText | undefined
  /** Whether everything was understood. */
  readonly isWhole: boolean
  /** Whether mails are attached, of which only the text and the files are read. */
  readonly hasMails: boolean
}

class Malformed extends Error {}

/** Reads little-endian numbers and byte ranges. Throws beyond the end. */
class Cursor {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  take(length: number): Uint8Array {
    const end = this.#at + length
    if (end > this.#bytes.length) throw new Malformed("it ends early")
    const taken = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return taken
  }

  number(length: 1 | 2 | 4): number {
    return this.take(length).reduceRight((sum, byte) => sum * 256 + byte, 0)
  }

  /** Reads bytes that follow their length, and skips the padding to a multiple of four. */
  measured(): Uint8Array {
    const taken = this.take(this.number(4))
    this.take(Math.min((4 - taken.length % 4) % 4, this.#bytes.length - this.#at))
    return taken
  }
}

/** The limits that a mail shares with its nested mails. */
interface Bounds {
  steps: number
  files: number
  rtfBytes: number
}

interface Value {
  readonly type: number
  readonly bytes: Uint8Array
}

type Properties = ReadonlyMap<number, Value>

/** Reads a list of properties (section 2.1.3.4), keeping the first value of each. */
const propertiesOf = (bytes: Uint8Array, bounds: Bounds): Properties => {
  const cursor = new Cursor(bytes)
  const read = new Map<number, Value>()
  for (let left = cursor.number(4); left > 0; left--) {
    step(bounds)
    const [type, id] = [cursor.number(2), cursor.number(2)]
    if (id >= 0x8000) {
      cursor.take(16)
      if (cursor.number(4) === 0) cursor.take(4)
      else cursor.measured()
    }
    const [kind, isSeveral] = [type & ~several, (type & several) !== 0]
    const size = sizes[kind]
    if (size !== undefined) {
      const values = cursor.take(isSeveral ? size * cursor.number(4) : size)
      read.set(id, { type: kind, bytes: values.subarray(0, size) })
      continue
    }
    if (!measured.has(kind)) throw new Malformed("a property has an unknown type")
    for (let count = cursor.number(4), first = true; count > 0; count--, first = false) {
      step(bounds)
      const value = cursor.measured()
      if (first) read.set(id, { type: kind, bytes: value })
    }
  }
  return read
}

const step = (bounds: Bounds): void => {
  if (--bounds.steps < 0) throw new Malformed("it has too many parts")
}

const checksum = (bytes: Uint8Array): number => {
  let sum = 0
  for (const byte of bytes) sum = sum + byte & 0xffff
  return sum
}

const withoutEnd = (bytes: Uint8Array, width: 1 | 2): Uint8Array => {
  let end = bytes.length - bytes.length % width
  while (end > 0 && bytes.subarray(end - width, end).every((byte) => byte === 0)) end -= width
  return bytes.subarray(0, end)
}

/** Reads the attributes of one mail (section 2.1). */
class Mail {
  readonly files: Array<TnefFile> = []
  hasMails = false
  readonly #bounds: Bounds
  readonly #depth: number
  #charset = "windows-1252"
  #body: Uint8Array | undefined
  #properties: Properties = new Map()
  /** The current file: its title, content and properties. */
  #file: { title?: Uint8Array; data?: Uint8Array; properties?: Properties } | undefined

  constructor(bounds: Bounds, depth: number) {
    this.#bounds = bounds
    this.#depth = depth
  }

  read(bytes: Uint8Array): void {
    const cursor = new Cursor(bytes)
    if (cursor.number(4) !== signature) throw new Malformed("it has no signature")
    cursor.take(2)
    try {
      while (!cursor.isAtEnd) this.#readAttribute(cursor)
    } finally {
      // Keeps the file that was being read.
      this.#endFile()
    }
  }

  /** The text as HTML, plain text, or RTF. */
  get text(): TnefText | undefined {
    const html = this.#properties.get(property.html)
    const page = this.#properties.get(property.codePage)
    if (html !== undefined && html.bytes.length > 0) {
      const charset = html.type === unicode
        ? "utf-16le"
        : page === undefined
        ? undefined
        : encodingOf(new Cursor(page.bytes).number(4))
      return { type: "text/html", charset, bytes: html.bytes }
    }
    const plain = this.#properties.get(property.body) ??
      (this.#body === undefined ? undefined : { type: string8, bytes: this.#body })
    const rtf = this.#properties.get(property.rtf)
    const text = plain === undefined ? "" : this.#textOf(plain)
    const shown = text.trim() !== "" || rtf === undefined ? text : this.#rtfOf(rtf.bytes)
    return shown === "" ? undefined : { type: "text/plain", charset: "utf-8", bytes: Buffer.from(shown) }
  }

  #readAttribute(cursor: Cursor): void {
    step(this.#bounds)
    const [level, id] = [cursor.number(1), cursor.number(4)]
    if (!levels.has(level)) throw new Malformed("an attribute has an unknown level")
    const data = cursor.take(cursor.number(4))
    if (cursor.number(2) !== checksum(data)) throw new Malformed("an attribute has a wrong checksum")
    if (id === attribute.codePage) this.#charset = encodingOf(new Cursor(data).number(4))
    else if (id === attribute.body) this.#body = data
    else if (id === attribute.properties) this.#properties = propertiesOf(data, this.#bounds)
    else if (id === attribute.newFile) {
      this.#endFile()
      this.#file = {}
    } else if (id === attribute.title) this.#file = { ...this.#file, title: data }
    else if (id === attribute.data) this.#file = { ...this.#file, data }
    else if (id === attribute.fileProperties)
      this.#file = { ...this.#file, properties: propertiesOf(data, this.#bounds) }
  }

  #endFile(): void {
    const { data, properties = new Map<number, Value>(), title } = this.#file ?? {}
    this.#file = undefined
    const content = properties.get(property.data)
    const named = [property.longName, property.shortName, property.displayName].map((id) => properties.get(id))
    const names = [named[0], title === undefined ? undefined : { type: string8, bytes: title }, named[1], named[2]]
    const name = names.flatMap((value) => value === undefined ? [] : [this.#textOf(value)]).find((text) =>
      text.trim() !== ""
    )
    // An attached mail, or another object, follows the 16 bytes of its interface id.
    const isObject = content?.type === object && content.bytes.length > 16
    const bytes = data ?? (isObject ? content.bytes.subarray(16) : content?.bytes)
    if (bytes === undefined) return
    if (isObject && data === undefined && this.#depth < maxDepth && new Cursor(bytes).number(4) === signature)
      return this.#addMail(bytes, name)
    const type = properties.get(property.type)
    this.#add({
      name,
      type: (type === undefined ? "" : this.#textOf(type)).trim().toLowerCase() || "application/octet-stream",
      bytes
    })
  }

  /** Adds an attached mail: its text as a file, and its files. */
  #addMail(bytes: Uint8Array, name = "forwarded"): void {
    this.hasMails = true
    const inner = new Mail(this.#bounds, this.#depth + 1)
    try {
      inner.read(bytes)
    } finally {
      const { text } = inner
      const ending = text?.type === "text/html" ? ".html" : ".txt"
      if (text !== undefined) this.#add({ name: `${name}${ending}`, type: text.type, bytes: text.bytes })
      this.files.push(...inner.files)
    }
  }

  #add(file: TnefFile): void {
    if (--this.#bounds.files < 0) throw new Malformed("it has too many files")
    this.files.push(file)
  }

  #textOf({ bytes, type }: Value): string {
    if (type === unicode) return new TextDecoder("utf-16le").decode(withoutEnd(bytes, 2))
    return type === string8 ? new TextDecoder(this.#charset).decode(withoutEnd(bytes, 1)) : ""
  }

  #rtfOf(bytes: Uint8Array): string {
    const rtf = decompressedRtf(bytes, this.#bounds.rtfBytes)
    if (rtf === undefined) throw new Malformed("its RTF cannot be read")
    this.#bounds.rtfBytes -= rtf.length
    return textOf(rtf)?.trim() ?? ""
  }
}

/**
 * Reads a `winmail.dat` of at most `maxTnefBytes`. If it is damaged, returns the files before the damage, and `isWhole`
 * is false.
 */
export const readTnef = (bytes: Uint8Array): Tnef => {
  const mail = new Mail({ steps: maxSteps, files: maxFiles, rtfBytes: maxRtfBytes }, 0)
  const isRead = understood(() => mail.read(bytes))
  let text: TnefText | undefined
  const isTextRead = understood(() => {
    text = mail.text
  })
  return { files: mail.files, text, isWhole: isRead && isTextRead, hasMails: mail.hasMails }
}

const understood = (read: () => void): boolean => {
  try {
    read()
    return true
  } catch (error) {
    if (error instanceof Malformed) return false
    throw error
  }
}

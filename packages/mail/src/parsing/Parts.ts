/** The parts of a mail, one after the other as their bytes pass (RFC 2046). */
import { type MimeNode, Splitter } from "@zone-eu/mailsplit"
import { addAbortSignal, pipeline, Readable } from "node:stream"
import { decodedContent } from "./Decoding.ts"
import { maxHeaderBytes } from "./Headers.ts"
import { sentName } from "./Names.ts"

/** Bounds the parts of a mail, and how deep they stand in one another. */
const [maxParts, maxDepth] = [200, 50]

/** Bounds the parts that the library makes ahead of those that are read. */
const maxNodes = 20_000

/** A part with content, which is left undecoded where its transfer encoding is unknown. */
export interface Part {
  /** Such as `text/plain`, in lower case. */
  readonly type: string
  readonly charset: string | undefined
  readonly flowed: boolean
  readonly delSp: boolean
  /** Whether it has a name. */
  readonly isNamed: boolean
  /** Its name, by the character set of the mail's text; undefined where it has none. */
  readonly name: (charset: string | undefined) => string | undefined
  readonly isAttachment: boolean
  /** The Content-ID, by which HTML shows it; undefined where it has none. */
  readonly contentId: string | undefined
  /** The `multipart/alternative` in which it stands, so that one of its parts is shown. */
  readonly alternative: object | undefined
  /** To be read once, before the next part. */
  readonly content: AsyncIterable<Uint8Array>
}

/** Bounds what is kept of a mail without its boundary. */
const maxPreamble = 256 * 1024

/** A part of plain text. */
export const textPart = {
  type: "text/plain",
  charset: undefined,
  flowed: false,
  delSp: false,
  isNamed: false,
  name: () => undefined,
  isAttachment: false,
  contentId: undefined,
  alternative: undefined
}

/** The type of a part, of headers that have less than one, or more. */
const typeOf = (contentType: string | false): string => {
  const [type = ""] = (contentType || "text/plain").split(/[\s,;]/)
  return type === "" || type === "text" || type === "plain"
    ? "text/plain"
    : type === "html"
    ? "text/html"
    : type.includes("/")
    ? type
    : "application/octet-stream"
}

/** The character set of a part, also where its semicolon is missing. */
const charsetOf = (node: MimeNode): string | undefined =>
  node.charset || (node.contentType === false ? undefined : /\scharset\s*=\s*"?([^\s"]+)/.exec(node.contentType)?.[1])

/** The mail has a form that cannot be read to its end. */
class Unreadable extends Error {}

/**
 * The most characters that stand outside of the parts without being kept: most programs write there that the mail has
 * parts.
 */
const maxOutside = 200

/** Returns the text outside of the parts, where programs that know no parts look, and broken ones write. */
const textOutside = (outside: Buffer): string =>
  outside.toString("latin1").replace(/^--.*$/gm, "").replace(/^.*(?:multi-?part|\bmime\b).*$/gim, "").trim()

/** A header of a part that stands behind the end of all parts. */
const lostPart = /^content-(?:type|transfer-encoding|disposition)[ \t]*:/im

const ancestors = function*(node: MimeNode): Generator<MimeNode> {
  for (let at = node.parentNode; at !== false; at = at.parentNode) yield at
}

const partOf = (node: MimeNode, content: AsyncIterable<Uint8Array>): Part => ({
  type: typeOf(node.contentType),
  charset: charsetOf(node),
  flowed: node.flowed,
  delSp: node.delSp,
  isNamed: node.filename !== false && node.filename !== "",
  name: (charset) => sentName(node, charset),
  isAttachment: node.disposition !== false && node.disposition !== "inline",
  contentId: node.headers === false
    ? undefined
    : node.headers.getFirst("content-id").replace(/^<|>$/g, "").trim() || undefined,
  alternative: [...ancestors(node)].find((ancestor) => ancestor.multipart === "alternative"),
  content
})

/**
 * Yields the parts with content. Mails that are attached are parts; what is in them is not. Throws `Unreadable` where
 * there are too many parts, headers without an end, or no parts where the mail says that there are. The signal ends it,
 * and the source with it.
 */
export async function* partsOf(source: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Part, void> {
  const splitter = new Splitter({ ignoreEmbedded: true, maxHeadSize: maxHeaderBytes, maxChildNodes: maxNodes })
  addAbortSignal(signal, splitter)
  // Its errors are those of the iteration below.
  pipeline(Readable.from(source, { objectMode: false }), splitter, () => undefined)
  const chunks = splitter[Symbol.asyncIterator]()
  let next: MimeNode | undefined
  let isDone = false
  let preamble: Buffer = Buffer.alloc(0)
  /** Yields the bytes of a part, and stops before the next one. */
  async function* bytes(): AsyncGenerator<Uint8Array, void> {
    while (next === undefined && !isDone) {
      const { done = false, value } = await chunks.next()
      if (done) isDone = true
      else if (value.type === "node") next = value
      else if (value.type === "body") yield value.value
      else if (preamble.length < maxPreamble) preamble = Buffer.concat([preamble, value.value])
    }
  }
  let [leaves, nodes] = [0, 0]
  const childless = new Set<MimeNode>()
  try {
    for await (const _ of bytes());
    while (next !== undefined) {
      const node: MimeNode = next
      next = undefined
      if (++nodes > 2 * maxParts || !node.multipart && ++leaves > maxParts) throw new Unreadable("too many parts")
      const passing = bytes()
      if (!node.multipart) {
        const content = decodedContent(node, passing)
        yield partOf(node, content)
        content.destroy()
        await passing.return()
      } else if (ancestors(node).take(maxDepth).toArray().length === maxDepth) throw new Unreadable("too deep")
      else childless.add(node)
      if (node.parentNode !== false) childless.delete(node.parentNode)
      for await (const _ of bytes());
    }
    // No boundary ever came: the mail is the text that should have stood before it.
    if (nodes === 1 && childless.size > 0) yield { ...textPart, content: Readable.from([preamble]) }
    const outside = textOutside(preamble)
    if (childless.size === 0 && outside.length > maxOutside && !lostPart.test(outside)) {
      yield {
        ...textPart,
        isAttachment: true,
        isNamed: true,
        name: () => "outside.txt",
        content: Readable.from([preamble])
      }
    }
    if (childless.size > 0 || lostPart.test(outside) || preamble.length >= maxPreamble)
      throw new Unreadable("parts without their boundary, or behind their end")
  } catch (error) {
    throw error instanceof Error && "code" in error && error.code === "EMAXLEN" ? new Unreadable(error.message) : error
  } finally {
    splitter.destroy()
  }
}

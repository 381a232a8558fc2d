/** Yields the parts of a mail one after the other, as a stream (RFC 2046). */
import { type MimeNode, Splitter } from "@zone-eu/mailsplit"
import { addAbortSignal, pipeline, Readable } from "node:stream"
import { decodedContent } from "./Decoding.ts"
import { maxHeaderBytes } from "./Headers.ts"
import { sentName } from "./Names.ts"

/** Maximum parts of a mail, and their maximum nesting. */
const [maxParts, maxDepth] = [200, 50]

/** Maximum parts that the library parses ahead of reading. */
const maxNodes = 20_000

/** A part with content. The content is not decoded if its transfer encoding is unknown. */
export interface Part {
  /** The type in lower case, such as `text/plain`. */
  readonly type: string
  readonly charset: string | undefined
  readonly flowed: boolean
  readonly delSp: boolean
  /** Whether it has a name. */
  readonly isNamed: boolean
  /** Its name, in the character set of the mail's text; undefined if it has none. */
  readonly name: (charset: string | undefined) => string | undefined
  readonly isAttachment: boolean
  /** The Content-ID by which HTML refers to it; undefined if it has none. */
  readonly contentId: string | undefined
  /** The `multipart/alternative` that contains it, and of which one part is shown. */
  readonly alternative: object | undefined
  /** Can be read once, before the next part. */
  readonly content: AsyncIterable<Uint8Array>
}

/** Maximum bytes kept of a mail whose boundary is missing. */
const maxPreamble = 256 * 1024

/** A plain text part. */
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

/** Returns the type of a part, even from an incomplete or malformed header. */
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

/** The character set of a part, even if its semicolon is missing. */
const charsetOf = (node: MimeNode): string | undefined =>
  node.charset || (node.contentType === false ? undefined : /\scharset\s*=\s*"?([^\s"]+)/.exec(node.contentType)?.[1])

/** The mail is malformed, and cannot be read to its end. */
class Unreadable extends Error {}

/**
 * Maximum characters outside of the parts that are ignored: most programs write there that the mail is in MIME format.
 */
const maxOutside = 200

/** Returns the text outside of the parts, which programs without MIME show, and which broken programs write. */
const textOutside = (outside: Buffer): string =>
  outside.toString("latin1").replace(/^--.*$/gm, "").replace(/^.*(?:multi-?part|\bmime\b).*$/gim, "").trim()

/** A part header after the end of all parts. */
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
 * Yields the parts with content. An attached mail is one part, without its inner parts. Throws `Unreadable` if there
 * are too many parts, endless headers, or no parts in a multipart mail. Aborting the signal ends the iteration, and the
 * source.
 */
export async function* partsOf(source: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Part, void> {
  const splitter = new Splitter({ ignoreEmbedded: true, maxHeadSize: maxHeaderBytes, maxChildNodes: maxNodes })
  addAbortSignal(signal, splitter)
  // The iteration below reports its errors.
  pipeline(Readable.from(source, { objectMode: false }), splitter, () => undefined)
  const chunks = splitter[Symbol.asyncIterator]()
  let next: MimeNode | undefined
  let isDone = false
  // Joined at the end: they may be lines of a few bytes.
  const outer: Array<Uint8Array> = []
  let outerBytes = 0
  /** Yields the bytes of a part, and stops before the next one. */
  async function* bytes(): AsyncGenerator<Uint8Array, void> {
    while (next === undefined && !isDone) {
      const { done = false, value } = await chunks.next()
      if (done) isDone = true
      else if (value.type === "node") next = value
      else if (value.type === "body") yield value.value
      else if (outerBytes < maxPreamble) {
        outer.push(value.value)
        outerBytes += value.value.length
      }
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
    const preamble = Buffer.concat(outer)
    // There was no boundary at all, so the preamble is the mail's text.
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

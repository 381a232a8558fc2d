/** Decodes the content of parts as a stream (RFC 2045, section 6). */
import type { MimeNode } from "@zone-eu/mailsplit"
import { pipeline, Readable } from "node:stream"
import { beginning, decodedLine } from "./Uuencode.ts"

/** Minimum bytes of quoted-printable that are decoded at a time. */
const batchBytes = 64 * 1024

const LF = 0x0a
/** `=`, space, tab and carriage return, whose meaning depends on what follows. */
const open = new Set([0x3d, 0x20, 0x09, 0x0d])

type Encoding = "base64" | "quoted-printable" | "uuencode"

const encodings: Readonly<Record<string, Encoding>> = {
  base64: "base64",
  b64: "base64",
  quotedprintable: "quoted-printable",
  qp: "quoted-printable",
  uuencode: "uuencode",
  uuencoded: "uuencode",
  uue: "uuencode",
  uu: "uuencode"
}

const unencoded = new Set(["7bit", "8bit", "binary", "7", "8"])

/** Returns the distinct encodings in headers, even if they are misspelled; undefined stands for none. */
const encodingsOf = (lines: ReadonlyArray<string>): ReadonlyArray<Encoding | undefined> => {
  const words = lines.flatMap((line) => line.slice(line.indexOf(":") + 1).replace(/\([^()]*\)/g, " ").split(/[;,]/))
    .map((word) => word.toLowerCase().replace(/["'\s_-]/g, "").replace(/^x(?=[bqu])/, ""))
  return [...new Set(words.filter((word) => word in encodings || unencoded.has(word)).map((word) => encodings[word]))]
}

/**
 * Returns where bytes of quoted-printable can be split: after a line, or within a long line, where no sequence is open.
 */
const cutOf = (bytes: Uint8Array): number => {
  const line = bytes.lastIndexOf(LF) + 1
  if (line > 0) return line
  const escape = bytes.lastIndexOf(0x3d)
  let end = escape >= bytes.length - 2 ? Math.max(escape, 0) : bytes.length
  while (end > 0 && open.has(bytes[end - 1]!)) end--
  // A sequence that is open for this long is never closed.
  return end > bytes.length - batchBytes ? end : bytes.length
}

/** Yields bytes in batches that end where they can be split. */
async function* batches(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let rest: Uint8Array = new Uint8Array()
  let waiting: Array<Uint8Array> = []
  let length = 0
  for await (const chunk of chunks) {
    waiting.push(chunk)
    length += chunk.length
    if (length < batchBytes) continue
    const bytes = Buffer.concat([rest, ...waiting])
    const end = cutOf(bytes)
    yield bytes.subarray(0, end)
    rest = bytes.subarray(end)
    waiting = []
    length = 0
  }
  yield Buffer.concat([rest, ...waiting])
}

/** Uses a new decoder for each batch, because the library's decoder keeps all of its input in memory. */
async function* quotedPrintable(node: MimeNode, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  for await (const batch of batches(chunks)) {
    const decoder = node.getDecoder()
    decoder.end(batch)
    yield* decoder
  }
}

/** Decodes uuencode, between its first and last line if it has them. */
async function* uuencoded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let isOver = false
  for await (const batch of batches(chunks)) {
    const lines = Buffer.from(batch).toString("latin1").split(/\r?\n/)
    const decoded = lines.flatMap((line) => {
      isOver ||= line === "end"
      return isOver || line === "" || beginning.test(line) ? [] : [decodedLine(line)]
    })
    if (decoded.length > 0) yield Buffer.concat(decoded)
  }
}

/** Tells whether the beginning of bytes is pure base64. */
const isBase64 = (bytes: Uint8Array): boolean =>
  /^[\s]*(?:[A-Za-z\d+/]+={0,2}(?:\r?\n|$))+\s*$/.test(Buffer.from(bytes.subarray(0, 1024)).toString("latin1"))

async function* continued(
  first: IteratorResult<Uint8Array>,
  rest: AsyncIterator<Uint8Array>
): AsyncGenerator<Uint8Array, void> {
  for (let next = first; next.done !== true; next = await rest.next()) yield next.value
}

const decodedAs = (node: MimeNode, encoding: Encoding | undefined, chunks: AsyncIterable<Uint8Array>): Readable => {
  if (encoding === "uuencode") return Readable.from(uuencoded(chunks), { objectMode: false })
  node.encoding = encoding ?? "8bit"
  return encoding === "quoted-printable"
    ? Readable.from(quotedPrintable(node, chunks), { objectMode: false })
    : pipeline(Readable.from(chunks), node.getDecoder(), () => undefined)
}

/** Decodes a part with contradictory headers: as base64 if it looks like that. */
async function* contradictory(
  node: MimeNode,
  named: ReadonlyArray<Encoding | undefined>,
  chunks: AsyncIterable<Uint8Array>
): AsyncGenerator<Uint8Array, void> {
  const rest = chunks[Symbol.asyncIterator]()
  const first = await rest.next()
  const looks = first.done !== true && named.includes("base64") && isBase64(first.value)
  const encoding = looks ? "base64" : named.find((one) => one !== "base64" && one !== undefined)
  yield* decodedAs(node, encoding, continued(first, rest))
}

/** Returns the decoded content of a part. */
export const decodedContent = (node: MimeNode, chunks: AsyncIterable<Uint8Array>): Readable => {
  const named = encodingsOf(node.headers === false ? [] : node.headers.get("content-transfer-encoding"))
  return named.length > 1
    ? Readable.from(contradictory(node, named, chunks), { objectMode: false })
    : decodedAs(node, named[0], chunks)
}

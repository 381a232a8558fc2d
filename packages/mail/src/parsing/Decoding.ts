/** Decodes the content of parts as it passes (RFC 2045, section 6). */
import type { MimeNode } from "@zone-eu/mailsplit"
import { pipeline, Readable } from "node:stream"

/** The bytes of quoted-printable that are decoded at a time, at least. */
const batchBytes = 64 * 1024

const LF = 0x0a
/** `=`, space, tab and carriage return, which may belong to what follows. */
const open = new Set([0x3d, 0x20, 0x09, 0x0d])

/** Returns where bytes of quoted-printable can be cut: behind a line, or within a long one where nothing is open. */
const cutOf = (bytes: Uint8Array): number => {
  const line = bytes.lastIndexOf(LF) + 1
  if (line > 0) return line
  const escape = bytes.lastIndexOf(0x3d)
  let end = escape >= bytes.length - 2 ? Math.max(escape, 0) : bytes.length
  while (end > 0 && open.has(bytes[end - 1]!)) end--
  // What is open for so long is never closed.
  return end > bytes.length - batchBytes ? end : bytes.length
}

/** The library's decoder of quoted-printable keeps all of its input in memory: each batch gets one of its own. */
async function* quotedPrintable(node: MimeNode, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  async function* decoded(batch: Uint8Array): AsyncGenerator<Uint8Array, void> {
    const decoder = node.getDecoder()
    decoder.end(batch)
    yield* decoder
  }
  let rest: Uint8Array = new Uint8Array()
  let waiting: Array<Uint8Array> = []
  let length = 0
  for await (const chunk of chunks) {
    waiting.push(chunk)
    length += chunk.length
    if (length < batchBytes) continue
    const bytes = Buffer.concat([rest, ...waiting])
    const end = cutOf(bytes)
    yield* decoded(bytes.subarray(0, end))
    rest = bytes.subarray(end)
    waiting = []
    length = 0
  }
  yield* decoded(Buffer.concat([rest, ...waiting]))
}

/** Returns the decoded content of a part. */
export const decodedContent = (node: MimeNode, chunks: AsyncIterable<Uint8Array>): Readable =>
  node.encoding === "quoted-printable"
    ? Readable.from(quotedPrintable(node, chunks), { objectMode: false })
    : pipeline(Readable.from(chunks), node.getDecoder(), () => undefined)

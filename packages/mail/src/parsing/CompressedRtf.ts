/** RTF in Outlook's compression (MS-OXRTFCP, section 2.2). */

/** The initial content of the dictionary (section 2.2.2.1). */
const initial = Buffer.from(
  "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New Roman" +
    "Courier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx",
  "latin1"
)

/** Bytes of the dictionary, which is a ring buffer. */
const ringLength = 4096

const [headerLength, compressed, uncompressed] = [16, 0x75465a4c, 0x414c454d]

/** Returns the RTF, cut at `max` bytes; undefined if the bytes are not compressed RTF, or end early. */
export const decompressedRtf = (bytes: Uint8Array, max: number): Uint8Array | undefined => {
  if (bytes.length < headerLength) return undefined
  const header = new DataView(bytes.buffer, bytes.byteOffset, headerLength)
  const [rawSize, type] = [header.getUint32(4, true), header.getUint32(8, true)]
  const length = Math.min(rawSize, max)
  if (type === uncompressed)
    return bytes.length < headerLength + length
      ? undefined
      : bytes.subarray(headerLength, headerLength + length)
  if (type !== compressed) return undefined
  const ring = new Uint8Array(ringLength)
  ring.set(initial)
  // Two bytes produce at most 17, so the size in the header cannot claim more memory than that.
  const output = new Uint8Array(Math.min(length, 9 * bytes.length))
  let [at, to, written] = [headerLength, initial.length, 0]
  const put = (byte: number) => {
    ring[to] = byte
    to = (to + 1) % ringLength
    output[written++] = byte
  }
  while (written < output.length) {
    const control = bytes[at++]
    for (let bit = 0; bit < 8 && written < output.length; bit++) {
      const [first, second] = [bytes[at], bytes[at + 1]]
      if (control === undefined || first === undefined) return undefined
      if ((control >> bit & 1) === 0) {
        put(first)
        at++
        continue
      }
      if (second === undefined) return undefined
      const from = first << 4 | second >> 4
      if (from === to) return output.subarray(0, written)
      for (let next = 0; next < (second & 15) + 2 && written < output.length; next++)
        put(ring[(from + next) % ringLength]!)
      at += 2
    }
  }
  return output
}

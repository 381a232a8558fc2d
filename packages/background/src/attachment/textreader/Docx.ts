/** The text of a DOCX, by mammoth, which gets the parts that text can be in. */
import { unzipSync, zipSync } from "fflate"
import mammoth from "mammoth"

/** Bounds the bytes of the parts together, unpacked. A résumé has a few hundred kilobytes. */
export const maxUnpackedBytes = 32 * 1024 * 1024

/** The parts unpack to more than `maxUnpackedBytes`. */
class UnpackedTooLarge extends Error {
  override readonly name = "UnpackedTooLarge"
}

/** Returns the parts that are XML, without images and fonts. No part unpacks to more than its entry says. */
const partsOf = (content: Uint8Array): Record<string, Uint8Array> => {
  let bytes = 0
  return unzipSync(content, {
    filter: ({ name, originalSize }) => {
      if (!/\.(?:xml|rels)$/.test(name)) return false
      bytes += originalSize
      if (bytes > maxUnpackedBytes) throw new UnpackedTooLarge()
      return true
    }
  })
}

/** Returns the text of the document, its notes and its text boxes. Headers and footers are left out. */
export const textOf = async (content: Uint8Array): Promise<string> => {
  const buffer = Buffer.from(zipSync(partsOf(content), { level: 0 }))
  return (await mammoth.extractRawText({ buffer })).value
}

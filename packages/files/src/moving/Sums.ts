/** The checksums of a file while it is read, to compare with the manifest. */
import type { Listed } from "./Manifest.ts"
import type { Problems } from "./Problems.ts"

/** Collects the checksums of a file. */
export const make = () => {
  const hash = new Bun.CryptoHasher("sha256")
  let [rows, bytes] = [0, 0]
  return {
    seen: (chunk: Uint8Array): void => {
      hash.update(chunk)
      bytes += chunk.byteLength
    },
    read: (more: number): void => void (rows += more),
    /** Reports differences between the file and the manifest. Has to be called once, at the end. */
    compare: (listed: Listed, problems: Problems): void => {
      const wrong = rows !== listed.rows
        ? `it has ${rows} rows, and the manifest says ${listed.rows}`
        : bytes !== listed.bytes || hash.digest("hex") !== listed.sha256
        ? "its bytes are others"
        : undefined
      if (wrong !== undefined)
        problems.add({
          file: listed.file,
          line: null,
          path: [],
          message: `It is not the file of the manifest: ${wrong}`
        })
    }
  }
}

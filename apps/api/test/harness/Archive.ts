/** Reads the files in an export of an organization. */
import { BlobReader, Uint8ArrayWriter, ZipReader } from "@zip.js/zip.js"
import type { TestServer } from "./TestServer.ts"

/** Requests an export with a key. */
export const askForExport = ({ origin }: TestServer, key: string, query = ""): Promise<Response> =>
  fetch(`${origin}/api/v1/organization/export${query}`, { headers: { authorization: `Bearer ${key}` } })

/** Returns the files of an archive by path. Fails if a checksum is wrong, or the archive is truncated. */
export const unpacked = async (answer: Response): Promise<ReadonlyMap<string, Buffer>> => {
  const entries = await new ZipReader(new BlobReader(await answer.blob())).getEntries()
  const files = entries.flatMap((entry) => entry.directory ? [] : [entry])
  return new Map(
    await Promise.all(
      files.map(async (entry) =>
        [entry.filename, Buffer.from(await entry.getData(new Uint8ArrayWriter(), { checkSignature: true }))] as const
      )
    )
  )
}

/** Returns all rows as text. */
export const rowsIn = (files: ReadonlyMap<string, Buffer>): string =>
  [...files].filter(([path]) => path.endsWith(".ndjson")).map(([, bytes]) => bytes.toString()).join("")

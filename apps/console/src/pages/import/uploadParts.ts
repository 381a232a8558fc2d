/** Uploads the archive of an organization in parts, and resumes after an interruption. */
import type { Import } from "@candor/client"
import { candor } from "../../api/Client.ts"

/** The archives to upload, by import id; a reload forgets them. */
const held = new Map<string, File>()

/** Returns whether a file is an organization's archive. */
export const isArchive = ({ name }: File): boolean => /\.zip$/i.test(name)

/** Creates the import of an archive; its page then uploads the file. Returns the import's id. */
export const beginUpload = async (file: File): Promise<string> => {
  const { import: { id } } = await candor.imports.begin({ file_name: file.name, size_bytes: file.size })
  held.set(id, file)
  return id
}

/** Returns the archive of an import, if this page has it. */
export const heldFile = (id: string): File | undefined => held.get(id)

/** Returns whether a file may be the one whose upload was interrupted. */
export const isSameFile = ({ file_name, size_bytes }: Import, { name, size }: File): boolean =>
  name === file_name && size === size_bytes

const digestOf = async (part: Blob): Promise<string | undefined> => {
  // Browsers compute digests only on pages that were loaded over TLS or from this machine. Without a digest nothing is
  // lost: sending a part again changes nothing.
  if (!isSecureContext) return undefined
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await part.arrayBuffer()))
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("")
}

/** Uploads the missing parts one by one; calls `tell` with the import after each. */
export const uploadArchive = async (
  { id, part_bytes }: Import,
  file: File,
  tell: (changed: Import) => void,
  signal: AbortSignal
): Promise<void> => {
  held.set(id, file)
  const size = part_bytes ?? file.size
  const { parts } = await candor.imports.parts(id, { signal })
  const arrived = new Map(parts.map(({ number, sha256 }) => [number, sha256]))
  for (let number = 1; (number - 1) * size < file.size; number++) {
    const part = file.slice((number - 1) * size, number * size)
    const known = arrived.get(number)
    if (known !== undefined && known === await digestOf(part)) continue
    signal.throwIfAborted()
    tell((await candor.imports.part(id, { number: String(number), file: part }, { signal })).import)
  }
  held.delete(id)
}

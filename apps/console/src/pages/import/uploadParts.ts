/** Uploads the archive of an organization in parts; what arrived before an interruption is not sent again. */
import type { Import } from "@candor/client"
import { candor } from "../../api/Client.ts"

/** Archives that this page is to upload, by their imports: a reload forgets them. */
const held = new Map<string, File>()

/** Whether a file is the archive of an organization. */
export const isArchive = ({ name }: File): boolean => /\.zip$/i.test(name)

/** Begins the import of an archive, which its page uploads. Returns its id. */
export const beginUpload = async (file: File): Promise<string> => {
  const { import: { id } } = await candor.imports.begin({ file_name: file.name, size_bytes: file.size })
  held.set(id, file)
  return id
}

/** The archive of an import, if this page has it. */
export const heldFile = (id: string): File | undefined => held.get(id)

/** Whether a file may be the one whose upload was interrupted. */
export const isSameFile = ({ file_name, size_bytes }: Import, { name, size }: File): boolean =>
  name === file_name && size === size_bytes

const digestOf = async (part: Blob): Promise<string | undefined> => {
  // Only pages that came encrypted, or from this machine, can compute one. What is sent again changes nothing.
  if (!isSecureContext) return undefined
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await part.arrayBuffer()))
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("")
}

/** Sends the parts that have not arrived, one after the other; `tell` gets the import after each. */
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

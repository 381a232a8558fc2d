/** The header `Content-Disposition` of a download (RFC 6266). */
import { type ContentType, endings } from "@candor/domain/attachment/FileKinds"
import { isRunning } from "@candor/files/content/DangerousFiles"

/** Keeps the characters of a quoted-string that every client reads alike: no quotes, backslashes and percent signs. */
const fallback = (name: string): string =>
  name.normalize("NFKD").replaceAll(/[^ !#$&'()+,\-.0-9;=@A-Z[\]^_`a-z{}~]/g, "_")

/** Percent-encodes all characters that are not `attr-char` (RFC 8187, section 3.2.1). */
export const extended = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * Returns a name that no system takes for a device, a hidden file, a folder or a program: programs that save a file by
 * this header may not check. A name of a program gets the ending of the content's type.
 */
const safe = (name: string, type: ContentType): string => {
  const shown = /^(?:\.|(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³])(?:\.|$))/i.test(name) ? `_${name}` : name
  return isRunning(shown) ? `${shown}.${endings[type]}` : shown
}

/** Makes a browser save the response under this name, which has to be safe. */
export const named = (name: string): string =>
  `attachment; filename="${fallback(name)}"; filename*=UTF-8''${extended(name)}`

/** Makes a browser save the content of this type under a safe form of this name. */
export const attachmentNamed = (name: string, type: ContentType): string => named(safe(name, type))

/** The header `Content-Disposition` of a download (RFC 6266). */
import { type ContentType, endings } from "@candor/domain/attachment/FileKinds"
import { isRunning } from "@candor/files/content/DangerousFiles"

/** Characters of a quoted-string that every client reads alike: no quotes, backslashes and percent signs. */
const fallback = (name: string): string =>
  name.normalize("NFKD").replaceAll(/[^ !#$&'()+,\-.0-9;=@A-Z[\]^_`a-z{}~]/g, "_")

/** Percent-encodes all but the characters of `attr-char` (RFC 8187, section 3.2.1). */
export const extended = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * A name that no system takes for a device, a hidden file, a folder or a program, as programs that save it by this
 * header may not look for. One that a system would run gets the ending of its kind.
 */
const safe = (name: string, type: ContentType): string => {
  const shown = /^(?:\.|(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³])(?:\.|$))/i.test(name) ? `_${name}` : name
  return isRunning(shown) ? `${shown}.${endings[type]}` : shown
}

/** Has a browser save what is sent under this name, which no system runs. */
export const named = (name: string): string =>
  `attachment; filename="${fallback(name)}"; filename*=UTF-8''${extended(name)}`

/** Has a browser save the content of this type under this name. */
export const attachmentNamed = (name: string, type: ContentType): string => named(safe(name, type))

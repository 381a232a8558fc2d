/** The header `Content-Disposition` of a download (RFC 6266). */

/** Characters of a quoted-string that every client reads alike: no quotes, backslashes and percent signs. */
const fallback = (name: string): string => name.normalize("NFKD").replaceAll(/[^ !#$&'()+,\-.0-9;=@A-Z[\]^_`a-z{}~]/g, "_")

/** Percent-encodes all but the characters of `attr-char` (RFC 8187, section 3.2.1). */
export const extended = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

/** A name that no system takes for a device, a hidden file or a folder, as programs that save it by this header may not look for. */
const safe = (name: string): string =>
  /^(?:\.|(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³])(?:\.|$))/i.test(name) ? `_${name}` : name

/** Has a browser save the content under this name. */
export const attachmentNamed = (name: string): string =>
  `attachment; filename="${fallback(safe(name))}"; filename*=UTF-8''${extended(safe(name))}`

/**
 * Files that lead to a document and are none: of Google Drive, of browsers and desktops, and those whose content is in
 * a cloud.
 */

/** Bounds the files that can be one, in bytes. */
const maxLinkBytes = 8192

const texts = [
  // Of Windows, and of Linux (Desktop Entry Specification, section 6): other entries start programs.
  /^\s*(?:\[[^\]\n]*\][^[]*)*?\[InternetShortcut\]/i,
  /^\s*\[Desktop Entry\][^]*^(?:Type\s*=\s*Link|URL(?:\[[^\]]*\])?\s*=)/im,
  // Of macOS: a property list with an address and nothing else.
  /^(?:\s|<\?xml[^>]*>|<!doctype plist[^>]*>|<!--(?:(?!-->)[^])*-->)*<plist[^>]*>\s*<dict>\s*<key>URL<\/key>\s*<string>[^<]*<\/string>\s*<\/dict>/i
]

/** Documents of Google Drive that are no files: their address, or their id. */
const isOfDrive = (text: string, name: string): boolean =>
  /^\s*\{/.test(text) &&
  (/"doc_id"\s*:|"url"\s*:\s*"https:\/\/(?:docs|drive)\.google\.com\//.test(text) ||
    /\.g(?:doc|sheet|slides|draw|form|note|site|link)$/i.test(name))

/** Binary property lists of macOS with an address, or with the name of a file that is in iCloud; and aliases. */
const isBinary = (latin1: string): boolean =>
  latin1.startsWith("bplist0") && /\xd1..SURL|NSURLNameKey/.test(latin1) || /^book\0{4}mark/.test(latin1)

/** Whether a content of so many bytes is a link, by its begin as text and in Latin-1, and its name. */
export const isLink = (begin: string, latin1: string, bytes: number, name: string): boolean =>
  bytes <= maxLinkBytes && (texts.some((pattern) => pattern.test(begin)) || isOfDrive(begin, name) || isBinary(latin1))

/** What is told of a link. */
export const linkTitle = "a link to a document, not the document itself: download it as PDF, and send that file"

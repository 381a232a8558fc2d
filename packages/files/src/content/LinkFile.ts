/**
 * Files that are links to a document, not documents: of Google Drive, browsers and desktops, and placeholders of cloud
 * files.
 */

/** The most bytes of a file that may be a link. */
const maxLinkBytes = 8192

const texts = [
  // Windows and Linux (Desktop Entry Specification, section 6). Other desktop entries start programs.
  /^\s*(?:\[[^\]\n]*\][^[]*)*?\[InternetShortcut\]/i,
  /^\s*\[Desktop Entry\][^]*^(?:Type\s*=\s*Link|URL(?:\[[^\]]*\])?\s*=)/im,
  // macOS: a property list with an address only.
  /^(?:\s|<\?xml[^>]*>|<!doctype plist[^>]*>|<!--(?:(?!-->)[^])*-->)*<plist[^>]*>\s*<dict>\s*<key>URL<\/key>\s*<string>[^<]*<\/string>\s*<\/dict>/i
]

/** Tells whether a file is a link to a Google Drive document: its address, or its id. */
const isOfDrive = (text: string, name: string): boolean =>
  /^\s*\{/.test(text) &&
  (/"doc_id"\s*:|"url"\s*:\s*"https:\/\/(?:docs|drive)\.google\.com\//.test(text) ||
    /\.g(?:doc|sheet|slides|draw|form|note|site|link)$/i.test(name))

/**
 * Tells whether a file is a binary property list of macOS with an address or the name of a file in iCloud, or an alias.
 */
const isBinary = (latin1: string): boolean =>
  latin1.startsWith("bplist0") && /\xd1..SURL|NSURLNameKey/.test(latin1) || /^book\0{4}mark/.test(latin1)

/** Tells whether a content of this size is a link, by its beginning (as text and in Latin-1) and its name. */
export const isLink = (begin: string, latin1: string, bytes: number, name: string): boolean =>
  bytes <= maxLinkBytes && (texts.some((pattern) => pattern.test(begin)) || isOfDrive(begin, name) || isBinary(latin1))

/** The description of a link in messages. */
export const linkTitle = "a link to a document, not the document itself: download it as PDF, and send that file"

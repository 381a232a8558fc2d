/** File names as their senders give them. A name is only shown: contents are not stored under it. */

/** The most code points of a name. */
export const nameLength = 200

/** The most code points of the extension that a shortened name keeps, with its dot. */
const endingLength = 20

/** The name of a file that was sent without one, or with an invisible one. */
export const unnamed = "file"

/** White space, which becomes a space; in a header a line break is white space too. */
const space = /[\s\u0085]+/g

/**
 * Controls and invisible characters: direction controls, zero-width spaces, soft hyphens. Joiners stay, which Persian
 * words and emoji need, and so do variation selectors.
 */
const invisible = /[[\p{Cc}\p{Default_Ignorable_Code_Point}]--[\p{Join_Control}\p{Variation_Selector}]]/gv

/** Escapes in a quoted-string (RFC 2045, section 5.1). */
const escaped = /\\(["\\])/g

/** Tells whether a name is a Windows path, as old browsers sent it. */
const isPath = (name: string): boolean => /^(?:[a-z]:)?\\/i.test(name) || name.includes("..\\")

/**
 * Unescapes a quoted-string, and removes the folders before the name (RFC 7578, section 4.2). A backslash that does not
 * escape anything is a separator: browsers do not escape it.
 */
const withoutFolders = (name: string): string => {
  const read = name.replace(escaped, "$1")
  const separators = read === name || isPath(read) ? /[/\\]/ : /\//
  return read.split(separators).at(-1)!
}

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

/** Decodes an encoded word (RFC 2047); undefined if its charset is unknown or its text malformed. */
const decodedWord = (charset: string, encoding: string, text: string): string | undefined => {
  try {
    const binary = encoding.toUpperCase() === "B"
      ? atob(text)
      : text.replaceAll("_", " ").replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    return new TextDecoder(charset.replace(/\*.*/, ""), { fatal: true }).decode(bytesOf(binary))
  } catch {
    return undefined
  }
}

/** Decodes the encoded words of a name. White space between them is dropped (section 6.2). */
const withWords = (name: string): string =>
  name.replace(/(\?=)\s+(?==\?)/g, "$1").replace(
    /=\?([\w*:.-]+)\?([bq])\?([^?]*)\?=/gi,
    (word, charset: string, encoding: string, text: string) => decodedWord(charset, encoding, text) ?? word
  )

/** Shortens a name, and keeps its extension. */
const shortened = (name: string): string => {
  const characters = [...name]
  if (characters.length <= nameLength) return name
  const dot = characters.lastIndexOf(".")
  const ending = dot > 0 && characters.length - dot <= endingLength ? characters.slice(dot) : []
  return characters.slice(0, nameLength - ending.length).join("").trimEnd() + ending.join("")
}

/**
 * Returns a name of one line, as its sender meant it, from a `filename` parameter (RFC 7578) or `filename*` (RFC 8187).
 * Browsers escape quotes and line breaks as in WHATWG HTML ("multipart/form-data").
 */
export const fileName = (sent: string): string => {
  const read = sent.toWellFormed().replaceAll("%22", "\"").replaceAll(/%0[ad]/gi, " ")
  const name = withoutFolders(withWords(read)).replace(space, " ").replace(invisible, "").trim()
  return /^[.\s\p{Default_Ignorable_Code_Point}]*$/u.test(name) ? unnamed : shortened(name)
}

/** Names of files, as their senders call them. A name is text to show: nothing is stored under it. */

/** Bounds a name, in code points. */
export const nameLength = 200

/** Bounds the ending that a shortened name keeps, with its dot. */
const endingLength = 20

/** The name of a file whose sender gave none, or one without anything to see. */
export const unnamed = "file"

/** White space of any kind becomes a space; a line break in a header is one too. */
const space = /[\s\u0085]+/g

/**
 * Controls, and what nobody sees: marks that turn the direction of the text after them, spaces of no width, soft
 * hyphens. Joiners stay, by which Persian words and emoji are written, and so do selectors of variants.
 */
const invisible = /[[\p{Cc}\p{Default_Ignorable_Code_Point}]--[\p{Join_Control}\p{Variation_Selector}]]/gv

/** Escapes of a quoted-string (RFC 2045, section 5.1). */
const escaped = /\\(["\\])/g

/** A path of Windows, whole as browsers once sent it. */
const isPath = (name: string): boolean => /^(?:[a-z]:)?\\/i.test(name) || name.includes("..\\")

/**
 * Reads the escapes of a quoted-string, and drops the folders before a name (RFC 7578, section 4.2). A backslash that
 * escapes nothing is a separator: browsers escape none.
 */
const withoutFolders = (name: string): string => {
  const read = name.replace(escaped, "$1")
  const separators = read === name || isPath(read) ? /[/\\]/ : /\//
  return read.split(separators).at(-1)!
}

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

/**
 * Decodes one word as mailers write names (RFC 2047); undefined where its character set is unknown or its text
 * malformed.
 */
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

/** Decodes words, between which white space has no meaning (section 6.2). */
const withWords = (name: string): string =>
  name.replace(/(\?=)\s+(?==\?)/g, "$1").replace(
    /=\?([\w*:.-]+)\?([bq])\?([^?]*)\?=/gi,
    (word, charset: string, encoding: string, text: string) => decodedWord(charset, encoding, text) ?? word
  )

/** Shortens a name, and keeps its ending. */
const shortened = (name: string): string => {
  const characters = [...name]
  if (characters.length <= nameLength) return name
  const dot = characters.lastIndexOf(".")
  const ending = dot > 0 && characters.length - dot <= endingLength ? characters.slice(dot) : []
  return characters.slice(0, nameLength - ending.length).join("").trimEnd() + ending.join("")
}

/**
 * Returns a name of one line, as its sender meant it, from the value of a form's `filename` (RFC 7578) or `filename*`
 * (RFC 8187). Browsers write quotes and line breaks as WHATWG HTML says ("multipart/form-data").
 */
export const fileName = (sent: string): string => {
  const read = sent.toWellFormed().replaceAll("%22", "\"").replaceAll(/%0[ad]/gi, " ")
  const name = withoutFolders(withWords(read)).replace(space, " ").replace(invisible, "").trim()
  return /^[.\s\p{Default_Ignorable_Code_Point}]*$/u.test(name) ? unnamed : shortened(name)
}

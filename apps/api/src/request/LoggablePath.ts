/** Paths for log lines, without anything that could be a key. */

const afterPath = /[?;#].*/s
const keys = /candor_\w+/gi

/** Maximum rounds of decoding: one more than any client's rounds of encoding. */
const maxDecodings = 5

const character = (hexadecimal: string) => String.fromCharCode(Number.parseInt(hexadecimal, 16))

/** Undoes percent-encoding, byte by byte (`%5F`), and its older form (`%u005F`). */
const decodedOnce = (text: string): string =>
  text.replace(
    /%u([0-9a-f]{4})|%([0-9a-f]{2})/gi,
    (_, unit: string | undefined, byte: string) => character(unit ?? byte)
  )

/** Decodes a path until nothing changes; undefined if that takes too many rounds. */
const decoded = (path: string): string | undefined => {
  let text = path
  for (let n = 0; n < maxDecodings; n++) {
    const next = decodedOnce(text)
    if (next === text) return text
    text = next
  }
  return undefined
}

/** Percent-encodes control characters and lone surrogates. */
const visible = (text: string) =>
  text.replace(/[^\x20-\x7e]/g, (character) => encodeURIComponent(character.toWellFormed()))

/** Returns the path of a URL. If it contains a key, however encoded, returns it decoded and without the key. */
export const loggablePath = (url: string): string => {
  const path = url.replace(afterPath, "")
  const text = path.includes("%") ? decoded(path) : path
  if (text === undefined) return "…"
  return text.search(keys) === -1 ? path : visible(text).replace(keys, "candor_…")
}

/** Paths as log lines show them: without anything that could be a key. */

const afterPath = /[?;#].*/s
const keys = /candor_\w+/gi

/** Most times that a path is decoded: once more than any client encodes it. */
const maxDecodings = 5

const character = (hexadecimal: string) => String.fromCharCode(Number.parseInt(hexadecimal, 16))

/** Undoes percent-encoding, byte by byte (`%5F`), and the older form of it (`%u005F`). */
const decodedOnce = (text: string): string =>
  text.replace(
    /%u([0-9a-f]{4})|%([0-9a-f]{2})/gi,
    (_, unit: string | undefined, byte: string) => character(unit ?? byte)
  )

/** A path with its percent-encoding undone as often as it was done; `undefined` where that does not end. */
const decoded = (path: string): string | undefined => {
  let text = path
  for (let n = 0; n < maxDecodings; n++) {
    const next = decodedOnce(text)
    if (next === text) return text
    text = next
  }
  return undefined
}

/** Writes a control character or a lone surrogate as it would stand in a URL. */
const visible = (text: string) =>
  text.replace(/[^\x20-\x7e]/g, (character) => encodeURIComponent(character.toWellFormed()))

/** The path of a URL. Where it has a key in it, however encoded, it is shown decoded and without the key. */
export const loggablePath = (url: string): string => {
  const path = url.replace(afterPath, "")
  const text = path.includes("%") ? decoded(path) : path
  if (text === undefined) return "…"
  return text.search(keys) === -1 ? path : visible(text).replace(keys, "candor_…")
}

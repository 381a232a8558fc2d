/**
 * Seven-bit character sets that occur in old mails, but that web decoders do not support: UTF-7, ISO-2022-KR and HZ.
 */

const [SO, SI] = [0x0e, 0x0f]

/** Decodes UTF-7 (RFC 2152). In HTML, encoded characters do not become markup. */
const utf7 = (text: string, isHtml: boolean): string =>
  text.replace(/\+([A-Za-z\d+/]*)-?/g, (shifted, base64: string) => {
    if (base64 === "") return shifted === "+-" ? "+" : shifted
    const bytes = Buffer.from(base64, "base64")
    const decoded = bytes.subarray(0, bytes.length & ~1).swap16().toString("utf16le")
    return isHtml && /[<>&"']/.test(decoded) ? shifted : decoded
  })

/** Decodes ISO-2022-KR (RFC 1557): bytes between SO and SI are EUC-KR without the high bit. */
const iso2022kr = (bytes: Uint8Array): string => {
  let isShifted = false
  const read = bytes.map((byte) => {
    if (byte === SO || byte === SI) isShifted = byte === SO
    return isShifted && byte > 0x20 && byte < 0x7f ? byte | 0x80 : byte
  })
  const text = new TextDecoder("euc-kr").decode(read)
  return ["\u001b$)C", "\u000e", "\u000f"].reduce((before, mark) => before.replaceAll(mark, ""), text)
}

/** Decodes HZ (RFC 1843): bytes between `~{` and `~}` are GB 2312 without the high bit. */
const hz = (text: string): string =>
  text.replace(
    /~(?:\{([^~\n]*)(?:~\}|(?=\n|$))|(~)|\r?\n)/g,
    (_, shifted: string | undefined, tilde: string | undefined) =>
      shifted === undefined
        ? tilde ?? ""
        : new TextDecoder("gbk").decode(Uint8Array.from(shifted, (letter) => letter.charCodeAt(0) | 0x80))
  )

const decoders: Readonly<Record<string, (bytes: Uint8Array, isHtml: boolean) => string>> = {
  "utf-7": (bytes, isHtml) => utf7(Buffer.from(bytes).toString("latin1"), isHtml),
  "unicode-1-1-utf-7": (bytes, isHtml) => utf7(Buffer.from(bytes).toString("latin1"), isHtml),
  "iso-2022-kr": iso2022kr,
  "csiso2022kr": iso2022kr,
  "hz-gb-2312": (bytes) => hz(Buffer.from(bytes).toString("latin1")),
  "hz": (bytes) => hz(Buffer.from(bytes).toString("latin1"))
}

/** Decodes bytes in one of these character sets; undefined for others. */
export const decodedOld = (bytes: Uint8Array, charset: string | undefined, isHtml = false): string | undefined => {
  const name = (charset ?? "").trim().toLowerCase().replace(/^utf7$/, "utf-7")
  const named = decoders[name]
  if (named !== undefined) return named(bytes, isHtml)
  // If the mail names no character set, ISO-2022-KR is recognized by its announcing escape sequence.
  return /^(?:|us-ascii)$/.test(name) && Buffer.from(bytes.subarray(0, 1024)).includes("\u001b$)C")
    ? iso2022kr(bytes)
    : undefined
}

const word = /=\?([\w:.-]{1,40})(?:\*[\w-]*)?\?([bq])\?([^?]*)\?=/gi

const bytesOfWord = (encoding: string, text: string): Buffer =>
  encoding.toLowerCase() === "b"
    ? Buffer.from(text, "base64")
    : Buffer.from(
      text.replaceAll("_", " ").replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
      "latin1"
    )

/** Converts encoded words (RFC 2047) in these character sets to UTF-8, which the library reads. */
export const withKnownWords = (value: string): string =>
  value.replace(word, (whole, charset: string, encoding: string, text: string) => {
    const decoded = decodedOld(bytesOfWord(encoding, text), charset)
    return decoded === undefined ? whole : `=?utf-8?B?${Buffer.from(decoded).toString("base64")}?=`
  })

/** Decodes encoded words of ASCII in headers that should have none, such as encoded Message-IDs. */
export const withoutWords = (value: string): string =>
  value.includes("=?")
    ? value.replace(/(\?=)\s+(?==\?)/g, "$1").replace(word, (_, __: string, encoding: string, text: string) =>
      bytesOfWord(encoding, text).toString("latin1"))
    : value

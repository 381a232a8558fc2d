/** Reads the headers of a mail leniently from their bytes. */
import { simpleParser } from "mailparser"
import { decodedHeader } from "./Charset.ts"
import { withKnownWords } from "./OldCharsets.ts"

/** Maximum bytes of all headers. */
export const maxHeaderBytes = 1024 ** 2

/** Maximum bytes of one header. */
const maxHeaderLength = 128 * 1024

/** Maximum headers of one name, and their length, from which addresses are read: that takes quadratic time. */
const [maxReadOfName, maxReadLength] = [4, 32 * 1024]

/**
 * The first headers of each name, unfolded, with bytes as Latin-1. There are few names, however many headers a mail
 * has.
 */
export type Headers = ReadonlyMap<string, ReadonlyArray<string>>

/** Maximum headers of one name, and maximum names. */
const [maxOfName, maxNames] = [20, 500]

const field = /^([!-9;-~]+)[ \t]*:/

/** Parses a block of headers (RFC 5322, section 2.2). Invalid lines are skipped. */
export const headersOf = (block: Uint8Array): Headers => {
  const headers = new Map<string, Array<string>>()
  let last: Array<string> | undefined
  for (const line of Buffer.from(block).toString("latin1").split(/\r\n|\n|\r/)) {
    if (/^[ \t]/.test(line)) {
      if (last !== undefined && last.length > 0 && last.at(-1)!.length < maxHeaderLength)
        last[last.length - 1] += line.slice(0, maxHeaderLength)
      continue
    }
    const name = field.exec(line.slice(0, 200))?.[1]?.toLowerCase()
    if (name === undefined || !headers.has(name) && headers.size >= maxNames) {
      last = undefined
      continue
    }
    last = headers.get(name) ?? []
    headers.set(name, last)
    const value = line.slice(line.indexOf(":") + 1, maxHeaderLength)
    if (last.length < maxOfName) last.push(value)
    else last = undefined
  }
  return headers
}

/** Returns the first header of a name, trimmed; empty if there is none. */
export const header = (headers: Headers, name: string): string => (headers.get(name)?.[0] ?? "").trim()

/** Returns the first word of a header in lower case, without parameters and comments. */
export const keyword = (headers: Headers, name: string): string =>
  header(headers, name).replace(/\([^()]*\)/g, " ").split(";")[0]!.trim().toLowerCase()

/** Returns a parameter of a header in lower case; empty if there is none. */
export const parameter = (headers: Headers, name: string, of: string): string =>
  new RegExp(`;\\s*${of}\\s*=\\s*(?:"([^"]*)"|([^\\s;]+))`, "i").exec(header(headers, name))?.slice(1).find((value) =>
    value !== undefined
  )?.toLowerCase() ?? ""

export interface Address {
  readonly name: string
  readonly address: string
}

/** Decoded headers for people. */
interface ReadableHeaders {
  readonly subject: string
  readonly addresses: (name: AddressHeader) => ReadonlyArray<Address>
}

const addressed = ["from", "sender", "to", "cc", "reply-to", "x-original-from", "x-original-sender"] as const
export type AddressHeader = (typeof addressed)[number]

const aliases: Readonly<Record<string, string>> = { "x-original-from": "bcc", "x-original-sender": "delivered-to" }

/** Tells whether a header has non-ASCII bytes, or escape sequences of ISO-2022-JP. */
const isRaw = (value: string): boolean => value.includes("\u001b") || /\P{ASCII}/u.test(value)

/** An encoded word with unescaped bytes, as some programs write them. */
const rawWord = /=\?[^?\s]{1,100}\?q\?[^?]*\?=/gi
const escapedWord = (word: string): string =>
  word.replace(/[\u0080-\u00ff]/g, (byte) => `=${byte.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * Decodes encoded words and addresses (RFC 2047, RFC 5322). Raw bytes are decoded in the character set of the mail's
 * text.
 */
export const readHeaders = async (headers: Headers, charset: string | undefined): Promise<ReadableHeaders> => {
  const lines = ["subject", ...addressed].flatMap((name) =>
    (headers.get(name) ?? []).slice(0, maxReadOfName).map((whole) => {
      const value = whole.slice(0, maxReadLength).replace(rawWord, escapedWord).replace(
        /=\?[^?\s]{1,100}\?[bq]\?[^?]*\?=/gi,
        withKnownWords
      )
      const text = isRaw(value) ? decodedHeader(Buffer.from(value, "latin1"), charset) : value
      // The library parses addresses only in headers whose names it knows.
      return `${aliases[name] ?? name}: ${text.replace(/\p{Cc}/gu, " ").trim()}`
    })
  )
  const read = await simpleParser(Buffer.from(`${lines.join("\r\n")}\r\n\r\n`))
  const addresses = (name: AddressHeader): ReadonlyArray<Address> => {
    const found = read.headers.get(aliases[name] ?? name)
    return [found ?? []].flat().flatMap((entry) =>
      typeof entry === "object" && "value" in entry && Array.isArray(entry.value) ? entry.value : []
    )
      .flatMap((entry) => entry.group ?? [entry])
      .map((entry) => ({ name: entry.name ?? "", address: entry.address ?? "" }))
      .filter((entry) => entry.name !== "" || entry.address !== "")
  }
  return { subject: read.subject ?? "", addresses }
}

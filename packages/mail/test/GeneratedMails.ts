/** Random mails, in all forms that mail programs produce, and in some that none produces. */
import { createHash } from "node:crypto"

export interface GeneratedMail {
  readonly bytes: Buffer
  /** A word from each text and file, none of which may be lost. */
  readonly words: ReadonlyArray<string>
}

/** Returns pseudorandom numbers from 0 to 1 for a seed (mulberry32). */
const numbers = (seed: number) => {
  let state = seed
  return () => {
    state = state + 0x6d2b79f5 | 0
    let mixed = Math.imul(state ^ state >>> 15, 1 | state)
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed
    return ((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32
  }
}

const quoted = (text: string) =>
  Buffer.from(text).toString("latin1").replace(
    /[=\u0080-\u00ff]/g,
    (byte) => `=${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`
  )

/** Content encodings, each with its headers. */
const encodings: ReadonlyArray<readonly [headers: ReadonlyArray<string>, encode: (text: string) => string]> = [
  [[], (text) => text],
  [["7bit"], (text) => text],
  [["8BIT;"], (text) => text],
  [["x-unknown"], (text) => text],
  [["base64"], (text) => Buffer.from(text).toString("base64")],
  [["base64;"], (text) => Buffer.from(text).toString("base64")],
  [["x-base64"], (text) => Buffer.from(text).toString("base64")],
  [["7bit", "base-64"], (text) => Buffer.from(text).toString("base64")],
  [["quoted-printable"], quoted],
  [["quoted_printable;"], quoted]
]

const types = [
  "text/plain",
  "text/plain; charset=utf-8",
  "text/plain; format=flowed",
  "text",
  "TEXT/HTML",
  "text/html; charset=\"utf-8\"",
  "text/enriched",
  "text/x-nobody",
  "text/calendar; method=REPLY",
  "text/csv",
  "application/pdf",
  "application/octet-stream; name=\"a b.bin\"",
  "image/png",
  "message/rfc822",
  "message/delivery-status",
  "application/pkcs7-mime",
  "application/ms-tnef",
  "application/x-nobody; name*=utf-8''%E5%B1%A5",
  "nonsense",
  "/",
  "; charset=utf-8",
  "text/plain; charset=x-nobody",
  "multipart"
]
const multiparts = ["mixed", "alternative", "related", "report; report-type=delivery-status", "signed", "x-nobody"]
const dispositions = [
  "attachment",
  "inline",
  "attachment; filename=cv.pdf",
  "ATTACHMENT; filename=\"C:\\x\\cv.pdf\"",
  "inline; filename=\"x",
  "x-nobody"
]
const headers = [
  "Return-Path: <>",
  "Auto-Submitted: auto-replied",
  "Precedence: bulk",
  "From: MAILER-DAEMON",
  "From: postmaster@firm.example",
  "From: =?utf-8?B?4pyF?=",
  "From: a, b, , <c",
  "To: undisclosed-recipients:;",
  "Subject: Undeliverable: x",
  "Subject: =?utf-8?Q?=C3?=",
  "Date: yesterday",
  "Date: Tue, 1 Dec 2026 10:00:00 +0200",
  "Message-ID: x",
  "Message-ID: <a@b> <c@d>",
  "In-Reply-To: <x",
  "References: =?utf-8?B?PGFAYj4=?=",
  "X-Failed-Recipients: x",
  "MIME-Version: 1.0 (x)",
  "no header at all",
  "X: \u0000\u0007",
  " folded"
]

/** Makes a mail from a seed. */
export const generatedMail = (seed: number): GeneratedMail => {
  const next = numbers(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  const pick = <A>(all: ReadonlyArray<A>): A => all[below(all.length)]!
  const isTrue = (chance: number) => next() < chance
  const words: Array<string> = []
  let boundaries = 0

  const leaf = (): ReadonlyArray<string> => {
    const word = `word${createHash("sha256").update(`${seed} ${words.length}`).digest("hex").slice(0, 12)}`
    words.push(word)
    const [names, encode] = pick(encodings)
    const type = pick(types)
    const text = `${isTrue(0.3) ? "Grüße " : ""}${word} of ${pick(["a person", "a program", "nobody"])}`
    return [
      ...isTrue(0.8) ? [`Content-Type: ${type}`] : [],
      ...names.map((name) => `Content-Transfer-Encoding: ${name}`),
      ...isTrue(0.3) ? [`Content-Disposition: ${pick(dispositions)}`] : [],
      ...isTrue(0.1) ? ["Content-ID: <a@b>"] : [],
      "",
      encode(text)
    ]
  }
  const entity = (depth: number): ReadonlyArray<string> => {
    if (depth > 3 || isTrue(0.5)) return leaf()
    const boundary = `b${boundaries++}`
    const parts = Array.from({ length: below(4) }, () => [`--${boundary}`, ...entity(depth + 1)])
    const isNamed = isTrue(0.95)
    return [
      `Content-Type: multipart/${pick(multiparts)}${isNamed ? `; boundary=${pick([boundary, `"${boundary}"`])}` : ""}`,
      "",
      ...isTrue(0.3) ? ["This is a multi-part message in MIME format."] : [],
      ...parts.flat(),
      ...isTrue(0.8) ? [`--${boundary}--`] : []
    ]
  }
  const lines = [...Array.from({ length: below(6) }, () => pick(headers)), ...entity(0)]
  return { bytes: Buffer.from(lines.join(pick(["\r\n", "\r\n", "\n", "\r"]))), words }
}

/** Damages a mail: changes, removes, doubles or cuts off bytes. */
export const damaged = (bytes: Buffer, seed: number): Buffer => {
  const next = numbers(seed)
  return Array.from({ length: 1 + Math.floor(next() * 5) }).reduce<Buffer>((before) => {
    const [from, length] = [Math.floor(next() * before.length), Math.floor(next() * 40)]
    const to = Math.min(before.length, from + length)
    const middle = [
      Buffer.alloc(0),
      Buffer.concat([before.subarray(from, to), before.subarray(from, to)]),
      Buffer.from(before.subarray(from, to).map((byte) => byte ^ 1 + Math.floor(next() * 255))),
      Buffer.from("\r\n\r\n"),
      Buffer.from("\r\n--b0--\r\n")
    ][Math.floor(next() * 5)]!
    return Buffer.concat([before.subarray(0, from), middle, before.subarray(to)])
  }, bytes)
}

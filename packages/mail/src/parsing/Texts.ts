/** The text of a mail, and its HTML. */
import { isBlank } from "@candor/domain/CleanText"
import { simpleParser } from "mailparser"
import { charsetOf, decodedWide, fallback, isKnown } from "./Charset.ts"
import { storableText } from "./Clean.ts"
import { decodedOld } from "./OldCharsets.ts"
import { calendarText, enrichedText } from "./OtherTexts.ts"
import type { Part } from "./Parts.ts"

/** Maximum bytes of all texts that are read into memory. */
export const maxTextBytes = 1024 ** 2

/** Maximum length of the HTML that is kept, in UTF-16 code units, including images. */
export const maxHtmlLength = 1024 ** 2

/** Maximum length of HTML that the library converts to text: some HTML takes quadratic time, 0.5 s at this length. */
const maxHtmlLengthToRead = 256 * 1024

/** A decoded text. */
export interface ReadText {
  readonly alternative: object | undefined
  readonly charset: string
  readonly text: string
  readonly html: string | null
}

/** Removes elements whose content is no text. A loop, because a regular expression would take quadratic time. */
const without = (html: string, element: string): string => {
  const [start, end, lower] = [`<${element}`, `</${element}`, html.toLowerCase()]
  const kept: Array<string> = []
  for (let at = 0;;) {
    const from = lower.indexOf(start, at)
    if (from < 0) return [...kept, html.slice(at)].join("")
    kept.push(html.slice(at, from))
    const to = lower.indexOf(end, from)
    if (to < 0) return kept.join("")
    at = to
  }
}

/** Strips the tags of HTML that is too long or too deeply nested for the library. */
const withoutTags = (html: string): string =>
  without(without(html, "style"), "script").replace(/<[^<>]*>/g, " ").replace(/&nbsp;/g, " ").replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">").replace(/&amp;/g, "&")
    .replace(/[ \t]+/g, " ").split("\n").map((line) => line.trim()).filter((line) => line !== "").join("\n")

/**
 * Adds spaces between table cells, and replaces images by their alternative texts: their addresses would tell senders
 * that a mail was read.
 */
const readable = (html: string): string =>
  html.replace(/<\/?t[dh]\b/gi, " $&").replace(/<img\b[^<>]*>/gi, (picture) => {
    const [, double, single, bare] = /\salt\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(picture) ?? []
    return ` ${double ?? single ?? bare ?? ""} `
  })

const decodedAs = async (bytes: Uint8Array, type: string, charset: string, { delSp, flowed }: Part) => {
  const format = flowed ? `; format=flowed${delSp ? "; delsp=yes" : ""}` : ""
  const head = `Content-Type: ${type}; charset="${
    charset.replace(/[^\w.:+-]/g, "")
  }"${format}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n`
  const options = {
    checksumAlgo: false,
    keepCidLinks: true,
    maxHtmlLengthToParse: maxHtmlLengthToRead,
    skipImageLinks: true,
    skipTextToHtml: true
  } as const
  const { html, text = "" } = await simpleParser(Buffer.concat([Buffer.from(head), bytes]), {
    ...options,
    skipHtmlToText: true
  })
  if (html === false || html === undefined) return { html: null, text }
  const { text: read = "" } = await simpleParser(
    `Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${readable(html)}`,
    options
  )
  return { html, text: read }
}

/** Converters of other text types to readable text. */
const converters: Readonly<Record<string, (text: string) => string>> = {
  "text/calendar": calendarText,
  "text/enriched": enrichedText,
  "text/richtext": enrichedText
}

/** Counts characters that replace undecodable bytes. */
const losses = (text: string): number => text.split("\ufffd").length

/**
 * Decodes a text part: in its named character set, or the detected one if none or a wrong one is named. Also joins and
 * cleans its lines.
 */
export const readText = async (raw: Uint8Array, sent: Part): Promise<ReadText> => {
  const type = sent.type === "text/html" ? "text/html" : "text/plain"
  const old = decodedWide(raw, sent.charset) ?? decodedOld(raw, sent.charset, type === "text/html")
  const [bytes, part] = old === undefined ? [raw, sent] : [Buffer.from(old), { ...sent, charset: "utf-8" }]
  const charset = charsetOf(bytes, part.charset)
  let read = { charset, ...await decodedAs(bytes, type, charset, part) }
  const likely = read.text.includes("\ufffd") ? charsetOf(bytes) : charset
  if (likely !== charset && (likely !== fallback || !isKnown(charset))) {
    const other = { charset: likely, ...await decodedAs(bytes, type, likely, part) }
    if (losses(other.text) < losses(read.text)) read = other
  }
  const html = read.html === null ? null : storableText(read.html)
  const text = html !== null && isBlank(read.text)
    ? withoutTags(html)
    : (converters[part.type] ?? ((same) => same))(read.text)
  // Removes the addresses of images, which the library writes into the text.
  return {
    alternative: part.alternative,
    charset: read.charset,
    text: storableText(text).replace(/\[(?:cid|data):[^[\]\s]*\]/g, "").trimEnd(),
    html
  }
}

/** Maximum length of texts that are compared. */
const maxComparedLength = 100_000

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(text.slice(0, maxComparedLength).toLowerCase().match(/[\p{L}\p{N}]+/gu))

/** Tells whether a text contains nearly all words of another: they are the same text in two forms. */
export const hasWordsOf = (text: string, other: string): boolean => {
  const [words, others] = [wordsOf(text), wordsOf(other)]
  return [...others].filter((word) => words.has(word)).length >= 0.9 * others.size
}

const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;")

/** Returns the texts joined: plain ones, and HTML ones that have no plain alternative. */
export const joinedText = (texts: ReadonlyArray<ReadText>): string => {
  const hasPlain = new Set(
    texts.filter(({ html, text }) => html === null && !isBlank(text)).map(({ alternative }) => alternative)
  )
  return texts.filter(({ alternative, html, text }) =>
    !isBlank(text) && (html === null || alternative === undefined || !hasPlain.has(alternative))
  )
    .map(({ text }) => text).join("\n\n").replace(/^\s*\n/, "")
}

/** Returns the HTML of all texts; null if none has HTML. */
export const joinedHtml = (texts: ReadonlyArray<ReadText>): string | null => {
  const hasHtml = new Set(texts.filter(({ html }) => html !== null).map(({ alternative }) => alternative))
  if (hasHtml.size === 0) return null
  return texts.flatMap(({ alternative, html, text }) => {
    if (html !== null) return [html]
    return isBlank(text) || alternative !== undefined && hasHtml.has(alternative)
      ? []
      : [`<pre style="white-space: pre-wrap">${escaped(text)}</pre>`]
  }).join("\n")
}

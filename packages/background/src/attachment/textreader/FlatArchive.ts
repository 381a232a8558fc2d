/** An Office package as a single XML file, with each part in a `pkg:part` (ECMA-376, part 1, annex on Flat OPC). */
import { decoded } from "@candor/domain/WideText"

export interface FlatArchive {
  readonly entries: ReadonlyArray<{ readonly name: string }>
  readonly text: (name: string) => string | undefined
}

const part = /<(?:[\w.-]+:)?part\s[^>]*?\bname\s*=\s*["']\/?([^"']*)["'][^>]*>/g
const data = /<(?:[\w.-]+:)?xmlData\b[^>]*>/

/**
 * Returns the parts of a content that begins with `<`; undefined for others. Names ignore case, like those of archives.
 */
export const flatArchive = (content: Uint8Array): FlatArchive | undefined => {
  if (content[0] === 0x50 && content[1] === 0x4b) return undefined
  const xml = decoded(content)
  if (!/^\ufeff?\s*</.test(xml)) return undefined
  const begins = [...xml.matchAll(part)]
  const texts = new Map(begins.flatMap((begin, at) => {
    const whole = xml.slice(begin.index + begin[0].length, begins[at + 1]?.index)
    const opened = data.exec(whole)
    if (opened === null) return []
    const end = whole.lastIndexOf("</", whole.lastIndexOf("xmlData"))
    return [[begin[1]!.toLowerCase(), whole.slice(opened.index + opened[0].length, end)] as const]
  }))
  return {
    entries: Array.from(texts.keys(), (name) => ({ name })),
    text: (name) => texts.get(name.replace(/^\//, "").toLowerCase())
  }
}

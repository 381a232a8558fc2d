/** Walks through XML, by sax. Names have no prefixes, and skipped elements are skipped with their content. */
import { isEnough } from "@candor/domain/attachment/TextLength"
import type { TextWriter } from "@candor/files/TextWriter"
import { parser } from "sax"

export type Attributes = Readonly<Record<string, string>>

export interface Visitor {
  /** Receives the text. Reading ends once it has enough. */
  readonly writer: TextWriter
  /** Returns `skip` for an element whose content must not be read. */
  readonly open: (name: string, attributes: Attributes) => "skip" | void
  readonly close: (name: string) => void
  readonly text: (text: string) => void
}

const local = (name: string): string => name.slice(name.indexOf(":") + 1)

/** Characters that are parsed at a time. */
const sliceLength = 64 * 1024

/**
 * Visits a document until it ends or there is enough text. Throws if it is invalid XML, unless `isHtml`; HTML names are
 * in lower case. Entities of a document type are not read, so none can expand.
 */
export const walk = (xml: string, { close, open, text, writer }: Visitor, isHtml = false): void => {
  const reader = parser(!isHtml, { position: false, lowercase: true })
  let skipped = 0
  const write = (part: string) => {
    if (skipped === 0) text(part)
  }
  const handlers: Pick<ReturnType<typeof parser>, "onclosetag" | "oncdata" | "onerror" | "onopentag" | "ontext"> = {
    onerror: (error) => {
      if (!isHtml) throw error
      Object.assign(reader, { error: null })
    },
    onopentag: ({ attributes, name }) => {
      if (skipped > 0) skipped++
      else if (
        open(local(name), Object.fromEntries(Object.entries(attributes).map(([key, value]) => [local(key), value]))) ===
          "skip"
      ) skipped = 1
    },
    onclosetag: (name) => {
      if (skipped > 0) skipped--
      else close(local(name))
    },
    ontext: write,
    oncdata: write
  }
  Object.assign(reader, handlers)
  for (let at = xml.startsWith("\ufeff") ? 1 : 0; at < xml.length; at += sliceLength) {
    if (isEnough(writer)) return
    reader.write(xml.slice(at, at + sliceLength))
  }
  reader.close()
}

/** Declares the used parts of libraries without types, and files that are imported by path. */
declare module "sax" {
  interface Parser {
    onerror: (error: Error) => void
    onopentag: (tag: { readonly name: string; readonly attributes: Readonly<Record<string, string>> }) => void
    onclosetag: (name: string) => void
    ontext: (text: string) => void
    oncdata: (text: string) => void
    readonly write: (text: string) => Parser
    readonly close: () => Parser
  }
  export const parser: (strict: boolean, options: { readonly position: boolean; readonly lowercase: boolean }) => Parser
}

declare module "word-extractor/lib/buffer-reader" {
  export default class BufferReader {
    constructor(buffer: Buffer)
    open(): Promise<void>
  }
}

declare module "word-extractor/lib/word-ole-extractor" {
  interface Options {
    readonly filterUnicode: boolean
  }
  interface Document {
    readonly getBody: (options: Options) => string
    readonly getHeaders: (options: Options) => string
    readonly getTextboxes: (options: Options) => string
    readonly getFootnotes: (options: Options) => string
    readonly getEndnotes: (options: Options) => string
  }
  export default class WordOleExtractor {
    _pieces: ReadonlyArray<{ text: string }>
    extract(reader: unknown): Promise<Document>
    extractWordDocument(document: unknown, buffer: Buffer): Promise<Document>
    buildDocument(): Document
  }
}

declare module "*.zip" {
  const path: string
  export default path
}

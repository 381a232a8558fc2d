/**
 * The accepted kinds of files. A file's kind is detected from its content, never from its name or its declared type.
 */
import { Schema } from "effect"

export const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
export const xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
export const pptx = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
export const odt = "application/vnd.oasis.opendocument.text"
export const ods = "application/vnd.oasis.opendocument.spreadsheet"
export const pages = "application/vnd.apple.pages"
export const odp = "application/vnd.oasis.opendocument.presentation"

/** The names of the accepted types in error messages. */
export const titles = {
  "application/pdf": "PDF",
  [docx]: "DOCX",
  "application/msword": "DOC",
  [odt]: "ODT",
  "application/rtf": "RTF",
  "text/plain": "plain text",
  [xlsx]: "XLSX",
  [pptx]: "PPTX",
  [ods]: "ODS",
  [odp]: "ODP",
  [pages]: "Pages",
  "image/png": "PNG",
  "image/jpeg": "JPEG",
  "image/webp": "WebP",
  "image/gif": "GIF",
  "image/tiff": "TIFF",
  "image/bmp": "BMP",
  "image/heic": "HEIC",
  "image/avif": "AVIF",
  "image/jp2": "JPEG 2000",
  "image/jxl": "JPEG XL"
} as const

/** The file extensions by which systems open files of these types. */
export const endings = {
  "application/pdf": "pdf",
  [docx]: "docx",
  "application/msword": "doc",
  [odt]: "odt",
  "application/rtf": "rtf",
  "text/plain": "txt",
  [xlsx]: "xlsx",
  [pptx]: "pptx",
  [ods]: "ods",
  [odp]: "odp",
  [pages]: "pages",
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "image/gif": "gif",
  "image/tiff": "tiff",
  "image/bmp": "bmp",
  "image/heic": "heic",
  "image/avif": "avif",
  "image/jp2": "jp2",
  "image/jxl": "jxl"
} as const satisfies Record<keyof typeof titles, string>

export type ContentType = keyof typeof titles
export const contentTypes = Object.keys(titles) as ReadonlyArray<ContentType>
export const ContentType = Schema.Literals(contentTypes)

/** The content is not of an accepted kind. */
export class FileRefused extends Schema.TaggedError<FileRefused>()("FileRefused", {
  expected: Schema.String,
  found: Schema.String,
  /** Whether it is a link to a document: the sender can send the document itself. */
  isLink: Schema.Boolean
}) {}

/** Tells whether bytes have this signature at an offset. */
export const startsWith = (bytes: Uint8Array, start: string | ReadonlyArray<number>, offset = 0): boolean => {
  const byte = typeof start === "string" ? (at: number) => start.charCodeAt(at) : (at: number) => start[at]
  for (let at = 0; at < start.length; at++) if (bytes[offset + at] !== byte(at)) return false
  return true
}

/**
 * Documents that are one text in place of a package: XML of Word (ECMA-376, part 1, annex on Flat OPC; WordprocessingML
 * 2003) and of OpenDocument (version 1.3, part 3, section 3.1.2), and pages that Word opens by their name, or has
 * saved.
 */
import { type ContentType, docx, odp, ods, odt, pptx } from "@candor/domain/attachment/FileKinds"

/**
 * The root of a document behind declarations, instructions and comments: its name without a prefix, and its attributes.
 */
const root = /^(?:\s|<\?[^>]*>|<!--(?:(?!-->)[^])*-->)*<(?:[\w.-]+:)?([\w.-]+)([^>]*)/

/** Names by which Word opens what is inside, whatever it is. */
const isOfWord = (name: string): boolean => /\.(?:docx?|dotx?|rtf|wps)[. ]*$/i.test(name)

const page = /^(?:\s|<\?xml[^>]*>|<!--(?:(?!-->)[^])*-->)*<(?:!doctype html|html|head|body|meta)[\s/>]/i
const savedPage = /^(?:[\w-]+:[^\n]*\n(?:[ \t][^\n]*\n)*)*content-type:\s*(?:multipart\/related|text\/html)/i

/** What pages have that Word has saved. */
const savedByWord = /urn:schemas-microsoft-com:office:word|content=3?D?["']?Word\.Document/i

/** Returns what a text is by its begin and its name, where it is such a document. */
export const flatType = (begin: string, name: string): ContentType | undefined => {
  const [, element = "", attributes = ""] = root.exec(begin) ?? []
  if (element === "package" && attributes.includes("/office/2006/xmlPackage"))
    return begin.includes("PowerPoint.Show")
      ? pptx
      : docx
  if (element === "wordDocument") return "application/msword"
  if (element === "document" && attributes.includes("urn:oasis:names:tc:opendocument:xmlns:office:1.0")) {
    const [, kind] = /vnd\.oasis\.opendocument\.(spreadsheet|presentation)/.exec(attributes) ?? []
    return kind === "spreadsheet" ? ods : kind === "presentation" ? odp : odt
  }
  const isPage = page.test(begin) || savedPage.test(begin)
  return isPage && (isOfWord(name) || savedByWord.test(begin)) ? "application/msword" : undefined
}

/**
 * Programs in such a document: macros, by their storage or the begin of it in base64, and scripts. OpenDocument has
 * elements for them always.
 */
export const programs =
  /vbaProject\.bin|macrosPresent=(?:3D)?["']yes|ActiveMime|QWN0aXZlTWlt|editdata\.mso|<(?:[\w-]+:)?script\b|\b(?:java|vb)script:/i

/** The longest of these, in characters: two chunks may share one. */
export const longestProgram = 40

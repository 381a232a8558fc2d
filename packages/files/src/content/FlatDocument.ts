/**
 * Documents that are one text instead of a package: XML of Word (ECMA-376, part 1, annex on Flat OPC; WordprocessingML
 * 2003) and of OpenDocument (version 1.3, part 3, section 3.1.2), and pages that Word has saved, or opens because of
 * their name.
 */
import { type ContentType, docx, odp, ods, odt, pptx } from "@candor/domain/attachment/FileKinds"

/**
 * The root element of a document, after declarations, instructions and comments: its name without a prefix, and its
 * attributes.
 */
const root = /^(?:\s|<\?[^>]*>|<!--(?:(?!-->)[^])*-->)*<(?:[\w.-]+:)?([\w.-]+)([^>]*)/

/** Tells whether Word opens a file with this name, whatever its content. */
const isOfWord = (name: string): boolean => /\.(?:docx?|dotx?|rtf|wps)[. ]*$/i.test(name)

const page = /^(?:\s|<\?xml[^>]*>|<!--(?:(?!-->)[^])*-->)*<(?:!doctype html|html|head|body|meta)[\s/>]/i
const savedPage = /^(?:[\w-]+:[^\n]*\n(?:[ \t][^\n]*\n)*)*content-type:\s*(?:multipart\/related|text\/html)/i

/** Marks of pages that Word has saved. */
const savedByWord = /urn:schemas-microsoft-com:office:word|content=3?D?["']?Word\.Document/i

/** Returns the type of such a document, by its beginning and its name; undefined for other texts. */
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
 * Programs in such a document: macros, by their storage or its beginning in base64, and scripts. OpenDocument always
 * contains elements for them.
 */
export const programs =
  /vbaProject\.bin|macrosPresent=(?:3D)?["']yes|ActiveMime|QWN0aXZlTWlt|editdata\.mso|<(?:[\w-]+:)?script\b|\b(?:java|vb)script:/i

/** The longest of these in characters: a match may span two chunks. */
export const longestProgram = 40

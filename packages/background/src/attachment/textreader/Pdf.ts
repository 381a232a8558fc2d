/** The text of a PDF, by pdf.js. */
import { isEnough } from "@candor/domain/attachment/TextLength"
import { getDocumentProxy } from "unpdf"

/** Returns the text of the first pages, until it is enough. Rejects with a `PasswordException` for an encrypted file. */
export const textOf = async (content: Uint8Array): Promise<string> => {
  // Only errors are printed, and none of what a document can ask for is fetched.
  const pdf = await getDocumentProxy(content, { verbosity: 0, disableFontFace: true, useSystemFonts: false })
  let text = ""
  for (let number = 1; number <= pdf.numPages && !isEnough(text); number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    text += items.map((item) => "str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : "").join("") + "\n"
    page.cleanup()
  }
  return text
}

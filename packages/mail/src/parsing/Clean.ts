/** Makes texts of mails storable. */
import { cleanPersonLine } from "@candor/domain/CleanText"
import { withoutSurplusMarks } from "@candor/domain/Text"

/** Control characters that no text needs: all except tabs and line breaks. */
const controls = /(?![\t\n])\p{Cc}/gu

/** Returns a text that the database can store, with uniform line breaks. */
export const storableText = (text: string): string =>
  withoutSurplusMarks(text.replace(/\r\n?|\u0085/g, "\n").replace(controls, "").toWellFormed())

/** Returns at most `max` characters (code points) of a text. */
export const cut = (text: string, max: number): string => {
  if (text.length <= max) return text
  let end = 0
  for (let count = 0; count < max && end < text.length; count++) end += text.codePointAt(end)! > 0xffff ? 2 : 1
  return text.slice(0, end)
}

/** Returns a storable single-line text of at most `max` characters, with single spaces. */
export const storableLine = (text: string, max: number): string => {
  // Cut before the replacement, which would read all of a long text.
  const bounded = cut(text, 4 * max).replace(/\s+/g, " ")
  return cut(withoutSurplusMarks(cleanPersonLine(bounded.toWellFormed())), max).trimEnd()
}

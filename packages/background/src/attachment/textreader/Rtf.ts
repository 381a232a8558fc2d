/** The text of RTF. */
import * as Rtf from "@candor/files/Rtf"
import { Damaged } from "./Failures.ts"

/** Returns the text, including headers, footers, notes, text boxes and the addresses of links. */
export const textOf = (content: Uint8Array): string => {
  const text = Rtf.textOf(content)
  if (text === undefined) throw new Damaged()
  return text
}

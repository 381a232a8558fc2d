/** The text of an Apple Pages document, if it contains a PDF preview: its own format is not published. */
import { archiveOf } from "./Archive.ts"
import { textOf as textOfPdf } from "./Pdf.ts"

/** Returns the text of the preview PDF; empty if the file has none. */
export const textOf = async (content: Uint8Array): Promise<string> => {
  const preview = archiveOf(content).bytes("QuickLook/Preview.pdf")
  return preview === undefined ? "" : textOfPdf(Uint8Array.from(preview))
}

/** Opens PDFs by pdf.js, whose worker is one of the console's own files. */
import { getDocument, type PDFDocumentProxy, PDFWorker } from "unpdf/pdfjs"

/** Returns whether the address is that of the worker below; the build adds a hash to its name. */
const isWorker = (url: string): boolean => {
  const { origin, pathname } = new URL(url, location.href)
  return origin === location.origin && /^\/console\/assets\/pdfWorker-[^/]+\.js$/.test(pathname)
}

// The page's Trusted Types policy lets scripts load from this one address only. All others stay blocked, as they are
// without this policy.
globalThis.trustedTypes?.createPolicy("default", { createScriptURL: (url) => isWorker(url) ? url : null })

export interface OpenedPdf {
  readonly document: PDFDocumentProxy
  /** Ends the worker. */
  readonly close: () => void
}

/** Opens a PDF in a worker of its own. */
export const openPdf = async (contents: Blob): Promise<OpenedPdf> => {
  const port = new Worker(new URL("./pdfWorker.ts", import.meta.url), { type: "module" })
  // pdf.js does not end a worker that it did not start itself.
  const close = () => port.terminate()
  try {
    const data = new Uint8Array(await contents.arrayBuffer())
    return { document: await getDocument({ data, worker: PDFWorker.create({ port }) }).promise, close }
  } catch (error) {
    close()
    throw error
  }
}

/** Reads PDFs beside the page. The module waits for messages where it finds itself in a worker. */
import * as pdf from "unpdf/pdfjs"

// Else the build would leave out what only has effects.
Object.assign(globalThis, { pdf })

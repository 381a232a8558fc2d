/** The worker that reads PDFs. The module listens for messages when it runs in a worker. */
import * as pdf from "unpdf/pdfjs"

// Without a use of the import, the build would drop a module that has only side effects.
Object.assign(globalThis, { pdf })

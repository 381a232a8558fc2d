/**
 * Recognizes the text of images by Tesseract, or a program with the same command line. Pages of PDFs are rendered by
 * poppler first.
 */
import type { Recognizer } from "../Recognition.ts"

/** The address space limit of each program, in KiB: enough for its libraries, its languages, and a page. */
const maxAddressSpace = 2 * 1024 * 1024

/** The longer side of a rendered page in pixels: 200 per inch for A4. */
const pagePixels = 2400

/** Maximum pages of a PDF that are recognized: a résumé has fewer, and each takes seconds. */
const recognizedPages = 10

/**
 * Each program inherits the reader's CPU limit, so it also ends if its reader is killed. Tesseract's page segmentation
 * mode 1 rotates pages that lie on their side.
 */
const bounded = `ulimit -v ${maxAddressSpace}; `
const recognizing = `"$0" - - -l "$1" --psm 1`
const drawing = `pdftoppm -gray -scale-to ${pagePixels} -f "$2" -l "$2" - | `

const run = async (
  script: string,
  content: Uint8Array,
  { languages, program }: Recognizer,
  ...more: ReadonlyArray<string>
): Promise<string> => {
  const { stdout } = Bun.spawn(["/bin/sh", "-c", bounded + script, program, languages, ...more], {
    env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin", OMP_THREAD_LIMIT: "1" },
    stdin: content,
    stdout: "pipe",
    stderr: "ignore"
  })
  return new Response(stdout).text()
}

/** Returns the text of an image; empty if the program does not support its format. */
export const textOfImage = (image: Uint8Array, recognizer: Recognizer): Promise<string> =>
  run(recognizing, image, recognizer)

/** Returns the text of the first pages of a PDF. */
export const textOfPages = async (pdf: Uint8Array, pages: number, recognizer: Recognizer): Promise<string> => {
  let text = ""
  for (let page = 1; page <= Math.min(pages, recognizedPages); page++) {
    text += await run(drawing + recognizing, pdf, recognizer, String(page))
  }
  return text
}

/**
 * Recognizes the text of images by Tesseract, or a program that is called as it is, and of PDFs whose pages poppler
 * draws for it.
 */
import type { Recognizer } from "../Recognition.ts"

/** Bounds the addresses of each program, in KiB: its libraries, its languages, and a page. */
const maxAddressSpace = 2 * 1024 * 1024

/** The longer side of a drawn page, in pixels: an A4 page has 200 of them to the inch. */
const pagePixels = 2400

/** Bounds the pages of a PDF that are recognized: a résumé has fewer, and each takes seconds. */
const recognizedPages = 10

/**
 * Each program has the CPU time of the reader, by the limit that it inherits, and ends by it where its reader is
 * killed. Tesseract's segmentation 1 turns pages that lie on their side.
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

/** Returns the text of an image; an empty one where the program does not know its format. */
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

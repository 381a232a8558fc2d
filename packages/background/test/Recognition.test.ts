/**
 * The recognition of text in images, by programs that are installed (Debian's packages `tesseract-ocr` and
 * `poppler-utils`).
 */
import { recognizer } from "@candor/background/attachment/Recognition"
import { bounds, read } from "@candor/background/attachment/TextReader"
import { expect, test } from "bun:test"
import { ConfigProvider, Effect, Option, Stream } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { pdf, scannedPdf } from "./Documents.ts"

const png = new Uint8Array(readFileSync(join(import.meta.dir, "files/scan.png")))

const isInstalled = ["tesseract", "pdftoppm"].every((program) => Bun.which(program) !== null)
if (!isInstalled) {
  console.warn(
    "tesseract and pdftoppm are not installed: the tests of recognition are left out (apt-get install tesseract-ocr poppler-utils)."
  )
}

/** Tests that are made only where the programs are installed. */
const tested = isInstalled ? test : () => undefined

const tesseract = { program: "tesseract", languages: "eng" }

const textOf = async (type: Parameters<typeof read>[0], content: Uint8Array, by = tesseract) => {
  const answer = await Effect.runPromise(read(type, Stream.make(content), bounds, by))
  return "text" in answer ? answer.text.trim().replace(/\s+/g, " ") : answer.failure
}

tested("a photo is recognized", async () => {
  expect(await textOf("image/png", png)).toBe("Zymurgist in Bern, jane@doe.example")
})

tested("a PDF of scanned pages is recognized, ten of them", async () => {
  const text = await textOf("application/pdf", scannedPdf(png, 12))
  expect(text.split("Zymurgist in Bern, jane@doe.example")).toHaveLength(11)
})

test("a PDF with text is not recognized, and an image that the program cannot read has none", async () => {
  const failing = { program: "false", languages: "eng" }
  expect(await textOf("application/pdf", pdf("Zymurgist"), failing)).toBe("Zymurgist")
  expect(await textOf("image/heic", png, failing)).toBe("")
})

tested("a program that is not installed is refused at the start, and none is named by default", async () => {
  const settingsOf = (env: Record<string, string>) =>
    Effect.runPromise(
      Effect.result(Effect.provideService(recognizer, ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env })))
    )
  expect(await settingsOf({})).toMatchObject({ success: Option.none() })
  expect(await settingsOf({ CANDOR_OCR: "sh", CANDOR_OCR_LANGUAGES: "eng+deu" })).toMatchObject({
    success: Option.some({ program: "sh", languages: "eng+deu" })
  })
  expect(String(JSON.stringify(await settingsOf({ CANDOR_OCR: "no-such-program" })))).toContain("CANDOR_OCR")
})

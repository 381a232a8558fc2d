/** The text reader as a process: what it reads, and what ends it. */
import { bounds, read } from "@candor/background/attachment/TextReader"
import { maxReadLength } from "@candor/domain/attachment/TextLength"
import type { ReadableType, TextFailure } from "@candor/domain/attachment/TextStatus"
import * as DataSet from "@candor/sql/demo/DataSet"
import { expect, test } from "bun:test"
import { Duration, Effect, Fiber, Stream } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { docx, docxThatInflates, encryptedPdf, pdf, pdfThatInflates, pdfThatTakesForever } from "./Documents.ts"

const docxType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

/** A content in chunks, as a store reads it. */
const inChunks = (content: Uint8Array) =>
  Stream.fromIterable(
    Array.from({ length: Math.ceil(content.length / 65_536) }, (_, n) => content.subarray(n * 65_536, (n + 1) * 65_536))
  )

const responseTo = (type: ReadableType, content: Uint8Array, changed: Partial<typeof bounds> = {}) =>
  Effect.runPromise(read(type, inChunks(content), { ...bounds, ...changed }))

/** The readers that this process has started and that run. */
const children = (): ReadonlyArray<string> =>
  readdirSync("/proc").filter((name) => /^\d+$/.test(name)).filter((pid) => {
    try {
      const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
      return Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("textreader")
    } catch {
      return false
    }
  })

/**
 * Looks until a process is found, which is not looked for again: one that becomes another program has no arguments for
 * a moment.
 */
const untilFound = async (look: () => string | undefined): Promise<string> => {
  for (;;) {
    const pid = look()
    if (pid !== undefined) return pid
    await new Promise(setImmediate)
  }
}

test("the text of a PDF, a DOCX and a plain text is read, without soft hyphens", async () => {
  const lines = ["Curriculum vitae", "Zürich, résumé of a zymurgist"]
  expect(await responseTo("application/pdf", pdf(...lines))).toEqual({
    text: expect.stringMatching(/^Curriculum vitae\nZürich, résumé of a zymurgist\s*$/)
  })
  expect(await responseTo(docxType, docx(...lines))).toEqual({
    text: expect.stringMatching(/^Curriculum vitae\nZürich, résumé of a zymurgist\s*$/)
  })
  expect(await responseTo("text/plain", new TextEncoder().encode(lines.join("\n")))).toEqual({ text: lines.join("\n") })
  expect(await responseTo("text/plain", new TextEncoder().encode("zy\u00admur\u00adgist"))).toEqual({
    text: "zymurgist"
  })
})

test("the demo's résumés, of one page and of two, say what is stored as their text", async () => {
  const { contents, northwind } = DataSet.make()
  const bySize = contents.toSorted((one, other) => one.bytes.length - other.bytes.length)
  for (const { bytes, id } of [bySize[0]!, bySize.at(-1)!]) {
    expect(await responseTo("application/pdf", bytes)).toEqual({
      text: `${northwind.attachments.find((row) => row.id === id)!.text}\n`
    })
  }
})

test.each<readonly [string, ReadableType, () => Uint8Array, TextFailure]>([
  ["a PDF that ends in its middle", "application/pdf", () => pdf("Hello").subarray(0, 60), "damaged"],
  ["a PDF that asks for a password", "application/pdf", encryptedPdf, "encrypted"],
  ["a PDF whose page unpacks to a gibibyte", "application/pdf", pdfThatInflates, "too_large"],
  ["a DOCX that lies about that", docxType, () => docxThatInflates(33, { lies: true }), "too_large"]
])("%s has no text: it ends the reader, and says why", async (_, type, content, failure) => {
  expect(await responseTo(type, content())).toEqual({ failure })
  expect(children()).toEqual([])
})

test.each<readonly [string, Partial<typeof bounds>]>([
  ["CPU time", { cpuSeconds: 1 }],
  ["time", { time: Duration.seconds(1) }]
])("a PDF that takes forever ends with the reader's %s", async (_, changed) => {
  expect(await responseTo("application/pdf", pdfThatTakesForever(), changed)).toEqual({ failure: "timed_out" })
  expect(children()).toEqual([])
})

test("a reader that is not waited for any more is killed", async () => {
  const reading = Effect.runFork(read("application/pdf", inChunks(pdfThatTakesForever())))
  await untilFound(() => children()[0])
  await Effect.runPromise(Fiber.interrupt(reading))
  expect(children()).toEqual([])
})

test("a reader that is killed has no answer", async () => {
  const reading = Effect.runPromise(read("application/pdf", inChunks(pdfThatTakesForever())))
  process.kill(Number(await untilFound(() => children()[0])), "SIGKILL")
  expect(await reading).toEqual({ failure: "crashed" })
})

/** HUP, INT and TERM as bits of a mask of signals. */
const stopping = 0x4003n

test("a reader gets no settings, ignores signals to its group, and the kernel bounds its CPU", async () => {
  const reading = Effect.runFork(read("application/pdf", inChunks(pdfThatTakesForever())))
  const started = () =>
    children().find((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith(process.execPath))
  const pid = await untilFound(started)
  const names = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").map((entry) => entry.split("=")[0])
  expect(names.filter((name) => !["PATH", "PWD", "OLDPWD", "SHLVL", "_", ""].includes(name!))).toEqual([])
  const ignored = /^SigIgn:\s+([0-9a-f]+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
  expect(BigInt(`0x${ignored}`) & stopping).toBe(stopping)
  expect(readFileSync(`/proc/${pid}/limits`, "utf8")).toMatch(/^Max cpu time\s+20\s/m)
  expect(readFileSync(`/proc/${pid}/oom_score_adj`, "utf8").trim()).toBe("1000")
  await Effect.runPromise(Fiber.interrupt(reading))
})

test("a long text is read in part", async () => {
  const answer = await responseTo("text/plain", new TextEncoder().encode("word ".repeat(maxReadLength)))
  expect(answer).toEqual({ text: "word ".repeat(maxReadLength / 5) })
})

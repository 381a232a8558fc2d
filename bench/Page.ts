/**
 * Writes docs/benchmarks.md, whose prose is handwritten, with the runs' tables between markers; docs/benchmarks/ has
 * all measurements.
 */
import { join } from "node:path"

const docs = join(import.meta.dir, "../docs")
const page = join(docs, "benchmarks.md")

/** Replaces a generated section of the page. */
export const put = async (part: string, text: string): Promise<void> => {
  const [begin, end] = [`<!-- ${part}: generated, do not edit -->`, `<!-- ${part}: end -->`]
  const before = await Bun.file(page).text()
  const [from, to] = [before.indexOf(begin), before.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${page} has no part ${part}`)
  await Bun.write(page, `${before.slice(0, from + begin.length)}\n\n${text}\n\n${before.slice(to)}`)
}

/** Writes a chart for the page. */
export const putChart = async (name: string, svg: string): Promise<void> => {
  await Bun.write(join(docs, "benchmarks", `${name}.svg`), svg)
}

/** Writes all measurements of a part. */
export const putDetails = async (name: string, text: string): Promise<void> => {
  await Bun.write(join(docs, "benchmarks", `${name}.md`), `${text}\n`)
}

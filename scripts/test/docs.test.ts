import { describe, expect, test } from "bun:test"
import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import * as Printed from "../print/Printed.ts"

const root = join(import.meta.dir, "../..")

const read = (path: string) => Bun.file(join(root, path)).text()

/** A page without its code: an array of arrays is no link. */
const prose = (text: string) => text.replace(/^```[\s\S]*?^```/gm, "").replace(/`[^`\n]*`/g, "code")

/** The anchors that GitHub gives to the headings of a page. */
const anchors = (text: string) =>
  new Set(
    [...prose(text).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
      heading!.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-")
    )
  )

describe("what is printed from the code is current (if not: bun run docs)", async () => {
  for (const { path, text } of await Printed.all()) {
    test(path, async () => {
      expect(await read(path)).toBe(text)
    })
  }
})

describe("every link to a file, or picture, leads to one", () => {
  const pages = ["*.md", "docs/**/*.md", "packages/*/README.md"]
    .flatMap((pattern) => Array.from(new Bun.Glob(pattern).scanSync({ cwd: root })))
    .toSorted()

  for (const page of pages) {
    test(page, async () => {
      const text = await read(page)
      const targets = [...prose(text).matchAll(/(?:\]\(|src(?:set)?=")(?![a-z]+:)([^)"\s]+)[)"]/g)].map((match) =>
        match[1]!
      )
      const broken = await Promise.all(targets.map(async (target) => {
        const [path = "", anchor] = target.split("#", 2)
        const file = path === "" ? page : join(dirname(page), path)
        if (!existsSync(join(root, file))) return [target]
        return anchor === undefined || anchors(await read(file)).has(anchor) ? [] : [target]
      }))
      expect(broken.flat()).toEqual([])
    })
  }
})

/** The planted faults fit the source that they are for. The program soak/planted.ts plants them. */
import { describe, expect, test } from "bun:test"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { plantedFaults } from "./planted/All.ts"
import { promises } from "./planted/Promises.ts"
import { read } from "./planted/TestRun.ts"

const root = join(import.meta.dir, "..")
const textOf = (path: string): string => existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : ""

describe("Every planted fault", () => {
  test("replaces a text that its file has exactly once", () => {
    const wrong = plantedFaults.filter(({ file, find }) => textOf(file).split(find).length !== 2)
    expect(wrong.map(({ says }) => says)).toEqual([])
  })

  test("leaves code that can be read", () => {
    const transpiler = new Bun.Transpiler({ loader: "ts" })
    const code = plantedFaults.filter(({ file }) => file.endsWith(".ts"))
    for (const { file, find, replace, says } of code) {
      expect(() => transpiler.transformSync(textOf(file).replace(find, () => replace)), says).not.toThrow()
    }
    expect(code.length).toBeGreaterThan(80)
  })

  test("names test files that exist, and tests that they have", () => {
    const wrong = plantedFaults.filter(({ pattern, tests }) =>
      tests.length === 0 || tests.some((file) => textOf(file) === "") ||
      (pattern !== undefined && !tests.some((file) => textOf(file).includes(pattern))))
    expect(wrong.map(({ says }) => says)).toEqual([])
  })

  test("has a sentence of its own", () => {
    expect(new Set(plantedFaults.map(({ says }) => says)).size).toBe(plantedFaults.length)
  })
})

test("every promise has a planted fault", () => {
  const broken: ReadonlySet<string> = new Set(plantedFaults.map(({ breaks }) => breaks))
  expect(Object.keys(promises).filter((name) => !broken.has(name))).toEqual([])
})

test("the outcome of a run of tests is read: failed tests, failed hooks, and files that cannot be loaded", () => {
  const failed = "(pass) a [0.12ms]\n(fail) b > c [3.00ms]\n(fail) (unnamed) [1.00ms]\n\n 1 pass\n 2 fail\nRan 3 tests across 1 file. [9.00ms]\n"
  expect(read(failed)).toMatchObject({ ran: 3, failed: ["b > c"], errors: 0 })
  const broken = "error: Unexpected }\n\n 0 pass\n 1 fail\n 1 error\nRan 1 test across 1 file. [9.00ms]\n"
  expect(read(broken)).toMatchObject({ ran: 1, failed: [], errors: 1 })
})

/** The planted faults fit the source that they are for. The program soak/planted.ts plants them. */
import { expect, test } from "bun:test"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { plantedFaults } from "./planted/All.ts"
import { read } from "./planted/TestRun.ts"

const root = join(import.meta.dir, "..")
const textOf = (path: string): string => existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : ""

test("every planted fault replaces a text that its file has exactly once", () => {
  const wrong = plantedFaults.filter(({ file, find }) => textOf(file).split(find).length !== 2)
  expect(wrong.map(({ says }) => says)).toEqual([])
})

test("the outcome of a run of tests is read: failed tests, failed hooks, and files that cannot be loaded", () => {
  const failed = "(pass) a [0.12ms]\n(fail) b > c [3.00ms]\n(fail) (unnamed) [1.00ms]\n\n 1 pass\n 2 fail\nRan 3 tests across 1 file. [9.00ms]\n"
  expect(read(failed)).toMatchObject({ ran: 3, failed: ["b > c"], errors: 0 })
  const broken = "error: Unexpected }\n\n 0 pass\n 1 fail\n 1 error\nRan 1 test across 1 file. [9.00ms]\n"
  expect(read(broken)).toMatchObject({ ran: 1, failed: [], errors: 1 })
})

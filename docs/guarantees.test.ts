import { expect, test } from "bun:test"
import { join } from "node:path"
import { plantedFaults } from "../soak/planted/All.ts"
import { distinct, inCi, inSuite, leftToCi, objection, ranSomething, read, runs, table, withoutSettings } from "./src/Guarantees.ts"

const root = join(import.meta.dir, "..")
const page = await Bun.file(join(root, "docs/guarantees.md")).text()
const { scripts }: { readonly scripts: Record<string, string> } = await Bun.file(join(root, "package.json")).json()

test("every line of docs/guarantees.md is a promise and a command that can run in a fresh clone", () => {
  const { guarantees, unreadable } = read(page)
  const wrong = guarantees.flatMap((one) => {
    const message = objection(root, scripts, one)
    return message === undefined ? [] : [`${one.command}: ${message}`]
  })
  expect({ unreadable, wrong }).toEqual({ unreadable: [], wrong: [] })
  expect(guarantees.length).toBeGreaterThan(20)
  expect(guarantees.filter(inSuite).length).toBeGreaterThan(15)
})

test.each([
  ["bun test apps/api/test/isolation.test.ts", "Expected `bun run test:files"],
  ["bun run test:files apps/api/test/never.test.ts", "there is no apps/api/test/never.test.ts"],
  ["bun install && bun soak/never.ts 20", "there is no soak/never.ts"],
  ["bun run never", "no script never"]
])("a line that could not run is noticed: %s", (command, says) => {
  const { guarantees } = read(`| Something | \`${command}\` |`)
  expect(guarantees.map((one) => objection(root, scripts, one))).toEqual([expect.stringContaining(says)])
})

test("a line that is no promise with a command is noticed, and a time is read", () => {
  expect(read("| Something | soon |").unreadable).toEqual(["| Something | soon |"])
  expect(read("| Something | `bun install && bun soak/feed.ts` (2 min) |").guarantees[0]?.seconds).toBe(120)
})

test("what planted faults break is promised: each is caught by a test of a line that CI runs", () => {
  const shown = read(page).guarantees.filter(inCi)
  const unpromised = plantedFaults.filter(({ tests }) => !tests.some((path) => shown.some(runs(path))))
  expect(unpromised.map(({ says, tests }) => `${tests.join(", ")}: ${says}`)).toEqual([])
})

test.each([
  ["bun run test:files apps/api/test/mcp docs/docs.test.ts", "apps/api/test/mcp/tools.test.ts", true],
  ["bun run test:files apps/api/test/mcp docs/docs.test.ts", "docs/docs.test.ts", true],
  ["bun run test:files apps/api/test/mcp docs/docs.test.ts", "apps/api/test/mcphosts.test.ts", false],
  ["bun run check", "rules/rules.test.ts", true],
  ["bun install && bun soak/feed.ts 5000", "soak/feed.test.ts", false]
])("a line with %s runs %s: %p", (command, path, isRun) => {
  expect(read(`| Something | \`${command}\` |`).guarantees.map(runs(path))).toEqual([isRun])
})

test("each command runs once, for all its promises, without the settings of a shell, and the table says what failed", () => {
  const { guarantees } = read("| One | `bun run check` |\n| Two | `bun run check` |\n| Three | `bun run docs` |")
  expect(distinct(guarantees).map(({ command, promise }) => [promise, command])).toEqual([["One\nTwo", "bun run check"], ["Three", "bun run docs"]])
  expect(withoutSettings({ CANDOR_DATA_DIR: "x", DATABASE_URL: "x", PATH: "x", TEST_DATABASE_URL: "x" })).toEqual({ PATH: "x", TEST_DATABASE_URL: "x" })
  const results = [
    { command: "bun run check", code: 0, shows: true, seconds: 2 },
    { command: "bun run docs", code: 1, shows: true, seconds: 3 },
    { command: "bun run test:files apps/api/test/silence.test.ts", code: 0, shows: false, seconds: 4 }
  ]
  expect(table(results).split("\n").slice(2)).toEqual([
    "| `bun run check` | holds | 2 |",
    "| `bun run docs` | failed with 1 | 3 |",
    "| `bun run test:files apps/api/test/silence.test.ts` | not shown here: no test ran | 4 |"
  ])
})

test("a command that ran no test, because each needs what this machine lacks, is not taken for one that holds", () => {
  expect(ranSomething("\n 0 pass\n 0 fail\nRan 0 tests across 1 file. [1.66s]\n")).toBe(false)
  expect(ranSomething("\u001b[0mRan 0 tests across 1 file.")).toBe(false)
  expect(ranSomething("\n 10 pass\n 0 fail\nRan 10 tests across 1 file. [1.66s]\n")).toBe(true)
  expect(ranSomething("20 s, nothing lost")).toBe(true)
})

test("CI runs what the suite does not, each in a fresh clone: the lines of the tests that the suite leaves out among them", async () => {
  expect(await Bun.file(join(root, ".ci/run")).text()).toContain("run guarantees --rest --clone")
  expect(scripts["test"]).toContain(" ./soak ./apps ./docs ./packages ./rules/statements.test.ts")
  const leftOut = [...scripts["test"]!.matchAll(/--path-ignore-patterns=(\S+)/g)].map(([, path]) => path)
  expect(leftOut).toEqual(leftToCi)
  const rest = read(page).guarantees.filter((one) => !inSuite(one) && inCi(one)).map(({ command }) => command)
  expect(leftToCi.filter((path) => !rest.some((command) => command.includes(path)))).toEqual([])
})

import { expect, test } from "bun:test"
import { join } from "node:path"
import { inSuite, objection, read } from "./src/Guarantees.ts"

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

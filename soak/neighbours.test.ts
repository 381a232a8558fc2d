/** What one organization does costs another nothing: the short form of soak/neighbours.ts, which only asks for answers within seconds. */
import { processes } from "@candor/process/testing/Processes"
import { administration } from "@candor/sql/testing/Databases"
import { expect, test } from "bun:test"
import { join } from "node:path"

const { start } = processes("neighbours")

const run = async (...flags: ReadonlyArray<string>) => {
  const env = { TEST_DATABASE_URL: administration, HOME: process.env["HOME"] }
  const { code, stderr, stdout } = await start([process.execPath, join(import.meta.dir, "neighbours.ts"), "--short", ...flags], { env }).ended
  return { code, broken: stdout.split("\n").filter((line) => line.includes("BROKEN")), stderr }
}

const isKept = { code: 0, broken: [], stderr: "" }

// Where there is a server, CI runs the form of the embedded database by itself.
const [name, ...flags] = administration === undefined ? ["embedded database", "--embedded"] as const : ["PostgreSQL server"] as const

test(`${name}: one organization misbehaves in every way: another gets no 503, no late and no wrong answer, memory is bounded, no restart`, async () => {
  expect(await run(...flags)).toEqual(isKept)
}, 120_000)

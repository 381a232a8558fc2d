import { processes } from "@candor/runtime/testing/Processes"
import { expect, test } from "bun:test"
import { join } from "node:path"

const main = join(import.meta.dir, "../src/main.ts")
const { folder: directory, start } = processes("events")

const restored = async () => {
  const { code, stderr, stdout } = await start([process.execPath, main, "events", "restored", "--json"], {
    env: { CANDOR_DATA_DIR: directory }
  }).ended
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  return (JSON.parse(stdout) as { readonly epoch: string }).epoch
}

test("candor events restored starts an epoch that there was not before, each time", async () => {
  const epochs = [await restored(), await restored()]
  for (const epoch of epochs) expect(epoch).toMatch(/^[0-9a-f]{8}$/)
  expect(epochs[1]).not.toBe(epochs[0]!)
}, 60_000)

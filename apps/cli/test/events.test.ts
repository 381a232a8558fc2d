import { expect, test } from "bun:test"
import { commands } from "./Commands.ts"

const { candor } = commands()

const restored = async () => {
  const { code, stderr, stdout } = await candor("events", "restored", "--json")
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  return (JSON.parse(stdout) as { readonly epoch: string }).epoch
}

test("candor events restored starts an epoch that there was not before, each time", async () => {
  const epochs = [await restored(), await restored()]
  for (const epoch of epochs) expect(epoch).toMatch(/^[0-9a-f]{8}$/)
  expect(epochs[1]).not.toBe(epochs[0]!)
})

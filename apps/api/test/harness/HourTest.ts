/** Tests of what is counted in a clock hour. */
import { test } from "bun:test"

const hour = (): number => Math.floor(Date.now() / 3_600_000)

/** A test that runs once more if it fails and another clock hour, whose counts begin anew, has begun meanwhile. */
export const hourTest = (name: string, run: () => Promise<void>): void =>
  test(name, async () => {
    const began = hour()
    try {
      await run()
    } catch (error) {
      if (hour() === began) throw error
      await run()
    }
  })

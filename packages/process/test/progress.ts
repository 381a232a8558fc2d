/**
 * Reports on stderr each test file that has ended, with its seconds. Preloaded by scripts/test.ts, which counts these
 * lines.
 */
import { afterAll } from "bun:test"
import { relative } from "node:path"

let began = performance.now()

afterAll(() => {
  const now = performance.now()
  console.error(`ended ${relative(process.cwd(), Bun.main)} ${((now - began) / 1000).toFixed(1)} s`)
  began = now
})

/** What is made once for a state of the sources is made anew after a change of any. */
import { root, sources } from "@candor/process/MadeOnce"
import { expect, test } from "bun:test"
import { readdirSync } from "node:fs"
import { join } from "node:path"

test("databases that are prepared depend on every migration", () => {
  const folder = join(root, "packages/sql/src/migrations")
  const known = new Set(sources([join(folder, "Migrations.ts")]))
  expect(readdirSync(folder).filter((name) => !known.has(join(folder, name)))).toEqual([])
})

/** Whole organizations that are exported, imported and exported again. ORGANIZATIONS says how many; docs/guarantees.md. */
import * as Exporting from "@candor/commands/moving/Exporting"
import type { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import * as ContentStore from "@candor/files/ContentStore"
import type * as Database from "@candor/sql/database/Database"
import { load } from "@candor/sql/demo/Demo"
import type * as Repositories from "@candor/sql/Repositories"
import { databases, type ReusableDatabase, runOn } from "@candor/sql/testing/Databases"
import { forFile } from "@candor/sql/testing/FileDatabase"
import { afterAll, expect, test } from "bun:test"
import { Console, Effect, type Layer } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { arrives, comesBack } from "./RoundTrip.ts"
import * as Varied from "./Varied.ts"

const folder = mkdtempSync(join(tmpdir(), "candor-round-trip-"))
afterAll(() => rmSync(folder, { recursive: true }))
const within = (name: string) => join(folder, name)
const database = forFile(databases[0] as ReusableDatabase)

type Services = Layer.Success<typeof Repositories.layer> | Layer.Success<typeof Database.connection>

const run = <A, E>(effect: Effect.Effect<A, E, Services | AttachmentStore>) =>
  runOn(database)(effect.pipe(
    Effect.provide(ContentStore.inFolder(within("store"))),
    Effect.provideService(Console.Console, { ...globalThis.console, error: () => {} })
  ))

test.each(Array.from({ length: Number(process.env["ORGANIZATIONS"] ?? 2) }, (_, nth) => nth + 1))(
  "an organization of the seed %d comes back as it was",
  (seed) =>
    run(Effect.gen(function*() {
      const path = within(`seed-${seed}`)
      expect(yield* Varied.exportOf(path, seed)).toBeGreaterThan(100)
      yield* comesBack(path)
    }))
)

test("the demo comes back as it was", () =>
  run(Effect.gen(function*() {
    const { organization_id: id } = yield* load
    yield* Exporting.exportTo({ id, name: "Northwind Robotics" }, within("demo"))
    // Of the others once more from there: this one has so many rows.
    yield* arrives(within("demo"))
  })))

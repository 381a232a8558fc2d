/** Contents of attachments that come and go while a backup is taken. */
import * as Manifest from "../src/backup/Manifest.ts"
import * as Restoring from "../src/backup/Restoring.ts"
import * as Taking from "../src/backup/Taking.ts"
import { processes } from "@candor/process/testing/Processes"
import type { Files } from "@candor/sql/database/EmbeddedFiles"
import { expect, test } from "bun:test"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const { folder } = processes("taking")
const [database, contents, target] = [join(folder, "database"), join(folder, "contents"), join(folder, "target")]

const sql = Layer.succeed(SqlClient.SqlClient, (() => Effect.succeed([])) as never)

test("a backup has the contents that there were when the database was copied, and no others", async () => {
  mkdirSync(join(contents, "organization"), { recursive: true })
  mkdirSync(join(database, "pg_notify"), { recursive: true })
  const at = (name: string) => join(contents, "organization", name)
  writeFileSync(join(database, "PG_VERSION"), "18")
  for (const name of ["stays", "goes", "under-way.part"]) writeFileSync(at(name), name)
  const files: Files = {
    folder: database,
    // What happened since the first copy, when the database stops.
    paused: (effect) =>
      Effect.andThen(
        Effect.sync(() => {
          writeFileSync(at("comes"), "comes")
          rmSync(at("goes"))
        }),
        effect
      )
  }
  const location: Taking.Contents = { kind: "folder", folder: contents }
  await Effect.runPromise(Effect.provide(Taking.take(files, location, target), sql))

  const { description, sums } = await Effect.runPromise(Manifest.load(target))
  const paths = ["postgres/PG_VERSION", "files/organization/comes", "files/organization/stays"]
  expect(sums.map(({ path }) => path)).toEqual(paths)
  expect(description).toMatchObject({ files: 3, bytes: 12, folders: ["postgres", "postgres/pg_notify", "files/organization"] })
  expect(readFileSync(join(target, "files/organization/comes"), "utf8")).toBe("comes")
  await Effect.runPromise(Restoring.assertIntact(target, sums))
  expect(await Bun.file(join(target, "files/organization/goes")).exists()).toBe(false)
})

const sha256sum = Bun.which("sha256sum")
if (sha256sum === null) console.warn("sha256sum is not installed: that it reads SHA256SUMS is not tested.")

test.each(sha256sum === null ? [] : [sha256sum])("what sha256sum says of a backup is what a restore says", async (program) => {
  const check = () => Bun.spawnSync([program, "--check", "--quiet", "SHA256SUMS"], { cwd: target, stderr: "ignore" }).exitCode
  const { sums } = await Effect.runPromise(Manifest.load(target))
  expect(check()).toBe(0)
  writeFileSync(join(target, "files/organization/stays"), "STAYS")
  expect(check()).toBe(1)
  const refused = await Effect.runPromise(Effect.flip(Restoring.assertIntact(target, sums)))
  expect(refused.message).toContain("files/organization/stays is damaged")
})

test("a restore needs the same store of contents as the backup", async () => {
  const { description } = await Effect.runPromise(Manifest.load(target))
  const bucket = (name: string) => ({ kind: "bucket", options: { bucket: name } } as const)
  const refusal = (contents: Taking.Contents, bucket: string | null) =>
    Effect.runPromise(Effect.match(Restoring.assertFree({ directory: join(folder, "free"), contents }, { ...description, bucket }), {
      onFailure: ({ message }) => message,
      onSuccess: () => "free"
    }))
  const free = { kind: "folder", folder: join(folder, "free") } as const
  expect(await refusal(free, null)).toBe("free")
  expect(await refusal(free, "contents")).toContain("CANDOR_S3_BUCKET=contents")
  expect(await refusal(bucket("other"), "contents")).toContain("CANDOR_S3_BUCKET=contents")
  expect(await refusal(bucket("contents"), "contents")).toBe("free")
  expect(await refusal(bucket("contents"), null)).toContain("Unset it")
})

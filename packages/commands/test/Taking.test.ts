/** Files that come, go or are in the way while a backup is taken or restored. */
import * as Manifest from "../src/backup/Manifest.ts"
import * as Restoring from "../src/backup/Restoring.ts"
import * as Taking from "../src/backup/Taking.ts"
import * as Tree from "../src/backup/Tree.ts"
import { processes } from "@candor/process/testing/Processes"
import type { Files } from "@candor/sql/database/EmbeddedFiles"
import { expect, test } from "bun:test"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const { folder } = processes("taking")
const [database, contents, target] = [join(folder, "cluster"), join(folder, "contents"), join(folder, "target")]

const sql = Layer.succeed(SqlClient.SqlClient, (() => Effect.succeed([])) as never)

const [organization, elsewhere, stays, goes, comes, late] = Array.from(
  { length: 6 },
  (_, n) => `0197f3a2-5b1c-7d4e-8f60-00000000000${n}`
)
const at = (name: string) => join(contents, organization!, name)
const location: Taking.Contents = { kind: "folder", folder: contents }
const take = (files: Files, to: string) => Effect.provide(Taking.take(files, location, to), sql)

test("a backup has each content that there was at the instant of its database, behind links too, and none that was gone before", async () => {
  mkdirSync(join(contents, organization!), { recursive: true })
  mkdirSync(join(contents, "lost+found"))
  mkdirSync(join(folder, "another disk"))
  mkdirSync(join(database, "pg_notify"), { recursive: true })
  symlinkSync(join(folder, "another disk"), join(contents, elsewhere!))
  for (const name of ["PG_VERSION", "postgresql.conf~", "postmaster.pid"]) writeFileSync(join(database, name), "18")
  for (const name of [stays!, goes!, `${stays}.part`]) writeFileSync(at(name), "A content")
  for (const name of [`${elsewhere}/${stays}`, "lost+found/#1", "Notes (1).txt"])
    writeFileSync(join(contents, name), "")
  const files: Files = {
    folder: database,
    isExclusive: false,
    copied: ({ add, files, last }) =>
      Effect.gen(function*() {
        yield* files((path) => path !== "postmaster.pid")
        // What happened since the first copy.
        writeFileSync(at(comes!), "comes")
        rmSync(at(goes!))
        const result = yield* last
        // What happens from then on is not in the copy of the database.
        writeFileSync(at(late!), "late")
        rmSync(at(stays!))
        yield* add("backup_label", "START")
        return result
      })
  }
  await Effect.runPromise(take(files, target))

  const { description, sums } = await Effect.runPromise(Manifest.load(target))
  const own = [stays, comes, late].map((name) => `files/${organization}/${name}`)
  expect(sums.map(({ path }) => path)).toEqual([
    "cluster/PG_VERSION",
    "cluster/backup_label",
    "cluster/postgresql.conf~",
    ...own,
    `files/${elsewhere}/${stays}`
  ])
  const folders = ["cluster", "cluster/pg_notify", `files/${organization}`, `files/${elsewhere}`]
  expect(description).toMatchObject({ files: 7, bytes: 27, folders })
  expect(readFileSync(join(target, own[1]!), "utf8")).toBe("comes")
  await Effect.runPromise(Restoring.assertIntact(target, sums))
  expect(readdirSync(join(target, "files", organization!)).toSorted()).toEqual([stays!, comes!, late!])
})

test("a backup fails where a part of the database is behind a link to a folder", async () => {
  const linked = join(folder, "linked")
  for (const path of [linked, join(folder, "pg_wal")]) mkdirSync(path)
  symlinkSync(join(folder, "pg_wal"), join(linked, "pg_wal"))
  const files: Files = {
    folder: linked,
    isExclusive: true,
    copied: ({ files, last }) => Effect.andThen(files(() => true), last)
  }
  const failure = await Effect.runPromise(Effect.flip(take(files, join(folder, "not whole"))))
  expect(String(failure)).toContain("pg_wal")
})

test("statements wait ten minutes for a backup, and then it fails", async () => {
  const failure = await Effect.runPromise(
    Effect.gen(function*() {
      const isPaused = yield* Deferred.make<void>()
      const hangs: Files = {
        folder: database,
        isExclusive: true,
        copied: () => Effect.andThen(Deferred.succeed(isPaused, undefined), Effect.never)
      }
      const taking = yield* Effect.forkChild(Effect.flip(take(hangs, join(folder, "never"))))
      yield* Deferred.await(isPaused)
      yield* TestClock.adjust("10 minutes")
      return yield* Fiber.join(taking)
    }).pipe(Effect.provide(TestClock.layer()))
  )
  expect(String(failure)).toContain("within 10 minutes")
})

test("a restore that fails leaves no database, and removes nothing that others put into the folder of contents", async () => {
  const directory = join(folder, "restored")
  const into = join(folder, "restored contents")
  const backup = await Effect.runPromise(Manifest.load(target))
  const gone = { path: "cluster/gone", sha256: "0".repeat(64) }
  const restore = (more: ReadonlyArray<Manifest.Sum>) =>
    Restoring.restore(target, { directory, contents: { kind: "folder", folder: into } }, {
      ...backup,
      sums: [...backup.sums, ...more]
    })
  expect(String(await Effect.runPromise(Effect.flip(restore([gone]))))).toContain("cluster/gone")
  expect(existsSync(join(directory, "cluster"))).toBe(false)
  expect(existsSync(join(into, organization!, stays!))).toBe(false)
  writeFileSync(join(into, organization!, goes!), "Another's")
  expect(String(await Effect.runPromise(Effect.flip(restore([]))))).toContain("has files already")
  expect(readFileSync(join(into, organization!, goes!), "utf8")).toBe("Another's")
})

test("a copy overwrites nothing, also behind a link", async () => {
  const [from, to] = [join(folder, "from"), join(folder, "to")]
  for (const path of [from, to]) mkdirSync(path)
  for (const name of ["present", "linked"]) writeFileSync(join(from, name), "new")
  writeFileSync(join(to, "present"), "old")
  symlinkSync(join(to, "present"), join(to, "linked"))
  for (const name of ["present", "linked"]) {
    expect(await Effect.runPromise(Effect.flip(Tree.copy([name], from, to)))).toMatchObject({ code: "EEXIST" })
  }
  expect(readFileSync(join(to, "present"), "utf8")).toBe("old")
})

const sha256sum = Bun.which("sha256sum")
if (sha256sum === null) console.warn("sha256sum is not installed: that it reads SHA256SUMS is not tested.")

test.each(sha256sum === null ? [] : [sha256sum])(
  "what sha256sum says of a backup is what a restore says",
  async (program) => {
    const check = () =>
      Bun.spawnSync([program, "--check", "--quiet", "SHA256SUMS"], { cwd: target, stderr: "ignore" }).exitCode
    const { sums } = await Effect.runPromise(Manifest.load(target))
    expect(check()).toBe(0)
    writeFileSync(join(target, `files/${organization}/${stays}`), "STAYS")
    expect(check()).toBe(1)
    const refused = await Effect.runPromise(Effect.flip(Restoring.assertIntact(target, sums)))
    expect(refused.message).toContain(`files/${organization}/${stays} is damaged`)
  }
)

test("a restore needs the same store of contents as the backup", async () => {
  const { description } = await Effect.runPromise(Manifest.load(target))
  const bucket = (name: string) => ({ kind: "bucket", options: { bucket: name } } as const)
  const refusal = (contents: Taking.Contents, bucket: string | null) =>
    Effect.runPromise(
      Effect.match(Restoring.assertFree({ directory: join(folder, "free"), contents }, { ...description, bucket }), {
        onFailure: ({ message }) => message,
        onSuccess: () => "free"
      })
    )
  const free = { kind: "folder", folder: join(folder, "free") } as const
  expect(await refusal(free, null)).toBe("free")
  expect(await refusal(free, "contents")).toContain("CANDOR_S3_BUCKET=contents")
  expect(await refusal(bucket("other"), "contents")).toContain("CANDOR_S3_BUCKET=contents")
  expect(await refusal(bucket("contents"), "contents")).toBe("free")
  expect(await refusal(bucket("contents"), null)).toContain("Unset it")
})

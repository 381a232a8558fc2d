/**
 * Embedded databases that are made once and copied by tests: a new one takes 3 s of a processor, a copy a tenth of a second.
 * They are kept in `node_modules/.cache` for as long as the sources that they were made of stay as they are.
 */
import * as Database from "@candor/sql/database/Database"
import * as PgliteInstance from "@candor/sql/database/PgliteInstance"
import { PrivateFiles } from "@candor/sql/database/PrivateFiles"
import * as Migrations from "@candor/sql/migrations/Migrations"
import { PGlite } from "@electric-sql/pglite"
import { Effect, References } from "effect"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs"
import { dirname, join, relative } from "node:path"

const root = join(import.meta.dir, "../../..")
const cache = join(root, "node_modules/.cache/candor")

/** Databases of other sources are removed after this long, in milliseconds. */
const keptMillis = 3_600_000

/** This file and every source file of the repository that it imports, also by way of others. */
const sources = (): ReadonlyArray<string> => {
  const found = new Set<string>()
  const scanner = new Bun.Transpiler({ loader: "ts" })
  const add = (path: string): void => {
    if (found.has(path) || path.includes("/node_modules/")) return
    found.add(path)
    for (const one of scanner.scanImports(readFileSync(path, "utf8"))) {
      if (/^(\.|@candor\/)/.test(one.path)) add(Bun.resolveSync(one.path, dirname(path)))
    }
  }
  add(import.meta.path)
  return [...found].toSorted()
}

/** The hash of all that a prepared database depends on: a change of any makes new ones. */
const version = (): string => {
  const hash = new Bun.CryptoHasher("sha256")
  for (const path of [join(root, "bun.lock"), ...sources()]) hash.update(relative(root, path)).update(readFileSync(path))
  return hash.digest("hex").slice(0, 32)
}

const removeOld = (): void => {
  for (const path of readdirSync(cache).map((name) => join(cache, name))) {
    if (Date.now() - statSync(path).mtimeMs > keptMillis) rmSync(path, { recursive: true, force: true })
  }
}

const make = async (folder: string): Promise<void> => {
  mkdirSync(cache, { recursive: true })
  removeOld()
  const making = mkdtempSync(join(cache, "making-"))
  const [unmigrated, migrated] = [join(making, "unmigrated"), join(making, "migrated")]
  mkdirSync(unmigrated)
  const created = await PGlite.create({ fs: new PrivateFiles(join(unmigrated, "postgres")) })
  await created.close()
  cpSync(unmigrated, migrated, { recursive: true })
  const database = await PGlite.create({ fs: new PrivateFiles(join(migrated, "postgres")) })
  await Effect.runPromise(Migrations.run.pipe(
    Effect.provide(Database.over(PgliteInstance.of(database))),
    Effect.provideService(References.MinimumLogLevel, "Warn")
  ))
  await Bun.write(join(making, "migrated.tar"), await database.dumpDataDir("none"))
  await database.close()
  try {
    renameSync(making, folder)
  } catch (error) {
    // Another process made the same meanwhile.
    if (!existsSync(folder)) throw error
    rmSync(making, { recursive: true })
  }
}

let prepared: Promise<string> | undefined

/** The folder of the databases, which are made where they are not there yet. */
export const folder = (): Promise<string> =>
  prepared ??= (async () => {
    const path = join(cache, version())
    if (!existsSync(path)) await make(path)
    return path
  })()

/** A data directory as a first start leaves it, migrated, or as it is just before it migrates. */
export const dataDirectory = async (path: string, state: "migrated" | "unmigrated" = "migrated"): Promise<void> =>
  cpSync(join(await folder(), state), path, { recursive: true })

/** A migrated database in memory. */
export const inMemory = async (): Promise<PGlite> =>
  PGlite.create({ loadDataDir: Bun.file(join(await folder(), "migrated.tar")) })

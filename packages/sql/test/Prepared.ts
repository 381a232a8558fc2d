/** Embedded databases that are made once and copied by tests: a new one takes 3 s of a processor, a copy a tenth of a second. */
import * as MadeOnce from "@candor/process/MadeOnce"
import * as Database from "@candor/sql/database/Database"
import * as Demo from "@candor/sql/demo/Demo"
import * as PgliteInstance from "@candor/sql/database/PgliteInstance"
import { PrivateFiles } from "@candor/sql/database/PrivateFiles"
import * as Migrations from "@candor/sql/migrations/Migrations"
import * as Repositories from "@candor/sql/Repositories"
import type { PGlite } from "@electric-sql/pglite"
import { Effect, Layer, References } from "effect"
import { cpSync } from "node:fs"
import { join } from "node:path"
import * as NoContents from "./NoContents.ts"

let known: string | undefined

/** The hash of all that a prepared database depends on: a change of any makes new ones. */
const version = (): string => known ??= MadeOnce.version(import.meta.path)

/** A database without a schema, which is the same until PGlite changes. */
const makeUnmigrated = async (folder: string): Promise<void> => {
  const created = await PgliteInstance.create({ fs: new PrivateFiles(join(folder, "postgres")) })
  await created.close()
}

const madeUnmigrated = (): Promise<string> => {
  const sources = ["PgliteInstance.ts", "PrivateFiles.ts"].map((name) => join(import.meta.dir, "../src/database", name))
  return MadeOnce.madeOnce(`cluster-${MadeOnce.version(...sources)}`, makeUnmigrated)
}

const make = async (folder: string): Promise<void> => {
  const [unmigrated, migrated, demo] = [join(folder, "unmigrated"), join(folder, "migrated"), join(folder, "demo")]
  cpSync(await madeUnmigrated(), unmigrated, { recursive: true })
  cpSync(unmigrated, migrated, { recursive: true })
  const database = await PgliteInstance.create({ fs: new PrivateFiles(join(migrated, "postgres")) })
  await Bun.write(join(folder, "unmigrated.tar"), await database.dumpDataDir("none"))
  await Effect.runPromise(Migrations.run.pipe(
    Effect.provide(Database.over(PgliteInstance.of(database))),
    Effect.provideService(References.MinimumLogLevel, "Warn")
  ))
  await Bun.write(join(folder, "migrated.tar"), await database.dumpDataDir("none"))
  await database.close()
  cpSync(migrated, demo, { recursive: true })
  const toured = await PgliteInstance.create({ fs: new PrivateFiles(join(demo, "postgres")) })
  const clients = Database.over(PgliteInstance.of(toured))
  await Effect.runPromise(Demo.load.pipe(
    Effect.provide(Layer.merge(Layer.provideMerge(Repositories.layer, clients), NoContents.layer)),
    Effect.provideService(References.MinimumLogLevel, "Warn")
  ))
  await toured.exec("DELETE FROM queue")
  await toured.close()
}

let prepared: Promise<string> | undefined

/** The folder of the databases, which are made where they are not there yet. */
export const folder = (): Promise<string> => prepared ??= MadeOnce.madeOnce(`databases-${version()}`, make)

/**
 * A data directory as it is just before a first start migrates it, before it loads the demo, or with the demo: a start makes
 * new keys for that, and its `demo.json`. No background work is due then: the demo's profiles, which would take every server
 * longer than its start, stay pending.
 */
export const dataDirectory = async (path: string, state: "unmigrated" | "migrated" | "demo" = "migrated"): Promise<void> =>
  cpSync(join(await folder(), state), path, { recursive: true })

/** A database in memory. */
export const inMemory = async (state: "unmigrated" | "migrated" = "migrated"): Promise<PGlite> =>
  PgliteInstance.create({ loadDataDir: Bun.file(join(await folder(), `${state}.tar`)) })

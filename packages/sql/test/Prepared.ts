/**
 * Data directories that are prepared once and copied by tests: creating one takes 3 s of CPU time, copying it a tenth
 * of a second.
 */
import * as MadeOnce from "@candor/process/MadeOnce"
import * as Database from "@candor/sql/database/Database"
import { pgliteIn } from "@candor/sql/database/DataDirectory"
import * as Demo from "@candor/sql/demo/Demo"
import * as PgliteInstance from "@candor/sql/database/pglite/PgliteInstance"
import { PrivateFiles } from "@candor/sql/database/pglite/PrivateFiles"
import * as Migrations from "@candor/sql/migrations/Migrations"
import * as Repositories from "@candor/sql/Repositories"
import type { PGlite } from "@electric-sql/pglite"
import { Effect, Layer, References } from "effect"
import { SqlClient } from "effect/sql"
import { cpSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import * as NoContents from "./NoContents.ts"

/** The kind of database in a data directory: that of new directories, or PGlite. */
export type Kind = "embedded" | "pglite"

/** The kind for tests of programs. */
export const defaultKind: Kind = process.env["TEST_DATABASE"] === "pglite" ? "pglite" : "embedded"

const silently = Effect.provideService(References.MinimumLogLevel, "Error")

/** Creates a PGlite in a data directory, which then keeps this kind. */
const makePglite = async (directory: string): Promise<void> => {
  mkdirSync(directory)
  const created = await PgliteInstance.create({ fs: new PrivateFiles(pgliteIn(directory)) })
  await created.close()
}

const make = (kind: Kind) => async (folder: string): Promise<void> => {
  const [unmigrated, migrated, demo] = [join(folder, "unmigrated"), join(folder, "migrated"), join(folder, "demo")]
  const within = <A, E>(
    directory: string,
    effect: Effect.Effect<A, E, Layer.Success<ReturnType<typeof Database.embedded>>>
  ) => Effect.runPromise(effect.pipe(Effect.provide(Database.embedded(directory)), silently))
  if (kind === "pglite") await makePglite(unmigrated)
  else await within(unmigrated, Effect.void)
  cpSync(unmigrated, migrated, { recursive: true })
  await within(migrated, Migrations.run)
  cpSync(migrated, demo, { recursive: true })
  await within(
    demo,
    Effect.andThen(
      Effect.provide(Demo.load, Layer.merge(Repositories.layer, NoContents.layer)),
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM queue`)
    )
  )
}

/** A hash of everything that a prepared database depends on: after any change, new ones are made. */
let known: string | undefined

const prepared = new Map<string, Promise<string>>()

const madeOnce = (name: string, make: (folder: string) => Promise<void>): Promise<string> => {
  const found = prepared.get(name) ?? MadeOnce.madeOnce(`${name}-${known ??= MadeOnce.version(import.meta.path)}`, make)
  prepared.set(name, found)
  return found
}

/** Returns the folder with the data directories of a kind, creating them if necessary. */
export const folder = (kind: Kind = defaultKind): Promise<string> => madeOnce(`directories-${kind}`, make(kind))

/**
 * Copies a data directory as it is just before a first start migrates it, before it loads the demo, or with the demo: a
 * start then makes new keys for it, and its `demo.json`. No background work is due: the demo's profiles, which would
 * take every server longer than its start, stay pending.
 */
export const dataDirectory = async (
  path: string,
  state: "unmigrated" | "migrated" | "demo" = "migrated",
  kind: Kind = defaultKind
): Promise<void> => cpSync(join(await folder(kind), state), path, { recursive: true })

/** Writes two PGlite databases as files that it loads into memory. */
const dump = async (folder: string): Promise<void> => {
  const database = await PgliteInstance.create({})
  await Bun.write(join(folder, "unmigrated.tar"), await database.dumpDataDir("none"))
  await Effect.runPromise(silently(Effect.provide(Migrations.run, Database.over(PgliteInstance.of(database)))))
  await Bun.write(join(folder, "migrated.tar"), await database.dumpDataDir("none"))
  await database.close()
}

/** Opens a PGlite in memory. */
export const inMemory = async (state: "unmigrated" | "migrated" = "migrated"): Promise<PGlite> =>
  PgliteInstance.create({ loadDataDir: Bun.file(join(await madeOnce("pglite", dump), `${state}.tar`)) })

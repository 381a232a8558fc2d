/**
 * The files of an embedded database with the schema and the demo, and of the demo's résumés, which a server's first start unpacks: to make them takes four
 * times the processor time of a start, and memory that a process does not give back (decision 0002). `bun run template` makes
 * them. Migrations that came later are applied to them as to any database.
 */
import { Context, Effect } from "effect"
import { existsSync, renameSync, rmSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import template from "./template.tar.zst" with { type: "file" }

/** Whether a data directory without a database begins with the template, and so with the demo. */
export const BeginWithDemo = Context.Reference<boolean>("@candor/sql/database/BeginWithDemo", { defaultValue: () => false })

/** A bundle names it by its path from the bundle's file. */
const path = resolve(import.meta.dir, template)

/**
 * Puts PostgreSQL's files of the template into a new folder, of which nobody sees a part, however the process ends, and beside it the
 * contents of the demo's files, which are there before.
 */
export const unpack = Effect.fnUntraced(function*(folder: string) {
  if (existsSync(folder)) return
  yield* Effect.annotateLogs(Effect.logInfo("Creating the database, with the demo"), { folder })
  yield* Effect.promise(async () => {
    const unpacking = `${folder}.new`
    rmSync(unpacking, { recursive: true, force: true })
    await new Bun.Archive(Bun.zstdDecompressSync(await Bun.file(path).bytes())).extract(unpacking)
    const files = join(dirname(folder), "files")
    if (!existsSync(files)) renameSync(join(unpacking, "files"), files)
    renameSync(join(unpacking, "postgres"), folder)
    rmSync(unpacking, { recursive: true })
  })
})

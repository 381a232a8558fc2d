/**
 * Makes the template of the embedded database, which a server's first start unpacks (decision 0002): PostgreSQL's files with the
 * schema and the demo, without keys, and the contents of the demo's files. To be run after a change of the demo, and before a release
 * with new migrations or a new version of PGlite; it needs the program tar.
 *
 *     bun run template
 */
import * as ContentStore from "@candor/files/ContentStore"
import * as Database from "@candor/sql/database/Database"
import * as PgliteInstance from "@candor/sql/database/PgliteInstance"
import { PrivateFiles } from "@candor/sql/database/PrivateFiles"
import * as Demo from "@candor/sql/demo/Demo"
import * as Migrations from "@candor/sql/migrations/Migrations"
import { Effect, References } from "effect"
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const target = join(import.meta.dir, "../packages/sql/src/database/template.tar.zst")
const whole = mkdtempSync(join(tmpdir(), "candor-template-"))
const folder = join(whole, "postgres")

const pglite = await PgliteInstance.create({ fs: new PrivateFiles(folder) })

/** Leaves half of each page free while it runs, where a first start puts the rows with the times of its day (Shift.ts). */
const withRoom = <A, E, R>(load: Effect.Effect<A, E, R>) => Effect.gen(function*() {
  const tables = (yield* Effect.promise(() => pglite.query<{ readonly name: string; readonly fill: string }>(`
    SELECT oid::regclass AS name, coalesce(substring(reloptions::text FROM 'fillfactor=(\\d+)'), '100') AS fill
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
  `))).rows
  const fill = (factor: (usual: string) => string) => Effect.promise(() =>
    pglite.exec(tables.map(({ fill, name }) => `ALTER TABLE ${name} SET (fillfactor = ${factor(fill)});`).join("")))
  yield* fill(() => "45")
  yield* load
  yield* fill((usual) => usual)
})

await Effect.runPromise(Effect.andThen(Migrations.run, withRoom(Demo.loadWithoutKeys)).pipe(
  Effect.provide(ContentStore.inFolder(join(whole, "files"))),
  Effect.provide(Database.over(PgliteInstance.of(pglite))),
  Effect.provideService(References.MinimumLogLevel, "Warn")
))
// Of its log PostgreSQL needs only the segment that it begins here: all before is in the other files, all after is empty.
await pglite.exec("SELECT pg_switch_wal()")
await pglite.exec("CHECKPOINT")
const { rows: [current] } = await pglite.query<{ readonly segment: string }>("SELECT pg_walfile_name(pg_current_wal_insert_lsn()) AS segment")
await pglite.close()
const log = join(folder, "pg_wal")
for (const name of readdirSync(log)) if (/^[0-9A-F]{24}$/.test(name) && name !== current!.segment) rmSync(join(log, name))

const tar = Bun.spawnSync(["tar", "--sort=name", "--mtime=@0", "--owner=0", "--group=0", "--numeric-owner", "-C", whole, "-c", "."])
if (!tar.success) throw new Error(`tar failed: ${tar.stderr.toString()}`)
await Bun.write(target, Bun.zstdCompressSync(tar.stdout, { level: 22 }))
rmSync(whole, { recursive: true })
console.log(`${target}: ${(Bun.file(target).size / 2 ** 20).toFixed(1)} MiB`)
process.exit(0)

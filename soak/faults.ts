/**
 * Random histories with faults: two servers and a worker run on a PostgreSQL server of their own, while six clients
 * make random changes. The random faults are: a killed process, a crashed database, connections that go silent, a
 * read-only database, a full disk. After each fault everything has to work again within 20 s, and at the end
 *
 * - every acknowledged write is there, exactly once, and nothing that no client requested;
 * - never more jobs were published than the plan allows, and no key exceeded its limit, except for requests that a
 *   crash may leave uncounted, and those that each server admits while the database is read-only (decision 0018);
 * - the feed has each change once, in order and without gaps, its chain of hashes is valid, and its states match the
 *   stored ones;
 * - every webhook received everything in order for each subject, and not more often than its log says;
 * - every profile is completed or failed, and no background work was given up;
 * - no answer was 500, and each 503 said when to retry.
 *
 *     bun soak/faults.ts [seeds] [--embedded] [--seed=<one seed>] [--keep]
 *
 * With `--embedded` it runs one server with its embedded database, and a worker beside it; faults kill these and the
 * database. Runs 20 seeds by default; `--seed` runs a single one. `--keep` keeps the logs even if nothing is broken.
 * Without `--embedded` it needs the programs of a PostgreSQL server (initdb and postgres), and exits with 77 if there
 * are none. The disk is filled only if the program may mount one of its own, as root.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { create } from "./faults/Cluster.ts"
import { binaries } from "@candor/process/testing/PostgresPrograms"
import { runSeed } from "./faults/Seed.ts"

/** The exit code of a skipped test, as in GNU Automake. */
const skipped = 77

/** Returns a violation without its variable parts, to count violations of the same kind. */
const sortOf = (says: string) =>
  says
    .replace(/^.* was answered/, "")
    .replace(/\(s\d+-[^)]*\)|[0-9a-f]{8}-[0-9a-f-]{27}|\bs\d+-[\w-]+|\b\d+\b/g, "…")

const has = (name: string) => process.argv.includes(name)
const only = process.argv.find((argument) => argument.startsWith("--seed="))?.slice("--seed=".length)
const count = Number(process.argv.slice(2).find((argument) => /^\d+$/.test(argument)) ?? 20)
const seeds = only === undefined ? Array.from({ length: count }, (_, n) => n + 1) : [Number(only)]

const bin = has("--embedded") ? undefined : binaries()
if (bin === undefined && !has("--embedded")) {
  console.log("Left out: the programs of a PostgreSQL server (initdb, postgres) are not installed.")
  process.exit(skipped)
}
const folder = mkdtempSync(join(tmpdir(), "candor-faults-logs-"))
const cluster = bin === undefined ? undefined : await create(bin)
console.log(`${cluster?.version ?? "The embedded database"}; logs in ${folder}`)
if (cluster?.cannotFill !== undefined) console.log(`The disk is not filled: ${cluster.cannotFill}`)

let total = 0
for (const seed of seeds) {
  const began = performance.now()
  const elapsed = () => `${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s`
  const progress = (text: string) => console.error(`${elapsed()}  ${text}`)
  const { says, violations } = await runSeed({ cluster, seed, folder, progress })
  total += violations.length
  console.log(`seed ${seed}, ${elapsed().trim()}: ${violations.length} violations; ${says}`)
  for (const [promise, all] of Map.groupBy(violations, (one) => one.promise)) {
    console.log(`  [${promise}] ${all.length}`)
    for (const [, alike] of Map.groupBy(all, ({ says }) => sortOf(says)))
      console.log(`    ${alike.length} × ${alike[0]!.says}`)
  }
}
if (total === 0 && !has("--keep")) rmSync(folder, { recursive: true, force: true })
console.log(`${total} violations in ${seeds.length} seeds${total === 0 ? "" : `; logs in ${folder}`}`)
process.exit(total === 0 ? 0 : 1)

/**
 * Moves a large organization: the demo's, with so many candidates. It is imported at once, which tells time and memory,
 * and by processes that are killed at random times. Both have to have every row as it was, once.
 *
 *     bun soak/moving.ts [candidates] [kills] [--seed=1]     20,000 and 20 by default; needs TEST_DATABASE_URL
 */
import { program } from "@candor/process/testing/Programs"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { whenEnding } from "./Cleanup.ts"
import * as Copies from "./moving/Copies.ts"
import { killTree, treeMemory } from "./Processor.ts"
import { candor, inherited } from "./Programs.ts"
import { random } from "./Random.ts"
import * as TestDatabase from "./TestDatabase.ts"

const [candidates = 20_000, kills = 20] = process.argv.slice(2).filter((argument) => !argument.startsWith("--")).map(
  Number
)
const seed = Number(/--seed=(\d+)/.exec(process.argv.join(" "))?.[1] ?? 1)
const choose = random(seed)

const folder = mkdtempSync(join(tmpdir(), "candor-moving-"))
whenEnding(() => rmSync(folder, { recursive: true, force: true }))

interface Imported {
  readonly organization: string
}

/** An installation of its own: a database and a folder of files. */
const installation = async (name: string) => {
  const { drop, url } = await TestDatabase.create()
  return { drop, env: { DATABASE_URL: url, CANDOR_DATA_DIR: join(folder, name) } }
}

const spawnImport = async (env: Record<string, string>, path: string) =>
  Bun.spawn([process.execPath, await program("candor"), "import", path, "--json"], {
    env: { ...inherited(), ...env },
    stdout: "pipe",
    stderr: "ignore"
  })

/** Imports without an interruption. Returns the organization, the seconds, and the largest memory in MiB. */
const importAtOnce = async (env: Record<string, string>, path: string) => {
  const began = performance.now()
  const child = await spawnImport(env, path)
  let peak = 0
  const sampling = setInterval(() => (peak = Math.max(peak, treeMemory(child.pid))), 200)
  const { organization } = await new Response(child.stdout).json() as Imported
  clearInterval(sampling)
  return { organization, peak, seconds: (performance.now() - began) / 1000 }
}

const broken: Array<string> = []

/** Tells parts of which an installation has other rows than it got. */
const compare = async (what: string, env: Record<string, string>, organization: string, expected: Copies.Digests) => {
  const out = join(folder, `out-${what}`)
  const began = performance.now()
  await candor(env, "export", "--organization", organization, out)
  console.log(`${what}: exported again in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  for (const [part, digest] of Object.entries(await Copies.digestsOf(out))) {
    if (digest !== expected[part]) broken.push(`${what}: the rows of ${part} are others`)
  }
}

const source = await installation("source")
const { organization_id } = await candor<{ readonly organization_id: string }>(source.env, "demo")
await candor(source.env, "export", "--organization", organization_id, join(folder, "demo"))
await source.drop()
const large = join(folder, "large")
const rows = await Copies.make(join(folder, "demo"), large, candidates)
const expected = await Copies.digestsOf(large)

const first = await installation("first")
const { organization, peak, seconds } = await importAtOnce(first.env, large)
console.log(
  `${candidates} candidates, ${rows} rows: imported in ${seconds.toFixed(1)} s with ${peak.toFixed(0)} MiB at most`
)
await compare("at once", first.env, organization, expected)
await first.drop()

const second = await installation("second")
let killed = 0
for (let n = 0; n < kills; n++) {
  const child = await spawnImport(second.env, large)
  // A process that is killed late has checked for long, and adds less than the time that it had.
  const ended = await Promise.race([
    child.exited.then(() => true),
    Bun.sleep(choose.integer(500, seconds * 700)).then(() => false)
  ])
  if (!ended) {
    killTree(child.pid)
    await child.exited
    killed++
  }
}
const last = await importAtOnce(second.env, large)
console.log(`${killed} of ${kills} imports were killed, and the last took ${last.seconds.toFixed(1)} s`)
await compare("killed", second.env, last.organization, expected)
await second.drop()

for (const one of broken) console.error(one)
console.log(broken.length === 0 ? "Every row is there, once, as it was." : "BROKEN")
process.exit(broken.length === 0 ? 0 : 1)

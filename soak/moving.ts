/**
 * Moves a large organization: the demo's with many more candidates, one and a half times as many applications, and a
 * file for every fifth candidate. Imports it in one go, beside a neighbor with 40 ordinary requests per second, and
 * measures time and memory; and by processes that are killed at random points of their progress. Both imports must have
 * every row, unchanged and once.
 *
 *     bun soak/moving.ts [candidates] [kills] [--seed=1] [--embedded] [--killed]   20,000 and 20; needs TEST_DATABASE_URL
 *
 * `--embedded` imports into an embedded database, without a neighbor; `--killed` leaves out the import in one go.
 */
import { program } from "@candor/process/testing/Programs"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { whenEnding } from "./Cleanup.ts"
import * as Copies from "./moving/Copies.ts"
import { figures, judgeAnswers, judgeLatency, judgeMemory } from "./neighbours/Figures.ts"
import { type Neighbour, neighbour } from "./neighbours/Neighbour.ts"
import { open } from "./neighbours/World.ts"
import { killTree, treeMemory } from "./Processor.ts"
import { candor, type Environment, inherited } from "./Programs.ts"
import { random } from "./Random.ts"
import * as TestDatabase from "./TestDatabase.ts"

/** The maximum memory of an import in MiB, for its process only, unless the database is in it. */
const memoryLimit = 350

/** The rows that a line of progress says are added, at most. */
const portionRows = 500

/** Seconds for which the neighbor is measured alone. */
const aloneSeconds = 20

const [candidates = 20_000, kills = 20] = process.argv.slice(2).filter((argument) => !argument.startsWith("--")).map(
  Number
)
const seed = Number(/--seed=(\d+)/.exec(process.argv.join(" "))?.[1] ?? 1)
const embedded = process.argv.includes("--embedded")
const choose = random(seed)

const folder = mkdtempSync(join(tmpdir(), "candor-moving-"))
whenEnding(() => rmSync(folder, { recursive: true, force: true }))

interface Imported {
  readonly organization: string
}

/** Makes an installation with its own database and folder of files. */
const installation = async (name: string) => {
  const env = { CANDOR_DATA_DIR: join(folder, name) }
  if (embedded) return { drop: async () => rmSync(env.CANDOR_DATA_DIR, { recursive: true, force: true }), env }
  const { drop, url } = await TestDatabase.create()
  return { drop, env: { ...env, DATABASE_URL: url } }
}

const spawnImport = async (env: Environment, path: string) =>
  Bun.spawn([process.execPath, await program("candor"), "import", path, "--json"], {
    env: { ...inherited(), ...env },
    stdout: "pipe",
    stderr: "pipe"
  })

/** The last message of an import: why it ended. */
let told = ""

/** Reads an import's progress. Returns the number of lines; stops early after `stopAt`. */
const linesOf = async (stderr: ReadableStream<Uint8Array>, stopAt = Infinity): Promise<number> => {
  let lines = 0
  for await (const bytes of stderr) {
    told = new TextDecoder().decode(bytes)
    lines += bytes.filter((byte) => byte === 10).length
    if (lines >= stopAt) break
  }
  return lines
}

/** Imports without interruption. Returns the organization and the maximum memory in MiB. */
const importAtOnce = async (env: Environment, path: string) => {
  const began = performance.now()
  const child = await spawnImport(env, path)
  let peak = 0
  const sampling = setInterval(() => (peak = Math.max(peak, treeMemory(child.pid))), 200)
  const [, answer] = await Promise.all([linesOf(child.stderr), new Response(child.stdout).text()])
  if (answer === "") throw new Error(`The import ended: ${told}`)
  const { organization } = JSON.parse(answer) as Imported
  clearInterval(sampling)
  const seconds = (performance.now() - began) / 1000
  await child.exited
  const { cpuTime } = child.resourceUsage()!
  console.log(
    `imported in ${seconds.toFixed(1)} s, of which its process took ${
      (Number(cpuTime.total) / 1e6).toFixed(1)
    } s of processor, with ${peak.toFixed(0)} MiB at most`
  )
  return { organization, peak }
}

const broken: Array<string> = []

/** Reports parts of which an installation has other rows than expected. */
const compare = async (what: string, env: Environment, organization: string, expected: Copies.Digests) => {
  const out = join(folder, `out-${what}`)
  const began = performance.now()
  await candor(env, "export", "--organization", organization, out)
  console.log(`${what}: exported again in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  const others = Object.entries(await Copies.digestsOf(out)).filter(([part, digest]) => digest !== expected[part])
  broken.push(...others.map(([part]) => `${what}: the rows of ${part} are others`))
  console.log(`${what}: ${others.length === 0 ? "every row is equal" : `rows of ${others.length} parts are others`}`)
  rmSync(out, { recursive: true })
}

/** Runs something beside a neighbor, whose guarantees must hold. */
const beside = async <Result>(stream: Neighbour, run: () => Promise<Result>): Promise<Result> => {
  const perSecond = 40
  const until = performance.now() + aloneSeconds * 1000
  const alone = figures(await stream.stream({ perSecond, until: () => performance.now() > until }))
  let isDone = false
  const sending = stream.stream({ perSecond, until: () => isDone })
  const result = await run()
  isDone = true
  const during = figures(await sending)
  for (const { isKept, says } of [judgeLatency(alone, during, false), ...judgeAnswers(during)]) {
    console.log(`neighbour: ${says}`)
    if (!isKept) broken.push(`neighbour: ${says}`)
  }
  return result
}

const source = await installation("source")
const { organization_id } = await candor<{ readonly organization_id: string }>(source.env, "demo")
await candor(source.env, "export", "--organization", organization_id, join(folder, "demo"))
await source.drop()
const large = join(folder, "large")
const counts = await Copies.make(join(folder, "demo"), large, candidates)
console.log(
  `${counts.candidates} candidates, ${counts.applications} applications, ${counts.files} files, ${counts.rows} rows`
)
const expected = await Copies.digestsOf(large)

/** Imports into a new installation, beside a neighbor if another process can open its database. */
const first = async () => {
  if (embedded) {
    const { drop, env } = await installation("first")
    return { drop, env, imported: await importAtOnce(env, large) }
  }
  const world = await open({ embedded, careers: false })
  const stream = await neighbour(world.neighbour)
  const imported = await beside(stream, () => importAtOnce(world.env, large))
  const memory = judgeMemory(imported.peak, memoryLimit)
  if (!memory.isKept) broken.push(memory.says)
  return { drop: world.close, env: world.env, imported }
}

if (!process.argv.includes("--killed")) {
  const { drop, env, imported: { organization } } = await first()
  await compare("at once", env, organization, expected)
  await drop()
}

const second = await installation("second")
let killed = 0
const rowsOfParts = Object.values(expected).map((digest) => Number.parseInt(digest)).filter((rows) => rows > 0)
/** Lines about checking, one for each part, which come first in each attempt. */
const checkedLines = rowsOfParts.length
/** Lines about adding, one for each portion. */
const addedLines = rowsOfParts.reduce((sum, rows) => sum + Math.ceil(rows / portionRows), 0)
for (let n = 0; n < kills; n++) {
  const child = await spawnImport(second.env, large)
  // Added rows stay, so each attempt gets a share of them, and the last one still has work.
  const added = Math.floor(addedLines / kills)
  const stopAt = choose.integer(1, checkedLines + 2 * added)
  if (await linesOf(child.stderr, stopAt) < stopAt) continue
  killTree(child.pid)
  await child.exited
  killed++
  console.log(`killed ${killed}: ${told.trim().split("\n").at(-1)}`)
}
const last = kills === 0 ? undefined : await importAtOnce(second.env, large)
if (last !== undefined) {
  console.log(`${killed} of ${kills} imports were killed`)
  await compare("killed", second.env, last.organization, expected)
}
await second.drop()

for (const one of broken) console.error(one)
console.log(broken.length === 0 ? "Every row is there, once, as it was." : "BROKEN")
process.exit(broken.length === 0 ? 0 : 1)

/**
 * Kills the server and the worker at random points of two imports through the API: a whole organization, whose archive
 * is uploaded in parts as the console does, and a table of people. At the end each has every row exactly once,
 * unchanged; after an undo, also under kills, nothing of it is left.
 *
 *     TEST_DATABASE_URL=… bun soak/importing.ts [kills] [--candidates=1200] [--people=3000] [--seed=1]     20 kills by default
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import type { Access } from "./Call.ts"
import { whenEnding } from "./Cleanup.ts"
import { type Import, importsOf } from "./importing/Imports.ts"
import * as Copies from "./moving/Copies.ts"
import { candor } from "./Programs.ts"
import { random } from "./Random.ts"
import { becomesReady, service } from "./Service.ts"
import * as TestDatabase from "./TestDatabase.ts"

const { positionals: [kills = "20"], values } = parseArgs({
  allowPositionals: true,
  options: {
    candidates: { type: "string", default: "1200" },
    people: { type: "string", default: "3000" },
    seed: { type: "string", default: "1" }
  }
})
const choose = random(Number(values.seed))
const people = Number(values.people)

/** Every 50th line of the table repeats a person of an earlier line. */
const repeated = 50

/** The number of kills while the imports are undone. */
const undoKills = 4

/** The maximum time from observed progress to a kill, in milliseconds. */
const maxPause = 4000

/** Seconds until a service is ready, or an import continues: a killed worker's work is released after 30 s. */
const timeLimit = 180

const folder = mkdtempSync(join(tmpdir(), "candor-importing-"))
whenEnding(() => rmSync(folder, { recursive: true, force: true }))
const database = await TestDatabase.create()
const env = { CANDOR_DATA_DIR: join(folder, "data"), DATABASE_URL: database.url }

/** Returns digests of an organization's rows by part. */
const rowsOf = async (organization: string): Promise<Copies.Digests> => {
  const out = join(folder, "out")
  await candor(env, "export", "--organization", organization, out)
  const rows = await Copies.digestsOf(out)
  rmSync(out, { recursive: true })
  return rows
}

const demo = await candor<{ readonly organization_id: string }>(env, "demo")
await candor(env, "export", "--organization", demo.organization_id, join(folder, "demo"))
await Copies.make(join(folder, "demo"), join(folder, "large"), Number(values.candidates))
const source = (await candor<{ readonly organization: string }>(env, "import", join(folder, "large"))).organization

const of = (kind: "server" | "worker") =>
  service(kind, {
    name: kind,
    folder,
    env: { ...env, CANDOR_WORKER: "none", CANDOR_RATE_LIMIT: "1000000", CANDOR_MAIL_PRIVATE: "allow" }
  })
const [server, worker] = [await of("server"), await of("worker")]

const start = async (...services: ReadonlyArray<typeof server>) => {
  for (const one of services) one.start()
  for (const one of services) {
    if (!await becomesReady(one, timeLimit)) throw new Error(`${one.name} is not ready; see ${one.log}`)
  }
}

const accessOf = async (organization: string): Promise<Access> => {
  const { key } = await candor<{ readonly key: string }>(
    env,
    "keys",
    "create",
    "--organization",
    organization,
    "--user-email",
    "operator@soak.example",
    "--scope",
    "admin"
  )
  return { base_url: server.base_url, key }
}

const newOrganization = async (name: string): Promise<string> =>
  (await candor<{ readonly id: string }>(env, "organizations", "create", "--name", name, "--plan", "enterprise")).id

await start(server, worker)
const [whole, tables] = [await newOrganization("Whole"), await newOrganization("Tables")]
const [ofWhole, ofTables] = [importsOf(await accessOf(whole)), importsOf(await accessOf(tables))]
const archive = await importsOf(await accessOf(source)).exported()
const [expected, before] = [await rowsOf(source), await rowsOf(whole)]
const broken: Array<string> = []

let killed = 0
const kill = async () => {
  const services = choose.pick([[worker], [worker], [server], [server, worker]])
  await Promise.all(services.map((one) => one.stop("SIGKILL")))
  killed++
  await start(...services)
}

/** The archive's parts are uploaded while the server is killed between and within them. */
const uploading = ofWhole.upload(archive)
for (let n = 0; n < 3; n++) {
  await Bun.sleep(choose.integer(0, 500))
  await server.stop("SIGKILL")
  killed++
  await start(server)
}
const { id: wholeId } = await uploading
const line = (nth: number) => {
  const person = nth > 0 && nth % repeated === 0 ? nth - 1 : nth
  return `Grace Hopper ${person};grace.${person}@soak.example;+49 30 ${100_000 + person}`
}
const table = ["Name;E-Mail;Telefon", ...Array.from({ length: people }, (_, nth) => line(nth))].join("\r\n")
const { id: tableId } = await ofTables.uploadAtOnce("people.csv", new TextEncoder().encode(table))

const both = () => Promise.all([ofWhole.get(wholeId), ofTables.get(tableId)])
const progressOf = (imports: ReadonlyArray<Import>) =>
  imports.map(({ rows_done, state }) => `${state} ${rows_done}`).join()

/** Does what a person would: confirms the mapping of columns, starts checked imports, and resumes stopped ones. */
const goOn = async ([one, two]: readonly [Import, Import], step: "run" | "undo") => {
  if (two.state === "mapping") await ofTables.map(two)
  for (const [imports, { id, state }] of [[ofWhole, one], [ofTables, two]] as const) {
    if (step === "run" ? state === "ready" || state === "interrupted" : state === "completed" || state === "failed")
      await imports.step(id, step)
  }
}

/** Kills this many times while the imports do a step, each time after some progress, and waits until both are done. */
const under = async (step: "run" | "undo", end: string, times: number) => {
  let seen = ""
  let changed = performance.now()
  for (let left = times;;) {
    const imports = await both()
    if (imports.every(({ state }) => state === end)) return { imports, left }
    await goOn(imports, step)
    if (progressOf(imports) !== seen) {
      seen = progressOf(imports)
      changed = performance.now()
      if (left > 0) {
        left--
        await Bun.sleep(choose.integer(0, maxPause))
        await kill()
      }
    } else if (performance.now() - changed > timeLimit * 1000) throw new Error(`Nothing goes on: ${seen}`)
    await Bun.sleep(300)
  }
}

const began = performance.now()
const run = await under("run", "completed", Number(kills) - killed)
console.log(
  `${killed} kills in ${((performance.now() - began) / 1000).toFixed(0)} s: ${progressOf(run.imports)}` +
    (run.left > 0 ? `; ${run.left} kills found nothing to kill any more` : "")
)

/** The imported rows must equal those of the source. */
const arrived = await rowsOf(whole)
for (const [part, rows] of Object.entries(expected)) {
  // The key's member already exists: the source's member is matched to it.
  if (part !== "member" && rows !== arrived[part]) broken.push(`the rows of ${part} are ${arrived[part]}, not ${rows}`)
  if (rows.split(" ")[0] !== arrived[part]!.split(" ")[0]) broken.push(`${part} has ${arrived[part]}, not ${rows}`)
}
const persons = people - Math.floor((people - 1) / repeated)
const [counted] = await database.sql`
  SELECT count(*)::integer AS rows, count(DISTINCT primary_email)::integer AS people FROM candidates WHERE organization_id = ${tables}`
if (counted.rows !== persons || counted.people !== persons) broken.push(`${JSON.stringify(counted)} of ${persons}`)
const [, ofTable] = run.imports
if (ofTable.new_counted !== persons) broken.push(`the table tells of ${ofTable.new_counted} new people of ${persons}`)

const undone = await under("undo", "undone", undoKills)
console.log(`undone under ${undoKills - undone.left} kills`)
for (const [part, rows] of Object.entries(await rowsOf(whole))) {
  if (rows !== before[part]) broken.push(`undone, the rows of ${part} are ${rows}, not ${before[part]}`)
}
const [left] = await database.sql`SELECT count(*)::integer AS rows FROM candidates WHERE organization_id = ${tables}`
if (left.rows !== 0) broken.push(`undone, ${left.rows} people are left`)

await Promise.all([server, worker].map((one) => one.stop("SIGKILL")))
await database.drop()
for (const one of broken) console.error(one)
console.log(broken.length === 0 ? "Every row was there, once, as it was, and is gone again." : "BROKEN")
process.exit(broken.length === 0 ? 0 : 1)

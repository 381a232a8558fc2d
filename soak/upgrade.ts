/**
 * Upgrades a database with many candidates from an earlier version, whose server stays in use meanwhile. This version's
 * server is killed four times while it migrates; then both versions serve, and then only the earlier one. Exits with 1
 * if a session waits longer than a second for a lock, a request fails, or the rollback is not as docs/operations.md
 * says.
 *
 *     TEST_DATABASE_URL=postgres://… bun soak/upgrade.ts [--from COMMIT] [--candidates N] [--seed N] [--kills N]
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { run } from "@candor/process/testing/PostgresPrograms"
import { call, expecting } from "./Call.ts"
import { whenEnding } from "./Cleanup.ts"
import { inherited } from "./Programs.ts"
import { random } from "./Random.ts"
import { becomesReady, readiness, service } from "./Service.ts"
import { create } from "./TestDatabase.ts"
import { clients } from "./upgrade/Clients.ts"
import { fill } from "./upgrade/Fill.ts"
import { lockWatch } from "./upgrade/LockWatch.ts"

const { values } = parseArgs({
  options: {
    // The last commit of 27 November 2026.
    from: { type: "string", default: "f0ba2d9f" },
    candidates: { type: "string", default: "50000" },
    seed: { type: "string", default: "1" },
    kills: { type: "string", default: "4" }
  }
})
const [candidates, kills] = [Number(values.candidates), Number(values.kills)]
const { integer } = random(Number(values.seed))

/** Seconds within which a server migrates and becomes ready. */
const maxStart = 900

/** The maximum time from the first sign of progress to a kill, in milliseconds. */
const maxLife = 4000

const failures: Array<string> = []
const say = (text: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`)
const check = (what: string, isSo: boolean) => {
  say(`${isSo ? "ok" : "FAILED"}: ${what}`)
  if (!isSo) failures.push(what)
}

const folder = mkdtempSync(join(tmpdir(), "candor-upgrade-"))
whenEnding(() => rmSync(folder, { recursive: true, force: true }))
const here = join(import.meta.dir, "..")
const before = join(folder, "before")
whenEnding(() => Bun.spawnSync(["git", "-C", here, "worktree", "remove", "--force", before]))
run("git", "-C", here, "worktree", "add", "--detach", before, values.from)
run(process.execPath, "install", "--frozen-lockfile", "--silent", "--cwd", before)

const database = await create()
const env = {
  DATABASE_URL: database.url,
  CANDOR_DATA_DIR: join(folder, "data"),
  CANDOR_RATE_LIMIT: "100000000",
  LOG_LEVEL: "Info"
}

const start = async (name: string, options: { readonly clone?: string }) => {
  const made = await service("server", { name, folder, env, fromSources: true, ...options })
  made.start()
  return made
}
const isReady = async (made: Awaited<ReturnType<typeof service>>) => {
  if (await becomesReady(made, maxStart)) return made
  throw new Error(`${made.name} does not become ready: ${(await Bun.file(made.log).text()).slice(-3000)}`)
}

const command = async <Result>(...args: ReadonlyArray<string>): Promise<Result> => {
  const child = Bun.spawn([process.execPath, join(before, "apps/cli/src/main.ts"), ...args, "--json"], {
    env: { ...inherited(), ...env },
    stderr: "inherit"
  })
  return await new Response(child.stdout).json() as Result
}

let watch: ReturnType<typeof lockWatch> | undefined

try {
  const older = await isReady(await start("before", { clone: before }))
  const { id: organization } = await command<{ readonly id: string }>(
    "organizations",
    "create",
    "--name",
    "Acme",
    "--plan",
    "growth"
  )
  const { key } = await command<{ readonly key: string }>(
    "keys",
    "create",
    "--organization",
    organization,
    "--user-email",
    "ada@example.com",
    "--scope",
    "admin"
  )
  const access = { base_url: older.base_url, key }
  const filled = await fill(database.sql, access, candidates)
  say(`${candidates} candidates`)

  watch = lockWatch(database.url)
  const using = clients(access, filled)
  const version = async () => {
    const [row] = await database.sql`SELECT (SELECT max(migration_id) FROM migrations) AS id,
      (SELECT count(*)::integer FROM pg_class WHERE relkind = 'i' AND relnamespace = 'public'::regnamespace) AS indexes,
      (SELECT count(*)::integer FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'CREATE%INDEX CONCURRENTLY%' AND state = 'active') AS building`
    return JSON.stringify(row)
  }
  for (let kill = 1; kill <= kills; kill += 1) {
    const at = await version()
    const next = await start(`after-${kill}`, {})
    // A server with nothing left to do is killed as well.
    while (next.isRunning() && await version() === at && await readiness(next) !== 200) await Bun.sleep(20)
    await Bun.sleep(integer(0, maxLife))
    say(`Killed: ${await version()}`)
    await next.stop("SIGKILL")
    // Its session ends with the current statement.
  }
  const newer = await isReady(await start("after", {}))
  say(`Migrated: ${await version()}`)
  const both = clients({ base_url: newer.base_url, key }, filled)
  await Bun.sleep(10_000)

  const post = async <Body>(origin: string, path: string, body: unknown, status: number) =>
    expecting<Body>(
      await call({ base_url: origin, key }, { method: "POST", path, body }, { timeout: 30_000, pooled: false }),
      status
    )
  interface Created {
    readonly candidate: { readonly id: string }
  }
  const person = { full_name: "Grace Hopper", primary_email: "grace@example.com" }
  const { candidate: { id: noted } } = await post<Created>(newer.base_url, "/candidates", {
    ...person,
    primary_email: "hopper@example.com"
  }, 201)
  await post(newer.base_url, `/candidates/${noted}/notes`, { note: "Hire." }, 201)
  const { candidate: { id: survivor } } = await post<Created>(newer.base_url, "/candidates", person, 201)
  const { candidate: { id: unaddressed } } = await post<Created>(newer.base_url, "/candidates", {
    full_name: "Zebedee Quillfeather",
    primary_email: null
  }, 201)

  check("requests to both versions at once", await both.end(say))
  await newer.stop("SIGTERM")
  check("requests to the version before, while the next one migrated", await using.end(say))
  await older.stop("SIGTERM")

  const again = await isReady(await start("rolled-back", { clone: before }))
  const after = clients({ base_url: again.base_url, key }, filled)
  await Bun.sleep(10_000)
  check("requests to the version before, after the rollback", await after.end(say))
  const status = async (method: string, path: string, body?: unknown) =>
    (await call({ base_url: again.base_url, key }, { method, path, body }, { timeout: 30_000, pooled: false })).status
  const merged = await status("POST", `/candidates/${noted}/merge`, { into: survivor })
  const [kept] = await database
    .sql`SELECT count(*)::integer AS notes FROM notes WHERE candidate_id IN (${noted}, ${survivor})`
  // A version that knows such notes moves them, and answers 200.
  check(`a merge (${merged}) keeps the note of a candidate`, [200, 500].includes(merged ?? 0) && kept.notes === 1)
  // What the earlier version cannot read, as the page says.
  say(`A candidate without an address there: ${await status("GET", `/candidates/${unaddressed}`)}`)
  await again.stop("SIGTERM")

  const forward = await isReady(await start("forward", {}))
  const read = await call({ base_url: forward.base_url, key }, { method: "GET", path: `/candidates/${unaddressed}` }, {
    timeout: 30_000,
    pooled: false
  })
  check("the next version again, with what it stored", read.status === 200)
  await forward.stop("SIGTERM")

  const { held, waited } = await watch.end()
  say(
    `Longest wait for a lock: ${waited.milliseconds} ms (${waited.what}); longest held: ${held.milliseconds} ms (${held.what})`
  )
  check("nobody waits longer than a second for a lock", waited.milliseconds <= 1000 && held.milliseconds <= 1000)
} catch (error) {
  check(String(error), false)
}
await watch?.end()
await database.drop()
process.exit(failures.length === 0 ? 0 : 1)

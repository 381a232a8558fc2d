/**
 * Restores a PostgreSQL server to a point in time, with the settings and commands of docs/operations.md, and verifies
 * the audit log. Uses a PostgreSQL server of its own.
 *
 *     bun soak/pointintime.ts     exits with 77 if the programs of a PostgreSQL server are not installed
 */
import { freePort } from "@candor/process/testing/FreePort"
import { SQL } from "bun"
import { appendFileSync, chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { whenEnding } from "./Cleanup.ts"
import { asUser, binaries, failureOf, isRoot, run, user } from "@candor/process/testing/PostgresPrograms"
import { candor } from "./Programs.ts"

/** The exit code of a skipped test, as in GNU Automake. */
const skipped = 77

/** Milliseconds within which PostgreSQL starts, recovers or archives. */
const timeLimit = 60_000

const bin = binaries()
if (bin === undefined) {
  console.log("The programs of a PostgreSQL server are not installed.")
  process.exit(skipped)
}

const folder = mkdtempSync(join(tmpdir(), "candor-point-in-time-"))
whenEnding(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string) => join(folder, name)
mkdirSync(at("archive"))
if (isRoot) run("chown", "-R", user, folder)

const page = await Bun.file(join(import.meta.dir, "../docs/operations.md")).text()

/** Returns the page's code block with this text, with this run's paths. */
const block = (text: string): string => {
  const found = [...page.matchAll(/^```(?:sh)?\n([^`]*?)^```$/gm)].map((match) => match[1]!).find((one) =>
    one.includes(text)
  )
  if (found === undefined) throw new Error(`docs/operations.md has no block with ${text}`)
  return found.replaceAll("/archive", at("archive")).replaceAll("/backups", folder)
}

const until = async (what: string, isSo: () => Promise<boolean>) => {
  const end = performance.now() + timeLimit
  while (!await isSo()) {
    if (performance.now() > end) throw new Error(`${what}: not within ${timeLimit} ms; see ${folder}/log`)
    await Bun.sleep(100)
  }
}

/** Starts a server on a data directory, and waits until it accepts connections. */
const postgres = async (data: string) => {
  const port = await freePort()
  const log = Bun.file(at("log"))
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=100"].flatMap((
    one
  ) => ["-c", one])
  const child = Bun.spawn([...asUser, join(bin, "postgres"), "-D", data, "-p", String(port), ...settings], {
    stdout: log,
    stderr: log
  })
  whenEnding(() => child.kill("SIGKILL"))
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`
  await until("PostgreSQL starts", async () => await failureOf(url("postgres")) === undefined)
  return {
    url,
    stop: async () => {
      child.kill("SIGINT")
      await child.exited
    }
  }
}

const asked = async (url: string, statement: string): Promise<Record<string, unknown>> => {
  const sql = new SQL(url, { max: 1 })
  try {
    const [row] = await sql.unsafe(statement)
    return row
  } finally {
    await sql.close()
  }
}

interface Chain {
  readonly organization_id: string
  readonly head: { readonly sequence: number; readonly hash: string }
  readonly broken: object | null
}

const problems: Array<string> = []
const check = (isSo: boolean, says: string) => {
  console.log(`${isSo ? "holds" : "BROKEN"}: ${says}`)
  if (!isSo) problems.push(says)
}

run(
  ...asUser,
  join(bin, "initdb"),
  "-D",
  at("primary"),
  "-U",
  "postgres",
  "-A",
  "trust",
  "-E",
  "UTF8",
  "--locale=C",
  "--no-sync"
)
appendFileSync(join(at("primary"), "postgresql.conf"), block("archive_command"))
const primary = await postgres(at("primary"))
await asked(primary.url("postgres"), "CREATE DATABASE candor")
const environment = (url: string) => ({ DATABASE_URL: url, CANDOR_DATA_DIR: at("none") })
const before = environment(primary.url("candor"))
await candor(before, "demo")

const backUp = block("pg_basebackup")
run(
  ...asUser,
  "env",
  `PATH=${bin}:${process.env["PATH"]}`,
  `DATABASE_URL=${primary.url("postgres")}`,
  "sh",
  "-euc",
  backUp
)
await candor(before, "organizations", "create", "--name", "Before the moment", "--plan", "free")
const verified = await candor<ReadonlyArray<Chain>>(before, "audit", "verify")
const { moment } = await asked(primary.url("candor"), "SELECT clock_timestamp()::text AS moment")
await candor(before, "organizations", "create", "--name", "After the moment", "--plan", "free")
await asked(primary.url("candor"), "TRUNCATE events CASCADE")
const { name } = await asked(primary.url("candor"), "SELECT pg_walfile_name(pg_switch_wal()) AS name")
await until("The log is archived", async () => {
  const { done } = await asked(
    primary.url("candor"),
    `SELECT coalesce(last_archived_wal >= '${String(name)}', false) AS done FROM pg_stat_archiver`
  )
  return done === true
})
await primary.stop()

const restored = at("restored")
cpSync(at("base"), restored, { recursive: true })
const recovery = block("recovery_target_time").replace(/(recovery_target_time = ').*'/, `$1${String(moment)}'`)
appendFileSync(join(restored, "postgresql.auto.conf"), recovery)
writeFileSync(join(restored, "recovery.signal"), "")
chmodSync(restored, 0o700)
if (isRoot) run("chown", "-R", user, restored)
const second = await postgres(restored)
await until(
  "The recovery ends",
  async () => (await asked(second.url("postgres"), "SELECT pg_is_in_recovery() AS r"))["r"] === false
)

const after = environment(second.url("candor"))
const organizations = await candor<ReadonlyArray<{ readonly name: string }>>(after, "organizations", "list")
const names = new Set(organizations.map((one) => one.name))
check(names.has("Before the moment"), "what was committed before the moment is there")
check(!names.has("After the moment"), "what came after it is not")
const chains = await candor<ReadonlyArray<Chain>>(after, "audit", "verify")
check(chains.every(({ broken }) => broken === null), "the audit log is intact")
check(Bun.deepEquals(chains, verified), "it ends with the hashes that it had at the moment")
const { epoch } = await candor<{ readonly epoch: string }>(after, "events", "restored")
check(/^[0-9a-f]{8}$/.test(epoch), "readers of the feed are told")

await second.stop()
process.exit(problems.length === 0 ? 0 : 1)

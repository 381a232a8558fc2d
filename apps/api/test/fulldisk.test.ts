/**
 * A database whose disk fills up: what a server answers, what its readiness and its log say, and that it goes on by
 * itself.
 */
import * as Errors from "@candor/contract/Errors"
import { bin, clusters } from "@candor/process/testing/PostgresClusters"
import { program } from "@candor/process/testing/Programs"
import { servers } from "@candor/process/testing/Servers"
import { mayMount, type SmallDisk, smallDisk } from "@candor/process/testing/SmallDisk"
import * as Prepared from "@candor/sql/testing/Prepared"
import { afterAll, expect, test } from "bun:test"
import { Cause, Effect, References } from "effect"
import { SqlError } from "effect/sql"
import { join } from "node:path"
import * as Responses from "../src/response/Responses.ts"
import { client, type ErrorBody, having } from "./harness/Client.ts"

const { create, give } = clusters("fulldisk")
const { folder, serve, start } = servers("fulldisk")
const disks: Array<SmallDisk> = []
afterAll(() => disks.forEach(({ unmount }) => unmount()))

const mounted = (mebibytes: number): SmallDisk => {
  const disk = smallDisk(mebibytes)
  disks.push(disk)
  return disk
}

/** A disk with a database, and the variables of the programs that use it. */
const kinds = {
  "PostgreSQL server": async () => {
    const disk = mounted(200)
    give(disk.directory)
    const cluster = await create(join(disk.directory, "data"), { segment: 16 })
    await cluster.start()
    await cluster.ask("CREATE DATABASE candor")
    return { disk, env: { DATABASE_URL: cluster.url("candor"), CANDOR_DATA_DIR: folder } }
  },
  "embedded database": async () => {
    const disk = mounted(300)
    await Prepared.dataDirectory(disk.directory, "demo")
    return { disk, env: { CANDOR_DATA_DIR: disk.directory } }
  }
}

/** A text that is not compressed to less than half. */
const text = () => Buffer.from(crypto.getRandomValues(new Uint8Array(10_000))).toString("hex")

const names = (Object.keys(kinds) as Array<keyof typeof kinds>).filter((name) =>
  mayMount && (name === "embedded database" || bin !== undefined)
)

test.each(names)(
  "on a full disk of the %s, writes are 503 database_full, reads are answered, readiness and log say so, until there is room",
  async (name) => {
    const { disk, env } = await kinds[name]()
    const { child, origin, said } = await serve({ ...env, CANDOR_DRAIN_SECONDS: "0" })
    const call = client(`${origin}/api/v1`)
    const command = async (...args: ReadonlyArray<string>) => {
      const { code, stderr, stdout } = await start([process.execPath, await program("candor"), ...args, "--json"], {
        env
      }).ended
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
      return JSON.parse(stdout)
    }
    expect(said).toContain("Listening")
    const { id } = await command("organizations", "create", "--name", "Acme", "--plan", "growth")
    const { key } = await command(
      "keys",
      "create",
      "--organization",
      id,
      "--user-email",
      "ada@acme.example",
      "--scope",
      "admin"
    )
    const write = () => call<ErrorBody>("POST", "/jobs", { key, body: { title: "Engineer", description_md: text() } })
    const readiness = async () => {
      const answer = await fetch(`${origin}/health/ready`)
      return { code: answer.status, ...await answer.json() }
    }
    having(201)(await write())
    disk.fill(0)
    let refused = await write()
    while (refused.status === 201) refused = await write()
    for (let again = 0; again < 10; again++) {
      expect(refused.body.error).toEqual(Errors.unavailable("database_full").error as ErrorBody["error"])
      having(200)(await call("GET", "/jobs", { key }))
      having(200)(await call("GET", "/events", { key }))
      having(200)(await call("GET", "/audit-log", { key }))
      refused = having(503)(await write())
    }
    expect(await readiness()).toMatchObject({ code: 200, status: "disk_full", database: "reads_disk_full" })
    await child.hear(/The disk of the database is full: writes fail until there is room/)
    disk.empty()
    while ((await write()).status !== 201) await Bun.sleep(50)
    while ((await readiness()).database !== "reads_and_writes") await Bun.sleep(50)
    await child.hear(/The disk of the database has room again/)
  }
)

test.each(
  [
    ["53100", "database_full"],
    ["53200", "database_out_of_memory"],
    ["53300", "database_out_of_connections"],
    ["53400", "database_limit_reached"],
    ["53000", "database_busy"],
    ["57P03", "database_away"],
    ["25006", "database_read_only"]
  ] as const
)("SQLSTATE %s is answered with 503 and the code %s", async (code, expected) => {
  const cause = Object.assign(new Error("no"), { code })
  const error = new SqlError.SqlError({
    reason: new SqlError.UnknownError({ cause, message: "no", operation: "query" })
  })
  const answer = await Effect.runPromise(
    Responses.fromCause(Cause.die(error)).pipe(Effect.provideService(References.MinimumLogLevel, "None"))
  )
  expect(answer).toEqual(Responses.unavailable(expected))
})

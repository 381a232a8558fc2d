/** The commands of docs/operations.md run as they stand, or are ones that there are. */
import * as Candor from "@candor/commands/Candor"
import { processes } from "@candor/process/testing/Processes"
import { program } from "@candor/process/testing/Programs"
import { administration } from "@candor/sql/testing/Databases"
import { nameAt, serverUrl } from "@candor/sql/testing/ServerDatabases"
import { SQL } from "bun"
import { expect, test } from "bun:test"
import { Effect, Layer } from "effect"
import { chmodSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { obstacle } from "./src/DumpPrograms.ts"

const root = join(import.meta.dir, "..")
const page = readFileSync(join(import.meta.dir, "operations.md"), "utf8")
const { folder, start } = processes("operations")

/** The blocks of the page of a kind. */
const blocks = (kind: string) =>
  [...page.matchAll(/^( *)```(.*)\n([\s\S]*?)^ *```$/gm)].filter((match) => match[2] === kind).map((match) => match[3]!)

const none = Layer.effectContext(Effect.die(new Error("A database was opened.")))
const help = (path: ReadonlyArray<string>) => Effect.runPromise(Candor.run([...path, "--help"], { store: none, connection: none }))

/** What is wrong with a line that begins with candor: a command or a flag that there is not. */
const objection = async (line: string): Promise<string | undefined> => {
  const words = line.trim().split(/\s+/)
  const end = words.findIndex((word) => !/^[a-z][a-z-]*$/.test(word))
  const path = words.slice(1, end === -1 ? undefined : end)
  const { stdout } = await help(path)
  if (!stdout.includes(`\n  ${["candor", ...path].join(" ")} `)) return `${line}: there is no such command`
  const flag = words.map((word) => /^(--[a-z-]+)/.exec(word)?.[1]).find((flag) => flag !== undefined && !stdout.includes(flag))
  return flag === undefined ? undefined : `${line}: there is no ${flag}`
}

const kinds = new Set([...page.matchAll(/^ *```(sh\b.*)$/gm)].map((match) => match[1]!))
const lines = [...kinds].flatMap(blocks).flatMap((block) => block.split("\n"))
  .map((line) => line.replace(/^docker (?:compose )?(?:exec|run --rm) .* candor /, "candor ").replace(/^\s*(?:[A-Z_]+=\S+ )*/, ""))
  .filter((line) => line.startsWith("candor "))

test("the page names commands and flags that there are, and a wrong one is noticed", async () => {
  expect(lines.length).toBeGreaterThan(20)
  expect((await Promise.all(lines.map(objection))).filter((one) => one !== undefined)).toEqual([])
  expect(await objection("candor keys remove x")).toContain("no such command")
  expect(await objection("candor keys revoke --force x")).toContain("there is no --force")
})

test("the page names settings, metrics and operations that there are", async () => {
  const documented = readFileSync(join(import.meta.dir, "configuration.md"), "utf8")
  const ofProxy = readFileSync(join(root, "deploy/haproxy.cfg"), "utf8")
  const settings = [...page.matchAll(/\bCANDOR_[A-Z0-9_]+|\bWORKER_PORT\b/g)].map((match) => match[0])
  expect(settings.length).toBeGreaterThan(5)
  expect(settings.filter((name) => !documented.includes(`\`${name}\``) && !ofProxy.includes(name))).toEqual([])
  const sources = Array.from(new Bun.Glob("{apps,packages}/*/src/**/*.ts").scanSync({ cwd: root }))
  const code = sources.map((path) => readFileSync(join(root, path), "utf8")).join("\n")
  const metrics = [...page.matchAll(/`(candor_[a-z_]+)`/g)].map((match) => match[1]!).filter((name) => name !== "candor_")
  expect(metrics.length).toBeGreaterThan(4)
  expect(metrics.filter((name) => !code.includes(`"${name}"`))).toEqual([])
  const { paths } = await Bun.file(join(import.meta.dir, "openapi.json")).json()
  const operations = [...page.matchAll(/`(GET|POST|PATCH|DELETE) (\/[\w{}/-]+)`/g)]
  expect(operations.length).toBeGreaterThan(2)
  const known = (method: string, path: string) => Object.hasOwn(paths[`/api/v1${path}`] ?? {}, method.toLowerCase())
  expect(operations.filter(([, method, path]) => !known(method!, path!)).map(([text]) => text)).toEqual([])
})

test("a dump needs programs that are as new as the server, and the output says which one is not", () => {
  const both = (version: string | undefined) => ({ pg_dump: version, pg_restore: version })
  const debian = "pg_dump (PostgreSQL) 15.20 (Debian 15.20-0+deb12u1)\n"
  expect(obstacle("15.3 (Debian 15.3-1)", both(debian))).toBeUndefined()
  expect(obstacle("15.3", both("pg_dump (PostgreSQL) 19beta1"))).toBeUndefined()
  expect(obstacle("17.2", both(debian))).toBe("pg_dump is older than the server: pg_dump (PostgreSQL) 15.20 (Debian 15.20-0+deb12u1), for 17.2")
  expect(obstacle("15.3", both(undefined))).toBe("pg_dump is not installed")
  expect(obstacle("15.3", { pg_dump: debian, pg_restore: undefined })).toBe("pg_restore is not installed")
  expect(obstacle("15.3", both("no version"))).toContain("pg_dump is older")
})

/** What a program says of its version; undefined where it is not installed, or has no version that it could run. */
const versionOf = async (name: string): Promise<string | undefined> => {
  if (Bun.which(name) === null) return undefined
  const { code, stdout } = await start([name, "--version"]).ended
  return code === 0 ? stdout : undefined
}

/** Why no dump is restored here; undefined where one is. */
const reason = async (server: string | undefined): Promise<string | undefined> => {
  if (server === undefined) return "TEST_DATABASE_URL names no PostgreSQL server"
  const sql = new SQL(server, { max: 1 })
  const [{ version }] = await sql`SELECT current_setting('server_version') AS version`
  await sql.close()
  return obstacle(version, { pg_dump: await versionOf("pg_dump"), pg_restore: await versionOf("pg_restore") })
}

const lacking = await reason(administration)
if (lacking !== undefined) {
  test(`NOT SHOWN HERE, because ${lacking}: a dump is restored by the commands of the page`, () => {
    console.log(`No dump is restored: ${lacking}`)
  })
}

test.each(administration === undefined || lacking !== undefined ? [] : [administration])("a dump is restored into an empty database by the commands of the page: the audit log is what it was", (server) =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    const url = yield* serverUrl(server)
    const main = yield* Effect.promise(() => program("candor"))
    yield* Effect.promise(async () => {
      const sql = new SQL(server, { max: 1 })
      const name = nameAt(Date.now())
      const restored = new URL(server)
      restored.pathname = `/${name}`
      const shim = join(folder, "candor")
      writeFileSync(shim, `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`)
      chmodSync(shim, 0o755)
      const env = { PATH: `${folder}:${process.env["PATH"]}`, DATABASE_URL: url, RESTORED_URL: restored.href }
      const run = async (script: string) => {
        const { code, stderr, stdout } = await start(["sh", "-eu", "-c", script], { cwd: folder, env }).ended
        expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
        return stdout
      }
      const verified = (said: string) => said.split("\n").filter((line) => line.includes("intact up to event"))
      try {
        await run("candor demo")
        const before = verified(await run("candor audit verify"))
        expect(before).toHaveLength(2)
        await sql.unsafe(`CREATE DATABASE ${name}`)
        const after = await run(blocks("sh dump").join("\n"))
        expect(verified(after)).toEqual(before)
        expect(after).toContain("The schema is current.")
        expect(after).toContain("Started the epoch")
      } finally {
        await sql.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
        await sql.close()
      }
    })
  }))))

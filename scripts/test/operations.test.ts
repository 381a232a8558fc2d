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

const root = join(import.meta.dir, "../..")
const page = readFileSync(join(root, "docs/operations.md"), "utf8")
const { folder, start } = processes("operations")

/** The blocks of the page of a kind. */
const blocks = (kind: string) =>
  [...page.matchAll(/^( *)```(.*)\n([\s\S]*?)^ *```$/gm)].filter((match) => match[2] === kind).map((match) => match[3]!)

const none = Layer.effectContext(Effect.die(new Error("A database was opened.")))
const help = (path: ReadonlyArray<string>) =>
  Effect.runPromise(Candor.run([...path, "--help"], { store: none, connection: none }))

/** What is wrong with a line that begins with candor: a command or a flag that there is not. */
const objection = async (line: string): Promise<string | undefined> => {
  const words = line.trim().split(/\s+/)
  const end = words.findIndex((word) => !/^[a-z][a-z-]*$/.test(word))
  const path = words.slice(1, end === -1 ? undefined : end)
  const { stdout } = await help(path)
  if (!stdout.includes(`\n  ${["candor", ...path].join(" ")} `)) return `${line}: there is no such command`
  const flag = words.map((word) => /^(--[a-z-]+)/.exec(word)?.[1]).find((flag) =>
    flag !== undefined && !stdout.includes(flag)
  )
  return flag === undefined ? undefined : `${line}: there is no ${flag}`
}

const kinds = new Set([...page.matchAll(/^ *```(sh\b.*)$/gm)].map((match) => match[1]!))
const lines = [...kinds].flatMap(blocks).flatMap((block) => block.split("\n"))
  .map((line) =>
    line.replace(/^docker (?:compose )?(?:exec|run --rm) .* candor /, "candor ").replace(/^\s*(?:[A-Z_]+=\S+ )*/, "")
  )
  .filter((line) => line.startsWith("candor "))

test("the page names commands and flags that there are", async () => {
  expect(lines.length).toBeGreaterThan(20)
  expect((await Promise.all(lines.map(objection))).filter((one) => one !== undefined)).toEqual([])
})

/** The major version that a program, or a server, says that it has; undefined where it is not there. */
const major = (said: string): number => Number(/\d+/.exec(said)?.[0])

/** Why no dump is restored here; undefined where one is. pg_dump reads no server that is newer than itself. */
const reason = async (): Promise<string | undefined> => {
  if (administration === undefined) return "TEST_DATABASE_URL names no server"
  const sql = new SQL(administration, { max: 1 })
  const [{ version }] = await sql`SELECT current_setting('server_version') AS version`
  await sql.close()
  for (const name of ["pg_dump", "pg_restore"]) {
    if (Bun.which(name) === null) return `${name} is not installed`
    const { stdout } = await start([name, "--version"]).ended
    if (!(major(stdout) >= major(version))) return `${name} is older than the server`
  }
  return undefined
}

const lacking = await reason()
if (lacking !== undefined)
  console.log(`NOT SHOWN HERE, because ${lacking}: a dump is restored by the commands of the page`)

test.each(administration === undefined || lacking !== undefined ? [] : [administration])(
  "a dump is restored into an empty database by the commands of the page: the audit log is what it was",
  (server) =>
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
    })))
)

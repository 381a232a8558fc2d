/** Runs commands while a server has a database open that no other process can use (PGlite). */
import * as ControlSocket from "@candor/commands/ControlSocket"
import type { Outcome, Process } from "@candor/process/testing/Processes"
import { program } from "@candor/process/testing/Programs"
import { servers } from "@candor/process/testing/Servers"
import * as Prepared from "@candor/sql/testing/Prepared"
import { beforeAll, expect, test } from "bun:test"
import { Effect, Option } from "effect"
import { existsSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const cli = await program("candor")
const { folder, serve, start } = servers("commands")
const directory = join(folder, "data")
const socket = join(directory, "control.sock")

let server: Process
let origin = ""

type Run = (...args: ReadonlyArray<string>) => Promise<Pick<Outcome, "code" | "stdout" | "stderr">>

/** Runs a command as a process. */
const spawned: Run = (...args) => start([process.execPath, cli, ...args], { env: { CANDOR_DATA_DIR: directory } }).ended

/**
 * Sends a command to the server as such a process would, and returns its output. A process for each command would take
 * most of this file's time.
 */
const candor: Run = async (...args) => {
  const { code, stderr, stdout } = Option.getOrThrow(await Effect.runPromise(ControlSocket.ask(directory, args)))
  return { code, stdout, stderr: stderr === "" ? "" : `${stderr}\n` }
}

const resultOf = (run: Run) => async (...args: ReadonlyArray<string>) => {
  const { code, stderr, stdout } = await run(...args, "--json")
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  return JSON.parse(stdout)
}
const result = resultOf(candor)

/** Creates and publishes a job with a key. Returns the status and the error. */
const publish = async (key: string, title: string) => {
  const send = (path: string, method: string, body: object) =>
    fetch(`${origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(body)
    })
  const { job } = await (await send("/jobs", "POST", { title })).json()
  const answer = await send(`/jobs/${job.id}`, "PATCH", { status: "published" })
  return { status: answer.status, body: await answer.json() }
}

beforeAll(async () => {
  await Prepared.dataDirectory(directory, "demo", "pglite")
  const served = await serve({ CANDOR_DATA_DIR: directory, CANDOR_DRAIN_SECONDS: "0" })
  server = served.child
  origin = served.origin
})

test("organizations and keys are made, used and revoked while the server runs", async () => {
  const run = resultOf(spawned)
  const { id } = await run("organizations", "create", "--name", "Acme", "--plan", "free")
  const key = await run("keys", "create", "--organization", id, "--user-email", "ada@example.com", "--scope", "write")
  const me = () => fetch(`${origin}/api/v1/me`, { headers: { authorization: `Bearer ${key.key}` } })
  expect((await me()).status).toBe(200)

  // The limit of the plan, and the way out that the refusal names.
  expect((await publish(key.key, "First")).status).toBe(200)
  const refused = await publish(key.key, "Second")
  expect(refused).toMatchObject({ status: 403, body: { error: { details: { plan: "free", limit: 1, published: 1 } } } })
  expect(refused.body.error.message).toContain("candor organizations set-plan")
  const raised = await candor("organizations", "set-plan", "--organization", id, "--plan", "starter")
  expect(raised).toEqual({ code: 0, stdout: "Acme has the plan starter, which allows 5 published jobs.\n", stderr: "" })
  expect((await publish(key.key, "Third")).status).toBe(200)
  expect(await candor("organizations", "set-plan", "--organization", id, "--plan", "free")).toEqual({
    code: 1,
    stdout: "",
    stderr: "The plan free allows 1 published job at a time, and there are 2. Close or withdraw 1 of them first.\n"
  })

  await run("keys", "revoke", "--organization", id, key.id)
  expect((await me()).status).toBe(401)
})

/** Returns the output of a command on a terminal on which this is typed. */
const typed = async (answer: string, ...args: ReadonlyArray<string>) => {
  let said = ""
  const requested = Promise.withResolvers<void>()
  const child = Bun.spawn([process.execPath, cli, ...args], {
    env: { PATH: process.env["PATH"] ?? "", CANDOR_DATA_DIR: directory },
    terminal: {
      data: (_, chunk) => {
        said += new TextDecoder().decode(chunk)
        if (said.includes("[y/N]")) requested.resolve()
      }
    }
  })
  await Promise.race([requested.promise, child.exited])
  child.terminal?.write(`${answer}\n`)
  const code = await child.exited
  child.terminal?.close()
  return { code, said }
}

test("an erasure asks first, says how much it would erase, and that there was nothing", async () => {
  const { id } = await result("organizations", "create", "--name", "Erasures", "--plan", "free")
  const { key } = await result(
    "keys",
    "create",
    "--organization",
    id,
    "--user-email",
    "ada@example.com",
    "--scope",
    "write"
  )
  const { body } = await publish(key, "Engineer")
  const erase = ["audit", "erase", "--organization", id, "--subject", body.job.id]
  const question = `Erase the data of ${body.job.id} from 2 events at Erasures? It cannot be undone.`
  expect((await candor(...erase, "--dry-run")).stdout).toBe(
    `Would erase the data of ${body.job.id} from 2 events at Erasures.\n`
  )
  // Without a terminal, there is nobody to ask.
  expect(await spawned(...erase)).toEqual({
    code: 1,
    stdout: "",
    stderr: `${question} Confirm with --yes.
`
  })
  const refused = await typed("n", ...erase)
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining(`${question} [y/N]`) })
  const agreed = await typed("y", ...erase)
  expect(agreed).toMatchObject({
    code: 0,
    said: expect.stringContaining(`Erased the data of ${body.job.id} from 2 events.`)
  })
  expect(await candor(...erase, "--yes")).toEqual({
    code: 0,
    stdout: `No event at Erasures has data of ${body.job.id}. There is nothing to erase.\n`,
    stderr: ""
  })
})

test("a command that is refused fails as it does without a server", async () => {
  const nobody = "0197f3a2-5b1c-7d4e-8f60-123456789abc"
  for (const run of [spawned, candor]) {
    expect(await run("keys", "list", "--organization", nobody)).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining(nobody)
    })
  }
  expect((await candor("organizations", "set-plan", "--organization", nobody, "--plan", "free")).stderr).toContain(
    nobody
  )
  expect((await candor("queue", "failed", "--queue", "nope")).stderr)
    .toMatch(/^There is no queue nope\. There are \w+, .* and webhooks\.\n$/)
  expect(await result("migrate")).toEqual({ applied: [] })
  expect(await candor("demo")).toMatchObject({ code: 1, stdout: "" })
})

test("only the owner of the data directory reaches the socket, and what is no command is refused", async () => {
  expect(statSync(directory).mode & 0o777).toBe(0o700)
  expect(statSync(socket).mode & 0o777).toBe(0o600)
  const send = async (body: string) => (await fetch("http://candor/", { unix: socket, method: "POST", body })).status
  expect(await send("keys list")).toBe(400)
  expect(await send(JSON.stringify({ args: ["migrate"] }))).toBe(400)
  expect(await send(JSON.stringify(["keys", "x".repeat(100_000)]))).toBe(413)
  expect(await (await fetch(`${origin}/health/ready`)).json()).toMatchObject({ status: "ok" })
})

test("the mapping file lists the values of jobs and statuses; what it says of them is done, and what it leaves open are problems", async () => {
  const { id } = await result("organizations", "create", "--name", "Values", "--plan", "free")
  const by = ["--organization", id, "--user-email", "ada@example.com"]
  const { key } = await result("keys", "create", ...by, "--scope", "admin")
  await publish(key, "Engineer")
  const [path, mappingPath] = [join(folder, "values.csv"), join(folder, "values.mapping.json")]
  writeFileSync(
    path,
    "Name;Stelle;Status\nAnna;engineer;Absage\nBo;Ingenieurin;Archiv\nCy;Ingenieurin;offen?\nDi;Koch;Absage\nEd;engineer;Einstellung\n"
  )
  const importing = ["import", path, "--into", id, "--user-email", "ada@example.com"]
  const written = JSON.parse((await candor(...importing, "--write-mapping")).stdout)
  expect(written.values.map(({ name, rows, to, value }: Record<string, unknown>) => [name, value, rows, to])).toEqual([
    ["Stelle", "Ingenieurin", 2, null],
    ["Stelle", "Koch", 1, null],
    ["Status", "Archiv", 1, null],
    ["Stelle", "engineer", 2, "Engineer"],
    ["Status", "Absage", 2, "rejected"],
    ["Status", "Einstellung", 1, "hired"],
    ["Status", "offen?", 1, "active"]
  ])
  const meant: Readonly<Record<string, string>> = { Ingenieurin: "Engineer", Archiv: "withdrawn", "offen?": "" }
  const values = written.values.map((one: { readonly value: string; readonly to: string | null }) => ({
    ...one,
    to: meant[one.value] ?? one.to
  }))
  writeFileSync(mappingPath, JSON.stringify({ ...written, values }))
  expect(await result(...importing, "--mapping", mappingPath)).toMatchObject({
    rows: { new: 4, problems: 1 },
    problems: ["Line 5, Stelle: \"Koch\"; expected the title of a job"]
  })
  const answer = await fetch(`${origin}/api/v1/applications`, { headers: { authorization: `Bearer ${key}` } })
  const { applications } = await answer.json()
  expect(
    applications.map(({ candidate, status }: { candidate: { full_name: string }; status: string }) =>
      `${candidate.full_name} ${status}`
    ).toSorted()
  ).toEqual(["Anna rejected", "Bo withdrawn", "Cy active", "Ed hired"])
})

test("people of a table are imported by the mapping file that the command writes; a check and the same again change nothing", async () => {
  const { id } = await result("organizations", "create", "--name", "Tables", "--plan", "free")
  const by = ["--organization", id, "--user-email", "ada@example.com"]
  const { key } = await result("keys", "create", ...by, "--scope", "admin")
  await publish(key, "Engineer")
  const path = join(folder, "people.csv")
  const [mappingPath, wrongPath] = [join(folder, "people.mapping.json"), join(folder, "wrong.mapping.json")]
  writeFileSync(
    path,
    "Name;E-Mail;Skill\nAnna Müller;anna@example.com;Kafka\nBo Li;bo@example.com;SQL\nCy;nowhere;\n"
  )
  const importing = ["import", path, "--into", id, "--user-email", "ada@example.com"]

  const { stdout } = await candor(...importing, "--write-mapping")
  const written = JSON.parse(stdout)
  expect(written.columns).toMatchObject([{ column: 0, name: "Name", to: "full_name" }, {
    column: 1,
    name: "E-Mail",
    examples: ["anna@example.com", "bo@example.com", "nowhere"],
    to: "email"
  }, { column: 2, name: "Skill", to: null }])
  const columns = written.columns.map((one: { readonly name: string }) =>
    one.name === "Skill" ? { ...one, to: "tags" } : one
  )
  writeFileSync(mappingPath, JSON.stringify({ ...written, columns, job: "engineer", tag: "list" }))
  writeFileSync(wrongPath, JSON.stringify({ columns: [{ name: "Town", to: "location" }] }))

  expect(await candor(...importing, "--mapping", wrongPath)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("\"Town\", which the table does not have")
  })
  const mapped = [...importing, "--mapping", mappingPath]
  const rows = { new: 2, known: 0, unchanged: 0, problems: 1 }
  const problems = [expect.stringContaining("Line 4, E-Mail: \"nowhere\"")]
  expect(await result(...mapped, "--check")).toMatchObject({ rows, problems })
  expect(await result(...mapped)).toMatchObject({ rows, problems })
  expect(await result(...mapped)).toMatchObject({ rows: { new: 0, known: 0, unchanged: 2, problems: 1 } })

  const read = async (path: string) =>
    (await fetch(`${origin}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } })).json()
  const { candidates } = await read("/candidates")
  expect(candidates.map(({ full_name, tags }: { full_name: string; tags: string }) => [full_name, tags]).toSorted())
    .toEqual([
      ["Anna Müller", ["kafka", "list"]],
      ["Bo Li", ["list", "sql"]]
    ])
  expect((await read("/applications")).applications).toHaveLength(2)
  // Neither the checked import nor the written mapping is left among the imports.
  expect((await read("/imports")).imports).toHaveLength(2)

  expect(await candor("import", path, "--into", id)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("--user-email")
  })
  expect(await candor("import", path, "--user-email", "ada@example.com")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("--into")
  })
})

test("a stopped server leaves no socket behind, and commands open the database themselves", async () => {
  expect(await server.stop()).toBe(0)
  expect(existsSync(socket)).toBe(false)
  expect(await resultOf(spawned)("organizations", "list")).toContainEqual(
    expect.objectContaining({ name: "Acme", plan: "starter" })
  )
})

/** What `bun run build` makes is the same service. */
import { pdfWithCMap } from "@candor/background/testing/Documents"
import { distribution, scripts } from "@candor/process/testing/Programs"
import { pageOf } from "../src/public/Manual.ts"
import { servers } from "@candor/process/testing/Servers"
import * as Prepared from "@candor/sql/testing/Prepared"
import { beforeAll, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"

const root = join(import.meta.dir, "../../..")
const { behindProxy, folder, start } = servers("build")

let dist = ""

// In a fresh clone both have to be made, which takes longer than a copy.
beforeAll(async () => {
  dist = await distribution()
  await Prepared.dataDirectory(folder, "demo")
})

test("`bun run build` runs the scripts that made what is tested here, for the same folders", async () => {
  const { scripts: { build } } = await Bun.file(join(root, "package.json")).json()
  expect(build.split(" && ").slice(1)).toEqual([`bun ${scripts.programs}`, `bun ${scripts.website} --to=dist/console`])
})

test("a build leaves the files of the one before, which a process that runs on them may need yet", async () => {
  const to = join(folder, "rebuilt")
  const earlier = join(to, "api/Earlier-0a1b2c3d.js")
  await Bun.write(earlier, "export {}")
  expect(await start([process.execPath, join(root, scripts.programs), `--to=${to}`]).ended).toMatchObject({ code: 0 })
  expect([await Bun.file(earlier).exists(), await Bun.file(join(to, "api.js")).exists()]).toEqual([true, true])
  expect([...new Bun.Glob("**/*.new").scanSync({ cwd: to })]).toEqual([])
})

/** The built file with a program's code: a service's entry only starts it, once the options of the engine apply. */
const programOf = (name: string): string => {
  const [program] = new Bun.Glob(`${name}/Program-*.js`).scanSync({ cwd: dist })
  return join(dist, program ?? `${name}.js`)
}

/** A built file and all that it imports, at once or also when it needs it; files may import each other. */
const imported = (path: string, kinds: ReadonlyArray<string>, found = new Set<string>()): ReadonlySet<string> => {
  if (found.has(path)) return found
  found.add(path)
  const imports = new Bun.Transpiler({ loader: "js" }).scanImports(readFileSync(path, "utf8"))
  for (const one of imports) {
    if (kinds.includes(one.kind) && one.path.startsWith(".")) imported(join(dirname(path), one.path), kinds, found)
  }
  return found
}

/** Their code. */
const code = (path: string, kinds: ReadonlyArray<string>): string =>
  Array.from(imported(path, kinds), (file) => readFileSync(file, "utf8")).join("\n")

test.each([
  ["api", [
    "openai",
    "tsdav",
    "@faker-js/faker",
    "standardwebhooks",
    "openapi-explorer/dist/browser/openapi-explorer.min.js",
    "effect/dist/cli"
  ]],
  ["worker", ["openai", "tsdav", "effect/dist/cli"]],
  ["candor", ["@faker-js/faker"]],
  ["textreader", ["unpdf", "sax", "word-extractor"]]
])("%s does not load at once what only some processes need: %j", (service, packages) => {
  const path = programOf(service)
  const has = (text: string) =>
    packages.filter((name) => new RegExp(`^// node_modules/.*(?<=node_modules/)${name}/?`, "m").test(text))
  expect(has(code(path, ["import-statement"]))).toEqual([])
  expect(has(code(path, ["import-statement", "dynamic-import"]))).toEqual(packages)
})

test("the built programs serve the interface, its document, its reference pages and the console, and make organizations and keys", async () => {
  const server = start([process.execPath, join(dist, "api.js")], {
    env: { CANDOR_DATA_DIR: folder, HOST: "127.0.0.1", PORT: "0", LOG_FORMAT: "json" }
  })
  const { origin } = await behindProxy(server)
  await server.hear(/"curl":/)
  const key: string = (await Bun.file(join(folder, "demo.json")).json()).keys.read
  const get = (path: string) => fetch(origin + path, { headers: { authorization: `Bearer ${key}` } })
  const { applications } = await (await get("/api/v1/applications?limit=100")).json()
  expect(applications).toHaveLength(100)
  expect(await (await get("/api/v1/openapi.json")).json()).toEqual(
    await Bun.file(join(root, "docs/openapi.json")).json()
  )
  const pages = await Promise.all([get("/docs"), get("/docs")])
  for (const page of pages) expect(await page.text()).toContain("<title>Candor: reference</title>")
  expect((await fetch(`${origin}/docs`, { method: "HEAD" })).status).toBe(200)
  expect(await (await get("/docs/guide.md")).text()).toBe(pageOf("guide.md")!)
  const script = /\/console\/assets\/[^"]+\.js/.exec(await (await get("/console")).text())![0]
  expect(await (await get(script)).text()).toBe(await Bun.file(join(dist, script)).text())

  // What was built brings the commands too: those that it runs for the command line, and the command line itself.
  const candor = async (...args: ReadonlyArray<string>) => {
    const command = [process.execPath, join(dist, "candor.js"), ...args, "--json"]
    const { code, stderr, stdout } = await start(command, { cwd: folder, env: { CANDOR_DATA_DIR: folder } }).ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    return JSON.parse(stdout)
  }
  const { id } = await candor("organizations", "create", "--name", "Acme", "--plan", "free")
  const made = await candor(
    "keys",
    "create",
    "--organization",
    id,
    "--user-email",
    "ada@example.com",
    "--scope",
    "read"
  )
  const me = await fetch(`${origin}/api/v1/me`, { headers: { authorization: `Bearer ${made.key}` } })
  expect((await me.json()).organization).toEqual({ id, name: "Acme" })

  // The server reads texts with a program beside it, which has files of its own: a font of this PDF is read by one of
  // them.
  const at = `${origin}/api/v1/applications/${applications[0].id}/attachments`
  const writing = { authorization: `Bearer ${(await Bun.file(join(folder, "demo.json")).json()).keys.write}` }
  const form = new FormData()
  form.set("file_type", "resume")
  form.set("file", new File([pdfWithCMap("UniGB-UCS2-H", "GB1", "4E2D56FD")], "resume.pdf"))
  const { attachment } = await (await fetch(at, { method: "POST", headers: writing, body: form })).json()
  let status = attachment.text_status
  expect(status).toBe("pending")
  while (status === "pending") {
    // Without a pause this would take the processor from what it waits for.
    await Bun.sleep(50)
    status = (await (await fetch(`${at}/${attachment.id}`, { headers: writing })).json()).attachment.text_status
  }
  expect(status).toBe("extracted")
  expect(await server.stop()).toBe(0)
  expect(await candor("keys", "list", "--organization", id)).toMatchObject([{ id: made.id }])
})

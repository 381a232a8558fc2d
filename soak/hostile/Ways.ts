/** The ways in which an organization, or anybody, makes Candor call a hostile server of each protocol. */
import { freePort } from "@candor/process/testing/FreePort"
import { join } from "node:path"
import { whenEnding } from "../Cleanup.ts"
import { type Access, call } from "../Call.ts"
import { type Misbehaviour, send } from "../neighbours/Misbehaviour.ts"
import type { World } from "../neighbours/World.ts"
import { httpWays } from "./Http.ts"
import { imapWays } from "./Imap.ts"
import { smtpWays } from "./Smtp.ts"

/** Milliseconds between two calls. */
const pause = 200

/** A port for the hostile server of each protocol, which Candor's settings name from its start. */
export const ports = {
  IMAP: await freePort(),
  SMTP: await freePort(),
  webhook: await freePort(),
  OpenID: await freePort(),
  model: await freePort(),
  S3: await freePort()
}
export type Protocol = keyof typeof ports

const origin = (protocol: Protocol) => `http://127.0.0.1:${ports[protocol]}`

/** The settings with which Candor calls them. */
export const env = {
  CANDOR_OIDC_ISSUER: origin("OpenID"),
  CANDOR_OIDC_CLIENT_ID: "candor",
  CANDOR_OIDC_CLIENT_SECRET: "secret",
  CANDOR_AI_BASE_URL: `${origin("model")}/v1`,
  CANDOR_AI_MODEL: "hostile",
  CANDOR_S3_BUCKET: "hostile",
  CANDOR_S3_ENDPOINT: origin("S3"),
  CANDOR_S3_ACCESS_KEY_ID: "key",
  CANDOR_S3_SECRET_ACCESS_KEY: "secret"
}

/** Makes Candor call the server: once at the beginning, and then repeatedly. */
interface Trigger {
  readonly prepare?: (world: World) => Promise<unknown>
  readonly begin?: (access: Access) => Promise<unknown>
  readonly again?: (access: Access, n: number) => Promise<unknown>
  readonly end?: (access: Access) => Promise<unknown>
}

const options = { timeout: 20_000, pooled: false }

/** Sends a request whose answer does not matter: the hostile server may make it fail. */
const ask = (access: Access, method: string, path: string, body?: unknown) =>
  call(access, { method, path, body }, options)

const sender_email = "jobs@harbor.example"
const server = (port: number) => ({ host: "127.0.0.1", port, security: "none", username: null })
const noMail = (access: Access) => send(access, "PUT", "/organization/mail", {}, 200)

let application = ""
let candidate = ""
let webhook = ""

const person = async ({ misbehaving }: World) => {
  const { job } = await send<{ job: { id: string } }>(misbehaving, "POST", "/jobs", { title: "Pilot" }, 201)
  const draft = {
    job_id: job.id,
    candidate: { full_name: "Grace Hopper", primary_email: `${crypto.randomUUID()}@example.com` }
  }
  const made = await send<{ application: { id: string; candidate: { id: string } } }>(
    misbehaving,
    "POST",
    "/applications",
    draft,
    201
  )
  application = made.application.id
  candidate = made.application.candidate.id
}

const upload = async ({ base_url, headers, key }: Access) => {
  const body = new FormData()
  body.append("file", new File(["%PDF-1.7\nHello\n%%EOF"], "cv.pdf", { type: "application/pdf" }))
  await fetch(`${base_url}/applications/${application}/attachments`, {
    method: "POST",
    body,
    headers: { authorization: `Bearer ${key}`, ...headers },
    signal: AbortSignal.timeout(options.timeout)
  }).then((answer) => answer.text(), () => "")
}

const triggers: Readonly<Record<Protocol, Trigger>> = {
  IMAP: {
    begin: (access) =>
      send(access, "PUT", "/organization/mail", {
        sender_email,
        imap: { ...server(ports.IMAP), username: "jobs", password: "secret" }
      }, 200),
    end: noMail
  },
  SMTP: {
    prepare: person,
    begin: (access) => send(access, "PUT", "/organization/mail", { sender_email, smtp: server(ports.SMTP) }, 200),
    again: (access, n) =>
      ask(access, "POST", `/applications/${application}/messages`, { subject: `Letter ${n}`, body: "Hello" }),
    end: noMail
  },
  webhook: {
    prepare: person,
    begin: async (access) => {
      const made = await send<{ webhook: { id: string } }>(access, "POST", "/webhooks", {
        url: origin("webhook"),
        event_types: ["candidate.updated"]
      }, 201)
      webhook = made.webhook.id
    },
    again: (access, n) => ask(access, "PATCH", `/candidates/${candidate}`, { university: `University ${n}` }),
    end: (access) => send(access, "DELETE", `/webhooks/${webhook}`, undefined, 200)
  },
  // Each request comes from an address of its own, which may try 60 times an hour.
  OpenID: {
    again: ({ base_url, ...access }, n) =>
      ask(
        { ...access, base_url: new URL(base_url).origin, headers: { "x-forwarded-for": `198.51.100.${n % 250}` } },
        "GET",
        "/console/auth/oidc"
      )
  },
  model: {
    again: (access, n) =>
      ask(access, "POST", "/candidates", {
        full_name: "Ada",
        primary_email: `${crypto.randomUUID()}@example.com`,
        linkedin_url: `https://www.linkedin.com/in/${crypto.randomUUID().slice(0, 8)}-${n}`
      })
  },
  S3: { prepare: person, again: upload }
}

/** Serves in a separate process, so that its cost is not added to the measuring program. */
const serving = async (protocol: Protocol, way: string) => {
  const program = join(import.meta.dir, "serve.ts")
  const child = Bun.spawn([process.execPath, program, protocol, way, String(ports[protocol])], {
    stdout: "pipe",
    stderr: "inherit"
  })
  whenEnding(() => child.kill("SIGKILL"))
  await child.stdout.getReader().read()
  return async () => {
    child.kill("SIGKILL")
    await child.exited
  }
}

const hostile = (protocol: Protocol, way: string, seconds: number): Misbehaviour => ({
  name: `${protocol}: ${way}`,
  prepare: async (world) => {
    const { again, begin, end, prepare } = triggers[protocol]
    await prepare?.(world)
    return {
      notes: [],
      seconds,
      begin: async () => {
        const stop = await serving(protocol, way)
        await begin?.(world.misbehaving)
        let n = 0
        const timer = setInterval(() => void again?.(world.misbehaving, n++), pause)
        return {
          isDone: () => true,
          end: async () => {
            clearInterval(timer)
            await end?.(world.misbehaving)
            await stop()
            return `${n} calls`
          }
        }
      },
      afterwards: []
    }
  }
})

const all: Readonly<Record<Protocol, object>> = {
  IMAP: imapWays,
  SMTP: smtpWays,
  webhook: httpWays,
  OpenID: httpWays,
  model: httpWays,
  S3: httpWays
}

/** Returns every way of every protocol, each for this many seconds. */
export const ways = (
  seconds: number
): ReadonlyArray<readonly [protocol: Protocol, way: string, misbehaviour: Misbehaviour]> =>
  Object.entries(all).flatMap(([protocol, of]) =>
    Object.keys(of).map((way) => [protocol as Protocol, way, hostile(protocol as Protocol, way, seconds)] as const)
  )

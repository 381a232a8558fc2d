/** How the server speaks HTTP: pages of other origins, OPTIONS, HEAD, compressed answers. */
import { perHour } from "@candor/domain/access/RateLimit"
import { afterAll, beforeAll, expect, test } from "bun:test"
import { ConfigProvider, Effect } from "effect"
import { optionsPerHour } from "../src/auth/AddressLimits.ts"
import { acceptsGzip, minBytes } from "../src/response/Compression.ts"
import { corsOrigins } from "../src/response/Cors.ts"
import { type Edge, edge } from "./harness/Edge.ts"

const page = "https://careers.example.com"

let server: Edge
beforeAll(async () => {
  server = await edge({ env: { CANDOR_CORS_ORIGINS: `${page}, http://localhost:5173` } })
})
afterAll(() => server.close())

const ask = (path: string, init: RequestInit = {}, origin = server.origin) =>
  fetch(origin + path, { ...init, decompress: false })

const preflight = (path: string, from: string, origin = server.origin) =>
  ask(path, {
    method: "OPTIONS",
    headers: {
      "origin": from,
      "access-control-request-method": "PATCH",
      "access-control-request-headers": "authorization"
    }
  }, origin)

const cors = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith("access-control-")))

test("a page of a named origin may call every operation, and read what answers say in their headers", async () => {
  const answer = await preflight("/api/v1/jobs/1", page)
  expect([answer.status, await answer.text()]).toEqual([204, ""])
  expect(cors(answer)).toEqual({
    "access-control-allow-origin": page,
    "access-control-allow-methods": "GET, PATCH, DELETE, HEAD, OPTIONS",
    "access-control-allow-headers": expect.stringContaining("Authorization, Content-Type, Idempotency-Key"),
    "access-control-max-age": "7200"
  })
  for (const path of ["/short", "/nowhere"]) {
    const { headers } = await ask(path, { headers: { origin: "http://localhost:5173" } })
    expect(headers.get("access-control-allow-origin")).toBe("http://localhost:5173")
    expect(headers.get("access-control-expose-headers")).toContain(
      "X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id"
    )
    expect(headers.get("vary")).toContain("Origin")
  }
})

test.each(["https://evil.example", `${page}.evil.example`, `${page}:8443`, page.replace("https", "http"), "null"])(
  "a page of %s may not, and an answer to it is not given to others by a cache",
  async (origin) => {
    for (const answer of [await preflight("/api/v1/jobs", origin), await ask("/short", { headers: { origin } })]) {
      expect(cors(answer)).toEqual({})
      expect(answer.headers.get("vary")).toContain("Origin")
    }
  }
)

test("without the setting no page may, and no answer allows credentials with it", async () => {
  const plain = await edge()
  const answer = await preflight("/api/v1/jobs", page, plain.origin)
  expect([answer.status, cors(answer), answer.headers.get("vary")]).toEqual([204, {}, null])
  await plain.close()
  expect((await preflight("/api/v1/jobs", page)).headers.get("access-control-allow-credentials")).toBeNull()
})

const originsOf = (value: string) =>
  Effect.runPromise(Effect.exit(Effect.provideService(
    corsOrigins,
    ConfigProvider.ConfigProvider,
    ConfigProvider.fromEnv({ env: { CANDOR_CORS_ORIGINS: value } })
  )))

test.each([
  "*",
  "https://*.example.com",
  "careers.example.com",
  "https://careers.example.com/",
  "ftp://a.example",
  "null"
])(
  "%s is no origin",
  async (value) => {
    expect((await originsOf(value))._tag).toBe("Failure")
  }
)

test("OPTIONS says what a path accepts, without a key, and 404 where there is nothing", async () => {
  const allow = async (path: string) => {
    const { headers, status } = await ask(path, { method: "OPTIONS" })
    return [status, headers.get("allow")]
  }
  expect(await allow("/api/v1/jobs")).toEqual([204, "GET, POST, HEAD, OPTIONS"])
  expect(await allow("/api/v1/applications/1/move")).toEqual([204, "POST, OPTIONS"])
  expect(await allow("/metrics")).toEqual([204, "GET, HEAD, OPTIONS"])
  expect(await allow("/nowhere")).toEqual([404, null])
})

test("OPTIONS have a limit of their own for each address", async () => {
  const fresh = await edge()
  const { headers } = await ask("/api/v1/jobs", { method: "OPTIONS" }, fresh.origin)
  expect(["limit", "remaining"].map((name) => headers.get(`x-ratelimit-${name}`))).toEqual([
    String(optionsPerHour),
    String(optionsPerHour - 1)
  ])
  expect((await ask("/short", {}, fresh.origin)).headers.get("x-ratelimit-remaining")).toBe(String(perHour))
  await fresh.close()
})

/** An answer, with the text that its body has once it is not compressed any more. */
const read = async (path: string, headers: Record<string, string>) => {
  const answer = await ask(path, { headers })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const isCompressed = answer.headers.get("content-encoding") === "gzip"
  return {
    headers: answer.headers,
    bytes,
    isCompressed,
    text: new TextDecoder().decode(isCompressed ? Bun.gunzipSync(bytes) : bytes)
  }
}

test("a long text is compressed for a client that accepts it, and is the same text", async () => {
  const plain = await read("/text", { "accept-encoding": "identity" })
  const zipped = await read("/text", { "accept-encoding": "br, gzip;q=0.5" })
  expect([plain.isCompressed, zipped.isCompressed]).toEqual([false, true])
  expect(zipped.text).toBe(plain.text)
  expect(zipped.bytes.length).toBeLessThan(plain.bytes.length / 10)
  for (const { headers } of [plain, zipped]) expect(headers.get("vary")).toContain("Accept-Encoding")
})

test("HEAD of a compressed answer has the headers of its GET, and no body", async () => {
  const headers = { "accept-encoding": "gzip" }
  const get = await read("/text", headers)
  const head = await ask("/text", { method: "HEAD", headers })
  expect([head.status, await head.text(), head.headers.get("content-encoding")]).toEqual([200, "", "gzip"])
  expect(head.headers.get("content-length")).toBe(String(get.bytes.length))
})

test("what is short, no text, or asked with a cookie is sent as it is", async () => {
  const gzip = { "accept-encoding": "gzip" }
  expect((await read("/short", gzip)).isCompressed).toBe(false)
  expect((await read("/list", gzip)).isCompressed).toBe(false)
  expect((await read("/text", { ...gzip, cookie: "session=1" })).isCompressed).toBe(false)
  expect(minBytes).toBeGreaterThan("short".length)
})

test.each([
  ["gzip", true],
  ["x-gzip", true],
  ["deflate, GZIP ; q=0.1", true],
  ["*", true],
  ["gzip;q=0, *", false],
  ["br", false],
  ["", false],
  [undefined, false]
])("Accept-Encoding %p accepts gzip: %p", (header, expected) => {
  expect(acceptsGzip(header)).toBe(expected)
})

/** What every answer says, what the log says of it, and how often an address may ask without a key. */
import { perHour } from "@candor/domain/access/RateLimit"
import * as ApiKeyText from "@candor/domain/authentication/ApiKeyText"
import { OrganizationId } from "@candor/domain/Id"
import { afterAll, beforeAll, expect, test } from "bun:test"
import { idFrom } from "../src/request/CurrentRequest.ts"
import { loggablePath } from "../src/request/LoggablePath.ts"
import { openLimit, openRoutes } from "../src/public/OpenRoutes.ts"
import { type Edge, edge, paths } from "./harness/Edge.ts"
import { inFlight } from "./harness/InFlight.ts"
import { exchange, head } from "./harness/Raw.ts"
import { hourTest } from "./harness/HourTest.ts"

let server: Edge
beforeAll(async () => {
  server = await edge()
})
afterAll(() => server.close())

const status = async (origin: string, path: string) => {
  const response = await fetch(origin + path)
  await response.arrayBuffer()
  return response.status
}

test("every answer has X-Content-Type-Options: nosniff, and what is not public is not stored", async () => {
  for (const path of [...paths, ...Object.keys(openRoutes), "/nowhere"]) {
    const { headers } = await fetch(server.origin + path)
    expect(headers.get("x-content-type-options"), path).toBe("nosniff")
    expect(headers.get("cache-control"), path).toMatch(/^(no-store|public, .*)$/)
  }
  for (const path of paths) {
    expect((await fetch(server.origin + path)).headers.get("cache-control"), path).toBe("no-store")
  }
})

hourTest("the documents and unknown paths count to the limit of an address, in whatever spelling", async () => {
  const fresh = await edge()
  const before = await fetch(`${fresh.origin}/docs`)
  expect(before.headers.get("x-ratelimit-remaining")).toBe(String(perHour - 1))
  await inFlight(16, Array.from({ length: perHour - 1 }, () => () => status(fresh.origin, "/nowhere")))
  for (const path of ["/docs", "/%64ocs", "/nowhere"]) {
    const refused = await fetch(fresh.origin + path)
    expect(refused.status, path).toBe(429)
    expect(refused.headers.get("retry-after")).toMatch(/^\d+$/)
  }
  // Not those who see to it that the service runs.
  for (const path of ["/health/live", "/health/ready", "/metrics"])
    expect(await status(fresh.origin, path), path).toBe(200)
  await fresh.close()
})

test("each open route has its limit, and no operation has it", () => {
  expect(Object.keys(openRoutes).map((path) => openLimit("GET", path))).toEqual(Object.values(openRoutes))
  expect(openLimit("GET", "/%6Detrics?x=1")).toBe("metrics")
  expect(openLimit("HEAD", "/docs")).toBe("address")
  for (const url of ["/api/v1/jobs", "/api/v1/offers", "/nowhere", "/%zz"])
    expect(openLimit("GET", url)).toBeUndefined()
})

interface Line {
  readonly message: string
  readonly level: string
  readonly annotations: { readonly path: string; readonly status: unknown; readonly milliseconds: unknown }
}

test("a log line has a number for its status, and probes are logged at Debug", async () => {
  const fresh = await edge()
  const wanted = {
    "/short": "INFO",
    "/nowhere": "INFO",
    "/health/live": "DEBUG",
    "/health/ready": "DEBUG",
    "/metrics": "DEBUG"
  }
  for (const path of Object.keys(wanted)) await status(fresh.origin, path)
  const lines = fresh.logs.map((line): Line => JSON.parse(line)).filter(({ message }) => message === "Answered")
  expect(Object.fromEntries(lines.map(({ annotations, level }) => [annotations.path, level]))).toEqual(wanted)
  expect(lines.map(({ annotations }) => typeof annotations.status)).toEqual(lines.map(() => "number"))
  await fresh.close()
})

const key = ApiKeyText.format(OrganizationId.make("0197f3a2-5b1c-7d4e-8f60-123456789abc"), "5e".repeat(20))
const secret = "5e5e5e5e"

/** Every character of a text as its bytes in a URL. */
const percent = (text: string) => [...text].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join("")

test.each([
  ["as it is", key],
  ["with an encoded underscore", key.replace("_", "%5F")],
  ["in lower case hexadecimal", key.replace("_", "%5f")],
  ["encoded twice", key.replace("_", "%255F")],
  ["encoded three times", key.replace("_", "%25255f")],
  ["by its code point", key.replace("_", "%u005F")],
  ["encoded as a whole", percent(key)],
  ["with its first letter encoded", key.replace("c", "%63")],
  ["in capitals", key.toUpperCase()],
  ["after an encoded question mark", `x%3Fapi_key=${key.replace("_", "%5F")}`],
  ["in a query", `x?api_key=${key}`]
])("a key in a path is not logged: %s", async (_, path) => {
  expect(decodeURIComponent(loggablePath(`/nowhere/${path}`)).toLowerCase()).not.toContain(secret)
  await exchange(server.port, head(`GET /nowhere/${path}`, "Connection: close"))
  const line = server.logs.findLast((line) => line.includes("\"Answered\""))!
  expect(line).toContain("/nowhere/")
  expect(line.toLowerCase()).not.toContain(secret)
})

test("a path that is encoded more often than any client does it is not logged at all", () => {
  expect(loggablePath(`/${key.replace("_", `%${"25".repeat(9)}5F`)}`)).toBe("…")
})

test("a path without a key is logged as it was sent", () => {
  for (const path of ["/api/v1/jobs/1", "/a%20b", "/%zz", "/%F0%9F%92%A9", "/%0A"])
    expect(loggablePath(path)).toBe(path)
  expect(loggablePath(`/%0A%C3%A9/${key.replace("_", "%5F")}/x`)).toMatch(/^\/%0A[%\w]+\/candor_…\/x$/)
})

test("a key is no X-Request-Id", () => {
  expect(idFrom(key)).not.toBe(key)
  expect(idFrom("a-1")).toBe("a-1")
})

/** What a server tells without a key: the OpenAPI document, the page `/docs` and its metrics. */
import { chromium, installed } from "@candor/process/testing/Chromium"
import { databases } from "@candor/sql/testing/Databases"
import axeSource from "axe-core/axe.min.js" with { type: "text" }
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type World, world } from "./harness/World.ts"

const installation = installed()
/** Undefined where no Chromium is installed. It ends before the server, which waits for its connections. */
const open = installation === undefined ? undefined : chromium(installation)

let it: World

beforeAll(async () => {
  it = await world(databases[0]!)
})

afterAll(() => it.backend.close())

/** An answer as it was sent: compressed bodies stay compressed. */
const get = async (path: string, headers: Readonly<Record<string, string>> = {}, method = "GET") => {
  const answer = await fetch(it.server.origin + path, { method, headers: { "accept-encoding": "identity", ...headers }, decompress: false })
  return { status: answer.status, headers: answer.headers, body: new Uint8Array(await answer.arrayBuffer()) }
}

const text = (body: Uint8Array) => new TextDecoder().decode(body)

/** Headers of a representation that must be in a 304 as well (RFC 9110, section 15.4.5). */
const validators = (headers: Headers) => ["etag", "cache-control", "vary"].map((name) => headers.get(name))

describe.each(["/docs", "/api/v1/openapi.json"])("%s", (path) => {
  test("is compressed for clients that take gzip, and says the same to the others", async () => {
    const plain = await get(path)
    expect(plain.status).toBe(200)
    expect(plain.headers.get("content-encoding")).toBeNull()
    for (const accepted of ["gzip", "br, GZIP;q=0.5", "*"]) {
      const zipped = await get(path, { "accept-encoding": accepted })
      expect(zipped.headers.get("content-encoding")).toBe("gzip")
      expect(zipped.headers.get("content-length")).toBe(String(zipped.body.length))
      expect(zipped.body.length).toBeLessThan(plain.body.length / 3)
      expect(text(Bun.gunzipSync(zipped.body))).toBe(text(plain.body))
    }
    for (const refused of ["gzip;q=0", "br", "*;q=0"]) {
      const other = await get(path, { "accept-encoding": refused })
      expect(other.headers.get("content-encoding")).toBeNull()
      expect(other.body.length).toBe(plain.body.length)
    }
  })

  test("is 304 without a body to a client that has it, each encoding by its own tag", async () => {
    const plain = await get(path)
    const zipped = await get(path, { "accept-encoding": "gzip" })
    const [tag, zippedTag] = [plain, zipped].map(({ headers }) => headers.get("etag")!)
    expect(tag).toMatch(/^"[\w-]+"$/)
    expect(zippedTag).not.toBe(tag)
    for (const known of [tag!, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const answer = await get(path, { "if-none-match": known })
      expect([answer.status, answer.body.length]).toEqual([304, 0])
      expect(validators(answer.headers)).toEqual(validators(plain.headers))
    }
    expect((await get(path, { "if-none-match": zippedTag!, "accept-encoding": "gzip" })).status).toBe(304)
    for (const other of [zippedTag!, `"other"`]) expect((await get(path, { "if-none-match": other })).status).toBe(200)
    expect(validators(plain.headers).slice(1)).toEqual(["public, max-age=300", "Accept-Encoding"])
  })

  test("answers HEAD with the headers of GET", async () => {
    const [whole, head] = [await get(path), await get(path, {}, "HEAD")]
    expect([head.status, head.body.length]).toEqual([200, 0])
    expect(head.headers.get("content-length")).toBe(String(whole.body.length))
    expect(validators(head.headers)).toEqual(validators(whole.headers))
  })
})

test("/docs runs its own scripts alone, asks this server alone, and stands in no frame", async () => {
  const { headers } = await get("/docs")
  const policy = new Map(headers.get("content-security-policy")!.split("; ").map((directive) => {
    const [name, ...sources] = directive.split(" ")
    return [name, sources.join(" ")]
  }))
  expect(policy.get("default-src")).toBe("'none'")
  expect(policy.get("script-src")).toMatch(/^'sha256-[\w+/]{43}='(?: 'sha256-[\w+/]{43}='){2}$/)
  expect(policy.get("connect-src")).toBe("'self'")
  expect(policy.get("frame-ancestors")).toBe("'none'")
  expect(policy.get("base-uri")).toBe("'none'")
  expect(policy.get("form-action")).toBe("'none'")
  expect(headers.get("referrer-policy")).toBe("no-referrer")
  expect(headers.get("x-frame-options")).toBe("DENY")
  for (const name of ["opener-policy", "resource-policy"]) expect(headers.get(`cross-origin-${name}`)).toBe("same-origin")
  expect(headers.get("permissions-policy")).toContain("camera=()")
})

test("/docs has under 1 MB over the wire, and / leads there", async () => {
  expect((await get("/docs", { "accept-encoding": "gzip" })).body.length).toBeLessThan(1_000_000)
  const answer = await fetch(`${it.server.origin}/`, { redirect: "manual" })
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/docs"])
})

if (open === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: the page /docs sends a request with a key and asks no other host", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else {
  test("in a browser, /docs sends a request with the key that was entered on it, shows 200, and asks no other host", async () => {
    const page = await open(`${it.server.origin}/docs`)
    const token = `[...document.querySelectorAll("input[placeholder=Token]")].find((input) => input.checkVisibility())`
    const button = (...texts: ReadonlyArray<string>) =>
      `[...document.querySelectorAll("button")].find(({ textContent }) => ${JSON.stringify(texts)}.every((text) => textContent.includes(text)))`
    await page.until(token)
    // The rules that Lighthouse's score of accessibility is made of.
    await page.evaluate(axeSource)
    expect(await page.evaluate<ReadonlyArray<string>>(`axe.run(document, { runOnly: ["wcag2a", "wcag2aa"] })
      .then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes[0].html))`)).toEqual([])
    await page.type(token, it.own.keys.read)
    expect(await page.evaluate<string>("document.body.innerText")).toContain("Authorization: Bearer")
    await page.until(button("Test Request", "(get /api/v1/jobs)"))
    await page.click(button("Test Request", "(get /api/v1/jobs)"))
    await page.until(button("Send get request to"))
    await page.click(button("Send get request to"))
    await page.until(`document.querySelector("[role=dialog]")?.textContent.includes("200 OK")`)
    expect(page.requested.filter((url) => url.includes("/api/v1/jobs"))).toHaveLength(1)
    expect(page.requested.map((url) => new URL(url)).filter(({ origin, protocol }) =>
      protocol !== "data:" && protocol !== "blob:" && origin !== it.server.origin
    )).toEqual([])
    expect(page.errors).toEqual([])

    await page.evaluate(`fetch("https://fonts.scalar.com/inter-latin.woff2").catch(() => {})`)
    expect(page.errors.join("\n")).toContain("Content Security Policy")
  })
}

/** What a server tells without a key: the OpenAPI document, the page `/docs` and its metrics. */
import { chromium, installed } from "@candor/process/testing/Chromium"
import { databases } from "@candor/sql/testing/Databases"
import axeSource from "axe-core/axe.min.js" with { type: "text" }
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { all } from "../src/public/Manual.ts"
import { type World, world } from "./harness/World.ts"

const docs = join(import.meta.dir, "../../../docs")

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
  const answer = await fetch(it.server.origin + path, {
    method,
    headers: { "accept-encoding": "identity", ...headers },
    decompress: false
  })
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
  const policy = new Map(
    headers.get("content-security-policy")!.split("; ").map((directive) => {
      const [name, ...sources] = directive.split(" ")
      return [name, sources.join(" ")]
    })
  )
  expect(policy.get("default-src")).toBe("'none'")
  expect(policy.get("script-src")).toMatch(/^'sha256-[\w+/]{43}='$/)
  expect(policy.get("connect-src")).toBe("'self'")
  expect(policy.get("frame-ancestors")).toBe("'none'")
  expect(policy.get("base-uri")).toBe("'none'")
  expect(policy.get("form-action")).toBe("'none'")
  expect(headers.get("referrer-policy")).toBe("no-referrer")
  expect(headers.get("x-frame-options")).toBe("DENY")
  for (const name of ["opener-policy", "resource-policy"])
    expect(headers.get(`cross-origin-${name}`)).toBe("same-origin")
  expect(headers.get("permissions-policy")).toContain("camera=()")
})

test("/docs and the document that it shows have under 425 kB over the wire", async () => {
  const answers = await Promise.all(
    ["/docs", "/api/v1/openapi.json"].map((path) => get(path, { "accept-encoding": "gzip" }))
  )
  expect(answers.reduce((sum, { body }) => sum + body.length, 0)).toBeLessThan(425_000)
})

test("/llms.txt leads to every page of the manual, whose links lead to others of it, or say a path of the repository", async () => {
  const pages = readdirSync(docs).filter((name) => name.endsWith(".md"))
  const list = text((await get("/llms.txt")).body)
  expect([...list.matchAll(/\]\(\/docs\/(\w+\.md)\)/g)].map(([, page]) => page!)).toEqual(pages.toSorted())
  for (const page of [...pages, "decisions/0055-mcp-tools.md"]) {
    const { body, headers, status } = await get(`/docs/${page}`)
    expect([status, headers.get("content-type")]).toEqual([200, "text/markdown; charset=utf-8"])
    const links = [...text(body).matchAll(/\]\((?![a-z]+:|[/#{])([^)\s#]+)[^)]*\)/g)].map(([, target]) =>
      new URL(target!, `http://x/${page}`).pathname.slice(1)
    )
    expect(links.filter((link) => !Object.hasOwn(all, link))).toEqual([])
    expect(text(body)).not.toMatch(/\]\(\.\.\/packages/)
  }
})

test.each([
  "/docs/nothing.md",
  "/docs/constructor",
  "/docs/..%2fREADME.md",
  "/docs/decisions/..%2F..%2Fpackage.json",
  "/docs/openapi.json"
])(
  "%s is no page of the manual",
  async (path) => expect((await get(path)).status).toBe(404)
)

test("/ leads browsers to the console, and programs to /docs", async () => {
  const location = async (accept: string) => {
    const { headers, status } = await fetch(`${it.server.origin}/`, { headers: { accept }, redirect: "manual" })
    return [status, headers.get("location"), headers.get("vary")]
  }
  expect(await location("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")).toEqual([
    302,
    "/console",
    "Accept"
  ])
  for (const accept of ["*/*", "application/json"]) expect(await location(accept)).toEqual([302, "/docs", "Accept"])
})

if (open === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: the page /docs sends a request with a key and asks no other host", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else {
  test("in a browser, /docs fills in no filter, sends a request with the key that was entered on it, shows 200, and asks no other host", async () => {
    const page = await open(`${it.server.origin}/docs#?route=get-/api/v1/applications`)
    const inside = `document.querySelector("openapi-explorer").shadowRoot`
    const request = `${inside}.querySelector("api-request")`
    const fields = `[...${request}.querySelectorAll("[data-pname]")]`
    await page.until(`${inside} && ${request} && ${fields}.length > 0`)
    // What holds without them, too.
    const defaults = { limit: "50", offset: "0" }
    expect(
      await page.evaluate<object>(
        `Object.fromEntries(${fields}.filter(({ value }) => value !== "").map((field) => [field.dataset.pname, field.value]))`
      )
    )
      .toEqual(defaults)
    expect(await page.evaluate<string>(`document.querySelector("openapi-explorer > a").href`)).toBe(
      `${it.server.origin}/console`
    )
    // The rules that Lighthouse's score of accessibility is made of.
    await page.evaluate(axeSource)
    expect(
      await page.evaluate<ReadonlyArray<string>>(`axe.run(document, { runOnly: ["wcag2a", "wcag2aa"] })
      .then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes[0].html))`)
    ).toEqual([])

    await page.click(`${inside}.querySelector("#link-auth")`)
    const token = `${inside}.querySelector("input[placeholder=api-token]")`
    await page.until(token)
    await page.type(token, it.own.keys.read)
    await page.click(
      `[...${inside}.querySelectorAll("button")].find(({ textContent }) => textContent.trim() === "SET")`
    )
    await page.click(`${inside}.querySelector("[id='link-get-/api/v1/applications']")`)
    const execute =
      `[...(${request}?.querySelectorAll("button") ?? [])].find(({ textContent }) => textContent.trim() === "EXECUTE")`
    await page.until(execute)
    await page.click(execute)
    await page.until(`${request}.textContent.includes("OK (200)")`)
    expect(page.requested.filter((url) => url.includes("/api/v1/applications"))).toEqual([
      `${it.server.origin}/api/v1/applications?limit=50&offset=0`
    ])
    expect(
      page.requested.map((url) => new URL(url)).filter(({ origin, protocol }) =>
        protocol !== "data:" && protocol !== "blob:" && origin !== it.server.origin
      )
    ).toEqual([])
    expect(page.errors).toEqual([])

    await page.evaluate(`fetch("https://fonts.example/inter-latin.woff2").catch(() => {})`)
    expect(page.errors.join("\n")).toContain("Content Security Policy")
  })
}

/** How the console is served, and that people with every kind of need can use it. */
import { type FilledWorld, worldWith } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, executablePath, findingsOfBothLooks } from "./Browser.ts"

let it: FilledWorld

beforeAll(async () => {
  it = await worldWith(databases[0]!)
})

afterAll(() => it.backend.close())

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(it.server.origin + path, { headers: { "accept-encoding": "gzip", ...headers }, decompress: false })

/** The addresses of the files that the page names. */
const assets = async (): Promise<ReadonlyArray<string>> => {
  const page = await fetch(`${it.server.origin}/console`)
  return [...(await page.text()).matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)].map(([, path]) => path!)
}

test("every address below /console is the same page, which runs its own files alone and stands in no frame", async () => {
  const [page, other] = [await get("/console"), await get("/console/jobs/anything?x=1")]
  expect([page.status, other.status]).toEqual([200, 200])
  expect(other.headers.get("etag")).toBe(page.headers.get("etag"))
  expect(page.headers.get("cache-control")).toBe("public, no-cache")
  const policy = page.headers.get("content-security-policy")!
  for (
    const part of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "frame-ancestors 'none'"
    ]
  ) {
    expect(policy.split("; ")).toContain(part)
  }
  expect((await get("/console", { "if-none-match": page.headers.get("etag")! })).status).toBe(304)
})

test("the frame for mails as they were formatted runs nothing, asks for nothing, and stands on pages of this server alone", async () => {
  const policy = (await get("/console/formatted")).headers.get("content-security-policy")!.split("; ")
  expect(policy).toEqual(
    expect.arrayContaining(["default-src 'none'", "form-action 'none'", "frame-ancestors 'self'", "img-src data:"])
  )
  expect(policy.find((part) => part.startsWith("sandbox"))).not.toContain("scripts")
  expect((await get("/console/jobs")).headers.get("content-security-policy")).toContain("frame-src 'self'")
})

test("files are kept for a year by their hashed names; others are not found", async () => {
  const paths = await assets()
  expect(paths.length).toBeGreaterThanOrEqual(3)
  for (const path of paths) {
    const answer = await get(path)
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "public, max-age=31536000, immutable"])
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff")
  }
  for (const path of ["/console/assets/index.js", "/console/assets/..%2findex.html", "/console/assets/"]) {
    expect((await get(path)).headers.get("cache-control")).not.toContain("immutable")
  }
  expect((await get("/console/assets/index.js")).status).toBe(404)
})

test("the first load has less than 250 kB of script, compressed", async () => {
  const scripts = (await assets()).filter((path) => path.endsWith(".js"))
  const sizes = await Promise.all(scripts.map(async (path) => (await (await get(path)).bytes()).length))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  console.log(`The console's script: ${bytes} bytes, compressed`)
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThan(250_000)
})

const inBrowser = () => {
  const open = browserWindow()

  test("initials can be read on each of their colours, in both looks", async () => {
    const { page } = await open(`${it.server.origin}/console/members`, { key: it.own.keys.admin })
    await page.locator("td").first().waitFor()
    const shown = await page.evaluate(() => {
      const line = document.createElement("p")
      const avatars = Array.from(
        { length: 6 },
        (_, tone) =>
          Object.assign(document.createElement("span"), { className: `avatar tone-${tone}`, textContent: "AL" })
      )
      line.append(...avatars)
      document.querySelector("h1")!.after(line)
      return new Set(avatars.map((avatar) => getComputedStyle(avatar).backgroundColor)).size
    })
    expect([shown, await findingsOfBothLooks(page)]).toEqual([6, []])
  })

  test("a member who may only read sees no button that changes anything", async () => {
    const { page } = await open(`${it.server.origin}/console/applications/${it.own.ids.id}`, { key: it.own.keys.read })
    await page.getByRole("heading", { name: "Timeline" }).waitFor()
    for (const name of ["Add note", "Reject", "Hire", "Add feedback", "Add file", "Edit", "Delete"]) {
      expect(await page.getByRole("button", { name, exact: true }).count()).toBe(0)
    }
    expect(await page.getByRole("link", { name: "API keys" }).count()).toBe(0)
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: axe finds nothing on the pages of the console", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("in a browser", inBrowser)

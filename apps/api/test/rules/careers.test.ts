/**
 * The careers site: what everybody reads of open boards without a key, as JSON, pages and feeds, and what nobody can
 * find out.
 */
import { careersPerHour } from "../../src/auth/AddressLimits.ts"
import type { PostingStatus, PublicBoard, PublicJob, PublicJobDetail } from "@candor/domain/board/PublicBoard"
import { databases } from "@candor/sql/testing/Databases"
import { pixel } from "@candor/sql/testing/CareersCalls"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { HtmlValidate } from "html-validate"
import { gunzipSync } from "node:zlib"
import { type Answer, having, type JsonObject } from "../harness/Client.ts"
import { type World, world } from "../harness/World.ts"
import { hourTest } from "../harness/HourTest.ts"

const validator = new HtmlValidate({
  extends: ["html-validate:recommended"],
  rules: {
    "long-title": "off",
    "no-trailing-whitespace": "off",
    "form-dup-name": ["error", { shared: ["radio", "checkbox"] }]
  }
})

/** What an attacker would have a page run. */
const hostile = `</script><script>alert(1)</script><img src=x onerror=alert(1)>]]>&"'`

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    beforeAll(async () => {
      here = await world(database)
    })
    afterAll(() => here.backend.close())

    const admin = <Body = JsonObject>(method: string, path: string, body?: JsonObject) =>
      here.call<Body>(method, path, { key: here.own.keys.admin, ...(body === undefined ? {} : { body }) })

    const board = async (patch: JsonObject = {}) =>
      having(200)(await admin<{ board: { slug: string } }>("PATCH", "/organization/board", { is_open: true, ...patch }))
        .body.board.slug

    const job = async (patch: JsonObject = {}) => {
      const title = `Job ${crypto.randomUUID()}`
      const { body: { job: { id, public_slug } } } = having(201)(
        await admin<{ job: { id: string; public_slug: string } }>("POST", "/jobs", { title })
      )
      having(200)(await admin("PATCH", `/jobs/${id}`, { status: "published", ...patch }))
      return { id, slug: public_slug, title }
    }

    const get = <Body = JsonObject>(
      path: string,
      headers: Readonly<Record<string, string>> = {}
    ): Promise<Answer<Body>> => here.call<Body>("GET", path, { headers })

    const page = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
      const response = await fetch(here.server.origin + path, { headers, redirect: "manual" })
      return { status: response.status, headers: response.headers, text: await response.text() }
    }

    const listed = async (slug: string, query = "") =>
      having(200)(await get<{ jobs: ReadonlyArray<PublicJob> }>(`/boards/${slug}/jobs${query}`)).body.jobs

    test("an open board and its jobs are read from any origin without a key; a salary is shown where it is not hidden", async () => {
      const slug = await board({ introduction: "# Hello" })
      const pay = {
        salary_currency: "EUR",
        salary_timeframe: "year",
        salary_min: 60_000,
        salary_max: 80_000,
        department: "Pay"
      }
      const [shown, hidden] = [await job({ ...pay, show_salary: true }), await job(pay)]
      const answer = having(200)(await get<{ board: PublicBoard }>(`/boards/${slug}`, { origin: "https://a.example" }))
      expect(answer.headers.get("access-control-allow-origin")).toBe("*")
      expect(answer.body.board).toMatchObject({ slug, organization_name: "Acme", introduction: "# Hello" })
      const salaries = (await listed(slug, "?department=Pay")).map((
        { public_slug, salary_min }
      ) => [public_slug, salary_min])
      expect(salaries).toEqual([[hidden.slug, null], [shown.slug, 60_000]])
      const { body } = having(200)(await get<{ job: PublicJobDetail }>(`/boards/${slug}/jobs/${hidden.slug}`))
      expect(body.job).toMatchObject({
        title: hidden.title,
        salary_max: null,
        form: { resume: "required", questions: [] }
      })
      // Below is the other job of its department, with its pay.
      expect((await page(`/careers/${slug}/${hidden.slug}`)).text.split("More jobs in")[0]).not.toContain("60,000")
      const preflight = await fetch(`${here.server.base_url}/boards/${slug}/jobs`, {
        method: "OPTIONS",
        headers: { origin: "https://a.example", "access-control-request-method": "GET" }
      })
      expect(preflight.headers.get("access-control-allow-methods")).toContain("GET")
    })

    test("jobs are found by department, place, kind of place and words, page by page", async () => {
      const slug = await board()
      const [city, unit] = [`Zürich ${crypto.randomUUID()}`, crypto.randomUUID()]
      const remote = await job({ department: unit, workplace_type: "remote", locations: [{ city, country: "CH" }] })
      const onsite = await job({ department: unit, workplace_type: "onsite", location: "Bern" })
      const slugs = async (query: string) => (await listed(slug, query)).map(({ public_slug }) => public_slug)
      for (const spelt of [unit, unit.toUpperCase(), unit.replaceAll("-", " ")]) {
        expect(await slugs(`?department=${encodeURIComponent(spelt)}`)).toEqual([onsite.slug, remote.slug])
      }
      expect(await slugs(`?department=${unit}&workplace_type=remote`)).toEqual([remote.slug])
      expect(await slugs(`?location=${encodeURIComponent(city.toUpperCase().replace("Ü", "u"))}`)).toEqual([
        remote.slug
      ])
      expect(await slugs(`?q=bern+${unit}`)).toEqual([onsite.slug])
      const first = having(200)(
        await get<{ jobs: ReadonlyArray<PublicJob>; next_cursor: string }>(
          `/boards/${slug}/jobs?department=${unit}&limit=1`
        )
      )
      expect(first.headers.get("link")).toContain(`cursor=${first.body.next_cursor}`)
      expect(await slugs(`?department=${unit}&limit=1&cursor=${first.body.next_cursor}`)).toEqual([remote.slug])
      having(400)(await get(`/boards/${slug}/jobs?surprise=1`))
    })

    test("a change shows at once: a publication, an end, another form, another text; what did not change is 304", async () => {
      const slug = await board()
      const path = `/boards/${slug}/jobs?q=job`
      const before = having(200)(await get(path))
      expect((await page(`/api/v1${path}`, { "if-none-match": before.headers.get("etag")! })).status).toBe(304)
      const published = await job()
      const address = `/careers/${slug}/${published.slug}`
      expect((await listed(slug, "?q=job"))[0]).toMatchObject({ public_slug: published.slug })
      expect((await page(address)).text).not.toContain("field-phone\" name=\"phone\" required")
      having(200)(await admin("PUT", `/jobs/${published.id}/form`, { phone: "required" }))
      expect((await page(address)).text).toContain("field-phone\" name=\"phone\" required")
      having(200)(await admin("PATCH", `/jobs/${published.id}`, { title: "Another" }))
      expect((await page(address)).text).toContain("<h1>Another</h1>")
      having(200)(await admin("PATCH", `/jobs/${published.id}`, { valid_through: "2020-01-01" }))
      expect((await listed(slug)).map(({ public_slug }) => public_slug)).not.toContain(published.slug)
      expect((await page(address)).status).toBe(404)
      having(200)(await admin("PATCH", `/jobs/${published.id}`, { valid_through: null }))
      expect((await page(address)).status).toBe(200)
      having(200)(await admin("DELETE", `/jobs/${published.id}`))
      expect((await page(address)).status).toBe(404)
    })

    test("a job is gone at its end, also where nothing else changes", async () => {
      const slug = await board()
      let now = Date.now()
      const other = await here.backend.serve({ now: () => now })
      const ending = await job({ valid_through: new Date(now + 3000).toISOString() })
      const status = async () => (await fetch(`${other.origin}/careers/${slug}/${ending.slug}`)).status
      expect(await status()).toBe(200)
      now += 4000
      expect(await status()).toBe(404)
      await other.close()
    })

    test("closed, ended, internal and unknown jobs of a board are one text, as JSON and as a page with other jobs; an unlisted one is found by its address alone", async () => {
      const slug = await board()
      const open = await job()
      const closed = await job()
      having(200)(await admin("PATCH", `/jobs/${closed.id}`, { status: "closed" }))
      const absent = [
        closed,
        await job({ valid_through: "2020-01-01" }),
        await job({ listing: "internal" }),
        await job({ is_confidential: true }),
        { slug: "no-such-job" },
        { slug: "%00" },
        { slug: "%F0%9F%92%A9" }
      ]
      const answers = await Promise.all(
        absent.map(async (one) => having(404)(await get(`/boards/${slug}/jobs/${one.slug}`)).text)
      )
      const pages = await Promise.all(absent.map((one) => page(`/careers/${slug}/${one.slug}`)))
      expect([new Set(answers).size, new Set(pages.map(({ status, text }) => `${status} ${text}`)).size]).toEqual([
        1,
        1
      ])
      expect(pages[0]!.status).toBe(404)
      expect(pages[0]!.headers.get("x-robots-tag")).toBe("noindex")
      expect(pages[0]!.text).toContain(open.title)
      const unlisted = await job({ listing: "unlisted" })
      const shown = await page(`/careers/${slug}/${unlisted.slug}`)
      expect(shown.text).toContain(unlisted.title)
      expect([shown.status, shown.headers.get("x-robots-tag"), shown.text.includes("ld+json")]).toEqual([
        200,
        "noindex",
        false
      ])
      having(200)(await get(`/boards/${slug}/jobs/${unlisted.slug}`))
      for (
        const path of [
          `/careers/${slug}`,
          `/careers/${slug}/feed.xml`,
          `/careers/${slug}/jobs.xml`,
          `/careers/${slug}/sitemap.xml`,
          `/careers/${slug}/embed.js`
        ]
      ) {
        expect((await page(path)).text).not.toContain(unlisted.slug)
      }
    })

    test("who makes a job sees its address, whether everybody sees it, and what Google misses", async () => {
      const slug = await board()
      const { id, slug: own } = await job({ locations: [{ city: "Bern" }] })
      const posting = async () =>
        having(200)(await admin<{ posting: PostingStatus }>("GET", `/jobs/${id}/posting`)).body.posting
      expect(await posting()).toMatchObject({ path: `/careers/${slug}/${own}`, is_seen: true })
      expect((await posting()).google_problems.filter(({ hides }) => hides).map(({ message }) => message)).toEqual([
        "Google won't show this job: it has no description",
        "Google won't show this job: it has no country"
      ])
      having(200)(await admin("PATCH", `/jobs/${id}`, { listing: "internal" }))
      expect((await posting()).is_seen).toBe(false)
    })

    test("the form has where its reader came from, and nothing else of the address", async () => {
      const slug = await board()
      const path = `/careers/${slug}/${(await job()).slug}`
      const hidden = async (query: string, referer: string) =>
        [...(await page(path + query, { referer })).text.matchAll(/<input type="hidden" name="(\w+)" value="(.*)">/g)]
          .map(([, name, value]) => `${name}=${value}`).filter((field) => !/^(?:started_at|altcha)=$/.test(field))
      expect(await hidden("?utm_source=a%22b&source=job+fair&email=x", "https://portal.example/jobs?id=1")).toEqual([
        "utm_source=a&quot;b",
        "source=job fair",
        "referrer=portal.example"
      ])
      expect(await hidden("", here.server.origin)).toEqual([])
    })

    test("closed and unknown boards are one text, and an earlier address leads to the present one", async () => {
      const first = await board()
      const slug = await board({ slug: `moved-${crypto.randomUUID()}` })
      const moved = await page(`/api/v1/boards/${first}/jobs?q=x`)
      expect([moved.status, moved.headers.get("location")]).toEqual([308, `/api/v1/boards/${slug}/jobs?q=x`])
      const movedPage = await page(`/careers/${first}/some-job?source=x`)
      expect([movedPage.status, movedPage.headers.get("location")]).toEqual([308, `/careers/${slug}/some-job?source=x`])
      await board({ is_open: false })
      const closed = [slug, first, "no-such-board", "x".repeat(3000), "-", "%00", "%F0%9F%92%A9"]
      const answers = await Promise.all(closed.map(async (one) => having(404)(await get(`/boards/${one}`)).text))
      const pages = await Promise.all(closed.map((one) => page(`/careers/${one}`)))
      expect(new Set([...answers, ...pages.map(({ text }) => text)]).size).toBe(2)
      expect(pages[0]!.text).toContain("noindex")
      await board()
    })

    test("pages are valid HTML of less than 60 kB in English and German, run no script but that of the form, and stand in no frame", async () => {
      const slug = await board({
        consent_text: "I agree.",
        privacy_notice: "## Privacy\n\nSix months.",
        contact_email: "jobs@example.com",
        color: "#ffff00"
      })
      const types = ["short_text", "long_text", "yes_no", "number", "date", "file", "url"]
      const { id, slug: own } = await job({
        description_md: "## What\n\n#### Deep\n\n- a\n\n|a|b|\n|-|-|\n|1|2|",
        locations: [{ city: "Bern" }]
      })
      having(200)(
        await admin("PUT", `/jobs/${id}/form`, {
          website_url: "optional",
          questions: [
            ...types.map((type) => ({ label: `Your ${type}`, help_text: "Help", type, required: true })),
            { label: "Some", type: "multiple_choice", options: ["a", "b"] },
            { label: "One", type: "single_choice", options: ["a", "b"], required: true },
            { label: "Of many", type: "single_choice", options: Array.from({ length: 9 }, (_, index) => String(index)) }
          ]
        })
      )
      await here.backend.run(Effect.flatMap(SqlClient.SqlClient, (sql) =>
        sql`
        INSERT INTO jobs SELECT (jsonb_populate_record(j, jsonb_build_object('id', gen_random_uuid(), 'public_slug', 'made-' || n, 'department', 'Many'))).*
        FROM jobs j, generate_series(1, 60) n WHERE j.id = ${id}`))
      for (
        const path of [
          `/careers/${slug}`,
          `/careers/${slug}?page=2`,
          `/careers/${slug}?q=none`,
          `/careers/${slug}/${own}?source=a&utm_medium=b`,
          `/careers/${slug}/none`,
          "/careers/none"
        ]
      ) {
        for (const language of ["en", "de-AT,de;q=0.9"]) {
          const { headers, text } = await page(path, { "accept-language": language })
          const report = await validator.validateString(text)
          expect(
            report.results.flatMap(({ messages }) =>
              messages.map(({ line, message, ruleId }) => `${path} ${line} ${ruleId}: ${message}`)
            )
          ).toEqual([])
          expect(Buffer.byteLength(text)).toBeLessThan(60_000)
          expect(text).toContain(`<html lang="${language.slice(0, 2)}">`)
          expect(headers.get("content-security-policy")).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
          const scripts = /script-src [^;]*/.exec(headers.get("content-security-policy")!)
          expect(scripts?.[0]).toBe(text.includes("<form method=\"post\"") ? "script-src 'self'" : undefined)
          expect([headers.get("x-frame-options"), headers.get("cache-control")]).toContain("DENY")
        }
      }
      const [style] = /\/careers\/-\/[^"]*/.exec((await page(`/careers/${slug}`)).text)!
      const { headers, text } = await page(style)
      expect([headers.get("content-type"), headers.get("cache-control")]).toEqual([
        "text/css; charset=utf-8",
        "public, max-age=31536000, immutable"
      ])
      expect(text).toContain("--on-button:#000000")
      expect((await page("/careers/-/other.css")).status).toBe(404)
      const without = await page("/careers")
      expect([without.status, without.text]).toEqual([404, expect.stringContaining("a careers page of its own")])
    })

    test("hostile texts of a board and a job are text in pages, JSON-LD, feeds and the script for other sites", async () => {
      const slug = await board({
        title: `Evil ${hostile}`,
        introduction: hostile,
        consent_text: hostile,
        privacy_notice: hostile
      })
      const { slug: own } = await job({
        title: `Evil ${hostile}\u0001`,
        department: hostile,
        location: hostile,
        locations: [{ city: hostile, country: "DE" }],
        description_md:
          `${hostile}\n\n[a](javascript:alert(1)) ![b](https://evil.example/pixel.png) <svg onload=alert(1)>`
      })
      const posting = (await page(`/careers/${slug}/${own}`)).text
      for (const text of [posting, (await page(`/careers/${slug}`)).text, (await page(`/careers/${slug}/none`)).text]) {
        expect(text).not.toMatch(/<script>|<img src=x|<svg|href="javascript|<img[^>]*evil/)
      }
      const [, data] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(posting)!
      expect(JSON.parse(data!)).toMatchObject({
        "@type": "JobPosting",
        jobLocation: [{ address: { addressLocality: hostile } }]
      })
      for (const file of ["feed.xml", "jobs.xml", "sitemap.xml"]) {
        const { headers, text } = await page(`/careers/${slug}/${file}`)
        expect(headers.get("content-type")).toContain("xml")
        const elements = new Set<string>()
        let opened = 0
        await new HTMLRewriter().on("*", { element: ({ tagName }) => void (elements.add(tagName), opened++) })
          .transform(new Response(text)).text()
        expect([...elements].filter((name) => ["script", "img", "svg"].includes(name))).toEqual([])
        expect(text.match(/<[a-z]/g)).toHaveLength(opened)
        expect(text).not.toContain("\u0001")
      }
      const { headers, text } = await page(`/careers/${slug}/embed.js`)
      expect([headers.get("access-control-allow-origin"), headers.get("cross-origin-resource-policy")]).toEqual([
        "*",
        "cross-origin"
      ])
      expect(text).not.toMatch(/<script|eval|innerHTML|\.style/)
      expect(() => new Function(text)).not.toThrow()
      await board({ title: "Acme", introduction: null, consent_text: null, privacy_notice: null })
    })

    test.each(["logo", "cover"] as const)(
      "a %s is at an address of its own, which caches keep, and the one before is gone",
      async (kind) => {
        const slug = await board({ cover_text: "A crane" })
        having(200)(await admin("PUT", `/organization/board/${kind}`, { content: pixel.toBase64() }))
        const seen = async () => {
          const { cover, logo_url } = having(200)(await get<{ board: PublicBoard }>(`/boards/${slug}`)).body.board
          return kind === "logo" ? logo_url : cover?.url
        }
        const { href: url, pathname } = new URL((await seen())!)
        const image = await fetch(here.server.origin + pathname)
        expect([image.headers.get("content-type"), image.headers.get("cache-control")]).toEqual([
          "image/png",
          "public, max-age=31536000, immutable"
        ])
        expect(new Uint8Array(await image.arrayBuffer())).toEqual(pixel)
        const { headers, text } = await page(`/careers/${slug}`)
        expect(text).toContain(`src="${url}"`)
        expect(headers.get("content-security-policy")).toContain("img-src 'self' data:")
        having(200)(await admin("DELETE", `/organization/board/${kind}`))
        expect((await fetch(here.server.origin + pathname)).status).toBe(404)
        expect((await page(`/careers/${slug}`)).text).not.toContain(pathname)
      }
    )

    test("documents are compressed for who accepts it, and HEAD has their headers", async () => {
      const slug = await board()
      const path = `${here.server.origin}/careers/${slug}`
      const zipped = await fetch(path, { headers: { "accept-encoding": "gzip" }, decompress: false } as RequestInit)
      const plain = await fetch(path, { headers: { "accept-encoding": "identity" } })
      expect(gunzipSync(await zipped.arrayBuffer()).toString()).toBe(await plain.text())
      expect(zipped.headers.get("etag")).toBe(plain.headers.get("etag")!.replace(/"$/, "-gzip\""))
      const head = await fetch(path, { method: "HEAD", headers: { "accept-encoding": "identity" } })
      expect([head.status, head.headers.get("etag")]).toEqual([200, plain.headers.get("etag")])
    })

    hourTest("requests for careers sites count by address, to a limit of their own", async () => {
      const slug = await board()
      const from = (address: string) => ({ "x-forwarded-for": address })
      const { headers } = await get(`/boards/${slug}`, from("192.0.2.99"))
      expect([headers.get("x-ratelimit-limit"), headers.get("x-ratelimit-remaining")]).toEqual([
        String(careersPerHour),
        String(careersPerHour - 1)
      ])
      expect((await page(`/careers/${slug}`, from("192.0.2.99"))).headers.get("x-ratelimit-remaining")).toBe(
        String(careersPerHour - 2)
      )
      expect((await get("/me", from("192.0.2.99"))).headers.get("x-ratelimit-remaining")).not.toBe(
        String(careersPerHour - 3)
      )
      expect((await page("/robots.txt")).text).toContain("Allow: /careers/")
    })
  })
}

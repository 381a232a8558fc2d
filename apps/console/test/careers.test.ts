/**
 * The careers site in a browser: narrow and wide, light and dark, by the keyboard alone, and its list on a page of
 * another site.
 */
import { careersSite, copies, person } from "@candor/api/testing/CareersSite"
import { having } from "@candor/api/testing/Client"
import { type World, world } from "@candor/api/testing/World"
import { pixel } from "@candor/sql/testing/CareersCalls"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, executablePath, findingsOfBothLooks, type Page } from "./Browser.ts"

const careers = () => {
  const open = browserWindow()
  let it: World
  let site: string

  beforeAll(async () => {
    it = await world(databases[0]!)
    const { own: { keys: { admin: key } } } = it
    const board = {
      is_open: true,
      title: "Work at Acme",
      color: "#ffe100",
      consent_text: "I agree.",
      privacy_notice: "Six months."
    }
    const { body } = having(200)(
      await it.call<{ board: { slug: string } }>("PATCH", "/organization/board", { key, body: board })
    )
    site = `${it.server.origin}/careers/${body.board.slug}`
    for (
      const [title, department] of [["Lens Grinder", "Workshop"], [
        "Donaudampfschifffahrtsgesellschaftskapitänspatentinhaberin",
        "Fleet"
      ]] as const
    ) {
      const { body: { job: { id } } } = having(201)(
        await it.call<{ job: { id: string } }>("POST", "/jobs", { key, body: { title, department } })
      )
      having(200)(
        await it.call("PUT", `/jobs/${id}/form`, {
          key,
          body: {
            questions: [{
              label: "How steady is your hand?",
              type: "single_choice",
              options: ["Steady", "Not yet"],
              required: true
            }]
          }
        })
      )
      const body = {
        status: "published",
        location: "The Hague",
        description_md: "## Work\n\nYou grind [lenses](https://example.com).\n\n|a|b|\n|-|-|\n|1|2|"
      }
      having(200)(await it.call("PATCH", `/jobs/${id}`, { key, body }))
    }
  })

  // The window is closed before: the server waits for its connections.
  afterAll(() => it.backend.close())

  test("a board, a job with its form, and what is gone have nothing that axe finds, at 320 pixels too", async () => {
    for (const path of ["", "?q=lens", "/lens-grinder", "/gone"]) {
      const { errors, page } = await open(site + path)
      expect(await findingsOfBothLooks(page, 320)).toEqual([])
      // Chromium writes a page that is not found to its console.
      expect(errors.filter((error) => !error.includes("404"))).toEqual([])
    }
  })

  test("a phone shows the first job below a picture and a long introduction, and so it does below the search of many jobs", async () => {
    const { own: { keys: { admin: key } } } = it
    const introduction = "We grind lenses for those who look at far things, and for those who look at near ones.\n\n" +
      "Since 1608. ".repeat(200)
    having(200)(await it.call("PATCH", "/organization/board", { key, body: { introduction, cover_text: "A lens" } }))
    having(200)(await it.call("PUT", "/organization/board/cover", { key, body: { content: pixel.toBase64() } }))
    const { page } = await open(site, { width: 360 })
    const seen = async () => {
      await page.setViewportSize({ width: 360, height: 640 })
      await page.reload()
      const { height, y } = (await page.locator(".jobs li").first().boundingBox())!
      return [await page.getByRole("search").count() > 0, y + height <= 640] as const
    }
    expect(await seen()).toEqual([false, true])
    for (let n = 0; n < 15; n++) {
      const { body: { job: { id } } } = having(201)(
        await it.call<{ job: { id: string } }>("POST", "/jobs", { key, body: { title: `Deckhand ${n}` } })
      )
      having(200)(
        await it.call("PATCH", `/jobs/${id}`, {
          key,
          body: { status: "published", location: n === 0 ? "Delft" : "The Hague" }
        })
      )
    }
    expect(await seen()).toEqual([true, true])
    await page.getByText("Filter jobs").click()
    await page.getByLabel("Location").selectOption("Delft")
    expect(await findingsOfBothLooks(page, 320)).toEqual([])
    await page.getByRole("button", { name: "Find" }).click()
    expect(await page.locator(".jobs").getByRole("link").allTextContents()).toEqual(["Deckhand 0"])
  })

  test("the page of an application has nothing that axe finds, with interviews and a link to choose a time", async () => {
    const { accepted, applications, open: publish, run } = await careersSite(it)
    const { id, slug } = await publish({ resume: "optional" })
    const { url } = await accepted(slug, person())
    await run()
    const { own: { keys: { write: key } } } = it
    const [application] = await applications(id)
    having(201)(
      await it.call("POST", `/applications/${application!.id}/interviews`, {
        key,
        body: { title: "Talk", local_start: "2041-03-05T14:30", time_zone: "Europe/Berlin" }
      })
    )
    const { errors, page } = await open(url)
    await page.getByRole("heading", { name: "Your interview" }).waitFor()
    expect(await findingsOfBothLooks(page, 320)).toEqual([])
    expect(errors).toEqual([])
  })

  test("a job is found and its form filled in by the keyboard alone, without a script", async () => {
    const { page } = await open(`${site}?q=grinder`)
    const focused = () =>
      page.evaluate(() => document.activeElement?.textContent?.trim() || document.activeElement?.getAttribute("name"))
    const tabTo = async (name: string) => {
      do await page.keyboard.press("Tab")
      while (await focused() !== name)
    }
    await page.keyboard.press("Tab")
    expect(await focused()).toBe("Skip to the content")
    await tabTo("q")
    await page.keyboard.type("lens")
    await page.keyboard.press("Enter")
    await page.waitForURL(/q=lens/)
    expect(await page.getByRole("list").first().getByRole("link").allTextContents()).toEqual(["Lens Grinder"])
    await tabTo("Lens Grinder")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Lens Grinder", level: 1 }).waitFor()
    await tabTo("Apply")
    await page.keyboard.press("Enter")
    await tabTo("full_name")
    await page.keyboard.type("Baruch Spinoza")
    // The browser says what is missing, and sends nothing.
    await page.keyboard.press("Enter")
    expect(await focused()).toBe("email")
    await page.keyboard.type("baruch@example.com")
    await page.getByRole("radio", { name: "Steady" }).focus()
    await page.keyboard.press("ArrowDown")
    expect(await page.getByRole("radio", { name: "Not yet" }).isChecked()).toBe(true)
    expect(new URL(page.url()).pathname).toEndWith("/lens-grinder")
    expect(await page.evaluate(() => [...document.scripts].map(({ type }) => type))).toEqual([
      "application/ld+json",
      "module"
    ])
  })

  test("in a flood an application that the script of the form has proved is processed, and one without it waits", async () => {
    const { accepted, applications, board, open: publish, quarantined, run } = await careersSite(it)
    const { id, slug } = await publish({ resume: "optional" })
    await accepted(slug, person())
    await it.backend.run(copies(it.own.organization.id, 300, { state: "received" }))
    const apply = async (
      name: string,
      prepare: (page: Page) => Promise<unknown>,
      filled: (page: Page) => Promise<unknown>
    ) => {
      const { errors, page } = await open(site)
      await prepare(page)
      await page.goto(`${it.server.origin}/careers/${board}/${slug}`)
      await page.getByRole("textbox", { name: "Name" }).fill(name)
      await page.getByRole("textbox", { name: "Email" }).fill(`${crypto.randomUUID()}@example.com`)
      await page.getByRole("checkbox", { name: "I agree." }).check()
      await filled(page)
      await page.getByRole("button", { name: "Send" }).click()
      await page.getByRole("heading", { name: "Thank you" }).waitFor()
      return errors
    }
    // The page was opened an hour before it is sent: a person takes longer than this test.
    const slowly = (page: Page) =>
      page.addInitScript(() => {
        const now = performance.now.bind(performance)
        performance.now = () => now() + 3_600_000
      })
    const proved = async (page: Page) => {
      await page.locator("[name=altcha]:not([value=''])").waitFor({ state: "attached" })
      const startedAt = await page.locator("[name=started_at]").inputValue()
      expect(startedAt).toMatch(/^\d{13}$/)
      expect(Number(startedAt)).toBeLessThan(Date.now() - 3_000_000)
    }
    expect(await apply("With Script", slowly, proved)).toEqual([])
    expect(await apply("At Once", slowly, async () => {})).toEqual([])
    await apply("Without Script", (page) => page.route("**/careers/-/*.js", (route) => route.abort()), async () => {})
    await run()
    expect((await applications(id)).map(({ candidate }) => candidate.full_name).toSorted()).toEqual([
      "At Once",
      "Grace Hopper",
      "With Script"
    ])
    expect(await quarantined(id)).toMatchObject([{ full_name: "Without Script", suspicions: ["no_proof"] }])
  })

  test("the script lists the jobs on a page of another site that allows nothing but it, and no page of the board stands in a frame", async () => {
    const policy = `default-src 'none'; script-src ${new URL(site).origin}; require-trusted-types-for 'script'`
    const other = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: ({ url }) =>
        url.endsWith("/frame")
          ? new Response(`<iframe src="${site}"></iframe>`, { headers: { "content-type": "text/html" } })
          : new Response(
            `<!DOCTYPE html><link rel="icon" href="data:,"><main><script src="${site}/embed.js"></script><p>After</p></main>`,
            {
              headers: { "content-type": "text/html", "content-security-policy": `${policy}; img-src data:` }
            }
          )
    })
    const { errors, page } = await open(site)
    await page.goto(other.url.href)
    expect(await page.locator("main > .candor-jobs .candor-link").allTextContents()).toContain("Lens Grinder")
    expect(errors).toEqual([])
    await page.goto(`${other.url}frame`)
    expect(await page.frameLocator("iframe").getByText("Work at Acme").count()).toBe(0)
    expect(errors.some((error) => error.includes("frame-ancestors") || error.includes("X-Frame-Options"))).toBe(true)
    await other.stop(true)
  })

  test("a page of another site lists the jobs and applies with a file, by the client without a key", async () => {
    const client = Bun.fileURLToPath(import.meta.resolve("@candor/client"))
    const { outputs: [script] } = await Bun.build({ entrypoints: [client], target: "browser" })
    const other = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      routes: {
        "/client.js": () => new Response(script!, { headers: { "content-type": "text/javascript" } }),
        "/": () =>
          new Response("<!DOCTYPE html><link rel=\"icon\" href=\"data:,\">", {
            headers: { "content-type": "text/html" }
          })
      }
    })
    const { errors, page } = await open(site)
    await page.goto(other.url.href)
    const applied = await page.evaluate(async ({ baseUrl, slug }) => {
      const { createBoard } = await import(`${location.origin}/client.js`) as typeof import("@candor/client")
      const board = createBoard({ baseUrl, board: slug })
      const titles: Array<string> = []
      for await (const { title } of board.allJobs({ limit: 1 })) titles.push(title)
      const { board: { consent_version } } = await board.board()
      const { job: { form, public_slug } } = await board.job("lens-grinder")
      const person = {
        full_name: "Christiaan Huygens",
        email: "christiaan@example.com",
        consent: String(consent_version),
        answers: { [form.questions[0]!.id]: "Steady" }
      }
      const resume = new File(["Lenses of 210 feet."], "huygens.txt", { type: "text/plain" })
      const missing = await board.apply(public_slug, { full_name: "Nobody", email: "nobody@example.com" }).catch((
        error: Error
      ) => error.name)
      const { submission } = await board.apply(public_slug, person, { resume })
      return { titles, missing, url: submission.url }
    }, { baseUrl: `${it.server.origin}/api/v1`, slug: site.split("/").at(-1)! })
    expect(applied.titles).toContain("Lens Grinder")
    expect(applied.missing).toBe("InvalidRequest")
    expect(await (await fetch(applied.url)).text()).toContain("huygens.txt")
    expect(errors.filter((error) => !error.includes("400"))).toEqual([])
    await other.stop(true)
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: the careers site", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("the careers site", careers)

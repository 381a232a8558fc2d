/**
 * A day's work is never refused: how many requests a page takes, of a person who signed in. On the real server, in a
 * browser.
 */
import { having } from "@candor/api/testing/Client"
import { type World, world } from "@candor/api/testing/World"
import { upload } from "@candor/api/testing/Makers"
import { perHour, perHourOfMember } from "@candor/domain/access/RateLimit"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { mails } from "@candor/api/testing/Mails"
import { browserWindow, executablePath, follow, type Page } from "./Browser.ts"

const counting = () => {
  const open = browserWindow()
  let it: World

  beforeAll(async () => {
    it = await world(databases[0]!)
  })

  // The window is closed before: the server waits for its connections.
  afterAll(() => it.backend.close())

  /** The console as a new member has it who signed in by a link, at a page that asks for nothing. */
  const signedIn = async (): Promise<Page> => {
    const { id } = await it.own.make.member({ full_name: "Grace Hopper", role: "admin" })
    const { body } = having(201)(
      await it.call<{ sign_in_link: { path: string } }>("POST", `/members/${id}/sign-in-link`, {
        key: it.own.keys.admin
      })
    )
    const { page } = await open(`${it.server.origin}${body.sign_in_link.path}`)
    for (const field of ["New password", "Confirm new password"])
      await page.getByLabel(field, { exact: true }).fill("a comet every year")
    await page.getByRole("button", { name: "Save and sign in" }).click()
    await page.getByRole("heading", { name: "To do" }).waitFor()
    return page
  }

  const api = "/api/v1"

  interface Made {
    readonly id: string
    readonly name: string
  }

  /** A published job with applicants, each with a résumé, from the last to the first on the board. */
  const jobWith = async (names: ReadonlyArray<string>) => {
    const { make } = it.own
    const applications: Array<Made> = []
    const { id } = await make.job()
    having(200)(await it.call("PATCH", `/jobs/${id}`, { key: it.own.keys.write, body: { status: "published" } }))
    for (const full_name of names) {
      const application = await make.application(id, (await make.candidate({ full_name })).id)
      await make.attachment(application.id, upload(new File([`All about ${full_name}.`], "cv.txt")))
      applications.push({ id: application.id, name: full_name })
    }
    return { job: id, applications }
  }

  /**
   * The paths that are asked for while something is done, which ends when all that is wanted is shown: those of the
   * interface alone, or all.
   */
  const asked = async (page: Page, what: () => Promise<unknown>, isWanted = (path: string) => path.startsWith(api)) => {
    const paths: Array<string> = []
    const listen = (request: { readonly url: () => string }) => void paths.push(new URL(request.url()).pathname)
    page.on("request", listen)
    await what()
    page.off("request", listen)
    return paths.filter(isWanted).map((path) => path.replace(api, ""))
  }

  const answered = (page: Page, path: string) => page.waitForResponse((response) => response.url().endsWith(api + path))

  /** The content of an open file is a request of its own. */
  const isNoContent = (path: string) => !path.endsWith("/content")

  const overviewOf = ({ id }: { readonly id: string }) => `/applications/${id}/overview`

  test("the first page takes at most 20 requests, a board three, an opened application two, and the activity five; neighbours are there before they are asked for", async () => {
    const { applications, job } = await jobWith(["Ada Yonath", "Barbara Liskov", "Chien Wu", "Dorothy Hodgkin"])
    const [last, third, second, first] = applications as ReadonlyArray<Made> as readonly [Made, Made, Made, Made]

    const page = await signedIn()
    const limit = await page.evaluate(async () => {
      const { rate_limit } = await (await fetch("/api/v1/me", { headers: { "X-Candor-Console": "1" } })).json()
      return Number(rate_limit.limit)
    })
    expect(limit).toBe(perHourOfMember)
    const loading = await asked(page, async () => {
      await page.reload()
      await page.getByRole("heading", { name: "To do" }).waitFor()
      await page.getByText("No one is waiting").waitFor()
    }, () => true)
    expect(loading.length).toBeLessThanOrEqual(20)

    const board = await asked(page, async () => {
      await follow(page, `/jobs/${job}`)
      await page.getByRole("link", { name: "Ada Yonath" }).waitFor()
      await page.getByRole("button", { name: "Check posting" }).waitFor()
      await page.getByRole("button", { name: "Edit", exact: true }).waitFor()
    })
    expect(board.length).toBeLessThanOrEqual(3)

    const panel = await asked(page, async () => {
      const prefetched = answered(page, overviewOf(second))
      await page.getByRole("link", { name: first.name }).click()
      await page.getByRole("heading", { name: "Timeline" }).waitFor()
      await prefetched
    })
    expect(panel.filter(isNoContent).toSorted()).toEqual([overviewOf(first), overviewOf(second)].toSorted())

    const next = await asked(page, async () => {
      const prefetched = answered(page, overviewOf(third))
      await page.keyboard.press("j")
      await page.getByRole("heading", { level: 2, name: second.name }).waitFor()
      await page.getByRole("button", { name: "cv.txt", exact: true, expanded: true }).waitFor()
      await prefetched
    })
    expect(next.filter(isNoContent)).toEqual([overviewOf(third)])

    const whole = await asked(page, async () => {
      await follow(page, `/applications/${last.id}`)
      await page.getByText(`All about ${last.name}.`).waitFor()
    })
    expect(whole).toHaveLength(2)
    expect(whole[0]).toBe(overviewOf(last))
    // 300 that are opened in an hour leave nine tenths of the member's requests, and would leave some of a key's.
    expect(whole.length * 300).toBeLessThan(perHour)
    expect(whole.length * 300).toBeLessThan(perHourOfMember / 10)

    const activity = await asked(page, async () => {
      await follow(page, "/activity")
      for (const { name } of applications) await page.getByText(`cv.txt · ${name} · `).first().waitFor()
    })
    expect(activity.filter((path) => path === "/overview/names")).toHaveLength(1)
    expect(activity.length).toBeLessThanOrEqual(5)
  })

  test("in an hour, 300 applications that are read, and 15 of them noted, moved and answered, stay below the requests of a key; 300 of those, below a session's", async () => {
    const mail = mails(it)
    await mail.setUp()
    await mail.template({ name: "Invitation" })
    const { applications } = await jobWith(["Emmy Noether", "Hertha Ayrton"])
    const page = await signedIn()

    const read = async ({ id, name }: Made) => {
      await follow(page, `/applications/${id}`)
      await page.getByText(`All about ${name}.`).waitFor()
    }
    const decide = async ({ id }: Made) => {
      await page.getByLabel("New note").fill("Knows rings.")
      await page.getByRole("button", { name: "Add note" }).click()
      await page.getByText("Knows rings.").waitFor()
      const moved = answered(page, `/applications/${id}/move`)
      await page.getByTitle("Next stage").click()
      await moved
      await page.getByRole("button", { name: "Write email", exact: true }).click()
      await page.getByLabel("Template").selectOption({ label: "Invitation" })
      await page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>(".composer textarea")?.value !== "")
      const sent = answered(page, `/applications/${id}/messages`)
      await page.getByRole("button", { name: "Send", exact: true }).click()
      await sent
    }
    // What all applications share is asked for once. What follows a change is asked for until the next one is read.
    const [first, second] = applications as ReadonlyArray<Made> as readonly [Made, Made]
    await read(first)
    await decide(first)
    await read(second)
    const cycle = await asked(page, async () => {
      await decide(second)
      await read(first)
    })
    const reading = 2
    const deciding = cycle.length - reading
    expect(300 * reading + 15 * deciding).toBeLessThan(perHour)
    expect(300 * (reading + deciding)).toBeLessThan(perHourOfMember)
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: how many requests a page takes", () => {
    expect(executablePath).toBeUndefined()
  })
} else {
  describe("requests", counting)
}

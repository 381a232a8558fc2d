/** Further everyday tasks: what arrives by mail, and what a team starts. */
import { mails } from "@candor/api/testing/Mails"
import { expect } from "bun:test"
import { askForFeedback, first, type Task } from "./Tasks.ts"

export const deskTasks: ReadonlyArray<Task> = [
  {
    name: "Answer a reply",
    prepare: (place) => mails(place.it).arrive(first(place).application, { body: `Tuesday suits me. ${place.unique}` }),
    mouse: async ({ click, page, type }, place) => {
      await click(page.getByRole("link", { name: first(place).name }).first(), "reply")
      await type("See you.", page.getByLabel("Text", { exact: true }))
      await click(page.getByRole("button", { name: "Send", exact: true }), "Send")
    },
    keyboard: async ({ page, press, pressTo, type }, place) => {
      await pressTo("j", page.getByRole("link", { name: first(place).name }).first())
      await press("Enter")
      await type("See you.", page.getByLabel("Text", { exact: true }))
      await press("Control+Enter")
    },
    done: ({ page }) => page.getByRole("listitem").filter({ hasText: "See you." }).getByText("Queued").waitFor()
  },
  {
    name: "Give feedback from a mail, on a phone",
    by: "other_author",
    prepare: askForFeedback,
    from: (place) => ({ path: `/applications/${first(place).application}?open=feedback`, width: 360 }),
    mouse: async ({ click, page, type }, place) => {
      await click(page.getByText("Strong yes"), "Strong yes")
      await click(page.getByLabel("Comments"), "Comments")
      await type(`Clear. ${place.unique}`)
      await click(page.getByRole("button", { name: "Send feedback" }), "Send feedback")
    },
    done: ({ page }) => page.getByRole("heading", { name: "Thank you" }).waitFor()
  },
  {
    name: "Copy a job and publish it",
    mouse: async ({ choose, click, page, type }, { job, unique }) => {
      await click(page.getByRole("link", { name: "Jobs", exact: true }), "Jobs")
      await click(page.getByRole("button", { name: "New job" }), "New job")
      await type(`Again ${unique}`, page.getByLabel("Title"))
      await choose(page.getByLabel("Start from"), job.title)
      await click(page.getByRole("button", { name: "Create and publish" }), "Create and publish")
    },
    keyboard: async ({ page, press, take, type }, { job, unique }) => {
      await take("new job", "New job")
      await type(`Again ${unique}`, page.getByLabel("Title"))
      await page.getByRole("option", { name: job.title }).waitFor({ state: "attached" })
      await press("Tab")
      await type(job.title, page.getByLabel("Start from"))
      await press("Control+Enter")
      await page.getByRole("heading", { name: `Again ${unique}` }).waitFor()
      await page.getByRole("button", { name: "Publish" }).waitFor()
      await take("publish", "Publish job")
    },
    done: async ({ page }, { it, unique }) => {
      await page.getByRole("heading", { name: `Again ${unique}` }).waitFor()
      await page.getByRole("main").getByText("Published", { exact: true }).waitFor()
      const { body } = await it.call("GET", "/jobs?status=published", { key: it.own.keys.read })
      expect(body).toMatchObject({
        jobs: expect.arrayContaining([expect.objectContaining({ title: `Again ${unique}` })])
      })
    }
  },
  {
    name: "Invite a colleague",
    mouse: async ({ click, page, type }, { unique }) => {
      await click(page.getByText("Company", { exact: true }), "Company")
      await click(page.getByRole("link", { name: "Members" }), "Members")
      await click(page.getByRole("button", { name: "Add member" }), "Add member")
      await type(`ida.${unique}@example.com`, page.getByLabel("Email address"))
      await click(page.getByRole("button", { name: "Add", exact: true }), "Add")
      await click(page.getByRole("button", { name: "Copy" }), "Copy")
    },
    keyboard: async ({ page, press, take, type }, { unique }) => {
      await take("add member", "Add member")
      await type(`ida.${unique}@example.com`, page.getByLabel("Email address"))
      await press("Enter")
      await page.getByRole("button", { name: "Copy" }).and(page.locator(":focus")).waitFor()
      await press("Enter")
    },
    done: ({ page }) => page.getByRole("button", { name: "Copied" }).waitFor()
  }
]

/** Eleven everyday tasks, each by pointer and by keyboard only, from the home page on. */
import { having } from "@candor/api/testing/Client"
import type { World } from "@candor/api/testing/World"
import { expect } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { mails } from "@candor/api/testing/Mails"
import type { Recorder } from "./Recorder.ts"

/** The state before a task. */
export interface Place {
  readonly it: World
  /** A unique text. */
  readonly unique: string
  readonly job: { readonly id: string; readonly title: string }
  /** Applicants in the first stage of the job. */
  readonly people: ReadonlyArray<{ readonly id: string; readonly application: string; readonly name: string }>
}

export interface Task {
  readonly name: string
  readonly prepare?: (place: Place) => Promise<unknown>
  /** The key of another member who performs the task. */
  readonly by?: "other_author"
  readonly mouse: (does: Recorder, place: Place) => Promise<void>
  /** Undefined if there is no keyboard version. */
  readonly keyboard?: (does: Recorder, place: Place) => Promise<void>
  /** The start page, instead of the home page, and the width of the window in pixels. */
  readonly from?: (place: Place) => { readonly path: string; readonly width: number }
  /** Waits for the visible result. */
  readonly done: (does: Recorder, place: Place) => Promise<unknown>
}

export const first = ({ people }: Place) => people[0]!

const toJob = async ({ click, page }: Recorder, { job }: Place) => {
  await click(page.getByRole("link", { name: "Jobs", exact: true }), "Jobs")
  await click(page.getByRole("link", { name: job.title }), "job")
}

const sql = ({ it }: Place, run: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, unknown>) =>
  it.backend.run(Effect.orDie(Effect.flatMap(SqlClient.SqlClient, run)))

const waitsForLong = async (place: Place) => {
  const { application } = first(place)
  await sql(
    place,
    (sql) => sql`UPDATE applications SET created_at = created_at - interval '9 days' WHERE id = ${application}`
  )
  await sql(
    place,
    (sql) =>
      sql`UPDATE application_history SET entered_at = entered_at - interval '9 days' WHERE application_id = ${application}`
  )
}

/** Asks the other author for feedback on the first applicant. */
export const askForFeedback = async (place: Place) => {
  const { body: { user } } = await place.it.call<{ readonly user: { readonly id: string } }>("GET", "/me", {
    key: place.it.own.keys.other_author
  })
  having(201)(
    await place.it.call("POST", `/applications/${first(place).application}/feedback-requests`, {
      key: place.it.own.keys.write,
      body: { member_id: user.id }
    })
  )
}

const columnOf = ({ page }: Recorder, name: string) => page.getByRole("region", { name, exact: true })

export const tasks: ReadonlyArray<Task> = [
  {
    name: "Create and publish a job",
    mouse: async ({ click, page, type }, { unique }) => {
      await click(page.getByRole("link", { name: "Jobs", exact: true }), "Jobs")
      await click(page.getByRole("button", { name: "New job" }), "New job")
      await type(`Founder ${unique}`, page.getByLabel("Title"))
      await click(page.getByRole("button", { name: "Create and publish" }), "Create and publish")
      await click(page.getByRole("button", { name: "Publish without a description" }), "Publish without a description")
    },
    keyboard: async ({ page, press, take, type }, { unique }) => {
      await take("new job", "New job")
      await type(`Founder ${unique}`, page.getByLabel("Title"))
      await press("Enter")
      await page.getByRole("heading", { name: `Founder ${unique}` }).waitFor()
      await page.getByRole("button", { name: "Publish" }).waitFor()
      await take("publish", "Publish job")
    },
    done: async ({ page }, { unique }) => {
      await page.getByRole("heading", { name: `Founder ${unique}` }).waitFor()
      await page.getByRole("main").getByText("Published", { exact: true }).waitFor()
    }
  },
  {
    name: "Add an applicant with a CV",
    mouse: async (does, place) => {
      const { chooseFile, click, page, type } = does
      await toJob(does, place)
      await click(page.getByRole("button", { name: "Add applicant" }), "Add applicant")
      await type(`Ada ${place.unique}`, page.getByLabel("Full name"))
      await chooseFile(() => click(page.getByLabel("Files"), "Files"), "cv.pdf", "the file")
      await click(page.getByRole("button", { name: "Add", exact: true }), "Add")
    },
    keyboard: async ({ chooseFile, page, press, take, type }, { job, unique }) => {
      await take("applicant", "Add an applicant")
      await page.getByRole("option", { name: job.title }).waitFor({ state: "attached" })
      await type(job.title, page.getByLabel("Job"))
      await press("Tab")
      await type(`Ada ${unique}`, page.getByLabel("Full name"))
      await chooseFile(() => press("Control+o"), "cv.pdf", "Enter")
      await press("Control+Enter")
    },
    done: async ({ page }, { it, unique }) => {
      await page.getByText(`Ada ${unique} was added to the job.`).waitFor()
      const { body } = await it.call<
        { readonly results: ReadonlyArray<{ readonly candidate: { readonly id: string } }> }
      >("GET", `/candidates/search?q=${unique}`, { key: it.own.keys.read })
      const id = body.results[0]!.candidate.id
      const { body: { applications } } = await it.call<
        { readonly applications: ReadonlyArray<{ readonly id: string }> }
      >("GET", `/candidates/${id}/applications`, { key: it.own.keys.read })
      const { body: files } = await it.call("GET", `/applications/${applications[0]!.id}/attachments`, {
        key: it.own.keys.read
      })
      expect(files).toMatchObject({ attachments: [{ original_filename: "cv.pdf", file_type: "resume" }] })
    }
  },
  {
    name: "Move three applicants",
    mouse: async (does, place) => {
      await toJob(does, place)
      for (const { name } of place.people) {
        await does.drag(does.page.getByRole("listitem").filter({ hasText: name }), columnOf(does, "Screen"))
        await columnOf(does, "Screen").getByText(name).waitFor()
      }
    },
    keyboard: async (does, { job, people }) => {
      await does.take(job.title, job.title)
      for (const { name } of people) await columnOf(does, "Applied").getByText(name).waitFor()
      for (const _ of people) await does.press("Shift+J")
      await does.press("Shift+ArrowRight")
    },
    done: async (does, { people }) => {
      for (const { name } of people) await columnOf(does, "Screen").getByText(name).waitFor()
    }
  },
  {
    name: "Reject an applicant, with a reason",
    prepare: waitsForLong,
    mouse: async ({ choose, click, page }, place) => {
      await click(page.getByRole("link", { name: first(place).name }), "applicant")
      await click(page.getByRole("button", { name: "Reject", exact: true }), "Reject")
      await choose(page.getByLabel("Reason"), "Moves abroad")
      await click(page.getByRole("dialog").getByRole("button", { name: "Reject", exact: true }), "Reject")
    },
    keyboard: async ({ page, press, pressTo, type }, place) => {
      await pressTo("j", page.getByRole("link", { name: first(place).name }))
      await press("Enter")
      await page.getByRole("button", { name: "Reject", exact: true }).waitFor()
      await press("r")
      await type("Moves", page.getByLabel("Reason"))
      await press("Control+Enter")
    },
    done: ({ page }, place) => page.getByText(`${first(place).name} was rejected.`).waitFor()
  },
  {
    name: "Write to a candidate, from a template",
    prepare: async (place) => {
      // Nobody else waits for an answer.
      await sql(
        place,
        (sql) =>
          sql`UPDATE application_history SET entered_at = now() WHERE organization_id = ${place.it.own.organization.id}`
      )
      await waitsForLong(place)
      const mail = mails(place.it)
      await mail.setUp()
      await mail.template({ name: `Invitation ${place.unique}` })
    },
    mouse: async ({ choose, click, page }, place) => {
      await click(page.getByRole("link", { name: first(place).name }), "applicant")
      await click(page.getByRole("button", { name: "Write email", exact: true }), "Write email")
      await choose(page.getByLabel("Template"), `Invitation ${place.unique}`)
      await page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>(".composer textarea")?.value !== "")
      await click(page.getByRole("button", { name: "Send", exact: true }), "Send")
    },
    keyboard: async ({ page, press, pressTo, type }, place) => {
      await pressTo("j", page.getByRole("link", { name: first(place).name }))
      await press("Enter")
      await page.getByRole("button", { name: "Write email", exact: true }).waitFor()
      await press("w")
      await type(`Invitation ${place.unique}`, page.getByLabel("Template"))
      await page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>(".composer textarea")?.value !== "")
      await press("Control+Enter")
    },
    done: ({ page }) =>
      page.getByRole("listitem").filter({ hasText: "Your application as" }).getByText("Queued").waitFor()
  },
  {
    name: "Give feedback as an interviewer",
    by: "other_author",
    prepare: askForFeedback,
    mouse: async ({ click, page, type }, place) => {
      await click(page.getByRole("link", { name: first(place).name }).first(), "request")
      await click(page.getByText("Strong yes"), "Strong yes")
      await click(page.getByLabel("Comments"), "Comments")
      await type(`Clear. ${place.unique}`)
      await click(page.getByRole("button", { name: "Send feedback" }), "Send feedback")
    },
    keyboard: async ({ page, press, pressTo, type }, place) => {
      await pressTo("j", page.getByRole("link", { name: first(place).name }).first())
      await press("Enter")
      await page.getByLabel("Strong no").and(page.locator(":focus")).waitFor()
      await press("ArrowLeft")
      await press("Tab")
      await type(`Clear. ${place.unique}`)
      await press("Control+Enter")
    },
    done: async ({ page }, { unique }) => {
      const given = page.getByRole("listitem").filter({ hasText: `Clear. ${unique}` })
      await given.getByText("Strong yes").waitFor()
    }
  },
  {
    name: "Find a person by a word of the CV",
    prepare: async (place) => {
      const { id } = await place.it.own.make.attachment(first(place).application)
      await sql(
        place,
        (sql) =>
          sql`UPDATE attachments SET text_status = 'extracted', text = ${`Knows word${place.unique}`} WHERE id = ${id}`
      )
    },
    mouse: ({ takeByClick }, place) => takeByClick(`word${place.unique}`, first(place).name),
    keyboard: ({ take }, place) => take(`word${place.unique}`, first(place).name),
    done: ({ page }, place) => page.getByRole("heading", { level: 1, name: first(place).name }).waitFor()
  },
  {
    name: "Merge two records of a person",
    mouse: async ({ click, page, takeByClick, type }, { people: [one, other] }) => {
      await takeByClick(one!.name, one!.name)
      await click(page.getByRole("button", { name: "More actions" }), "More actions")
      await click(page.getByRole("button", { name: "Merge with another record…" }), "Merge with another record…")
      await type(other!.name, page.getByLabel("Find a candidate"))
      await click(page.getByRole("dialog").getByRole("button", { name: other!.name }), "the other one")
      await click(page.getByRole("button", { name: "Merge", exact: true }), "Merge")
    },
    keyboard: async ({ page, press, take, type }, { people: [one, other] }) => {
      await take(one!.name, one!.name)
      await page.getByRole("button", { name: "More actions" }).waitFor()
      await take("merge", "Merge with another record…")
      await type(other!.name, page.getByLabel("Find a candidate"))
      await page.getByRole("dialog").getByRole("button", { name: other!.name }).waitFor()
      await press("Enter")
      await page.getByRole("radio").first().and(page.locator(":focus")).waitFor()
      await press("Enter")
    },
    done: ({ page }, { people: [one, other] }) =>
      page.getByText(`${other!.name} was merged into ${one!.name}.`).waitFor()
  },
  {
    name: "Invite an interviewer to one job",
    mouse: async (does, place) => {
      const { click, page, type } = does
      await toJob(does, place)
      await click(page.getByRole("button", { name: "Hiring team" }), "Hiring team")
      await type(`ida.${place.unique}@example.com`, page.getByLabel("Member"))
      await click(page.getByRole("button", { name: "Invite" }), "Invite")
      await click(page.getByRole("button", { name: "Copy" }), "Copy")
    },
    keyboard: async ({ page, press, take, type }, { job, unique }) => {
      await take(job.title, job.title)
      await page.getByRole("button", { name: "Hiring team" }).waitFor()
      await take("team", "Hiring team")
      await type(`ida.${unique}@example.com`, page.getByLabel("Member"))
      await press("Enter")
      await page.getByRole("button", { name: "Copy" }).and(page.locator(":focus")).waitFor()
      await press("Enter")
    },
    done: async ({ page }, { it, job }) => {
      await page.getByRole("button", { name: "Copied" }).waitFor()
      const { body } = await it.call("GET", `/jobs/${job.id}/team`, { key: it.own.keys.read })
      expect(body).toMatchObject({
        team: [{ role: "interviewer", member: { full_name: expect.stringMatching(/^Ida /) } }]
      })
    }
  },
  {
    name: "Undo a rejection of yesterday",
    prepare: async (place) =>
      having(200)(
        await place.it.call("POST", `/applications/${first(place).application}/reject`, {
          key: place.it.own.keys.write,
          body: { reason: "Moves abroad" }
        })
      ),
    mouse: async ({ click, page, takeByClick }, place) => {
      await takeByClick(first(place).name, first(place).name)
      await click(page.getByRole("main").getByRole("link", { name: place.job.title }).first(), "application")
      await click(page.getByRole("button", { name: "Reopen" }), "Reopen")
    },
    keyboard: async ({ page, press, pressTo, take }, place) => {
      await take(first(place).name, first(place).name)
      await pressTo("j", page.getByRole("main").getByRole("link", { name: place.job.title }).first())
      await press("Enter")
      await page.getByRole("button", { name: "Reopen" }).waitFor()
      await take("reopen", "Reopen application")
    },
    done: ({ page }) => page.getByRole("button", { name: "Hire", exact: true }).waitFor()
  },
  {
    name: "Make an API key",
    mouse: async ({ click, page, type }, { unique }) => {
      await click(page.getByText("Developers", { exact: true }), "Developers")
      await click(page.getByRole("link", { name: "API keys" }), "API keys")
      await click(page.getByRole("button", { name: "New key" }), "New key")
      await type(`Site ${unique}`, page.getByLabel("Name"))
      await click(page.getByRole("button", { name: "Create key" }), "Create key")
      await click(page.getByRole("button", { name: "Copy" }), "Copy")
    },
    keyboard: async ({ page, press, take, type }, { unique }) => {
      await take("new api", "New API key")
      await type(`Site ${unique}`, page.getByLabel("Name"))
      await press("Enter")
      await page.getByRole("button", { name: "Copy" }).and(page.locator(":focus")).waitFor()
      await press("Enter")
    },
    done: ({ page }) => page.getByRole("button", { name: "Copied" }).waitFor()
  }
]

/**
 * From a job to an applicant: a recruiter publishes, a candidate applies on the careers site, and the recruiter's pages
 * follow.
 */
import { careersSite, formOf, person } from "@candor/api/testing/CareersSite"
import { having } from "@candor/api/testing/Client"
import { type FilledWorld, worldWith } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, executablePath, findingsOfBothLooks, follow, type Page } from "./Browser.ts"

const applying = () => {
  const [openOfAda, openOfGrace] = [browserWindow(), browserWindow()]
  let it: FilledWorld

  beforeAll(async () => {
    it = await worldWith(databases[0]!, "submissionId")
  })

  // The windows are closed before: the server waits for their connections.
  afterAll(() => it.backend.close())

  const ada = async (path: string): Promise<Page> =>
    (await openOfAda(`${it.server.origin}/console${path}`, { key: it.own.keys.admin })).page

  test("a job is made, published and seen; who applies for it by the form stands on the board, with CV, answers and source", async () => {
    const site = await careersSite(it)
    having(200)(
      await it.call("PATCH", "/organization/board", {
        key: it.own.keys.admin,
        body: { is_open: false, consent_text: "I agree to be asked." }
      })
    )
    const hers = await ada("/jobs")
    await hers.getByRole("button", { name: "New job" }).click()
    await hers.getByLabel("Title").fill("Keeper of the Compiler")
    await hers.getByRole("button", { name: "Create and publish" }).click()
    await hers.getByRole("button", { name: "Publish without a description" }).click()
    await hers.getByText("Open “Check posting” to see why").waitFor()
    await hers.getByRole("button", { name: "More actions" }).click()
    await hers.getByRole("button", { name: "Application form" }).click()
    await hers.getByRole("button", { name: "Add question" }).click()
    await hers.getByRole("textbox", { name: "Question 1" }).fill("Which bug was your first?")
    await hers.getByRole("button", { name: "Save" }).click()
    await hers.getByRole("dialog").waitFor({ state: "detached" })
    await hers.getByText("Hidden from candidates", { exact: true }).waitFor()
    await hers.getByRole("button", { name: "Check posting" }).click()
    const posting = hers.getByRole("dialog", { name: "Job posting" })
    await posting.getByText("it has no location with a country").waitFor()
    await posting.getByRole("link", { name: "Publish it" }).click()
    await hers.getByRole("button", { name: "Publish site" }).click()
    await hers.getByText("Online", { exact: true }).waitFor()
    await hers.goBack()
    const path = await hers.getByRole("link", { name: "View posting" }).getAttribute("href")

    const { page: graces } = await openOfGrace(`${it.server.origin}${path}?utm_source=newsletter&utm_campaign=autumn`)
    await graces.getByRole("heading", { name: "Keeper of the Compiler", level: 1 }).waitFor()
    // The page was opened an hour before it is sent: a person takes longer than this test.
    await graces.addInitScript(() => {
      const now = performance.now.bind(performance)
      performance.now = () => now() + 3_600_000
    })
    await graces.reload()
    await graces.getByLabel("Full name").fill("Grace Hopper")
    await graces.getByLabel("Email address").fill("grace.hopper@example.com")
    await graces.getByLabel("Résumé").setInputFiles({
      name: "grace-hopper.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from("%PDF-1.7\nA moth.")
    })
    await graces.getByLabel("Which bug was your first?").fill("A moth, in a relay.")
    await graces.getByLabel("I agree to be asked.").check()
    await graces.getByRole("button", { name: "Send application" }).click()
    await graces.getByRole("heading", { name: "Thank you for your application" }).waitFor()

    await site.run()
    await hers.getByRole("region", { name: "Applied", exact: true }).getByRole("link", { name: "Grace Hopper" }).press(
      "Enter"
    )
    await hers.getByRole("link", { name: "Open full page" }).click()
    await hers.getByRole("heading", { name: "Grace Hopper", level: 1 }).waitFor()
    await hers.getByRole("button", { name: "grace-hopper.pdf" }).first().waitFor()
    await hers.getByText("A moth, in a relay.").first().waitFor()
    const sent = hers.getByRole("listitem").filter({ hasText: "I agree to be asked." })
    await sent.getByText("Newsletter").waitFor()
    await sent.getByText("autumn").waitFor()
  })

  test("Back and Forward lead to the form with its problems, and a link of a problem to its field, whose label is in sight", async () => {
    const site = await careersSite(it)
    const { slug } = await site.open({ resume: "optional" })
    const { page } = await openOfGrace(`${it.server.origin}/careers/${site.board}/${slug}`, { width: 320 })
    await page.getByLabel("Full name").fill("\u200b ")
    await page.getByLabel("Email address").fill("grace.hopper@example.com")
    await page.getByLabel("Cover letter").fill("A moth, in a relay.")
    await page.getByLabel("I agree.").check()
    await page.getByRole("button", { name: "Send application" }).click()
    const problems = page.getByRole("alert").getByText("hasn't been sent yet")
    await problems.waitFor()
    const letter = () => page.getByLabel("Cover letter").inputValue()
    await page.getByRole("link", { name: "All jobs" }).click()
    await page.getByRole("heading", { name: "Open jobs" }).waitFor()
    await page.goBack()
    await problems.waitFor()
    expect(await letter()).toBe("A moth, in a relay.")
    await page.goBack()
    await problems.waitFor({ state: "detached" })
    await page.goForward()
    await problems.waitFor()
    await page.getByRole("link", { name: "Full name" }).click()
    const name = page.getByLabel("Full name")
    expect(
      await name.evaluate((
        field: HTMLInputElement
      ) => [document.activeElement === field, field.labels![0]!.getBoundingClientRect().top >= 0])
    ).toEqual([true, true])
    expect(await name.evaluate((field) => getComputedStyle(field).borderColor)).not.toBe(
      await page.getByLabel("Cover letter").evaluate((field) => getComputedStyle(field).borderColor)
    )
    await name.fill("Grace Hopper")
    const resume = page.getByLabel("Résumé")
    await resume.setInputFiles({ name: "cv.pdf", mimeType: "application/pdf", buffer: Buffer.from("MZ\0a program") })
    await page.getByRole("button", { name: "Send application" }).click()
    const refused = page.getByText("This file can't be accepted")
    await refused.nth(1).waitFor()
    await resume.setInputFiles({
      name: "cv.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from("%PDF-1.7\nA moth.")
    })
    expect(await refused.count()).toBe(0)
  })

  test("what is odd waits, seen as it arrives; it is read, released alone and with others, and deleted with a way back", async () => {
    const site = await careersSite(it)
    const { id, questions, slug } = await site.open({
      resume: "optional",
      questions: [{ label: "When do you sleep?", type: "short_text" }]
    }, { title: "Night Watch" })
    const hers = await ada("/quarantine")
    await hers.getByRole("link", { name: "Held applications 1", exact: true }).waitFor()
    for (const full_name of ["Mata Hari", "Anne Boleyn", "Jane Doe"]) {
      await site.accepted(
        slug,
        formOf({
          ...person(),
          full_name,
          website: "https://spam.example.com",
          resume: new File([`I am ${full_name}.`], "cv.txt"),
          [`question:${questions[0]}`]: "By day."
        })
      )
    }
    await hers.getByRole("link", { name: "Held applications 4", exact: true }).waitFor()
    // The page of the job leads to its own, and from there to all.
    await follow(hers, `/jobs/${id}`)
    await hers.getByText("3 applications are held.").getByRole("link", { name: "Review held applications" }).click()
    await hers.getByText("Showing this job only.").waitFor()
    await hers.getByRole("heading", { name: "Jane Doe" }).waitFor()
    const boxes = hers.getByRole("checkbox", { name: /^Select (?!all)/ })
    await boxes.nth(2).waitFor()
    expect(await boxes.count()).toBe(3)
    await hers.getByRole("link", { name: "Show all jobs" }).click()
    await hers.getByRole("checkbox", { name: "Select Grace Hopper" }).waitFor()
    await hers.getByRole("link", { name: "Mata Hari" }).click()
    const panel = hers.getByRole("region", { name: "Mata Hari" })
    for (
      const text of [
        "A hidden field was filled in, which people can't see.",
        "When do you sleep?",
        "By day.",
        "cv.txt",
        "Résumé, 1 kB",
        "Night Watch"
      ]
    ) await panel.getByText(text).waitFor()
    expect(await findingsOfBothLooks(hers)).toEqual([])
    await panel.getByRole("button", { name: "cv.txt", exact: true }).click()
    await hers.getByRole("dialog", { name: "cv.txt" }).getByText("I am Mata Hari.").waitFor()
    await hers.keyboard.press("Escape")
    await panel.getByRole("button", { name: "Release" }).click()
    await panel.getByRole("button", { name: "Release?" }).click()
    await hers.getByText("Mata Hari's application was released").waitFor()
    await hers.getByRole("link", { name: "Mata Hari" }).waitFor({ state: "detached" })
    await hers.keyboard.press("Escape")

    for (const name of ["Anne Boleyn", "Jane Doe"]) await hers.getByRole("checkbox", { name: `Select ${name}` }).check()
    await hers.getByRole("button", { name: "Release the selected" }).click()
    await hers.getByRole("button", { name: "Release 2?" }).click()
    await hers.getByText("2 applications were released").waitFor()
    await site.run()
    await hers.getByRole("link", { name: "Anne Boleyn" }).waitFor({ state: "detached" })
    expect((await site.applications(id)).map(({ candidate }) => candidate.full_name).toSorted()).toEqual([
      "Anne Boleyn",
      "Jane Doe",
      "Mata Hari"
    ])

    await hers.getByRole("link", { name: "Grace Hopper" }).click()
    await hers.getByRole("button", { name: "Delete", exact: true }).click()
    await hers.getByText("No held applications").waitFor()
    await hers.getByRole("button", { name: "Undo" }).click()
    await hers.getByRole("checkbox", { name: "Select all" }).check()
    await hers.getByRole("button", { name: "Delete the selected" }).click()
    await hers.getByRole("button", { name: "Delete 1 permanently?" }).click()
    await hers.getByText("No held applications").waitFor()
    having(404)(await it.call("GET", `/quarantine/${it.own.ids.submissionId}`, { key: it.own.keys.read }))
  })

  test("what was sent for a job that is closed since says so, and is not released until the job is open again", async () => {
    const site = await careersSite(it)
    const { id, slug } = await site.open({ resume: "optional" }, { title: "Day Watch" })
    const status = (status: string) => it.call("PATCH", `/jobs/${id}`, { key: it.own.keys.write, body: { status } })
    await site.accepted(slug, { ...person(), full_name: "Alice Paul", website: "x" })
    having(200)(await status("closed"))
    const hers = await ada("/quarantine")
    const row = hers.getByRole("listitem").filter({ hasText: "Alice Paul" })
    await row.getByText("This job is closed").waitFor()
    await row.getByRole("checkbox").check()
    await hers.getByRole("button", { name: "Release the selected" }).click()
    await hers.getByRole("button", { name: "Release 1?" }).click()
    await hers.getByText("1 wasn't released because its job is closed").waitFor()
    await hers.getByRole("link", { name: "Alice Paul" }).click()
    const panel = hers.getByRole("region", { name: "Alice Paul" })
    await panel.getByText("This job is closed").waitFor()
    expect(await panel.getByRole("button", { name: "Release" }).count()).toBe(0)
    having(200)(await status("published"))
    await panel.getByRole("button", { name: "Release" }).click()
    await panel.getByRole("button", { name: "Release?" }).click()
    await hers.getByText("Alice Paul's application was released").waitFor()
  })

  test("who asks to be erased waits on the first page, is declined with a reason that the person reads, asks again, and is erased", async () => {
    const site = await careersSite(it)
    const { slug } = await site.open({ resume: "optional" })
    const { url } = await site.accepted(slug, { ...person(), full_name: "Ida Rhodes" })
    await site.run()
    const ask = () => fetch(url, { method: "POST", body: new URLSearchParams({ action: "erase" }) })
    const hers = await ada("/waiting")
    await ask()
    const decline = hers.getByRole("button", { name: "Decline… Ida Rhodes" })
    await decline.waitFor()
    expect(await findingsOfBothLooks(hers)).toEqual([])
    await decline.click()
    await hers.getByLabel("Reason").fill("A claim is possible until May.")
    await hers.getByRole("button", { name: "Decline", exact: true }).click()
    await hers.getByText("Ida Rhodes's deletion request was declined.").waitFor()
    await decline.waitFor({ state: "detached" })
    expect(await (await fetch(url)).text()).toContain("A claim is possible until May.")

    await ask()
    // She is a new applicant as well, whose link leads to the board.
    await hers.getByRole("listitem").filter({ has: decline }).getByRole("link", { name: "Ida Rhodes" }).click()
    await hers.getByText("on their application page").waitFor()
    await hers.getByRole("button", { name: "Anonymize…" }).click()
    await hers.getByRole("button", { name: "Anonymize", exact: true }).click()
    await hers.getByRole("heading", { name: "Anonymised candidate", level: 1 }).waitFor()
    await hers.getByRole("heading", { name: "Deletion requests" }).waitFor({ state: "detached" })
    expect((await fetch(url)).status).toBe(404)
  })

  test("an application that was withdrawn tells that the person has sent it again, from where, and is reopened", async () => {
    const site = await careersSite(it)
    const { id, slug } = await site.open({ resume: "optional" })
    const applicant = { ...person(), full_name: "Hedy Lamarr" }
    const send = async (source: string) => {
      await site.accepted(slug, { ...applicant, source })
      await site.run()
      return (await site.applications(id))[0]
    }
    const application = await send("radio")
    having(200)(await it.call("POST", `/applications/${application!.id}/withdraw`, { key: it.own.keys.write }))
    await send("film_club")
    const hers = await ada(`/applications/${application!.id}`)
    await hers.getByRole("listitem").filter({ hasText: "Sent again" }).getByText("Film club").waitFor()
    await hers.getByRole("listitem").filter({ hasText: "Radio" }).waitFor()
    await hers.getByText("Applied again through the careers site").waitFor()
    await hers.getByRole("region", { name: "Progress" }).getByText("Applied again on").waitFor()
    await hers.getByRole("button", { name: "Reopen" }).press("Enter")
    await hers.getByText("Application reopened").waitFor()
    await follow(hers, `/jobs/${id}`)
    await hers.getByRole("listitem").filter({ hasText: "Hedy Lamarr" }).getByText("Applied again just now").waitFor()
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: an application from the job to the board", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("a job and who applies for it", applying)

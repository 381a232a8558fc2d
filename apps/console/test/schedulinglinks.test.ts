/**
 * A recruiter sends a link for three interviews, and a candidate books and moves them on a phone; on the real server,
 * in a browser.
 */
import { having } from "@candor/api/testing/Client"
import { freshEmail, unreachable } from "@candor/api/testing/Makers"
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, executablePath, findingsOfBothLooks, findingsOfPage } from "./Browser.ts"

const links = () => {
  const [open, openOfCandidate] = [browserWindow(), browserWindow()]
  let it: World

  beforeAll(async () => {
    it = await world(databases[0]!)
    having(200)(await it.call("PUT", "/organization/mail", { key: it.own.keys.admin, body: unreachable }))
  })

  afterAll(() => it.backend.close())

  test("three interviews in a row are offered by six actions, booked and moved on a phone, and seen as booked", async () => {
    const { application, candidate, job, member } = it.own.make
    const { id: jobId } = await job({ title: "Engineer" })
    for (const role of ["recruiter", "interviewer", "interviewer"]) {
      const { id } = await member({ email: freshEmail(), role: "write" })
      having(200)(await it.call("PUT", `/jobs/${jobId}/team/${id}`, { key: it.own.keys.write, body: { role } }))
    }
    const { id } = await application(jobId, (await candidate({ full_name: "Ada Byron" })).id)
    const { page } = await open(`${it.server.origin}/console/applications/${id}`, { key: it.own.keys.write })
    const part = page.locator("section.part").filter({
      has: page.getByRole("heading", { name: "Interviews", exact: true })
    })
    await part.getByRole("button", { name: "Send scheduling link" }).click()
    const dialog = page.getByRole("dialog", { name: "Send scheduling link" })
    await dialog.getByText("working hours are in UTC").waitFor()
    await dialog.getByRole("button", { name: "Add another interview" }).click()
    await dialog.getByRole("button", { name: "Add another interview" }).click()
    await dialog.getByText("There is no link yet").nth(2).waitFor()
    expect(await findingsOfPage(page)).toEqual([])
    await dialog.getByRole("button", { name: "Create link and write email" }).click()
    const letter = page.locator("textarea").filter({ hasText: "candor_meet_" })
    await letter.waitFor()
    const [url] = /http\S+candor_meet_\w+/.exec(await letter.inputValue())!
    await part.getByText("Waiting for the candidate").waitFor()
    await part.getByRole("button", { name: "Check free times" }).click()
    await page.getByText("The candidate can choose from").waitFor()
    expect(await findingsOfPage(page)).toEqual([])
    await page.keyboard.press("Escape")

    const { page: phone } = await openOfCandidate(it.server.origin + new URL(url).pathname, { width: 360 })
    await phone.getByRole("heading", { name: "Choose a time", level: 1 }).waitFor()
    expect(await findingsOfBothLooks(phone)).toEqual([])
    const times = phone.locator("button[name=start]")
    // A late one, which can still be changed.
    await phone.locator(".day").last().locator("summary").click()
    await times.last().click()
    await phone.getByRole("heading", { name: "Book this time?" }).waitFor()
    expect(await findingsOfBothLooks(phone)).toEqual([])
    await phone.getByRole("button", { name: "Book this time" }).click()
    await phone.getByRole("heading", { name: "Your interviews are booked" }).waitFor()
    expect(await phone.locator("dl time").count()).toBe(3)
    expect(await findingsOfBothLooks(phone)).toEqual([])
    await phone.getByText("Choose another time").click()
    await phone.locator(".day").last().locator("summary").click()
    await times.nth(-3).click()
    await phone.getByRole("button", { name: "Move to this time" }).click()
    await phone.getByText("Your interviews were moved.").waitFor()
    await part.getByText("Booked by the candidate").waitFor()
    await part.getByText("Scheduled", { exact: true }).nth(2).waitFor()

    await phone.locator("summary").filter({ hasText: "Cancel the interviews" }).click()
    await phone.getByLabel("Reason (optional)").fill("I am ill.")
    await phone.getByRole("button", { name: "Cancel the interviews" }).click()
    await phone.getByText("You canceled the interviews.").waitFor()
    await part.getByText("Canceled by").nth(2).waitFor()
    await page.getByRole("link", { name: "To do", exact: true }).click()
    const waiting = page.getByRole("listitem").filter({ hasText: "I am ill." })
    await waiting.getByText("Ada Byron canceled it").waitFor()
    expect(await findingsOfPage(page)).toEqual([])
    await waiting.getByRole("button", { name: "Mark as done: Ada Byron" }).click()
    await waiting.waitFor({ state: "detached" })
  })

  test("holidays are added for everybody, by address or as a file, and working hours are saved with other ones, and shown again", async () => {
    const settings =
      (await open(`${it.server.origin}/console/organization`, { key: it.own.keys.admin, width: 360 })).page
    const holidays = settings.locator("section.part").filter({
      has: settings.getByRole("heading", { name: "Public holidays" })
    })
    for (const name of ["Bremen", "Hamburg"]) {
      await holidays.getByLabel("Country, region or office").fill(name)
      await holidays.getByLabel("iCal address").fill(`webcal://calendar.example.invalid/${name}.ics`)
      await holidays.getByRole("button", { name: "Add holidays" }).click()
      await holidays.getByText(`https://calendar.example.invalid/${name}.ics`).waitFor()
    }
    expect(await holidays.getByRole("switch").evaluateAll((all) => all.map((one) => (one as HTMLInputElement).checked)))
      .toEqual([true, false])
    await holidays.getByLabel("Kind of calendar").selectOption("iCal file")
    await holidays.getByLabel("Country, region or office").fill("Boston")
    const file = (text: string) => ({ name: "boston.ics", mimeType: "text/calendar", buffer: Buffer.from(text) })
    await holidays.getByLabel("iCal file", { exact: true }).setInputFiles(file("no calendar"))
    await holidays.getByRole("button", { name: "Add holidays" }).click()
    await holidays.getByText("a calendar file (iCalendar)").waitFor()
    await holidays.getByLabel("iCal file", { exact: true }).setInputFiles(
      file("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")
    )
    await holidays.getByRole("button", { name: "Add holidays" }).click()
    await holidays.getByText("Uploaded file").waitFor()
    expect(await findingsOfPage(settings)).toEqual([])
    const { page } = await open(`${it.server.origin}/console/account`, { key: it.own.keys.write })
    const hours = page.locator("section.part").filter({ has: page.getByRole("heading", { name: "Working hours" }) })
    await hours.getByLabel("Monday").fill("8:30-12:00, 13:00-16:00")
    await hours.getByLabel("Tuesday").fill("")
    await hours.getByLabel("Bremen").uncheck()
    await hours.getByLabel("Hamburg").check()
    await hours.getByRole("button", { name: "Save" }).click()
    await page.getByText("Working hours saved").waitFor()

    const calendars = page.locator("section.part").filter({ has: page.getByRole("heading", { name: "My calendars" }) })
    await calendars.getByLabel("Kind of calendar").selectOption("CalDAV server")
    await calendars.getByLabel("User name").waitFor()
    await calendars.getByLabel("Kind of calendar").selectOption("iCal address")
    await calendars.getByLabel("Calendar address").fill("https://calendar.example.invalid/ada/secret.ics")
    await calendars.getByRole("button", { name: "Add calendar" }).click()
    await calendars.getByText("Not read yet").waitFor()
    expect(await calendars.getByLabel("Calendar address").inputValue()).toBe("")
    expect(await page.content()).not.toContain("secret.ics")
    expect(await findingsOfPage(page)).toEqual([])
    await calendars.getByRole("button", { name: "Remove calendar.example.invalid" }).click()
    await calendars.getByRole("button", { name: "Remove?" }).click()
    await calendars.getByText("Not read yet").waitFor({ state: "detached" })
    await page.reload()
    expect(await hours.getByLabel("Monday").inputValue()).toBe("08:30-12:00, 13:00-16:00")
    expect(await hours.getByLabel("Tuesday").inputValue()).toBe("")
    expect([await hours.getByLabel("Bremen").isChecked(), await hours.getByLabel("Hamburg").isChecked()]).toEqual([
      false,
      true
    ])
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: candidates book by scheduling links", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("scheduling links in a browser", links)

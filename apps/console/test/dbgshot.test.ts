import { having } from "@candor/api/testing/Client"
import { world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { test } from "bun:test"
import { browserWindow } from "./Browser.ts"
const open = browserWindow()
test("dbg", async () => {
  const it = await world(databases[0]!)
  const { application, candidate, job } = it.own.make
  const { body: { user } } = await it.call<any>("GET", "/me", { key: it.own.keys.write })
  const j = await job({ title: "Senior Backend Engineer" })
  having(200)(await it.call("PUT", `/jobs/${j.id}/team/${user.id}`, { key: it.own.keys.write, body: { role: "recruiter" } }))
  let id = ""
  const monday = new Date(); monday.setUTCDate(monday.getUTCDate() - (monday.getUTCDay() + 6) % 7)
  for (const [n, name] of ["Maya Okafor", "Ada Byron", "Grace Hopper", "Joan Clarke"].entries()) {
    const a = await application(j.id, (await candidate({ full_name: name })).id); id = a.id
    const at = new Date(Date.UTC(monday.getUTCFullYear(), monday.getUTCMonth(), monday.getUTCDate() + n, 9 + n, n % 2 === 0 ? 0 : 30)).toISOString()
    for (const [m, t] of [["Technical interview", 0], ["Team panel", 2]].entries()) having(201)(await it.call("POST", `/applications/${a.id}/interviews`, { key: it.own.keys.write, body: { title: t[0] as string, starts_at: new Date(Date.parse(at) + (m * (n === 1 ? 0.5 : 3)) * 3600000).toISOString(), time_zone: "Europe/Berlin", minutes: 60, link: "https://meet.example.com/maya", candidate_instructions: "Please bring a laptop.", interviewers: m === 0 ? [{ member_id: user.id }] : [] } }))
  }
  const { page } = await open(`${it.server.origin}/console/interviews`, { key: it.own.keys.write, width: 1280 })
  await page.getByRole("link", { name: /Maya/ }).first().waitFor()
  await page.screenshot({ path: "/tmp/shot-week.png" })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.screenshot({ path: "/tmp/shot-phone.png" })
  const other = (await open(`${it.server.origin}/console/applications/${id}`, { key: it.own.keys.write, width: 1280 })).page
  await other.getByRole("button", { name: "Schedule interview" }).waitFor()
  await other.waitForTimeout(1500)
  await other.screenshot({ path: "/tmp/shot-application.png" })
  await other.getByRole("button", { name: "Schedule interview" }).click()
  const d = other.getByRole("dialog")
  await d.getByLabel("Title").fill("System design")
  await d.getByLabel("Date", { exact: true }).fill(new Date(monday.getTime() + 3 * 86400000).toISOString().slice(0, 10))
  await d.getByLabel("Time", { exact: true }).fill("14:15")
  await d.getByLabel("Time zone").fill("Europe/Berlin")
  await d.getByLabel(user.full_name).check()
  await other.waitForTimeout(2500)
  await other.setViewportSize({ width: 1280, height: 1100 })
  await other.screenshot({ path: "/tmp/shot-dialog.png" })
  const board = (await open(`${it.server.origin}/console/jobs/${j.id}`, { key: it.own.keys.write, width: 1280 })).page
  await board.locator(".card-interview").first().waitFor()
  await board.screenshot({ path: "/tmp/shot-board.png" })
  await it.backend.close()
}, 180000)

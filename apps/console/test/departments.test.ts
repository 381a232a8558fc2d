/** The departments of an organization in a browser, on the real server. */
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, endNotices, executablePath, findingsOfPage } from "./Browser.ts"

interface Row {
  readonly id: string
  readonly name: string
  readonly parent_id: string | null
}

const departments = () => {
  const open = browserWindow()
  let it: World

  beforeAll(async () => {
    it = await world(databases[0]!)
  })

  afterAll(() => it.backend.close())

  const listed = async () => {
    const { departments } =
      (await it.call<{ readonly departments: ReadonlyArray<Row> }>("GET", "/departments", { key: it.own.keys.read }))
        .body
    const nameOf = (id: string | null) => departments.find((one) => one.id === id)?.name ?? null
    return departments.map(({ name, parent_id }) => [name, nameOf(parent_id)])
  }

  test("an administrator adds departments, moves one below another, renames one, and takes a deletion back", async () => {
    const { errors, page } = await open(`${it.server.origin}/console/departments`, { key: it.own.keys.admin })
    await page.getByText("No departments yet").waitFor()
    for (const name of ["Engineering", "Platform", "Sales"]) {
      await page.getByRole("button", { name: "Add department" }).click()
      await page.getByLabel("Name").fill(name)
      await page.getByRole("button", { name: "Save" }).click()
      await page.getByRole("button", { name: `Edit ${name}` }).waitFor()
    }
    await page.getByRole("button", { name: "Edit Platform" }).press("Enter")
    await page.getByLabel("Parent").selectOption({ label: "Engineering" })
    await page.getByLabel("Name").fill("Platforms")
    await page.getByLabel("Name").press("Enter")
    const below = page.getByRole("listitem").filter({ has: page.getByRole("button", { name: "Edit Engineering" }) })
      .getByRole("list")
    await below.getByText("Platforms").waitFor()
    expect(await listed()).toEqual([["Engineering", null], ["Platforms", "Engineering"], ["Sales", null]])
    expect(await page.getByRole("button", { name: "Delete Engineering" }).count()).toBe(0)
    expect(await findingsOfPage(page)).toEqual([])

    await page.getByRole("button", { name: "Delete Sales" }).click()
    await page.getByRole("button", { name: "Undo" }).click()
    await page.getByRole("button", { name: "Delete Sales" }).click()
    const isDeleted = page.waitForResponse((response) => response.request().method() === "DELETE")
    await endNotices(page)
    expect((await isDeleted).status()).toBe(200)
    expect(await listed()).toEqual([["Engineering", null], ["Platforms", "Engineering"]])
    expect(errors).toEqual([])
  })

  test("a job is made with a new department and an office, which gives it its location", async () => {
    await it.call("POST", "/offices", {
      key: it.own.keys.admin,
      body: { name: "Harbour", location: "Hamburg, Germany" }
    })
    const { errors, page } = await open(`${it.server.origin}/console/jobs`, { key: it.own.keys.admin, loads: true })
    await page.getByRole("button", { name: "New job" }).click()
    await page.getByLabel("Title").fill("Pilot")
    await page.getByLabel("Department", { exact: true }).selectOption({ label: "Add department…" })
    await page.getByLabel("New department").fill("Navigation")
    await page.getByLabel("Office").selectOption({ label: "Harbour" })
    await page.getByRole("button", { name: "Create draft" }).click()
    await page.getByRole("heading", { name: "Pilot" }).waitFor()
    await page.getByText("Navigation · Hamburg, Germany").waitFor()
    expect(await listed()).toContainEqual(["Navigation", null])
    expect(errors).toEqual([])
  })

  test("a name that there is already is said in the person's language", async () => {
    const { page } = await open(`${it.server.origin}/console/departments`, { key: it.own.keys.admin, loads: true })
    await page.getByRole("button", { name: "Add department" }).click()
    await page.getByLabel("Name").fill("ENGINEERING")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("This name is already taken. Choose another one.").waitFor()
    expect((await listed()).length).toBe(3)
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: departments are added and moved", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("departments", departments)

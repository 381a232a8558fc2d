/** The life of an API key in a browser, on the real server: made, copied, used, rotated and revoked. */
import { type World, world } from "@candor/api/testing/World"
import { oneDatabase } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, expect, test } from "bun:test"
import { executablePath, open } from "./Browser.ts"

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: the console makes and revokes keys", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else {
  let it: World

  beforeAll(async () => {
    it = await world(oneDatabase[0]!)
  })

  afterAll(() => it.backend.close())

  const statusWith = async (key: string) => (await it.call("GET", "/jobs", { key })).status

  test("a key that is made in the browser works, until it is revoked there", async () => {
    const { errors, page } = await open(`${it.server.origin}/console/api-keys`)
    await page.getByRole("button", { name: "Use an API key instead" }).click()
    await page.getByLabel("API key").fill(it.own.keys.admin)
    await page.getByRole("button", { name: "Sign in" }).click()

    await page.getByRole("button", { name: "New key" }).click()
    await page.getByLabel("Name").fill("Job board feed")
    await page.getByLabel("Scope").selectOption("read")
    await page.getByRole("button", { name: "Create key" }).click()
    const key = await page.getByLabel("API key", { exact: true }).innerText()
    await page.getByRole("button", { name: "Copy" }).click()
    await page.getByRole("button", { name: "Copied" }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
    expect(await statusWith(key)).toBe(200)

    await page.getByRole("button", { name: "I have kept it" }).click()
    expect(await page.content()).not.toContain(key)
    await page.getByRole("button", { name: "Revoke Job board feed" }).click()
    await page.getByRole("button", { name: "Revoke key" }).click()
    await page.getByText("“Job board feed” is revoked.").waitFor()
    expect(await statusWith(key)).toBe(401)
    expect(errors).toEqual([])
  })

  test("a key that is rotated without an overlap is refused at once, and its successor works", async () => {
    const { page } = await open(`${it.server.origin}/console/api-keys`, { key: it.own.keys.admin })
    await page.getByRole("button", { name: "New key" }).click()
    await page.getByLabel("Name").fill("Importer")
    await page.getByRole("button", { name: "Create key" }).click()
    const old = await page.getByLabel("API key", { exact: true }).innerText()
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Rotate Importer" }).click()
    await page.getByLabel("The old key works for").selectOption("0")
    await page.getByRole("button", { name: "Make the new key" }).click()
    const fresh = await page.getByLabel("API key", { exact: true }).innerText()
    expect([await statusWith(old), await statusWith(fresh)]).toEqual([401, 200])
  })
}

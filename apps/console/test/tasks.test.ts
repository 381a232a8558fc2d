/**
 * Fifteen daily tasks, by the pointer and by the keyboard alone, each in at most six clicks or keys from the first
 * page. `bun run tasks` writes the table of docs/console.md.
 */
import { having } from "@candor/api/testing/Client"
import { mails } from "@candor/api/testing/Mails"
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { browserWindow, executablePath, follow, type Opened } from "./Browser.ts"
import { deskTasks } from "./DeskTasks.ts"
import { recorder } from "./Recorder.ts"
import { type Place, tasks } from "./Tasks.ts"

const most = 6

const daily = () => {
  const open = browserWindow()
  const counted = new Map<string, Array<ReadonlyArray<string>>>()
  let it: World

  beforeAll(async () => {
    it = await world(databases[0]!)
    await it.own.make.reason("Moves abroad")
    // A page that has found no template puts the focus elsewhere.
    const mail = mails(it)
    await mail.setUp()
    await mail.template()
  })

  afterAll(async () => {
    await it.backend.close()
    if (process.env["CANDOR_WRITE_TASKS"] === "1") await writeTable(counted)
  })

  const placeOf = async (): Promise<Place> => {
    const unique = crypto.randomUUID().slice(0, 8).replaceAll(/\d/g, (digit) => "ghijklmnop"[Number(digit)]!)
    const { id, title } = await it.own.make.job({ title: `Baker ${unique}` })
    having(200)(await it.call("PATCH", `/jobs/${id}`, { key: it.own.keys.write, body: { status: "published" } }))
    const people: Array<Place["people"][number]> = []
    for (const first of ["Grace", "Hedy", "Katherine"]) {
      const name = `${first} ${unique}`
      const candidate = await it.own.make.candidate({ full_name: name })
      people.push({ id: candidate.id, name, application: (await it.own.make.application(id, candidate.id)).id })
    }
    return { it, unique, job: { id, title }, people }
  }

  let begun: Opened & { readonly key: string } | undefined

  /** The first page or another one, on which the same person goes on after the task before. */
  const begin = async (key: string, { path, width } = { path: "/waiting", width: 1280 }) => {
    if (begun?.key === key) await follow(begun.page, "/nothing")
    else begun = { key, ...await open(`${it.server.origin}/console/nothing`, { key }) }
    const { page } = begun
    await page.setViewportSize({ width, height: 800 })
    await page.getByRole("heading", { name: "Page not found" }).waitFor()
    await follow(page, path)
    await page.getByRole("heading", { name: "Page not found" }).waitFor({ state: "detached" })
    await page.getByRole("heading", { level: 1 }).waitFor()
    return begun
  }

  const cases = [...tasks, ...deskTasks].flatMap((task) =>
    (["mouse", "keyboard"] as const).flatMap((way) =>
      task[way] === undefined ? [] : [[task.name, way, task[way], task] as const]
    )
  )

  test.each(cases)("%s by the %s takes at most six clicks or keys", async (name, _, does, task) => {
    const place = await placeOf()
    await task.prepare?.(place)
    const window = await begin(it.own.keys[task.by ?? "admin"], task.from?.(place))
    // Where a task is left halfway, the next one opens the console anew.
    begun = undefined
    const { errors, page } = window
    const recorded = recorder(page)
    await does(recorded, place)
    await task.done(recorded, place)
    counted.set(name, [...counted.get(name) ?? [], recorded.steps])
    expect(recorded.steps.slice(most)).toEqual([])
    expect(errors).toEqual([])
    begun = window
  })
}

const file = join(import.meta.dir, "../../../docs/console.md")

/** Puts the counts between the marks of the document. */
const writeTable = async (counted: ReadonlyMap<string, ReadonlyArray<ReadonlyArray<string>>>): Promise<void> => {
  const cell = (steps: ReadonlyArray<string> | undefined) =>
    steps === undefined ? "" : `${steps.length}: ${steps.join(" · ")}`
  const rows = [...counted].map(([name, [clicks, keys]]) => `| ${name} | ${cell(clicks)} | ${cell(keys)} |\n`)
  const table = `| Task | Clicks | Keys |\n|---|---|---|\n${rows.join("")}`
  const text = await Bun.file(file).text()
  await Bun.write(file, text.replace(/(?<=<!-- tasks -->\n)[^]*(?=<!-- end -->)/, table))
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: daily tasks take few clicks and keys", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("a daily task", daily)

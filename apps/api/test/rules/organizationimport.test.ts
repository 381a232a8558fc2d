/** The import of a whole organization by the interface: in parts, checked, run, the same again, and undone. */
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, expect, test } from "bun:test"
import { askForExport, unpacked } from "../harness/Archive.ts"
import { importsOf } from "../harness/ArchiveUpload.ts"
import { having } from "../harness/Client.ts"
import { type FilledWorld, filledWorld } from "../harness/World.ts"

let here: FilledWorld
let archive: Uint8Array
beforeAll(async () => {
  here = await filledWorld(databases[0]!)
  archive = new Uint8Array(await (await askForExport(here.server, here.own.keys.admin)).arrayBuffer())
})
afterAll(() => here.backend.close())

const exportedBy = async (key: string) => {
  const files = await unpacked(await askForExport(here.server, key))
  return new Map(
    [...files].filter(([path]) => path.endsWith(".ndjson")).map(([path, bytes]) => [
      path,
      bytes.toString().split("\n").filter((line) => line !== "")
    ])
  )
}

test("all of an organization comes to another one with its ids, authors and times; again, nothing changes; undone, all is as before", async () => {
  const to = importsOf(here, here.foreign)
  const before = await exportedBy(here.foreign.keys.admin)
  const own = await exportedBy(here.own.keys.admin)
  const ready = await to.checked(archive)
  const { nouns, problems, taken } = await to.report(ready.id)
  expect(problems).toEqual([])
  expect(ready).toMatchObject({ state: "ready", failure: null, problems_counted: 0 })
  expect(taken.map(({ name }) => name)).toEqual(["ada@example.com", "alan@example.com"])
  expect(await exportedBy(here.foreign.keys.admin)).toEqual(before)
  expect(nouns.find(({ noun }) => noun === "candidate")!.new).toBe(own.get("candidates.ndjson")!.length)

  const completed = await to.after("run", ready.id)
  expect(completed).toMatchObject({ state: "completed", new_counted: ready.new_counted, rows_done: ready.rows_counted })
  const after = await exportedBy(here.foreign.keys.admin)
  const ids = new Map([[here.own.organization.id, here.foreign.organization.id]])
  for (const { id, stored_id } of taken) ids.set(id, stored_id)
  const here_ = (line: string) =>
    line.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => ids.get(id) ?? id)
  // What an arrival changes: sites are closed, mails that waited are canceled, webhooks are disabled.
  const changed = ["organizations.ndjson", "members.ndjson", "boards.ndjson", "messages.ndjson", "webhooks.ndjson"]
  for (const [file, lines] of own) {
    const arrived = new Set(after.get(file))
    const lacking = changed.includes(file) ? [] : lines.map(here_).filter((line) => !arrived.has(line))
    expect([file, lacking]).toEqual([file, []])
  }

  const again = await to.checked(archive)
  expect(again).toMatchObject({ state: "ready", new_counted: 0 })
  await to.after("run", again.id)
  expect(await exportedBy(here.foreign.keys.admin)).toEqual(after)

  const undone = await to.after("undo", ready.id)
  expect(undone).toMatchObject({ state: "undone", kept_counted: 0, undone_counted: ready.new_counted })
  const left = await exportedBy(here.foreign.keys.admin)
  left.delete("organizations.ndjson")
  before.delete("organizations.ndjson")
  expect(left).toEqual(before)
  const { events } = having(200)(
    await here.call<{ readonly events: ReadonlyArray<{ readonly type: string; readonly data: object }> }>(
      "GET",
      "/events?limit=100",
      { key: here.foreign.keys.admin }
    )
  ).body
  expect(events.map(({ type }) => type).filter((type) => type.startsWith("import."))).toEqual([
    "import.uploaded",
    "import.started",
    "import.completed",
    "import.uploaded",
    "import.started",
    "import.completed",
    "import.undone"
  ])
})

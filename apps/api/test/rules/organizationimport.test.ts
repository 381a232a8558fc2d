/** The import of a whole organization by the interface: in parts, checked, run, the same again, and undone. */
import { changedOnArrival } from "@candor/domain/moving/Arrival"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { askForExport, unpacked } from "../harness/Archive.ts"
import { importsOf } from "../harness/ArchiveUpload.ts"
import { findSigns, interruptImport, swapDepartments, workOnImports, workUntilAdded } from "../harness/Workers.ts"
import { packed, wrongArchives } from "../harness/WrongArchives.ts"
import { having } from "../harness/Client.ts"
import { type FilledWorld, filledWorld } from "../harness/World.ts"

let here: FilledWorld
let archive: Uint8Array<ArrayBuffer>
let partNames: ReadonlyMap<string, string>
beforeAll(async () => {
  here = await filledWorld(databases[0]!)
  archive = new Uint8Array(await (await askForExport(here.server, here.own.keys.admin)).arrayBuffer())
  const { parts } = JSON.parse((await unpacked(new Response(archive))).get("manifest.json")!.toString()) as {
    readonly parts: Readonly<Record<string, { readonly file: string }>>
  }
  partNames = new Map(Object.entries(parts).map(([name, { file }]) => [file, name]))
})
afterAll(() => here.backend.close())

const rowsOf = async (answer: Response) => {
  const files = await unpacked(answer)
  return new Map(
    [...files].filter(([path]) => path.endsWith(".ndjson")).map(([path, bytes]) => [
      path,
      bytes.toString().split("\n").filter((line) => line !== "")
    ])
  )
}

const exportedBy = async (key: string) => rowsOf(await askForExport(here.server, key))

/** A row without what an arrival changes: sites are closed, mails that waited are canceled, webhooks are disabled. */
const withoutArrival = (file: string) => (line: string) => {
  const changed = new Set(changedOnArrival(partNames.get(file)!))
  const row = JSON.parse(line) as Readonly<Record<string, unknown>>
  return JSON.stringify(Object.fromEntries(Object.entries(row).filter(([column]) => !changed.has(column))))
}

test("all of an organization comes to another one with its ids, authors and times; again, nothing changes; undone, all is as before", async () => {
  const to = importsOf(here, here.foreign)
  const before = await exportedBy(here.foreign.keys.admin)
  const own = await rowsOf(new Response(archive))
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
  const ids = new Map<string, string>([[here.own.organization.id, here.foreign.organization.id]])
  for (const { id, stored_id } of taken) ids.set(id, stored_id)
  const ofForeign = (line: string) =>
    line.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => ids.get(id) ?? id)
  for (const [file, lines] of own) {
    const arrived = new Set((after.get(file) ?? []).map(withoutArrival(file)))
    // The organization's own row, and who is taken for somebody, stay as they are.
    const lacking = ["organizations.ndjson", "members.ndjson"].includes(file)
      ? []
      : lines.map(ofForeign).map(withoutArrival(file)).filter((line) => !arrived.has(line))
    expect([file, lacking]).toEqual([file, []])
    expect([file, after.get(file)!.length]).toEqual([
      file,
      before.get(file)!.length + lines.length - (taken.length && file === "members.ndjson" ? taken.length : 0) -
      (file === "organizations.ndjson" ? 1 : 0)
    ])
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

test("workers that end in the middle: the next one goes on, nothing is there twice or missing, and what others find out is undone with it", async () => {
  const to = importsOf(here, here.foreign)
  const { id, new_counted, rows_counted } = await to.checked(archive)
  having(200)(await here.call("POST", `/imports/${id}/run`, { key: here.foreign.keys.admin }))
  for (const rows of [1, 10, 30]) await workUntilAdded(here, rows)
  const { new_counted: some, state } = await to.get(id)
  expect(state).toBe("running")
  expect(some).toBeLessThan(new_counted)
  await workOnImports(here)
  expect(await to.get(id)).toMatchObject({ state: "completed", new_counted, rows_done: rows_counted })
  const renamed = here.foreign.organization.id
  await swapDepartments(here, renamed, false)
  const again = await to.checked(archive)
  expect(again).toMatchObject({ state: "ready", new_counted: 0, problems_counted: 0 })
  expect((await to.report(again.id)).taken.map(({ name }) => name)).toEqual(["ada@example.com", "alan@example.com"])
  await swapDepartments(here, renamed, true)
  await findSigns(here, here.foreign.organization.id)
  expect(await to.after("undo", id)).toMatchObject({ state: "undone", kept_counted: 0, undone_counted: new_counted })
})

test("what somebody has changed or added to is not removed: nothing is, and the report names it; the import goes on", async () => {
  const to = importsOf(here, here.foreign)
  const { id, new_counted, rows_counted } = await to.checked(archive)
  having(200)(await here.call("POST", `/imports/${id}/run`, { key: here.foreign.keys.admin }))
  await workUntilAdded(here, new_counted / 2)
  await interruptImport(here, here.foreign.organization.id, id)
  const { rows_done } = await to.get(id)
  having(201)(
    await here.call("POST", `/applications/${here.own.ids.id}/notes`, {
      key: here.foreign.keys.write,
      body: { note: "Called back." }
    })
  )
  const touched = async () => (await to.report(id)).problems.map(({ file }) => file)
  const stopped = { state: "interrupted", failure: "interrupted", rows_done }
  expect(await to.after("undo", id)).toMatchObject(stopped)
  expect(await to.after("undo", id)).toMatchObject(stopped)
  expect(await touched()).toEqual(["applications.ndjson"])
  const all = { state: "completed", new_counted, rows_done: rows_counted }
  expect(await to.after("run", id)).toMatchObject({ ...all, failure: null, kept_counted: 0 })
  expect(await touched()).toEqual([])
  const whole = await exportedBy(here.foreign.keys.admin)
  expect(await to.after("undo", id)).toMatchObject({ ...all, failure: "touched" })
  expect(await touched()).toContain("applications.ndjson")
  expect(await exportedBy(here.foreign.keys.admin)).toEqual(whole)
})

test("parts arrive in any order, again, after an interruption and with another content; wrong ones are refused", async () => {
  const to = importsOf(here, here.own)
  const part_bytes = 8 * 2 ** 20
  const bytes = new Uint8Array(part_bytes + 1000).fill(2)
  const { id, ...begun } = await to.begin(bytes.length)
  expect(begun).toMatchObject({ state: "uploading", part_bytes, bytes_received: 0 })
  expect(having(200)(await to.part(id, 2, bytes.subarray(part_bytes))).body.import.bytes_received).toBe(1000)
  expect(having(200)(await to.part(id, 2, bytes.subarray(part_bytes))).body.import.bytes_received).toBe(1000)
  expect(having(200)(await to.part(id, 2, new Uint8Array(1000).fill(1))).body.import.bytes_received).toBe(1000)
  for (
    const [number, part] of [[1, bytes.subarray(1)], [3, bytes.subarray(0, 1)], [2, bytes.subarray(0, 999)]] as const
  )
    having(400)(await to.part(id, number, part))
  const { parts } = having(200)(
    await here.call<{ readonly parts: ReadonlyArray<object> }>("GET", `/imports/${id}/parts`, {
      key: here.own.keys.admin
    })
  ).body
  const sha256 = new Bun.CryptoHasher("sha256").update(new Uint8Array(1000).fill(1)).digest("hex")
  expect(parts).toEqual([{ number: 2, size_bytes: 1000, sha256 }])
  expect(having(200)(await to.part(id, 1, bytes.subarray(0, part_bytes))).body.import).toMatchObject({
    state: "uploaded",
    bytes_received: bytes.length
  })
  having(400)(await to.part(id, 1, new Uint8Array(part_bytes).fill(1)))
  await workOnImports(here)
  expect(await to.get(id)).toMatchObject({ state: "failed", failure: "damaged" })
})

describe("a wrong archive", () => {
  let before: Awaited<ReturnType<typeof exportedBy>>
  beforeAll(async () => {
    before = await exportedBy(here.foreign.keys.admin)
  })

  test.each(wrongArchives.map((wrong) => [wrong.what, wrong] as const))(
    "%s: refused",
    async (_, { failure, files, message }) => {
      const to = importsOf(here, here.foreign)
      const all = new Map<string, Uint8Array>(await unpacked(new Response(archive)))
      files(all)
      const refused = await to.checked(await packed(all))
      expect(refused).toMatchObject({ state: "failed", failure })
      expect((await to.report(refused.id)).problems.map((problem) => problem.message).join("\n")).toMatch(message)
      const lines = (await here.call("GET", `/imports/${refused.id}/problems`, { key: here.foreign.keys.admin })).text
      expect(lines.split("\r\n").length).toBeGreaterThan(2)
    }
  )

  test("nothing is written of any", async () => {
    expect(await exportedBy(here.foreign.keys.admin)).toEqual(before)
  })
})

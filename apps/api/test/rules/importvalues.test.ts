/** The values of an import's column, and what each is taken for. */
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, expect, test } from "bun:test"
import { having } from "../harness/Client.ts"
import { workOnImports } from "../harness/Workers.ts"
import { type World, world } from "../harness/World.ts"

let it: World
beforeAll(async () => {
  it = await world(databases[0]!)
})
afterAll(() => it.backend.close())

const uploaded = async (text: string) => {
  const form = new FormData()
  form.append("file", new File([text], "people.csv", { type: "text/csv" }))
  const { id } =
    having(201)(await it.call<{ import: { id: string } }>("POST", "/imports", { key: it.own.keys.admin, form })).body
      .import
  await workOnImports(it)
  return id
}

const valuesOf = async (id: string, column: number, to: string) => {
  const path = `/imports/${id}/values?column=${column}&to=${to}`
  return having(200)(
    await it.call<{ values: ReadonlyArray<{ value: string; rows: number; to: string | null }>; has_more: boolean }>(
      "GET",
      path,
      { key: it.own.keys.admin }
    )
  ).body
}

const stages = [{ name: "Applied" }, { name: "Interview" }, { name: "Hired" }]

test("are counted in normal form, in the most frequent spelling, without placeholders, and taken for jobs, stages and statuses", async () => {
  const cook = await it.own.make.job({ title: "Koch", stages })
  const id = await uploaded([
    "Name;Stelle;Status",
    "A;Köch;interview",
    "B;koch;Absage",
    "C;KOCH;absage!",
    "D;koch;Absage",
    "E;Kellner;k.A.",
    "F;;Archiv"
  ].join("\n"))
  expect(await valuesOf(id, 1, "job")).toEqual({
    values: [{ value: "koch", rows: 4, to: cook.id }, { value: "Kellner", rows: 1, to: null }],
    has_more: false
  })
  const standings = [
    { value: "Absage", rows: 3, to: "rejected" },
    { value: "Archiv", rows: 1, to: null },
    { value: "interview", rows: 1, to: "Interview" }
  ]
  for (const to of ["stage", "status"]) expect((await valuesOf(id, 2, to)).values).toEqual(standings)
  expect((await valuesOf(id, 199, "job")).values).toEqual([])
})

test("are the 200 most frequent ones, and compared with the job of the mapping", async () => {
  const job = await it.own.make.job({ title: "Pilot", stages: [{ name: "New" }] })
  const rows = Array.from({ length: 301 }, (_, at) => `P${at};Value ${Math.max(100, at)}`)
  const id = await uploaded(["Name;Phase", ...rows, "Q;Hired", "R;Interview"].join("\n"))
  const { has_more, values } = await valuesOf(id, 1, "stage")
  expect([has_more, values.length, values[0]]).toEqual([true, 200, { value: "Value 100", rows: 101, to: null }])
  expect(values[1]).toEqual({ value: "Hired", rows: 1, to: "Hired" })
  const columns = [{ column: 0, to: "full_name" }, { column: 1, to: "stage" }]
  const mapped = [{ column: 1, value: "interview", to: "rejected" }]
  const body = { columns, job_id: job.id, values: mapped }
  const after = having(200)(
    await it.call<{ import: { values: unknown } }>("PUT", `/imports/${id}/mapping`, { key: it.own.keys.admin, body })
  ).body.import
  expect(after.values).toEqual(mapped)
  const found = (await valuesOf(id, 1, "stage")).values
  expect(found.find(({ value }) => value === "Hired")!.to).toBe("hired")
  expect(found.find(({ value }) => value === "Interview")!.to).toBe(null)
})

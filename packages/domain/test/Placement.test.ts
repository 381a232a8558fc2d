import { DepartmentId } from "@candor/domain/department/Departments"
import { type FoundPlaces, nothingFound, placeOf, type PlaceRequest } from "@candor/domain/job/Placement"
import { OfficeId } from "@candor/domain/office/Offices"
import { describe, expect, test } from "bun:test"
import { Result } from "effect"

const [sales, research] = [1, 2].map((n) => DepartmentId.make(`00000000-0000-7000-8000-00000000000${n}`)) as [
  DepartmentId,
  DepartmentId
]
const without = { office_id: null, location: null }
const none = { department_id: null, department: null }
const inSales = { department_id: sales, department: "Sales" }
const inResearch = { department_id: research, department: "Research" }
const free = { department_id: null, department: "Field work" }
const byId: FoundPlaces = { ...nothingFound, department: { name: "Research" } }
const byName: FoundPlaces = { ...nothingFound, named: { id: research, name: "Research" } }

const cases: ReadonlyArray<
  readonly [does: string, job: typeof none | typeof inSales, request: PlaceRequest, found: FoundPlaces, after: object]
> = [
  ["says nothing", inSales, {}, nothingFound, {}],
  ["has an id", none, { department_id: research }, byId, inResearch],
  ["has an id and a text", none, { department_id: research, department: "Anything" }, byId, inResearch],
  ["has the name of a department", none, { department: "RESEARCH" }, byName, inResearch],
  ["has the name of another department", inSales, { department: "research" }, byName, inResearch],
  ["has a text that no department is called", inSales, { department: "Field work" }, nothingFound, free],
  ["sends a job back with another text", inSales, { department_id: sales, department: "Research" }, byName, inResearch],
  ["sends a job back with another id", inSales, { department_id: research, department: "Sales" }, byId, inResearch],
  ["sends a job back as it is", inSales, inSales, nothingFound, {}],
  ["sends a job of a free text back as it is", { ...none, department: "Field work" } as never, free, nothingFound, {}],
  ["takes the id away", inSales, { department_id: null }, nothingFound, none],
  [
    "takes the id away and keeps the name as a text",
    inSales,
    { department_id: null, department: "Sales" },
    nothingFound,
    { ...none, department: "Sales" }
  ],
  [
    "takes the id away and keeps the name, which a department has",
    inResearch,
    { department_id: null, department: "Research" },
    byName,
    { ...none, department: "Research" }
  ],
  [
    "takes the id away and has another text",
    inSales,
    { department_id: null, department: "Field work" },
    nothingFound,
    free
  ],
  [
    "takes the id away and has the name of another department as a text",
    inSales,
    { department_id: null, department: "Research" },
    byName,
    { ...none, department: "Research" }
  ],
  ["takes both away", inSales, none, nothingFound, none],
  ["has a text without an id, where there was none", none, free, nothingFound, {
    department_id: null,
    department: "Field work"
  }],
  ["repeats a free text without an id", free as never, free, nothingFound, {}],
  ["takes a free text away", free as never, none, nothingFound, none],
  ["takes the text away", inSales, { department: null }, nothingFound, none]
]

test.each(cases)("a request that %s", (_, job, request, found, after) => {
  expect(placeOf({ ...without, ...job }, request, found)).toEqual(Result.succeed(after as never))
})

test("the id of no department of the organization is refused", () => {
  expect(Result.getOrThrow(Result.flip(placeOf({ ...without, ...inSales }, { department_id: research }, nothingFound))))
    .toMatchObject({ field: "department_id" })
})

describe("an office", () => {
  const office_id = OfficeId.make("00000000-0000-7000-8000-000000000003")
  const found = (location: string | null): FoundPlaces => ({ ...nothingFound, office: { name: "Harbour", location } })
  const placed = (request: PlaceRequest, found: FoundPlaces) =>
    Result.getOrThrow(placeOf({ ...none, ...without }, request, found))

  test("gives the job its location, or its name where it has none, unless the request gives one", () => {
    expect(placed({ office_id }, found("Hamburg"))).toEqual({ office_id, location: "Hamburg" })
    expect(placed({ office_id }, found(null))).toEqual({ office_id, location: "Harbour" })
    expect(placed({ office_id, location: "Remote" }, found("Hamburg"))).toEqual({ office_id })
    expect(placed({ office_id, location: null }, found("Hamburg"))).toEqual({ office_id })
  })

  test("leaves the location when it is taken away or sent again", () => {
    const job = { ...none, office_id, location: "Hamburg" }
    for (const location of [undefined, "Hamburg", "Remote", null]) {
      expect(placeOf(job, { office_id: null, location }, nothingFound)).toEqual(Result.succeed({ office_id: null }))
    }
    expect(placeOf(job, job, nothingFound)).toEqual(Result.succeed({}))
  })

  test("that the organization does not have is refused", () => {
    expect(Result.getOrThrow(Result.flip(placeOf({ ...none, ...without }, { office_id }, nothingFound)))).toMatchObject(
      { field: "office_id" }
    )
  })
})

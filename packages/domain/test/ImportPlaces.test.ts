/** What cells of jobs, stages and statuses mean: words, places, values that are read as others. */
import { pastOf } from "@candor/domain/import/Addition"
import { ImportMapping, replacing } from "@candor/domain/import/Mapping"
import { placing, understanding } from "@candor/domain/import/Places"
import type { NamedJob } from "@candor/domain/import/Imports"
import { statusIn } from "@candor/domain/import/StatusWords"
import { Timestamp } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Result, Schema } from "effect"

const jobWith = (
  title: string,
  status: "closed" | "draft" | "published",
  ...stages: ReadonlyArray<readonly [name: string, type: string]>
) =>
  ({
    job: { id: `id of ${title} ${status}`, title, status },
    stages: stages.map(([name, type], order_index) => ({
      id: `${title} ${name}`,
      job_id: `id of ${title} ${status}`,
      name,
      type,
      order_index
    }))
  }) as unknown as NamedJob

const usual = [["Eingegangen", "applied"], ["Interview", "interview"], ["Rejected", "screen"], [
  "Eingestellt",
  "hired"
]] as const
const jobs = [
  jobWith("Köchin", "published", ...usual),
  jobWith("Cook", "draft", ["New", "applied"]),
  jobWith("Twice", "draft", ["Screen", "screen"]),
  jobWith("twice", "published", ["Screen", "screen"]),
  jobWith("Past", "closed", ["Absage", "screen"], ["Call", "screen"]),
  jobWith("COOK", "closed", ["Old", "screen"]),
  jobWith("Gone", "closed", ["Screen", "screen"]),
  jobWith("gone", "closed", ["Screen", "screen"])
]

const mapping = (["job", "stage", "status", "closed_at"] as const).map((to, column) => ({ to, column }))
const stored = { column_names: ["Stelle", "Stufe", "Status", "Ende"], mapping, job_id: null }
const nothing = { job: null, stage: null, status: null, applied_at: null, closed_at: null }
type Cells = Partial<Record<"job" | "stage" | "status", string>> & { readonly closed_at?: Timestamp }
const placeOf = (cells: Cells) => placing(stored as never, jobs)({ ...nothing, ...cells } as never)

describe("a word for a status", () => {
  test.each(
    [
      ["Abgelehnt", "rejected"],
      ["ABSAGE", "rejected"],
      [" abgesagt. ", "rejected"],
      ["Absage (durch Bewerber)", "withdrawn"],
      ["declined", "rejected"],
      ["Offer declined", "withdrawn"],
      ["zurückgezogen", "withdrawn"],
      ["zurueckgezogen", "withdrawn"],
      ["Rückzug", "withdrawn"],
      ["Withdrew", "withdrawn"],
      ["Eingestellt", "hired"],
      ["Einstellung", "hired"],
      ["Hired", "hired"],
      ["In Bearbeitung", "active"],
      ["open", "active"],
      ["archiviert", undefined],
      ["Zusage", undefined],
      ["Interview", undefined],
      ["", undefined]
    ] as const
  )("%j is %p", (word, status) => expect(statusIn(word)).toBe(status as never))
})

describe("the place of a row", () => {
  test.each(
    [
      [{}, "Eingegangen", null],
      [{ status: "interview" }, "Interview", null],
      [{ status: "Absage" }, "Eingegangen", ["rejected", "Eingegangen"]],
      [{ stage: "Absage" }, "Eingegangen", ["rejected", "Eingegangen"]],
      [{ stage: "Interview", status: "Absage" }, "Interview", ["rejected", "Interview"]],
      [{ stage: "zurückgezogen", status: "Interview" }, "Interview", ["withdrawn", "Interview"]],
      [{ stage: "Interview", status: "Hired" }, "Interview", ["hired", "Eingestellt"]],
      [{ stage: "Interview", status: "eingestellt" }, "Interview", ["hired", "Eingestellt"]],
      [{ stage: "Eingestellt" }, "Eingegangen", ["hired", "Eingestellt"]],
      [{ stage: "Eingestellt", status: "aktiv" }, "Eingegangen", ["hired", "Eingestellt"]],
      [{ job: "Cook", status: "hired" }, "New", ["hired", "New"]],
      // A stage's name goes before a word, but not before the status as the interface writes it.
      [{ status: "Rejected" }, "Rejected", null],
      [{ status: "rejected" }, "Eingegangen", ["rejected", "Eingegangen"]],
      [{ job: "id of twice published" }, "Screen", null],
      [{ job: "past", stage: "Call", status: "rejected" }, "Call", ["rejected", "Call"]],
      [{ job: "id of COOK closed", status: "hired" }, "Old", ["hired", "Old"]]
    ] as const
  )("of %j is %p, %p", (cells, stage, ended) => {
    const { issues, place } = Result.getOrThrow(placeOf({ job: "KOCHIN", ...cells }))
    const end = place?.ended ?? null
    expect([place?.stage.name, end && [end.status, end.stage.name]]).toEqual([stage, ended && [...ended]])
    expect(issues).toEqual([])
  })

  test.each(
    [
      [{ job: "Koch" }, "job", "Stelle", "Koch"],
      [{ job: "past" }, "job_closed", "Stelle", "Past"],
      [{ job: "Past", status: "aktiv" }, "job_closed", "Stelle", "Past"],
      [{ job: "id of COOK closed", stage: "Old" }, "job_closed", "Stelle", "COOK"],
      [{ job: "Gone", status: "rejected" }, "job_not_unique", "Stelle", "Gone"],
      [{ job: "Twice" }, "job_not_unique", "Stelle", "Twice"],
      [{ stage: "Probetag" }, "stage", "Stufe", "Probetag"],
      [{ status: "archiviert" }, "status", "Status", "archiviert"],
      [{ stage: "Absage", status: "eingestellt" }, "status", "Status", "eingestellt"]
    ] as const
  )("of %j is a problem: %s", (cells, reason, column, value) => {
    const problem = Result.getOrThrow(Result.flip(placeOf({ job: "Köchin", ...cells })))
    expect(problem).toMatchObject({ reason, column, value })
  })

  test("names what is accepted, and what is left out", () => {
    expect(Result.getOrThrow(Result.flip(placeOf({ job: "Cook", status: "archiviert" })))).toMatchObject({
      accepted: ["New", "active", "rejected", "withdrawn", "hired"],
      expected: "a stage of the job: New; or active, rejected, withdrawn, hired"
    })
    const issuesOf = (cells: Cells) =>
      Result.getOrThrow(placeOf(cells)).issues.map(({ column, reason, value }) => [column, reason, value])
    expect(issuesOf({ status: "Absage" })).toEqual([["Status", "left_out", "Absage"]])
    expect(issuesOf({ job: "Köchin", stage: "Eingegangen", status: "Interview" })).toEqual([
      ["Status", "differs", "Interview"]
    ])
    const closed_at = Timestamp.make("2026-11-02T00:00:00.000Z")
    expect(issuesOf({ job: "Köchin", status: "neu", closed_at })).toEqual([["Ende", "left_out", "2026-11-02"]])
  })

  test("ends on its day, or now; without a day of its own it came then", () => {
    const [early, late, now] = ["2026-10-01", "2026-11-02", "2026-11-30"].map((day) =>
      Timestamp.make(`${day}T00:00:00.000Z`)
    )
    const ended = Result.getOrThrow(placeOf({ job: "Cook", status: "Absage" })).place!.ended
    const past = (applied_at: Timestamp | null, closed_at: Timestamp | null, end = ended) => {
      const { applied_at: applied, ended } = pastOf({ applied_at, closed_at }, end, now!)
      return [applied, ended?.at]
    }
    expect(past(early!, late!)).toEqual([early, late])
    expect(past(early!, null)).toEqual([early, now])
    expect(past(null, late!)).toEqual([late, late])
    expect(past(null, null)).toEqual([now, now])
    expect(past(null, late!, null)).toEqual([now, undefined])
  })
})

test.each(
  [
    ["job", "kochin", "id of Köchin published"],
    ["job", "Twice", null],
    ["job", "PAST", "id of Past closed"],
    ["job", "cook", "id of Cook draft"],
    ["job", "Gone", null],
    ["stage", "call", "Call"],
    ["stage", "INTERVIEW", "Interview"],
    ["status", "Absage", "rejected"],
    ["status", "Rejected", "Rejected"],
    ["status", "archiviert", null]
  ] as const
)("as a %s, %j is taken for %p", (target, value, to) => {
  expect(understanding(target, jobs)(value)).toBe(to)
})

describe("values that are read as others", () => {
  test("are compared in normal form, in their column", () => {
    const read = replacing([
      { column: 0, value: "Koch (m/w/d)", to: "Cook" },
      { column: 1, value: "offen?", to: null }
    ])
    expect(read(["koch m w d", "OFFEN", "Koch (m/w/d)"])).toEqual(["Cook", "", "Koch (m/w/d)"])
    expect(read(["Koch", "x".repeat(100_000)])).toEqual(["Koch", "x".repeat(100_000)])
  })

  const cases: Readonly<Record<string, readonly [isAccepted: boolean, ...values: ReadonlyArray<unknown>]>> = {
    "of two columns": [true, [1, "A", "B"], [2, "A", "B"]],
    "twice, in other cases": [false, [1, "A", "B"], [1, " a", "C"]],
    "of a column that goes nowhere": [false, [3, "A", "B"]],
    "of names": [false, [0, "A", "B"]],
    "that are empty": [false, [1, " ", "B"]],
    "200 of them": [true, ...Array.from({ length: 200 }, (_, at) => [1, `A${at}`, null])],
    "201 of them": [false, ...Array.from({ length: 201 }, (_, at) => [1, `A${at}`, null])]
  }
  test.each(Object.keys(cases))("%s are accepted or not", (name) => {
    const [isAccepted, ...given] = cases[name]!
    const values = given as ReadonlyArray<readonly [number, string, string | null]>
    const columns = [{ column: 0, to: "full_name" }, { column: 1, to: "job" }, { column: 2, to: "status" }]
    const body = { columns, values: values.map(([column, value, to]) => ({ column, value, to })) }
    expect(Schema.decodeUnknownExit(ImportMapping)(body)._tag).toBe(isAccepted ? "Success" : "Failure")
  })
})

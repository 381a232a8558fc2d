import { readRow, isUnreadable } from "@candor/domain/import/ImportedRow"
import type { Target } from "@candor/domain/import/Mapping"
import { propose } from "@candor/domain/import/Proposal"
import { Timestamp } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { growthOf, linear } from "./Linear.ts"

const now = Timestamp.make("2026-11-30T12:00:00.000Z")

const read = (
  cells: Readonly<Partial<Record<Target, string>>>,
  day_order: "day_first" | "month_first" | null = null
) => {
  const names = Object.keys(cells) as ReadonlyArray<Target>
  return readRow(
    { column_names: names, mapping: names.map((to, column) => ({ column, to })), day_order, system: "personio" },
    Object.values(cells),
    now
  )
}

const readable = (...given: Parameters<typeof read>) => {
  const row = read(...given)
  if (isUnreadable(row)) throw new Error(JSON.stringify(row.problems))
  return row
}

describe("a row of an import", () => {
  test.each(
    [
      [{ full_name: "Müller, Anna" }, ["Anna Müller", "Anna", "Müller"]],
      [{ full_name: "Anna Müller" }, ["Anna Müller", undefined, undefined]],
      [{ full_name: "Lee, PhD" }, ["Lee, PhD", undefined, undefined]],
      [{ full_name: "Okafor, Maya, MBA" }, ["Okafor, Maya, MBA", undefined, undefined]],
      [{ given_name: "Anna Maria", family_name: "von Berg" }, ["Anna Maria von Berg", "Anna Maria", "von Berg"]],
      [{ family_name: "Sukarno" }, ["Sukarno", undefined, "Sukarno"]],
      [{ family_name: "Müller", given_name: "Anna" }, ["Anna Müller", "Anna", "Müller"]],
      [{ full_name: "Anna", family_name: "Müller" }, ["Anna Müller", undefined, "Müller"]],
      [{ full_name: "Müller", given_name: "Anna" }, ["Anna Müller", "Anna", undefined]],
      [{ full_name: "Dr. Anna Müller", given_name: "Anna", family_name: "Müller" }, [
        "Dr. Anna Müller",
        "Anna",
        "Müller"
      ]],
      [{ full_name: "MÜLLER, anna" }, ["anna MÜLLER", "anna", "MÜLLER"]]
    ] as const
  )("%j is %j", (cells, [full_name, given_name, family_name]) => {
    const { candidate } = readable(cells)
    expect([candidate.full_name, candidate.given_name, candidate.family_name]).toEqual([
      full_name,
      given_name,
      family_name
    ])
  })

  test.each([
    ["a@example.com; b@example.com", ["a@example.com", "b@example.com"]],
    ["A <a@example.com>", ["a@example.com"]],
    ["mailto:a@example.com", ["a@example.com"]],
    ["k.A.", []],
    ["a@", null]
  ])("the email %j is %j, or a problem that names its column", (email, addresses) => {
    const row = read({ full_name: "A", email })
    expect(isUnreadable(row) ? null : row.candidate.email_addresses?.map(({ address }) => address)).toEqual(
      addresses as never
    )
    if (isUnreadable(row)) expect(row.problems[0]).toMatchObject({ column: "email", reason: "email" })
  })

  test.each(
    [
      ["31.10.2026", null, "2026-10-31"],
      ["1.2.26", null, "2026-02-01"],
      ["2026-10-31", null, "2026-10-31"],
      ["3/4/2026", null, "date_order"],
      ["3/4/2026", "day_first", "2026-04-03"],
      ["3/4/2026", "month_first", "2026-03-04"],
      ["46000", null, "2025-12-09"],
      ["1.12.2026", null, "date"],
      ["soon", null, "date"]
    ] as const
  )("the date %j with %j is %j", (applied_at, order, outcome) => {
    const row = read({ full_name: "A", applied_at }, order)
    expect(isUnreadable(row) ? row.problems[0]?.reason : row.applied_at?.slice(0, 10)).toBe(outcome)
  })

  test("several numbers and tags stand in a cell, and what is not understood is named and left out", () => {
    const { candidate, issues } = readable({
      full_name: "A",
      phone: "0151 2345678 / +49 (0)30/901820",
      tags: "Go, SQL;Go",
      linkedin_url: "ask me",
      years_experience: "n/a"
    })
    expect(candidate.phone_numbers?.map(({ number }) => number)).toEqual(["0151 2345678", "+49 (0)30/901820"])
    expect(candidate.tags).toEqual(["go", "sql"])
    expect(issues).toEqual([{
      column: "linkedin_url",
      value: "ask me",
      reason: "left_out",
      expected: expect.any(String)
    }])
  })

  test("an id in another system is an external id", () => {
    expect(readable({ full_name: "A", external_id: "4000" }).candidate.external_ids).toEqual([{
      system: "personio",
      id: "4000"
    }])
  })

  test("a row has at most 20 issues, of which the last one counts those that are not listed; a cell has at most 1,000 values", () => {
    const row = read({ full_name: "A", email: "a@;".repeat(5000) })
    const problems = isUnreadable(row) ? row.problems : []
    expect([problems.length, problems.at(-1)]).toEqual([20, {
      column: null,
      value: "981",
      reason: "more",
      expected: "981 more, which are not listed"
    }])
    expect(readable({ full_name: "A", tags: "a;".repeat(5000) }).issues).toMatchObject([{
      column: "tags",
      reason: "too_many"
    }])
  })

  test.each(
    [
      "full_name",
      "email",
      "phone",
      "tags",
      "note",
      "linkedin_url",
      "website_url",
      "location",
      "years_experience",
      "applied_at",
      "stage",
      "external_id"
    ] as const
  )("a cell of %s takes linear time, whatever stands in it again and again", (target) => {
    const parts = [" ", "\t\n", "n /", "n ", "<", "<a@", ",", "; ", "a, ", "1 / ", ".", "-", "0151 x", "https://"]
    const growths = parts.map((part) =>
      [
        part,
        growthOf(
          part,
          (cell) => read(target === "full_name" ? { full_name: cell } : { full_name: "A", [target]: cell })
        )
      ] as const
    )
    expect(growths.filter(([, growth]) => growth > linear)).toEqual([])
  })

  test("an application does not end before it came", () => {
    const dates = (applied_at: string, closed_at: string) => read({ full_name: "A", applied_at, closed_at })
    expect(dates("2026-10-01", "2026-10-01")).toMatchObject({ closed_at: "2026-10-01T00:00:00.000Z" })
    for (const closed of ["2026-09-30", "2026-12-01"])
      expect(dates("2026-10-01", closed)).toMatchObject({ problems: [{ column: "closed_at", reason: "date" }] })
  })

  test("a row without a name is a problem", () => {
    expect(read({ full_name: " ", email: "a@example.com" })).toMatchObject({
      problems: [{ column: "full_name", reason: "name" }]
    })
  })

  test.each([
    ["30", "", false],
    ["– 4 –", "", false],
    ["Summe", "", false],
    ["Gesamt: 30", "", false],
    ["Total", "total@example.com", true],
    ["4711", "a@example.com", true],
    ["Summer Gesamter", "", true],
    ["李", "", true]
  ])("a row with the name %j and the address %j is a sum, not a person, unless %p", (full_name, email, isPerson) => {
    const row = read({ full_name, email })
    expect(!isUnreadable(row)).toBe(isPerson)
    if (isUnreadable(row)) expect(row.problems).toMatchObject([{ value: full_name, reason: "name" }])
  })
})

const table = (...rows: ReadonlyArray<ReadonlyArray<string>>) =>
  propose(rows.map((cells, at) => ({ line: at + 1, cells })))

describe("the proposal of a mapping", () => {
  test.each([
    [["Vorname", "Name", "E-Mail-Adresse", "Handy", "Wohnort"], [
      "given_name",
      "family_name",
      "email",
      "phone",
      "location"
    ]],
    [["Nachname", "Vorname", "Telefon", "Beworben als", "Eingang am"], [
      "family_name",
      "given_name",
      "phone",
      "job",
      "applied_at"
    ]],
    [["Candidate Name", "Email", "Phone", "Job Title", "Date Applied"], [
      "full_name",
      "email",
      "phone",
      "job",
      "applied_at"
    ]],
    [["Nachname", "Vorname", "Mail", "Stelle", "Phase", "Quelle", "Bemerkungen"], [
      "family_name",
      "given_name",
      "email",
      "job",
      "stage",
      "source_type",
      "note"
    ]],
    [["Name", "Stelle", "Bewerbung am"], ["full_name", "job", "applied_at"]],
    [["Name", "Datum der Bewerbung"], ["full_name", "applied_at"]],
    [["Name", "Bewerbung eingegangen am"], ["full_name", "applied_at"]],
    [["Name", "Applied Date"], ["full_name", "applied_at"]],
    [["Name", "Visa status", "Status", "Entschieden am"], ["full_name", undefined, "status", "closed_at"]],
    [["Name", "Aktueller Status", "Phase"], ["full_name", "status", "stage"]],
    [["Name", "Standort", "State"], ["full_name", "location", undefined]],
    [["Name", "E-Mail privat", "Mail", "Gehalt"], ["full_name", "email", "email", undefined]]
  ])("of the header %j is %j", (header, targets) => {
    const { header_line, mapping } = table(["Liste"], header, ["x", "y", "z"])
    expect(header_line).toBe(2)
    expect(header.map((_, at) => mapping.find(({ column }) => column === at)?.to)).toEqual(targets as never)
  })

  test("of a column of words for ends is its status, whatever it is called", () => {
    const header = ["Name", "Was wurde daraus?", "Newsletter"]
    const { mapping } = table(header, ["Ada", "neu", "aktiv"], ["Bo", "Abgelehnt", "aktiv"], ["Cy", "", "aktiv"])
    expect(mapping).toEqual([{ column: 0, to: "full_name" }, { column: 1, to: "status" }])
  })

  test("without a header follows from the cells", () => {
    const { header_line, mapping } = table(["Ada Park", "ada@example.com", "+49 30 901820"], [
      "Bo Lind",
      "bo@example.com",
      ""
    ])
    expect([header_line, mapping]).toEqual([null, [{ column: 1, to: "email" }, { column: 2, to: "phone" }]])
  })
})

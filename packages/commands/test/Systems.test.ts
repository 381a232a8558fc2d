/**
 * Moving in from other systems: a folder of each, of our own making, which tells of the same people. Theirs are made in
 * test/systems.
 */
import { OrganizationId } from "@candor/domain/Id"
import { databases, type ReusableDatabase, runOn } from "@candor/sql/testing/Databases"
import { forFile } from "@candor/sql/testing/FileDatabase"
import { afterAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { candorIn, lostOf, type Told } from "./RunCandor.ts"
import { expected, type Expected } from "./systems/Expected.ts"
import * as Lever from "./systems/Lever.ts"
import { write } from "./systems/Write.ts"

const folder = mkdtempSync(join(tmpdir(), "candor-systems-"))
afterAll(() => rmSync(folder, { recursive: true }))
const within = (name: string) => join(folder, name)
const candor = candorIn(within("data"))

/** Imports a folder of a system; returns what is told. */
const imported = Effect.fnUntraced(function*(system: string, name: string, ...args: ReadonlyArray<string>) {
  const { code, stderr, stdout } = yield* candor("import", system, within(name), "--json", ...args)
  expect([code, code === 0 ? "" : stderr]).toEqual([0, ""])
  return JSON.parse(stdout) as Told
})

/** What an organization has, in lines. */
const boardOf = Effect.fnUntraced(function*(organization: OrganizationId) {
  const sql = yield* SqlClient.SqlClient
  const lines = (
    rows: Effect.Effect<ReadonlyArray<{ readonly line: string }>, unknown>
  ): Effect.Effect<ReadonlyArray<string>> =>
    Effect.orDie(Effect.map(rows, (all) => all.map(({ line }) => line).toSorted()))
  return {
    board: yield* lines(sql`
      SELECT concat_ws(', ', j.title, c.full_name, s.name || ' (' || s.type || ')', a.status, a.rejection_reason, a.source_type, to_char(a.created_at AT TIME ZONE 'UTC', 'MM-DD'), to_char(a.closed_at AT TIME ZONE 'UTC', 'MM-DD')) AS line
      FROM applications a JOIN jobs j ON j.id = a.job_id JOIN candidates c ON c.id = a.candidate_id JOIN stages s ON s.id = a.stage_id
      WHERE a.organization_id = ${organization}`),
    history: yield* lines(sql`
      SELECT concat_ws(', ', split_part(c.full_name, ' ', 1), to_char(h.entered_at AT TIME ZONE 'UTC', 'MM-DD'), h.change, h.stage_name, u.full_name) AS line
      FROM application_history h JOIN applications a ON a.id = h.application_id JOIN candidates c ON c.id = a.candidate_id LEFT JOIN users u ON u.id = h.user_id
      WHERE h.organization_id = ${organization}`),
    notes: yield* lines(sql`
      SELECT n.visibility || ', ' || u.full_name || ', ' || to_char(n.created_at AT TIME ZONE 'UTC', 'MM-DD') || ', ' || replace(n.body, chr(10), ' ') AS line
      FROM notes n JOIN users u ON u.id = n.author_id WHERE n.organization_id = ${organization}`),
    feedback: yield* lines(sql`
      SELECT concat_ws(', ', f.interview_type, f.rating, u.full_name, replace(f.body, chr(10), ' ')) AS line
      FROM interview_feedback f JOIN users u ON u.id = f.author_id WHERE f.organization_id = ${organization}`),
    interviews: yield* lines(sql`
      SELECT concat_ws(', ', i.title, i.status, to_char(i.starts_at AT TIME ZONE 'UTC', 'MM-DD HH24:MI'), i.minutes::text, i.link) AS line
      FROM interviews i WHERE i.organization_id = ${organization}`),
    files: yield* lines(sql`
      SELECT concat_ws(', ', original_filename, file_type, size_bytes::text) AS line FROM attachments WHERE organization_id = ${organization}`),
    members: yield* lines(sql`
      SELECT concat_ws(', ', full_name, role, status) AS line FROM users WHERE organization_id = ${organization}`),
    jobs: yield* lines(sql`
      SELECT concat_ws(', ', title, status, listing, code, department, location, employment_type, salary_min::text, salary_currency, description_md) AS line
      FROM jobs WHERE organization_id = ${organization}`),
    karen: yield* lines(sql`
      SELECT concat_ws(', ', full_name, primary_email, phone_numbers -> 0 ->> 'number', linkedin_url, location, university, array_to_string(tags, '+')) AS line
      FROM candidates WHERE organization_id = ${organization} AND full_name LIKE 'Karen%'`),
    answers: yield* lines(sql`
      SELECT question_text || ': ' || answer_text AS line FROM application_answers WHERE organization_id = ${organization}`)
  }
})

for (const database of databases.map((database) => forFile(database as ReusableDatabase))) {
  describe(`Moving in from other systems on ${database.name}`, () => {
    test.each<Expected>(expected)(
      "$system: board, history, notes, feedback, interviews, files and members; what has no place is told; again changes nothing",
      ({ folder: files, left, system, ...is }) =>
        runOn(database)(Effect.gen(function*() {
          write(within(system), files)
          const told = yield* imported(system, system)
          expect(yield* boardOf(OrganizationId.make(told.organization))).toEqual(is)
          expect(lostOf(told)).toEqual(left)
          expect(yield* imported(system, system)).toMatchObject({
            organization: told.organization,
            added: {},
            left: told.left
          })
          expect(readdirSync(folder).filter((name) => name.includes(".candor-"))).toEqual([])
        }))
    )

    test("--write-mapping prints what values become, and writes nothing; edited, it decides", () =>
      runOn(database)(Effect.gen(function*() {
        write(within("mapped"), Lever.files)
        const { code, stdout } = yield* candor("import", "lever", within("mapped"), "--write-mapping")
        expect(code).toBe(0)
        const mapping = JSON.parse(stdout) as { readonly [kind: string]: object }
        expect(mapping).toMatchObject({
          jobs: { published: "published" },
          stages: { "New applicant": "applied", Offer: "offer" },
          reasons: { "Lacking experience": "rejected", Withdrew: "withdrawn" },
          ratings: { "4 - Strong Hire": "strong_yes" },
          members: { "ada@example.com": "admin", "ben@example.com": "limited" },
          sources: { Indeed: "Indeed" }
        })
        const file = within("mapped.json")
        writeFileSync(
          file,
          JSON.stringify({
            ...mapping,
            organization: { name: "Acme", plan: "growth" },
            ratings: { "4 - Strong Hire": "yes" },
            reasons: { Withdrew: "rejected" },
            stages: { "Technical Talk": "interview" }
          })
        )
        const { organization } = yield* imported("lever", "mapped", "--mapping", file)
        const { board, feedback } = yield* boardOf(OrganizationId.make(organization))
        expect(board).toContain("Data Engineer, Zoë Ünal, Offer (offer), rejected, Withdrew, Indeed, 02-02, 02-21")
        expect(board).toContain("Data Engineer, Karen Jones, Technical Talk (interview), active, Indeed, 02-02")
        expect(feedback).toEqual(["Technical interview, yes, Ben Okoro, **Skills**  Knows Kafka"])
      })))

    test("a table that the pages of a system export: each row a person with an application; a row of nobody is told with its line", () =>
      runOn(database)(Effect.gen(function*() {
        write(within("table"), Lever.table)
        const told = yield* imported("lever", "table")
        const { board, karen, notes } = yield* boardOf(OrganizationId.make(told.organization))
        expect(board).toEqual([
          "Data Engineer, Karen Jones, Technical Talk (screen), active, Indeed, 02-02",
          "Data Engineer, Luis Ortega, New applicant (applied), rejected, Lacking experience, Indeed, 02-02, 02-20",
          "Recruiter, Karen Jones, New applicant (applied), active, Referral, 02-03",
          "Recruiter, Mia Chen, New applicant (applied), rejected, lever, 02-04, 02-04"
        ])
        expect(karen).toEqual([
          "Karen Jones, karen@example.com, +49 30 901820, https://www.linkedin.com/in/karen-jones, Berlin, python+sql"
        ])
        expect(notes).toContain(
          "everyone, Import from Lever, 02-02, From Lever  - Recruiter: Ada Park - Salary wish: 80000 - Posting Team: Platform"
        )
        expect(told.left).toContainEqual(["lever-export.csv, line 5: it has neither a name nor an email address", 1])
      })))

    test("a folder with damaged files is told by file and line, and what is whole is imported", () =>
      runOn(database)(Effect.gen(function*() {
        write(within("damaged"), {
          "candidates.json":
            `{"candidates": [\n{"id": "1", "name": "Karen Jones", "email": "karen@example.com"}]}\n{"candidates": [{"id": "2"`,
          "members.json": `{"members": [{"name": "Nobody"}]}`,
          "export.csv": "Name,Email\n\"Luis Ortega,luis@example.com\n",
          "picture.png": "not read",
          "attachments/9/stray.txt": "Whose?"
        })
        const { left } = yield* imported("workable", "damaged")
        expect(left.filter(([what]) => /\.(?:json|csv|png)|attachments/.test(what))).toEqual([
          ["Files in `attachments` that no record names", 1],
          ["candidates.json, line 3: it is damaged, or longer than 16 MiB", 1],
          ["export.csv, line 2: it is damaged, or longer than 16 MiB", 1],
          ["members.json, line 1, record 1: it has no id", 1],
          ["picture.png: not read, it is neither JSON nor CSV", 1]
        ])
      })))

    test("a system that is none, and a mapping of none, are refused", () =>
      runOn(database)(Effect.gen(function*() {
        const stderrOf = (...args: ReadonlyArray<string>) =>
          Effect.map(candor("import", ...args), ({ code, stderr }) => [code, stderr] as const)
        expect(yield* stderrOf("taleo", within("x"))).toEqual([1, expect.stringContaining("greenhouse, ashby, lever")])
        expect(yield* stderrOf(within("x"), "--write-mapping")).toEqual([1, expect.stringContaining("name the system")])
      })))
  })
}

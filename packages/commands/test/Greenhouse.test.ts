/** Moving in from Greenhouse. */
import { foreignId } from "@candor/commands/moving/foreign/ForeignId"
import { Candidates } from "@candor/domain/candidate/Candidates"
import { OrganizationId, UserId } from "@candor/domain/Id"
import { CurrentViewer, viewerOf } from "@candor/sql/database/Viewer"
import { databases, type ReusableDatabase, runOn } from "@candor/sql/testing/Databases"
import { forFile } from "@candor/sql/testing/FileDatabase"
import { afterAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as GreenhouseFolder from "./GreenhouseFolder.ts"
import * as GreenhouseTables from "./GreenhouseTables.ts"
import { candorIn, lostOf, type Told } from "./RunCandor.ts"

const folder = mkdtempSync(join(tmpdir(), "candor-greenhouse-"))
afterAll(() => rmSync(folder, { recursive: true }))
const within = (name: string) => join(folder, name)

const candor = candorIn(within("data"))

/** Imports the folder; returns what is told. */
const importInto = Effect.fnUntraced(function*(name: string, ...args: ReadonlyArray<string>) {
  const { code, stderr, stdout } = yield* candor("import", within(name), "--from", "greenhouse", "--json", ...args)
  expect([code, code === 0 ? "" : stderr]).toEqual([0, ""])
  return JSON.parse(stdout) as Told
})

/** What has no place with us, or another one than there. */
const left: ReadonlyArray<readonly [string, number]> = [
  ["Applications with the status deactivated: they are active", 1],
  ["Candidates who are not to be emailed: a note says so", 1],
  ["Candidates who were private: with us they are seen with their applications", 1],
  ["Candidates whom applications name, and `candidates` does not have", 1],
  ["Custom field of jobs: Cost Center", 1],
  ["Files in `attachments` that no record names", 1],
  ["Files that were not taken: it was not in the folder", 1],
  ["Files that were not taken: not everybody may see it who sees the candidate", 1],
  ["Further applications of a candidate on the same job: they refer to the one that is furthest on", 1],
  ["Hires whose time is that of the last activity", 1],
  ["Jobs that applications name, and `jobs` does not have: they are closed", 1],
  ["Jobs with the status on hold: they are closed", 1],
  ["Moves whose time is that of the last activity", 4],
  ["Offers: a note on the application has them", 1],
  ["Openings of jobs", 1],
  ["Prospects: a note on the candidate says so", 1],
  ["Scorecards with the recommendation no_decision: they are “mixed”, and say so", 1],
  ["Titles of job posts, where the job has another one", 1],
  ["Users who became deactivated members", 3],
  ["activity_feed.activities, of other kinds than moves", 1],
  ["applications.ndjson, line 16: it is damaged, or longer than 16 MiB", 1],
  ["candidates.created_at, not understood", 1],
  ["candidates.favourite_colour", 1],
  ["eeoc.json: records that are not read", 2],
  ["job_posts.questions", 1],
  ["jobs.offices.primary_contact_user_id", 3],
  ["offices.primary_contact_user_id", 1]
]

for (const database of databases.map((database) => forFile(database as ReusableDatabase))) {
  describe(`Moving in from Greenhouse on ${database.name}`, () => {
    test("a folder becomes an organization with its board, history, files and notes; what has no place is counted; again changes nothing", () =>
      runOn(database)(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        GreenhouseFolder.write(within("acme"))
        const told = yield* importInto("acme")
        expect(told.added).toMatchObject({
          job: 4,
          candidate: 13,
          application: 14,
          interview_feedback: 2,
          interview: 2,
          department: 3,
          office: 1
        })
        const organization = OrganizationId.make(told.organization)
        const lines = <A extends { readonly line: string }>(rows: Effect.Effect<ReadonlyArray<A>, unknown>) =>
          Effect.orDie(Effect.map(rows, (all) => all.map(({ line }) => line).toSorted()))
        expect(
          yield* lines(sql<{ readonly line: string }>`
          SELECT concat_ws(', ', j.title, c.full_name, s.name, a.status, a.rejection_reason, to_char(a.closed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'), CASE WHEN a.duplicate_of IS NOT NULL THEN 'earlier' END) AS line
          FROM applications a JOIN jobs j ON j.id = a.job_id JOIN candidates c ON c.id = a.candidate_id JOIN stages s ON s.id = a.stage_id
          WHERE a.organization_id = ${organization}`)
        ).toEqual([
          "Data Engineer, Karen Jones, Face to Face, active",
          "Data Engineer, Luis Ortega, Application Review, rejected, Lacking skill(s)/qualification(s), 2024-03-20",
          "Data Engineer, Person 105, Old Assessment, active",
          "Data Engineer, Person 106, Application Review, active",
          "Data Engineer, Person 107, Application Review, active",
          "Data Engineer, Person 110, Application Review, active",
          "Data Engineer, Person 111, Application Review, active",
          "Data Engineer, Person 111, Application Review, rejected, Lacking skill(s)/qualification(s), 2023-03-20, earlier",
          "Data Engineer, Zoë Ünal, Offer, withdrawn, 2024-03-22",
          "Data Engineer, anna@example.com, Hired, hired, 2024-05-20",
          "Deleted Job, Candidate 999, Phone Interview, active",
          "Head of Nothing, Person 110, Application Review, active",
          "Recruiter, Person 108, Application Review, rejected, 2024-03-22",
          "Recruiter, Person 109, Hired, hired, 2024-04-01"
        ])
        const karen = foreignId("greenhouse", "candidate", "101")
        const application = foreignId("greenhouse", "application", "201")
        expect(
          yield* lines(sql<{ readonly line: string }>`
          SELECT concat_ws(', ', to_char(h.entered_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'), h.change, h.stage_name, u.full_name) AS line
          FROM application_history h LEFT JOIN users u ON u.id = h.user_id WHERE h.application_id = ${application}`)
        )
          .toEqual([
            "2024-03-01, applied, Application Review",
            "2024-03-08, moved, Phone Interview, Ada Park",
            "2024-03-12, moved, Face to Face, Ada Park"
          ])
        expect(
          yield* sql`
          SELECT primary_email, phone_numbers -> 0 ->> 'number' AS phone, linkedin_url, website_url, university, tags FROM candidates WHERE id = ${karen}`
        ).toEqual([{
          primary_email: "karen@example.com",
          phone: "+49 30 901820",
          linkedin_url: "https://www.linkedin.com/in/karen-jones",
          website_url: "https://karen.example.com",
          university: "University of Lagos",
          tags: ["python", "ruby"]
        }])
        expect(
          yield* lines(sql<{ readonly line: string }>`
          SELECT n.visibility || ', ' || u.full_name || ', ' || replace(n.body, chr(10), ' ') AS line FROM notes n JOIN users u ON u.id = n.author_id
          WHERE n.candidate_id = ${karen} OR n.application_id = ${application}`)
        ).toEqual([
          "everyone, Ada Park, Email, from Greenhouse  - from: ada@example.com - to: karen@example.com - subject: Your application  Hello Karen",
          "everyone, Ada Park, Prefers to work from home.",
          "everyone, Import from Greenhouse, From Greenhouse  - Credited to: Gone Person - Location: Hamburg",
          expect.stringMatching(
            /From Greenhouse.*Email \(other\): no address.*Phone \(skype\): ask me.*Company: Lagos Freight.*twitter\.com\/karen.*Desired Salary: 80,000/
          ),
          "everyone, Import from Greenhouse, From Greenhouse  - File not taken (not everybody may see it who sees the candidate): offer.pdf, offer_packet, https://files.example.com/offer.pdf",
          "team, Ben Okoro, Asks for too much",
          "team, Gone Person, Careful"
        ])
        expect(
          yield* lines(sql<{ readonly line: string }>`
          SELECT concat_ws(', ', f.interview_type, f.rating, u.full_name, f.body) AS line FROM interview_feedback f JOIN users u ON u.id = f.author_id`)
        ).toEqual([
          "Face to Face, mixed, Gone Person, Overall recommendation: no decision",
          "Phone Interview, strong_no, Ben Okoro, **Key Take-Aways**\n\nKnows **Kafka**\n\n- Communication (Skills): yes; Clear"
        ])
        // Two candidates have a resume.txt: the one in the folder itself is nobody's.
        expect(yield* sql`SELECT original_filename, candidate_id, size_bytes FROM attachments ORDER BY 1`).toEqual([
          { original_filename: "cover.txt", candidate_id: null, size_bytes: 8 },
          { original_filename: "resume.txt", candidate_id: karen, size_bytes: 26 }
        ])
        expect(
          yield* lines(sql<{ readonly line: string }>`SELECT concat_ws(', ', email, role, status) AS line FROM users`)
        ).toEqual([
          "Ada@example.com, admin, active",
          "ben@example.com, limited, active",
          "greenhouse-13@import.invalid, limited, deactivated",
          "greenhouse-99@import.invalid, limited, deactivated",
          "greenhouse@import.invalid, limited, deactivated",
          "guest@example.com, limited, deactivated"
        ])
        expect(
          yield* sql`SELECT title, status, listing, employment_type, salary_min, salary_currency FROM jobs WHERE code = 'R-1'`
        )
          .toEqual([{
            title: "Data Engineer",
            status: "published",
            listing: "public",
            employment_type: "full_time",
            salary_min: 70000,
            salary_currency: "EUR"
          }])
        expect(lostOf(told)).toEqual(left)
        const again = yield* importInto("acme")
        expect(again).toMatchObject({ organization, added: {}, left: told.left })
        expect(readdirSync(folder).filter((name) => name.includes(".candor-"))).toEqual([])
      })))

    test("into an organization that is there: its members and departments are found, reasons added, users deactivated; the mapping file says otherwise", () =>
      runOn(database)(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        GreenhouseFolder.write(within("into"))
        const { stdout } = yield* candor("organizations", "create", "--name", "Acme", "--plan", "growth", "--json")
        const { id } = JSON.parse(stdout) as { readonly id: string }
        const reader = "01a00000-0000-7000-8000-000000000001"
        yield* sql`INSERT INTO users (organization_id, id, email, full_name, created_at, role) VALUES (${id}, ${reader}, 'ada.park@example.com', 'Ada', now(), 'admin')`
        yield* sql`INSERT INTO departments (organization_id, id, name, created_at, updated_at, version) VALUES (${id}, ${reader}, 'technology', now(), now(), 1)`
        const check = yield* candor("import", within("into"), "--from", "greenhouse", "--check", "--into", id)
        expect([check.code, check.stderr]).toEqual([0, ""])
        expect(yield* sql`SELECT count(*)::integer AS jobs FROM jobs`).toEqual([{ jobs: 0 }])
        const proposed = `${within("into")}.mapping.json`
        const mapping = JSON.parse(readFileSync(proposed, "utf8")) as { readonly [kind: string]: object }
        expect(mapping).toMatchObject({
          jobs: { "on hold": "closed", open: "published" },
          stages: { "Face to Face": "interview", Offer: "offer" },
          sources: { Referral: "Referral" },
          reasons: { "Took another offer": "withdrawn" },
          members: { "Ada@example.com": "ada.park@example.com", "ben@example.com": "deactivated" },
          files: { offer_packet: "left", resume: "taken" }
        })
        writeFileSync(
          proposed,
          JSON.stringify({
            ...mapping,
            members: { ...mapping["members"], "ben@example.com": "write" },
            sources: { "LinkedIn (Prospecting)": "sourcing" }
          })
        )
        const told = yield* importInto("into", "--into", id, "--mapping", proposed)
        expect(told.organization).toBe(id)
        expect(
          yield* sql`SELECT email, role, status FROM users WHERE email IN ('ada.park@example.com', 'ben@example.com', 'Ada@example.com') ORDER BY email`
        )
          .toEqual([{ email: "ada.park@example.com", role: "admin", status: "active" }, {
            email: "ben@example.com",
            role: "write",
            status: "active"
          }])
        expect(
          yield* sql`SELECT count(*)::integer AS theirs FROM team_members WHERE member_id = ${reader} AND role = 'recruiter'`
        ).toEqual([{ theirs: 3 }])
        expect(
          yield* sql`SELECT d.name, p.name AS parent FROM departments d LEFT JOIN departments p ON p.id = d.parent_id ORDER BY d.name`
        )
          .toEqual([{ name: "Data", parent: "technology" }, { name: "data (23)", parent: null }, {
            name: "technology",
            parent: null
          }])
        expect(yield* sql`SELECT DISTINCT source_type FROM applications ORDER BY 1`).toEqual([{
          source_type: "greenhouse"
        }, { source_type: "sourcing" }])
        const reasons =
          sql`SELECT one ->> 'name' AS name FROM organizations, jsonb_array_elements(rejection_reasons) one WHERE one ->> 'name' LIKE 'Lacking%'`
        expect(yield* reasons).toHaveLength(1)
        expect(yield* importInto("into", "--into", id, "--mapping", proposed)).toMatchObject({
          organization: id,
          added: {}
        })
        expect(yield* reasons).toHaveLength(1)
      })))

    test("candidates who applied for confidential jobs alone are seen by the teams of these jobs alone", () =>
      runOn(database)(Effect.gen(function*() {
        const job = (id: number, confidential: boolean) => ({ id, name: `Job ${id}`, status: "open", confidential })
        const candidate = (id: number) => ({ id, first_name: "Person", last_name: `${id}`, created_at: at(1) })
        const application = (id: number, candidate_id: number, job_id: number, more: object = {}) => ({
          id,
          candidate_id,
          jobs: [{ id: job_id, name: `Job ${job_id}` }],
          applied_at: at(id),
          status: "active",
          ...more
        })
        const at = (day: number) => `2024-03-0${day}T10:00:00Z`
        mkdirSync(within("hidden"))
        const files = {
          jobs: [job(1, false), job(2, true)],
          candidates: [1, 2, 3, 4].map(candidate),
          applications: [
            application(4, 1, 2),
            application(3, 1, 2),
            application(5, 2, 2),
            application(6, 2, 1),
            application(7, 3, 2),
            application(8, 3, 1, { prospect: true }),
            application(9, 4, 2, { prospect: true })
          ]
        }
        for (const [name, rows] of Object.entries(files))
          writeFileSync(within(`hidden/${name}.json`), JSON.stringify(rows))
        const organization = OrganizationId.make((yield* importInto("hidden")).organization)
        const nobody = UserId.make("0197f3a2-5b1c-7d4e-8f60-00000000dead")
        const seen = yield* Effect.provideService(
          (yield* Candidates).list(organization, {}, { limit: 10, offset: 0 }),
          CurrentViewer,
          viewerOf(organization, nobody, "open")
        )
        expect(seen.items.map(({ full_name }) => full_name).toSorted()).toEqual(["Person 2", "Person 3", "Person 4"])
        const sql = yield* SqlClient.SqlClient
        expect(yield* sql`SELECT body FROM notes WHERE body LIKE '%Job 2%'`).toEqual([])
      })))

    test("applications that are in their candidates become the same", () =>
      runOn(database)(Effect.gen(function*() {
        GreenhouseFolder.write(within("inside"), true)
        const told = yield* importInto("inside")
        // That of the candidate whom `candidates` does not have is nowhere, and so is its job.
        expect(told.added).toMatchObject({
          job: 3,
          candidate: 12,
          application: 13,
          attachment: 2,
          history_entry: 25,
          note: 14
        })
        const elsewhere = /^(?:applications\.ndjson|Candidates whom|Jobs that)/
        expect(lostOf(told)).toEqual(left.filter(([what]) => !elsewhere.test(what)))
      })))

    test("tables of version 3 become the same, with the stages that applications entered", () =>
      runOn(database)(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        GreenhouseTables.write(within("tables"))
        const { added, left } = yield* importInto("tables")
        expect(added).toMatchObject({
          job: 1,
          stage: 4,
          candidate: 2,
          application: 2,
          interview_feedback: 1,
          interview: 1,
          interviewer_time: 1,
          attachment: 1,
          team_member: 1,
          note: 6
        })
        expect(
          yield* sql`
          SELECT s.name, a.status, a.source_type, a.rejection_reason, j.department, j.location FROM applications a JOIN stages s ON s.id = a.stage_id JOIN jobs j ON j.id = a.job_id ORDER BY a.status`
        )
          .toEqual([
            {
              name: "Phone",
              status: "active",
              source_type: "Indeed",
              rejection_reason: null,
              department: "Data",
              location: "Hamburg, Germany"
            },
            {
              name: "Offer",
              status: "rejected",
              source_type: "greenhouse",
              rejection_reason: "No fit",
              department: "Data",
              location: "Hamburg, Germany"
            }
          ])
        expect(
          yield* sql`SELECT change, stage_name, to_char(entered_at AT TIME ZONE 'UTC', 'DD') AS day FROM application_history ORDER BY entered_at, change`
        ).toEqual([
          { change: "applied", stage_name: "Application Review", day: "01" },
          { change: "applied", stage_name: "Application Review", day: "01" },
          { change: "moved", stage_name: "Phone", day: "03" },
          { change: "moved", stage_name: "Offer", day: "04" },
          { change: "rejected", stage_name: "Offer", day: "08" }
        ])
        expect(yield* sql`SELECT interview_type, rating, body FROM interview_feedback`)
          .toEqual([{ interview_type: "Phone Screen", rating: "strong_no", body: "**Key Take-Aways**\n\nKnows Kafka" }])
        expect(yield* sql`SELECT body FROM notes WHERE visibility = 'team' ORDER BY body`).toEqual([{
          body: "Too dear"
        }, { body: "Works from home" }])
        expect(lostOf({ left })).toEqual([])
      })))

    test("a mapping file that is wrong is refused with what is wrong, and so is one without a system", () =>
      runOn(database)(Effect.gen(function*() {
        GreenhouseFolder.write(within("wrong"))
        const file = within("wrong.json")
        writeFileSync(file, JSON.stringify({ stages: { Offer: "offered" } }))
        expect(yield* candor("import", within("wrong"), "--from", "greenhouse", "--mapping", file)).toMatchObject({
          code: 1,
          stderr: expect.stringContaining("Offer")
        })
        expect(yield* candor("import", within("wrong"), "--mapping", file)).toMatchObject({
          code: 1,
          stderr: expect.stringContaining("name the system")
        })
        expect(yield* candor("import", within("nothing"), "--from", "greenhouse")).toMatchObject({
          code: 1,
          stderr: expect.stringContaining("cannot be read")
        })
      })))
  })
}

import { ApplicationAnswer } from "@candor/domain/application/ApplicationAnswer"
import { Attachment } from "@candor/domain/attachment/Attachment"
import { ApiKeys } from "@candor/domain/authentication/ApiKeys"
import * as ApiKeyText from "@candor/domain/authentication/ApiKeyText"
import { BoardState } from "@candor/domain/board/Board"
import { contrastOf, readableContrast } from "@candor/domain/board/Color"
import { AiProfile } from "@candor/domain/candidate/AiProfile"
import { CandidateState, noun } from "@candor/domain/candidate/Candidate"
import { absent } from "@candor/domain/Noun"
import { FeedbackState } from "@candor/domain/feedback/InterviewFeedback"
import { JobFormState } from "@candor/domain/form/JobForm"
import { problemsForGoogle } from "@candor/domain/job/GoogleProblems"
import { JobState } from "@candor/domain/job/Job"
import { Jobs } from "@candor/domain/job/Jobs"
import { NoteState } from "@candor/domain/note/Note"
import { ScorecardState } from "@candor/domain/scorecard/Scorecard"
import { ProspectState } from "@candor/domain/sourcing/Prospect"
import * as DataSet from "@candor/sql/demo/DataSet"
import * as Demo from "@candor/sql/demo/Demo"
import * as Interviews from "@candor/sql/demo/Interviews"
import * as Scorecards from "@candor/sql/demo/Scorecards"
import * as Shift from "@candor/sql/demo/Shift"
import { day, minute, today } from "@candor/sql/demo/Times"
import { Timestamp } from "@candor/domain/Timestamp"
import { beforeAll, describe, expect, test } from "bun:test"
import { Effect, Logger, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import * as NoContents from "./NoContents.ts"

const rows = DataSet.make()
const both = [rows.northwind, rows.saltAndRye]
const tables = Object.keys(rows.northwind)

/** The rows that the demo has of a table: each scorecard has feedback as well. */
const countOf = (table: string): number =>
  both.reduce(
    (sum, one) =>
      sum + one[table as keyof typeof one].length + (table === "interview_feedback" ? one.scorecards.length : 0),
    0
  )

/** What is in every table that the demo fills, but the keys. */
const digests = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  return yield* Effect.forEach(tables, (table) =>
    sql<{ name: string; count: number; digest: string | null }>`
      SELECT ${table}::text AS name, count(*)::integer AS count, md5(string_agg(t::text, '' ORDER BY t::text)) AS digest
      FROM ${sql(table)} t
    `.pipe(Effect.map((found) => found[0]!)))
})

const keyCount = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    Effect.map(sql<{ count: number }>`SELECT count(*)::integer AS count FROM api_keys`, (found) => found[0]!.count)
)

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`The demo on ${database.name}`, () => {
    describe("that is loaded", () => {
      /** What these tests look at, of one load. */
      const look = Effect.gen(function*() {
        const said: Array<string> = []
        const { keys, organization_id } = yield* Demo.load.pipe(
          Effect.provide(Logger.layer([Logger.make<unknown, void>(({ message }) => said.push(String(message)))]))
        )
        const jobs = yield* Jobs
        const page = yield* jobs.list(organization_id, {}, { limit: 100, offset: 0 })
        const details = yield* Effect.forEach(page.items, (job) => jobs.get(organization_id, job.id))
        const sql = yield* SqlClient.SqlClient
        const organizations = yield* sql`
          SELECT plan, published_jobs, publish_limit, (
            SELECT count(*)::integer FROM jobs j WHERE j.organization_id = o.id AND j.status = 'published'
          ) AS counted FROM organizations o ORDER BY created_at
        `
        const apiKeys = yield* ApiKeys
        const admitted = yield* Effect.forEach(Object.entries(keys), ([name, text]) =>
          Effect.gen(function*() {
            const parsed = Option.getOrThrow(ApiKeyText.parse(text))
            const { principal } = Option.getOrThrow(yield* apiKeys.authenticate(parsed, 1000))
            return [name, {
              own: principal.organization.id === organization_id,
              user: principal.user.full_name,
              scope: principal.api_key.scope
            }]
          }))
        const before = { rows: yield* digests, keys: yield* keyCount }
        const refused = yield* Effect.flip(Demo.load)
        const after = { rows: yield* digests, keys: yield* keyCount }
        const renewed = Option.getOrThrow(yield* Demo.renew)
        return {
          access: { keys, organization_id },
          digests: before.rows,
          details,
          organizations,
          admitted: Object.fromEntries(admitted),
          second: { before, refused, after },
          renewed,
          said
        }
      })
      let loaded: Effect.Success<typeof look>
      beforeAll(async () => {
        loaded = await run(Effect.provide(look, NoContents.layer))
      })

      test("has every row that was generated", () => {
        const stored = Object.fromEntries(loaded.digests.map(({ count, name }) => [name, count]))
        const generated = Object.fromEntries(tables.map((table) => [table, countOf(table)]))
        expect(stored).toEqual(generated)
      })

      test("says how far it is", () => {
        const all = tables.map(countOf).reduce((sum, count) => sum + count, 0) +
          both.reduce((sum, { interviews }) => sum + Interviews.scheduled(interviews, 0).times.length, 0)
        expect(loaded.said).toEqual(
          [`${all} rows`, "25 %", "50 %", "75 %", "100 %"].map((text) => `Loading the demo: ${text}`)
        )
      })

      test("has jobs that the domain knows, whose stage counts add up", () => {
        expect(loaded.details.filter((job) => !Schema.is(JobState)(job))).toEqual([])
        const counted = loaded.details.flatMap((job) => job.stages).reduce(
          (sum, stage) => sum + stage.application_count,
          0
        )
        expect(counted).toBe(rows.northwind.applications.length)
      })

      test("counts its published jobs right, within the plan's limit", () => {
        expect(loaded.organizations).toEqual([
          { plan: "growth", published_jobs: 9, publish_limit: 25, counted: 9 },
          { plan: "free", published_jobs: 1, publish_limit: 1, counted: 1 }
        ])
      })

      test("has keys that each act as their user with their scope", () => {
        expect(loaded.admitted).toEqual({
          admin: { own: true, user: "Maya Lindqvist", scope: "admin" },
          write: { own: true, user: "Maya Lindqvist", scope: "write" },
          read: { own: true, user: "Maya Lindqvist", scope: "read" },
          other_author: { own: true, user: "Tobias Okafor", scope: "write" },
          other_organization: { own: false, user: "Elena Marchetti", scope: "admin" }
        })
      })

      test("is not loaded a second time: that is refused and changes nothing", () => {
        const { after, before, refused } = loaded.second
        expect(refused).toBeInstanceOf(Demo.DemoAlreadyLoaded)
        expect(after).toEqual(before)
      })

      test("gets new keys", () => {
        const { access, renewed } = loaded
        expect(renewed.organization_id).toBe(access.organization_id)
        expect(new Set([access, renewed].flatMap(({ keys }) => Object.values(keys))).size).toBe(10)
      })
    })

    test("none is there: no new keys are made for it", async () => {
      expect(await run(Effect.provide(Demo.renew, NoContents.layer))).toEqual(Option.none())
    })
  })
}

const refused = (schema: Schema.Top, table: ReadonlyArray<object>) => table.filter((row) => !Schema.is(schema)(row))

/** All times of rows but the ends of postings. */
const timesOf = (one: DataSet.OrganizationRows) =>
  Object.values(one).flatMap((table) => Shift.rows<object>(table, 0))
    .flatMap((row) =>
      Object.entries(row).flatMap(([column, value]) => column === "valid_through" ? [] : [value as unknown])
    )
    .filter((value): value is string => Schema.is(Timestamp)(value)).map((time) => Date.parse(time))

describe("The demo's rows", () => {
  test("on the day of a load, none is in the future, and the latest is of the last day", async () => {
    const latest = Math.max(...both.flatMap(timesOf))
    for (const hour of [0, 4, 5, 12, 23]) {
      const now = Date.UTC(2031, 4, 17, hour)
      const moved = latest +
        (await Effect.runPromise(
            Effect.provide(Effect.andThen(TestClock.setTime(now), Shift.days), TestClock.layer())
          )) * day
      expect(moved).toBeLessThanOrEqual(now)
      expect(moved).toBeGreaterThan(now - day - 60 * minute)
    }
  })

  test("each job that people apply to has new applicants, some who wait too long, and none after it was closed", () => {
    const { applications, jobs } = rows.northwind
    const daysSince = (time: string) => (today - Date.parse(time)) / day
    const of = (job: { readonly id: string }) => applications.filter(({ job_id }) => job_id === job.id)
    const open = jobs.filter(({ status }) => status === "published")
    const fresh = open.map((job) => of(job).filter(({ created_at }) => daysSince(created_at) < 7).length)
    expect(fresh.toSorted((a, b) => b - a)[1]).toBeGreaterThanOrEqual(5)
    expect(fresh).not.toContain(0)
    const waiting =
      applications.filter(({ status, updated_at }) => status === "active" && daysSince(updated_at) >= 14).length
    const active = applications.filter(({ status }) => status === "active").length
    expect(waiting).toBeGreaterThan(5)
    expect(waiting).toBeLessThan(active / 4)
    expect(
      jobs.filter(({ status }) => status === "closed").flatMap(of).filter(({ closed_at }) =>
        closed_at === null || daysSince(closed_at) < 30
      )
    ).toEqual([])
  })

  test("what happens to an application is between its beginning and its end", () => {
    for (const { application_history, applications, interview_feedback, notes } of both) {
      const ends = new Map(
        applications.map(({ closed_at, created_at, id }) => [id, [created_at, closed_at ?? "9"] as const])
      )
      const outside = (id: string, ...times: ReadonlyArray<string>) => {
        const [begin, end] = ends.get(id)!
        return times.some((time) => time < begin || time > end)
      }
      expect(application_history.filter(({ application_id, entered_at }) => outside(application_id, entered_at)))
        .toEqual([])
      expect(
        notes.filter(({ application_id, created_at, updated_at }) =>
          outside(application_id, created_at) || updated_at < created_at
        )
      ).toEqual([])
      expect(
        interview_feedback.filter(({ application_id, created_at, submitted_at }) =>
          outside(application_id, created_at) || submitted_at < created_at
        )
      ).toEqual([])
    }
  })

  test("the careers site is online, and Google misses one thing of one job", () => {
    const { boards: [board], board_slugs: [address], job_forms: [form], jobs } = rows.northwind
    const { organization_id, ...shown } = board!
    expect(Schema.is(BoardState)({ id: organization_id, ...shown })).toBe(true)
    expect(address).toEqual({ slug: shown.slug, owner_id: organization_id })
    expect(contrastOf(shown.color!).on_white).toBeGreaterThanOrEqual(readableContrast)
    const { organization_id: _, ...asked } = form!
    expect(Schema.is(JobFormState)(asked)).toBe(true)
    const published = jobs.filter(({ status }) => status === "published")
    expect(published.map(({ id }) => id)).toContain(form!.id)
    const problems = published.flatMap((job) =>
      problemsForGoogle({ is_confidential: false, listing: "public", remote_regions: [], ...job }).map((
        { field }
      ) => [job.title, field])
    )
    expect(problems).toEqual([["People Operations Partner", "salary_min"]])
  })

  test("they are what the domain would have accepted", () => {
    for (const one of both) {
      expect(
        refused(
          CandidateState,
          one.candidates.map((row) => ({ ...absent(noun), ...row, erasure_request: null, anonymised_at: null }))
        )
      ).toEqual([])
      expect(refused(AiProfile, one.ai_profiles.map((row) => ({ ...row, is_current: true })))).toEqual([])
      expect(
        refused(
          ApplicationAnswer,
          one.application_answers.map((row) => ({ ...row, question_id: null, type: null, value: null }))
        )
      ).toEqual([])
      expect(refused(Attachment, one.attachments)).toEqual([])
      expect(
        refused(
          NoteState,
          one.notes.map((row) => ({
            ...row,
            visibility: "everyone",
            mentioned_member_ids: [],
            unseen_by: [],
            external_ids: []
          }))
        )
      ).toEqual([])
      expect(
        refused(FeedbackState, one.interview_feedback.map((row) => ({ ...row, external_ids: [], scorecard_id: null })))
      ).toEqual([])
      expect(
        refused(ScorecardState, Scorecards.submitted(one.scorecards, one.scorecard_templates[0]?.created_at ?? ""))
      ).toEqual([])
      expect(refused(ProspectState, one.prospects.map((row) => ({ ...row, external_ids: [] })))).toEqual([])
    }
  })
})

import { AiProfile } from "@candor/domain/profile/AiProfile"
import * as ApiKeyText from "@candor/domain/access/ApiKeyText"
import { ApiKeys } from "@candor/domain/access/ApiKeys"
import { ApplicationAnswer } from "@candor/domain/application/ApplicationAnswer"
import { Attachment } from "@candor/domain/attachment/Attachment"
import { CandidateState } from "@candor/domain/candidate/Candidate"
import { FeedbackState } from "@candor/domain/feedback/InterviewFeedback"
import { JobState } from "@candor/domain/job/Job"
import { Jobs } from "@candor/domain/job/Jobs"
import { LinkedInUrl } from "@candor/domain/candidate/LinkedInUrl"
import { NoteState } from "@candor/domain/note/Note"
import { Organizations } from "@candor/domain/organization/Organizations"
import { ProspectState } from "@candor/domain/sourcing/Prospect"
import * as DataSet from "@candor/sql/demo/DataSet"
import * as Demo from "@candor/sql/demo/Demo"
import { beforeAll, describe, expect, test } from "bun:test"
import { Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"

const rows = DataSet.make()
const both = [rows.northwind, rows.saltAndRye]
const tables = Object.keys(rows.northwind)

/** What is in every table that the demo fills, but the keys. */
const digests = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  return yield* Effect.forEach(tables, (table) =>
    sql<{ name: string; count: number; digest: string | null }>`
      SELECT ${table}::text AS name, count(*)::integer AS count, md5(string_agg(t::text, '' ORDER BY t::text)) AS digest
      FROM ${sql(table)} t
    `.pipe(Effect.map((found) => found[0]!)))
})

const keyCount = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql<{ count: number }>`SELECT count(*)::integer AS count FROM api_keys`, (found) => found[0]!.count))

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`The demo on ${database.name}`, () => {
    describe("that is loaded", () => {
      /** What these tests look at, of one load. */
      const look = Effect.gen(function*() {
        const { keys, organization_id } = yield* Demo.load
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
            const { principal } = Option.getOrThrow(yield* apiKeys.admit(parsed, 1000))
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
          renewed
        }
      })
      let loaded: Effect.Success<typeof look>
      beforeAll(async () => {
        loaded = await run(look)
      })

      test("has every row that was generated", () => {
        const stored = Object.fromEntries(loaded.digests.map(({ count, name }) => [name, count]))
        const generated = Object.fromEntries(
          tables.map((table) => [table, both.reduce((sum, one) => sum + one[table as keyof typeof one].length, 0)])
        )
        expect(stored).toEqual(generated)
      })

      test("has jobs that the domain knows, whose stage counts add up", () => {
        expect(loaded.details.filter((job) => !Schema.is(JobState)(job))).toEqual([])
        const counted = loaded.details.flatMap((job) => job.stages).reduce((sum, stage) => sum + stage.application_count, 0)
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

      test("is loaded into another database with the same rows and other keys; of two loads at once, one is refused", async () => {
        const other = await run(Effect.gen(function*() {
          const [loads, refusals] = yield* Effect.partition([1, 2], () => Demo.load, { concurrency: 2 })
          return { loads, refusals, digests: yield* digests, keys: yield* keyCount }
        }))
        expect([other.loads.length, other.keys]).toEqual([1, 5])
        expect(other.refusals).toEqual([new Demo.DemoAlreadyLoaded()])
        expect(other.digests).toEqual(loaded.digests)
        const [second] = other.loads
        expect(second!.organization_id).toBe(loaded.access.organization_id)
        expect(new Set([loaded.access, second!].flatMap(({ keys }) => Object.values(keys))).size).toBe(10)
      })
    })

    test("where only one of its organizations is there, a load is refused as a whole", () =>
      run(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { rejection_reasons: _, ...half } = rows.saltAndRye.organizations[0]!
        yield* sql`INSERT INTO organizations ${sql.insert({ ...half, published_jobs: 0 })}`
        expect(yield* Effect.flip(Demo.load)).toBeInstanceOf(Demo.DemoAlreadyLoaded)
        const left = yield* (yield* Organizations).list
        expect(left.map(({ name }) => name)).toEqual(["Salt & Rye Bakery"])
        expect(yield* keyCount).toBe(0)
      })))

    test("none is there: no new keys are made for it", async () => {
      expect(await run(Demo.renew)).toEqual(Option.none())
    })
  })
}

const refused = (schema: Schema.Top, table: ReadonlyArray<object>) =>
  table.filter((row) => !Schema.is(schema)(row))

describe("The demo's rows", () => {
  test("they are as many as a tour needs", () => {
    const { northwind, saltAndRye } = rows
    expect(northwind.jobs.length).toBeGreaterThanOrEqual(12)
    expect(new Set(northwind.jobs.map((job) => job.status))).toEqual(new Set(["published", "closed", "draft"]))
    expect(northwind.candidates.length).toBe(400)
    expect(northwind.applications.length).toBe(600)
    expect(northwind.sourcing_searches.length).toBe(3)
    expect(northwind.prospects.length).toBe(150)
    expect(new Set(northwind.prospects.map((prospect) => prospect.status)).size).toBe(2)
    expect(new Set(northwind.notes.map((note) => note.author_id)).size).toBe(2)
    expect(new Set(northwind.ai_profiles.map(({ status }) => status))).toEqual(new Set(["completed", "failed", "pending"]))
    expect(northwind.application_answers.length).toBeGreaterThan(600)
    expect(northwind.attachments.length).toBeGreaterThan(400)
    expect(saltAndRye.jobs.map((job) => job.status)).toEqual(["published", "draft"])
    expect(saltAndRye.candidates.length).toBe(10)
    expect(saltAndRye.applications.length).toBe(12)
    expect(saltAndRye.prospects.length).toBe(5)
    expect(saltAndRye.notes.length).toBeGreaterThan(0)
    expect(saltAndRye.interview_feedback.length).toBeGreaterThan(0)
  })

  test("they are what the domain would have accepted", () => {
    for (const one of both) {
      expect(refused(CandidateState, one.candidates.map((row) => ({ ...row, tags: [], anonymised_at: null })))).toEqual([])
      expect(refused(AiProfile, one.ai_profiles.map((row) => ({ ...row, is_current: true })))).toEqual([])
      expect(refused(ApplicationAnswer, one.application_answers)).toEqual([])
      expect(refused(Attachment, one.attachments)).toEqual([])
      expect(refused(NoteState, one.notes)).toEqual([])
      expect(refused(FeedbackState, one.interview_feedback)).toEqual([])
      expect(refused(ProspectState, one.prospects)).toEqual([])
    }
  })

  test("LinkedIn URLs are in the one form, and some are unknown", () => {
    const urls = both.flatMap(({ candidates, prospects }) => [...candidates, ...prospects]).map((row) => row.linkedin_url)
    const known = urls.filter((url) => url !== null)
    expect(known.map((url) => Schema.decodeSync(LinkedInUrl)(url))).toEqual(known)
    expect(known.length).toBeLessThan(urls.length)
    expect(known.length).toBeGreaterThan(urls.length * 0.8)
  })

  test("every application's history ends in its present stage and status", () => {
    for (const { application_history, applications } of both) {
      const last = new Map(application_history.map((entry) => [entry.application_id, entry]))
      const present = applications.map(({ id, rejection_reason, stage_id, status, updated_at }) =>
        ({ id, rejection_reason, stage_id, status, updated_at }))
      expect(present).toEqual(applications.map(({ id }) => {
        const { entered_at, rejection_reason, stage_id, status } = last.get(id)!
        return { id, rejection_reason, stage_id, status, updated_at: entered_at }
      }))
    }
  })

  test("every application is in a stage of its own job", () => {
    const jobOf = new Map(both.flatMap(({ stages }) => stages).map((stage) => [stage.id, stage.job_id]))
    const astray = both.flatMap(({ applications }) => applications).filter((row) => jobOf.get(row.stage_id) !== row.job_id)
    expect(astray).toEqual([])
  })

  test("ids are UUIDs of version 7 that rise with created_at, none of it in the demo's future", () => {
    for (const table of both.flatMap((one) => [one.jobs, one.candidates, one.applications, one.notes, one.prospects])) {
      const byTime = table.toSorted((a, b) => a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : a.id < b.id ? -1 : 1)
      const ids = byTime.map(({ id }) => id)
      expect(ids).toEqual(ids.toSorted())
      expect(new Set(ids).size).toBe(table.length)
      expect(ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toEqual([])
      expect(table.filter((row) => row.updated_at > "2026-10-30T17:00:00.000Z" || row.updated_at < row.created_at)).toEqual([])
    }
  })

  test("the organizations' ids stay what they have always been", () => {
    expect(both.map(({ organizations }) => organizations[0]!.id)).toEqual([
      "019981d1-4680-7000-bed8-2565d2905dce",
      "019b84cd-3680-7000-aebc-6c5808f5dfea"
    ])
  })
})

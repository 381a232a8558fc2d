/** Jobs with many applications, and the number of their stored rows. */
import type { Actor } from "@candor/domain/access/Actor"
import { ApplicationId, CandidateId, FeedbackId, NoteId } from "@candor/domain/Id"
import * as Job from "@candor/domain/job/Job"
import { Jobs } from "@candor/domain/job/Jobs"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { unchecked } from "./Unchecked.ts"

/**
 * The number of rows for each application in `addApplications`: its own, an answer, an attachment, feedback and a note.
 */
export const rowsOfOne = 5

const Made = Schema.Struct({ id: ApplicationId, candidate_id: CandidateId, note_id: NoteId, feedback_id: FeedbackId })

/**
 * Adds applications of new candidates to the job's first stage, newer than any other. Only the first ten have
 * an address, and their texts have no words, because the search indexes would take most of the time.
 */
export const addApplications = Effect.fn("addApplications")(function*(
  { organization_id, user_id }: Pick<Actor, "organization_id" | "user_id">,
  job: Pick<Job.JobState, "id" | "stages">,
  count: number
) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* unchecked(sql`
    WITH made AS MATERIALIZED (
      SELECT n, now() + n * interval '1 minute' AS created_at, gen_random_uuid() AS id, gen_random_uuid() AS candidate_id,
        gen_random_uuid() AS note_id, gen_random_uuid() AS feedback_id
      FROM generate_series(1, ${count}::integer) n
    ), candidates_made AS (
      INSERT INTO candidates (organization_id, id, full_name, primary_email, version, created_at, updated_at)
      SELECT ${organization_id}::uuid, candidate_id, '-', CASE WHEN n <= 10 THEN n || '@x.org' END, 1, created_at,
        created_at FROM made
    ), applications_made AS (
      INSERT INTO applications (organization_id, id, job_id, candidate_id, stage_id, source_type, version, created_at, updated_at)
      SELECT ${organization_id}::uuid, id, ${job.id}::uuid, candidate_id, ${
    job.stages[0]!.id
  }::uuid, 'api', 1, created_at,
        created_at FROM made
    ), answers AS (
      INSERT INTO application_answers (organization_id, application_id, id, question_text, answer_text, order_index)
      SELECT ${organization_id}::uuid, id, gen_random_uuid(), '-', '-', 0 FROM made
    ), attachments_made AS (
      INSERT INTO attachments (organization_id, application_id, id, file_type, original_filename, created_at)
      SELECT ${organization_id}::uuid, id, gen_random_uuid(), 'resume', 'cv.pdf', created_at FROM made
    ), feedback AS (
      INSERT INTO interview_feedback (organization_id, application_id, id, author_id, interview_type, rating, body, version,
        created_at, submitted_at, updated_at)
      SELECT ${organization_id}::uuid, id, feedback_id, ${user_id}::uuid, 'onsite', 'yes', '-', 1, created_at, created_at,
        created_at FROM made
    ), notes_made AS (
      INSERT INTO notes (organization_id, application_id, id, author_id, body, version, created_at, updated_at)
      SELECT ${organization_id}::uuid, id, note_id, ${user_id}::uuid, '-', 1, created_at, created_at FROM made
    )
    SELECT id, candidate_id, note_id, feedback_id FROM made ORDER BY n
  `)
  return yield* Schema.decodeUnknownEffect(Schema.Array(Made))(rows)
}, Effect.orDie)

const ofApplications = [
  "application_answers",
  "application_history",
  "attachments",
  "interview_feedback",
  "notes"
] as const

/** Returns the number of rows in each table for the job, and for applications that were made for it. */
export const storedRows = Effect.fn("storedRows")(function*(
  job: Pick<Job.JobState, "id">,
  applications: ReadonlyArray<{ readonly id: ApplicationId }>
) {
  const sql = yield* SqlClient.SqlClient
  const ids = applications.map(({ id }) => id)
  const count = (table: string, column: string, values: ReadonlyArray<string>) =>
    Effect.map(
      sql<{ rows: number }>`
        SELECT count(*)::integer AS rows FROM ${sql(table)} WHERE ${sql(column)} = ANY (${values}::uuid[])`,
      ([row]) => [table, row!.rows] as const
    )
  return Object.fromEntries(
    yield* Effect.all([
      count("jobs", "id", [job.id]),
      count("stages", "job_id", [job.id]),
      count("applications", "job_id", [job.id]),
      ...ofApplications.map((table) => count(table, "application_id", ids))
    ])
  )
}, Effect.orDie)

/** The result of `storedRows` when nothing is left. */
export const noRows = {
  jobs: 0,
  stages: 0,
  applications: 0,
  application_answers: 0,
  application_history: 0,
  attachments: 0,
  interview_feedback: 0,
  notes: 0
}

/** Makes a new job of five stages with this many applications. */
export const jobWith = Effect.fn("jobWith")(function*(actor: Actor, title: string, count: number) {
  const job = yield* (yield* Jobs).create(actor, title, (taken, context) => Job.create({ title }, taken, context))
  return { job, applications: yield* addApplications(actor, job, count) }
}, Effect.orDie)

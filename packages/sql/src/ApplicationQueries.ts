/** The parts of the queries for applications that several of them have. */
import { iso } from "./Types.ts"

/** A stage `s` as JSON, with its job. */
export const stageOfJob = `json_build_object('id', s.id, 'name', s.name, 'order_index', s.order_index, 'job_id', s.job_id)`

/** A job `j` as an application shows it. */
export const jobShown = "json_build_object('id', j.id, 'title', j.title, 'department', j.department, 'location', j.location)"

/** A candidate `c`, with these pairs besides. */
export const candidateShown = (more = ""): string =>
  `json_build_object('id', c.id, 'full_name', c.full_name, 'primary_email', c.primary_email,
    'linkedin_url', c.linkedin_url, 'website_url', c.website_url, 'github_url', c.github_url,
    'years_experience', c.years_experience, 'university', c.university${more})`

/** An AI profile of the table with this alias. */
export const profileShown = (alias: string): string =>
  `json_build_object('status', ${alias}.status, 'summary', ${alias}.summary, 'extracted_json', ${alias}.extracted_json)`

/** A list of JSON objects, of rows that belong to the application `a`; empty where there are none. */
const listOf = (table: string, object: string, order: string, owner = "x.application_id = a.id"): string =>
  `(SELECT coalesce(json_agg(${object} ORDER BY ${order}), '[]')
    FROM ${table} x WHERE x.organization_id = a.organization_id AND ${owner})`

/** Everything that is shown of an application `a`, but for when it was made. */
const shown = `
  a.id, a.stage_id, a.source_type,
  ${candidateShown()} AS candidate,
  json_build_object('id', s.id, 'name', s.name, 'order_index', s.order_index) AS stage,
  ${jobShown} AS job,
  ${
  listOf(
    "ai_profiles",
    profileShown("x"),
    "x.created_at DESC, x.id DESC",
    "x.candidate_id = a.candidate_id"
  )
} AS ai_profiles,
  ${
  listOf(
    "notes",
    `json_build_object('id', x.id, 'body', x.body, 'created_at', ${iso("x.created_at")},
      'updated_at', ${iso("x.updated_at")})`,
    "x.created_at DESC, x.id DESC"
  )
} AS notes,
  ${
  listOf(
    "interview_feedback",
    `json_build_object('id', x.id, 'interview_type', x.interview_type, 'rating', x.rating, 'body', x.body,
      'created_at', ${iso("x.created_at")}, 'submitted_at', ${iso("x.submitted_at")})`,
    "x.created_at DESC, x.id DESC"
  )
} AS interview_feedback,
  ${
  listOf(
    "attachments",
    "json_build_object('id', x.id, 'file_type', x.file_type, 'original_filename', x.original_filename)",
    "x.created_at DESC, x.id DESC"
  )
} AS attachments,
  ${
  listOf(
    "application_answers",
    "json_build_object('id', x.id, 'question_text', x.question_text, 'answer_text', x.answer_text)",
    "x.order_index"
  )
} AS application_answers`

/** An application `a` with all that belongs to it. */
const source = `
  applications a
  JOIN candidates c ON c.organization_id = a.organization_id AND c.id = a.candidate_id
  JOIN stages s ON s.organization_id = a.organization_id AND s.job_id = a.job_id AND s.id = a.stage_id
  JOIN jobs j ON j.organization_id = a.organization_id AND j.id = a.job_id`

/** An application as decisions see it; the caller adds the condition. */
export const applicationState = `${shown}, a.created_at, a.version FROM ${source}`

/** An application as it is shown; the caller adds the condition. */
export const applicationDetail = `${shown}, ${iso("a.created_at")} AS created_at FROM ${source}`

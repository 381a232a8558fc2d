/**
 * The fields of the operations in the specification (parts 2 and 4), by hand. All others are compared with the OpenAPI
 * document.
 */
import {
  boolean,
  dateTime,
  email,
  integer,
  json,
  list,
  nullable,
  number,
  object,
  oneOf,
  type Shape,
  text,
  uuid,
  withMore
} from "../harness/Shapes.ts"
import type { Name } from "./operations.ts"

const externalIds = list(object({ system: text, id: text }))

const stage = {
  id: uuid,
  name: text,
  type: oneOf("applied", "screen", "interview", "offer", "hired"),
  order_index: integer
}

const jobDetail = {
  id: uuid,
  title: text,
  status: oneOf("published", "draft", "closed"),
  department: nullable(text),
  location: nullable(text),
  employment_type: nullable(oneOf("full_time", "part_time", "contract", "temporary", "internship", "other")),
  public_slug: nullable(text),
  created_at: dateTime,
  updated_at: dateTime,
  description_md: nullable(text),
  show_salary: boolean,
  salary_currency: nullable(text),
  salary_timeframe: nullable(oneOf("hour", "day", "week", "month", "year")),
  salary_min: nullable(number),
  salary_max: nullable(number),
  stages: list(object({ ...stage, candidate_label: nullable(text), application_count: integer }))
}

const candidateSubset = { id: uuid, full_name: text, primary_email: email, linkedin_url: nullable(text) }

const candidate = {
  ...candidateSubset,
  website_url: nullable(text),
  github_url: nullable(text),
  years_experience: nullable(integer),
  university: nullable(text)
}

const application = {
  id: uuid,
  stage_id: uuid,
  source_type: text,
  external_ids: externalIds,
  status: oneOf("active", "rejected", "withdrawn", "hired"),
  rejection_reason: nullable(text),
  created_at: dateTime,
  updated_at: dateTime,
  closed_at: nullable(dateTime),
  applied_again_at: nullable(dateTime),
  duplicate_of: nullable(uuid),
  candidate: object(candidateSubset),
  stage: object(stage),
  job: object({ id: uuid, title: text })
}

const author = object({ id: uuid, full_name: text })
const note = object({
  id: uuid,
  body: text,
  visibility: oneOf("everyone", "team"),
  external_ids: externalIds,
  mentioned_member_ids: list(uuid),
  author,
  created_at: dateTime,
  updated_at: dateTime
})

const feedback = object({
  id: uuid,
  interview_type: text,
  rating: oneOf("strong_no", "no", "mixed", "yes", "strong_yes"),
  body: text,
  scorecard_id: nullable(uuid),
  external_ids: externalIds,
  author,
  created_at: dateTime,
  submitted_at: dateTime
})

const aiProfile = object({
  id: uuid,
  is_current: boolean,
  status: oneOf("pending", "processing", "completed", "failed", "superseded"),
  summary: nullable(text),
  extracted_json: nullable(json)
})

const applicationDetail = {
  withdrawal_handled_at: nullable(dateTime),
  ...application,
  candidate: object(candidate),
  job: object({ id: uuid, title: text, department: nullable(text), location: nullable(text) }),
  prospect_id: nullable(uuid),
  ai_profiles: list(aiProfile),
  notes: list(note),
  interview_feedback: list(feedback),
  candidate_match: nullable(oneOf("found", "new")),
  unapplied: list(object({ field: text, value: text, reason: oneOf("unrecognized", "differs") })),
  attachments: list(object({ id: text, file_type: text, original_filename: text })),
  application_answers: list(withMore({ id: text, question_text: text, answer_text: text }))
}

const prospect = object({
  id: uuid,
  full_name: text,
  current_title: nullable(text),
  current_company: nullable(text),
  linkedin_url: nullable(text),
  email: nullable(email),
  location: nullable(text),
  years_experience: nullable(integer),
  summary: nullable(text),
  external_ids: externalIds,
  status: oneOf("discovered", "shortlisted"),
  pipeline_stage: oneOf("not_contacted", "contacted", "replied", "interested", "not_interested", "converted"),
  candidate_id: nullable(uuid),
  application_id: nullable(uuid),
  created_at: dateTime
})

const pages = {
  pagination: object({ limit: integer, offset: integer, has_more: boolean }),
  next_cursor: nullable(text)
}

/** The success body of each operation in the specification. */
export const specified: ReadonlyArray<readonly [Name, Shape]> = [
  ["PATCH /jobs/{jobId}", object({ job: withMore(jobDetail) })],
  ["DELETE /jobs/{jobId}", object({ deleted: (value) => value === true ? [] : ["body.deleted: expected true"] })],
  ["PATCH /candidates/{candidateId}", object({ candidate: withMore(candidate) })],
  ["GET /applications", object({ applications: list(object(application)), ...pages })],
  ["GET /applications/{id}", object({ application: object(applicationDetail) })],
  ["PATCH /applications/{id}/notes/{noteId}", object({ note })],
  ["GET /sourcing/searches/{searchId}/prospects", object({ prospects: list(prospect) })],
  ["PATCH /sourcing/prospects/{prospectId}/email", object({ prospect })],
  ["POST /sourcing/prospects/{prospectId}/shortlist", object({ prospect })],
  ["DELETE /sourcing/prospects/{prospectId}/shortlist", object({ prospect })]
]

/** The error statuses that the specification lists. */
export const specifiedStatuses: Readonly<Record<Name, ReadonlyArray<number>>> = {
  "PATCH /jobs/{jobId}": [400, 401, 403, 404, 500],
  "DELETE /jobs/{jobId}": [401, 404, 500],
  "PATCH /candidates/{candidateId}": [400, 401, 403, 404, 500],
  "GET /applications": [401, 500],
  "GET /applications/{id}": [401, 404, 500],
  "PATCH /applications/{id}/notes/{noteId}": [400, 401, 403, 404, 500],
  "GET /sourcing/searches/{searchId}/prospects": [401, 404, 500],
  "PATCH /sourcing/prospects/{prospectId}/email": [400, 401, 403, 404, 500],
  "POST /sourcing/prospects/{prospectId}/shortlist": [401, 403, 404, 500],
  "DELETE /sourcing/prospects/{prospectId}/shortlist": [401, 403, 404, 500]
}

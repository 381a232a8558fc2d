/** The fields of applications and of what they show (spec, part 2). */
import {
  boolean,
  dateTime,
  email,
  integer,
  json,
  list,
  nullable,
  object,
  oneOf,
  text,
  uuid
} from "../harness/Shapes.ts"

export const stage = { id: uuid, name: text, type: oneOf("applied", "screen", "interview", "offer", "hired"), order_index: integer }

const candidateSubset = { id: uuid, full_name: text, primary_email: email, linkedin_url: nullable(text) }

export const candidate = {
  ...candidateSubset,
  website_url: nullable(text),
  github_url: nullable(text),
  years_experience: nullable(integer),
  university: nullable(text)
}

export const application = {
  id: uuid,
  stage_id: uuid,
  source_type: text,
  status: oneOf("active", "rejected", "withdrawn", "hired"),
  rejection_reason: nullable(text),
  created_at: dateTime,
  updated_at: dateTime,
  closed_at: nullable(dateTime),
  duplicate_of: nullable(uuid),
  candidate: object(candidateSubset),
  stage: object(stage),
  job: object({ id: uuid, title: text })
}

const author = object({ id: uuid, full_name: text })

export const note = { id: uuid, body: text, author, created_at: dateTime, updated_at: dateTime }

export const feedback = {
  id: uuid,
  interview_type: text,
  rating: oneOf("strong_no", "no", "mixed", "yes", "strong_yes"),
  body: text,
  author,
  created_at: dateTime,
  submitted_at: dateTime
}

export const aiProfile = {
  id: uuid,
  is_current: boolean,
  status: oneOf("pending", "processing", "completed", "failed", "superseded"),
  summary: nullable(text),
  extracted_json: nullable(json)
}

export const applicationDetail = {
  ...application,
  candidate: object(candidate),
  job: object({ id: uuid, title: text, department: nullable(text), location: nullable(text) }),
  prospect_id: nullable(uuid),
  ai_profiles: list(object(aiProfile)),
  notes: list(object(note)),
  interview_feedback: list(object(feedback)),
  candidate_match: nullable(oneOf("found", "new")),
  unapplied: list(object({
    field: oneOf(
      "full_name", "primary_email", "linkedin_url", "website_url", "github_url", "years_experience", "university", "tags"
    ),
    value: text,
    reason: oneOf("unrecognized", "differs")
  })),
  attachments: list(object({ id: text, file_type: text, original_filename: text })),
  application_answers: list(object({ id: text, question_text: text, answer_text: text }))
}

export const historyEntry = {
  id: uuid,
  change: oneOf("applied", "moved", "rejected", "withdrawn", "hired", "reopened"),
  stage: object({ id: uuid, name: text }),
  status: oneOf("active", "rejected", "withdrawn", "hired"),
  rejection_reason: nullable(text),
  user_id: nullable(uuid),
  entered_at: dateTime,
  left_at: nullable(dateTime),
  seconds: integer
}

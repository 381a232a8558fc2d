/** JSON schemas of the routes for Fastify, which validates input with them and compiles serializers from them. */
const text = { type: "string" }
const id = { type: "string" }
const time = { type: "string", format: "date-time" }
const integer = { type: "integer" }
const maybe = { type: ["string", "null"] }
const maybeInteger = { type: ["integer", "null"] }

const object = (properties) => ({ type: "object", properties })
const array = (items) => ({ type: "array", items })
const answers = (properties) => ({ response: { 200: object(properties) } })

const candidateShown = {
  id, full_name: text, primary_email: text, linkedin_url: maybe, website_url: maybe, github_url: maybe,
  years_experience: maybeInteger, university: maybe
}
const candidateDetail = {
  ...candidateShown, location: maybe, tags: array(text),
  email_addresses: array(object({ address: text, kind: maybe, is_primary: { type: "boolean" } })),
  phone_numbers: array(object({ number: text, kind: maybe, is_primary: { type: "boolean" } })), created_at: time, updated_at: time,
  anonymised_at: { type: ["string", "null"], format: "date-time" }
}
const application = {
  id, stage_id: id, source_type: text, status: text, rejection_reason: maybe, created_at: time, updated_at: time,
  closed_at: { type: ["string", "null"], format: "date-time" }, duplicate_of: maybe
}
const stage = object({ id, name: text, type: text, order_index: integer })
const author = object({ id, full_name: text })
const noteShown = { id, body: text, author, created_at: time, updated_at: time }

export const list = {
  querystring: object({
    limit: { type: "integer", minimum: 1, maximum: 100, default: 50 },
    offset: { type: "integer", minimum: 0, default: 0 }
  }),
  ...answers({
    applications: array(object({
      ...application,
      candidate: object({ id, full_name: text, primary_email: text, linkedin_url: maybe }),
      stage,
      job: object({ id, title: text })
    })),
    pagination: object({ limit: integer, offset: integer, has_more: { type: "boolean" } }),
    next_cursor: maybe
  })
}

export const detail = answers({
  application: object({
    ...application,
    candidate: object(candidateShown),
    stage,
    job: object({ id, title: text, department: maybe, location: maybe }),
    prospect_id: maybe,
    candidate_match: maybe,
    unapplied: array({ type: "object", additionalProperties: true }),
    ai_profiles: array(object({
      id,
      status: text,
      summary: maybe,
      extracted_json: { type: ["object", "null"], additionalProperties: true },
      is_current: { type: "boolean" }
    })),
    notes: array(object(noteShown)),
    interview_feedback: array(object({
      id, interview_type: text, rating: text, body: text, author, created_at: time, submitted_at: time
    })),
    attachments: array(object({ id, file_type: text, original_filename: text })),
    application_answers: array(object({ id, question_text: text, answer_text: text }))
  })
})

const { id: _, ...patch } = candidateShown

export const candidate = {
  body: { ...object(patch), additionalProperties: false },
  ...answers({ candidate: object(candidateDetail) })
}

export const note = {
  body: { ...object({ note: { type: "string", minLength: 1, maxLength: 50_000 } }), required: ["note"] },
  ...answers({ note: object(noteShown) })
}

export const prospect = answers({
  prospect: object({
    id, full_name: text, current_title: maybe, current_company: maybe, linkedin_url: maybe, email: maybe,
    location: maybe, years_experience: maybeInteger, summary: maybe, status: text, pipeline_stage: text,
    candidate_id: maybe, application_id: maybe, created_at: time
  })
})

/** The fields of every resource (spec, part 2), and the bodies of every success (spec, part 4). */
import {
  aiProfile, application, applicationDetail, feedback, historyEntry, note, stage
} from "./applicationShapes.ts"
import { candidateDetail, mergedCandidate, mergeListItem, possibleDuplicates, related, retentionPreview } from "./candidateShapes.ts"
import { candidateExport } from "./exportShapes.ts"
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
  uuid
} from "../harness/Shapes.ts"
import type { Name } from "./operations.ts"
import { listedProspect, prospect, search } from "./sourcingShapes.ts"

const stageDetail = { ...stage, application_count: integer }

const job = {
  id: uuid,
  title: text,
  status: oneOf("published", "draft", "closed"),
  department: nullable(text),
  location: nullable(text),
  employment_type: nullable(oneOf("full_time", "part_time", "contract", "temporary", "internship", "other")),
  public_slug: nullable(text),
  created_at: dateTime,
  updated_at: dateTime,
  stages: list(object(stage))
}

const jobDetail = {
  ...job,
  description_md: nullable(text),
  show_salary: boolean,
  salary_currency: nullable(text),
  salary_timeframe: nullable(oneOf("hour", "day", "week", "month", "year")),
  salary_min: nullable(number),
  salary_max: nullable(number),
  stages: list(object(stageDetail))
}

const aiProfileDetail = { ...aiProfile, linkedin_url: text, created_at: dateTime, completed_at: nullable(dateTime) }

const rejectionReason = { id: uuid, name: text }

const attachment = {
  id: uuid, file_type: text, original_filename: text, content_type: nullable(text), size_bytes: nullable(integer),
  text_status: nullable(text), text_failure: nullable(text), text_is_cut: boolean, created_at: dateTime
}

const event = {
  id: uuid,
  sequence: integer,
  type: text,
  subject_id: uuid,
  actor: object({ user_id: nullable(uuid), api_key_id: nullable(uuid), worker: nullable(text) }),
  request_id: text,
  occurred_at: dateTime,
  data: nullable(json)
}

const deadLetter = {
  id: uuid,
  queue: text,
  attempts: integer,
  last_failure: nullable(text),
  created_at: dateTime,
  failed_at: dateTime
}

const webhook = {
  id: uuid,
  url: text,
  description: nullable(text),
  event_types: list(text),
  status: oneOf("enabled", "disabled"),
  disabled_reason: nullable(text),
  failing_since: nullable(dateTime),
  previous_secret_expires_at: nullable(dateTime),
  created_at: dateTime,
  updated_at: dateTime
}

const delivery = {
  id: uuid,
  kind: oneOf("event", "replay", "test"),
  message_id: uuid,
  event_type: text,
  sequence: integer,
  subject_id: uuid,
  status: oneOf("pending", "succeeded", "failed"),
  attempts: integer,
  next_attempt_at: nullable(dateTime),
  last_status: nullable(integer),
  last_error: nullable(text),
  last_response: nullable(text),
  created_at: dateTime,
  completed_at: nullable(dateTime)
}

const organization = {
  id: uuid,
  name: text,
  plan: oneOf("free", "starter", "growth", "enterprise"),
  publish_limit: nullable(integer),
  published_jobs: integer,
  retention: nullable(object({ anonymise_after_months: integer, applies_from: dateTime })),
  created_at: dateTime
}

const scope = oneOf("read", "write", "admin")

const member = {
  id: uuid,
  full_name: text,
  email,
  role: scope,
  status: oneOf("active", "deactivated"),
  created_at: dateTime
}

const apiKey = {
  id: uuid,
  user_id: uuid,
  name: text,
  scope,
  created_at: dateTime,
  expires_at: nullable(dateTime),
  revoked_at: nullable(dateTime),
  replaced_by: nullable(uuid),
  last_used_at: nullable(dateTime)
}

const pages = { pagination: object({ limit: integer, offset: integer, has_more: boolean }), next_cursor: nullable(text) }
const isTrue: Shape = (value) => value === true ? [] : ["body.deleted: expected true"]
const deleted = object({ deleted: isTrue })
const deletedRecord = object({ deleted: isTrue, related })

const oneJob = object({ job: object(jobDetail) })
const oneStage = object({ stage: object(stageDetail) })
const oneCandidate = object({ candidate: object(candidateDetail) })
const applications = object({ applications: list(object(application)), ...pages })
const oneApplication = object({ application: object(applicationDetail) })
const oneReason = object({ rejection_reason: object(rejectionReason) })
const oneNote = object({ note: object(note) })
const oneFeedback = object({ interview_feedback: object(feedback) })
const oneAttachment = object({ attachment: object(attachment) })
const oneSearch = object({ search: object(search) })
const oneProspect = object({ prospect: object(prospect) })
const prospects = object({ prospects: list(object(prospect)) })

const oneWebhook = object({ webhook: object(webhook) })
const webhookWithSecret = object({ webhook: object(webhook), secret: text })
const oneDelivery = object({ delivery: object(delivery) })
const oneOrganization = object({ organization: object(organization) })
const oneMember = object({ member: object(member) })
const oneKey = object({ api_key: object(apiKey) })
const keyWithText = object({ api_key: object(apiKey), key: text })

/** The body of an operation's success. */
export const successes: Readonly<Record<Name, Shape>> = {
  "GET /jobs": object({ jobs: list(object(job)), ...pages }),
  "POST /jobs": oneJob,
  "GET /jobs/{jobId}": oneJob,
  "PATCH /jobs/{jobId}": oneJob,
  "DELETE /jobs/{jobId}": deleted,
  "POST /jobs/{jobId}/stages": oneStage,
  "PATCH /jobs/{jobId}/stages/{stageId}": oneStage,
  "DELETE /jobs/{jobId}/stages/{stageId}": deleted,
  "GET /candidates": object({ candidates: list(object(candidateDetail)), ...pages }),
  "GET /candidates/search": object({
    results: list(object({
      candidate: object(candidateDetail),
      match: oneOf("fields", "text", "combined", "similar", "filters"),
      highlights: list(object({ source: text, application_id: nullable(uuid), parts: list(object({ text, is_match: boolean })) }))
    })),
    pagination: object({ limit: integer, has_more: boolean }),
    next_cursor: nullable(text)
  }),
  "GET /tags": object({ tags: list(object({ name: text, candidate_count: integer })) }),
  "POST /candidates": oneCandidate,
  "GET /candidates/{candidateId}": oneCandidate,
  "PATCH /candidates/{candidateId}": oneCandidate,
  "DELETE /candidates/{candidateId}": deletedRecord,
  "POST /candidates/{candidateId}/anonymise": object({ candidate: object(candidateDetail), related }),
  "GET /candidates/{candidateId}/duplicates": possibleDuplicates,
  "GET /candidates/{candidateId}/merges": object({ merges: list(object(mergeListItem)), ...pages }),
  "POST /candidates/{candidateId}/merge": mergedCandidate,
  "POST /candidates/{mergedCandidateId}/unmerge": oneCandidate,
  "GET /candidates/{candidateId}/export": candidateExport({ aiProfileDetail, attachment, event, prospect }),
  "GET /candidates/{candidateId}/applications": applications,
  "GET /candidates/{candidateId}/ai-profiles": object({ ai_profiles: list(object(aiProfileDetail)) }),
  "POST /candidates/{candidateId}/ai-profiles": object({ ai_profile: object(aiProfileDetail) }),
  "DELETE /candidates/{candidateId}/ai-profiles/{profileId}": deleted,
  "GET /applications": applications,
  "POST /applications": oneApplication,
  "GET /applications/{id}": oneApplication,
  "PATCH /applications/{id}": oneApplication,
  "DELETE /applications/{id}": deleted,
  "GET /applications/{id}/history": object({ history: list(object(historyEntry)), ...pages }),
  "POST /applications/{id}/move": oneApplication,
  "POST /applications/{id}/reject": oneApplication,
  "POST /applications/{id}/withdraw": oneApplication,
  "POST /applications/{id}/hire": oneApplication,
  "POST /applications/{id}/reopen": oneApplication,
  "GET /rejection-reasons": object({ rejection_reasons: list(object(rejectionReason)) }),
  "POST /rejection-reasons": oneReason,
  "PATCH /rejection-reasons/{reasonId}": oneReason,
  "DELETE /rejection-reasons/{reasonId}": deleted,
  "GET /applications/{id}/notes": object({ notes: list(object(note)) }),
  "POST /applications/{id}/notes": oneNote,
  "GET /applications/{id}/notes/{noteId}": oneNote,
  "PATCH /applications/{id}/notes/{noteId}": oneNote,
  "DELETE /applications/{id}/notes/{noteId}": deleted,
  "GET /candidates/{candidateId}/notes": object({ notes: list(object(note)) }),
  "POST /candidates/{candidateId}/notes": oneNote,
  "GET /candidates/{candidateId}/notes/{noteId}": oneNote,
  "PATCH /candidates/{candidateId}/notes/{noteId}": oneNote,
  "DELETE /candidates/{candidateId}/notes/{noteId}": deleted,
  "GET /applications/{id}/feedback": object({ interview_feedback: list(object(feedback)) }),
  "POST /applications/{id}/feedback": oneFeedback,
  "GET /applications/{id}/feedback/{feedbackId}": oneFeedback,
  "PATCH /applications/{id}/feedback/{feedbackId}": oneFeedback,
  "DELETE /applications/{id}/feedback/{feedbackId}": deleted,
  "GET /applications/{id}/attachments": object({ attachments: list(object(attachment)) }),
  "POST /applications/{id}/attachments": oneAttachment,
  "GET /applications/{id}/attachments/{attachmentId}": oneAttachment,
  "GET /applications/{id}/attachments/{attachmentId}/content": text,
  "DELETE /applications/{id}/attachments/{attachmentId}": deleted,
  "GET /candidates/{candidateId}/attachments": object({ attachments: list(object(attachment)) }),
  "POST /candidates/{candidateId}/attachments": oneAttachment,
  "GET /candidates/{candidateId}/attachments/{attachmentId}": oneAttachment,
  "GET /candidates/{candidateId}/attachments/{attachmentId}/content": text,
  "DELETE /candidates/{candidateId}/attachments/{attachmentId}": deleted,
  "GET /sourcing/searches": object({ searches: list(object(search)), ...pages }),
  "POST /sourcing/searches": oneSearch,
  "GET /sourcing/searches/{searchId}": oneSearch,
  "PATCH /sourcing/searches/{searchId}": oneSearch,
  "DELETE /sourcing/searches/{searchId}": deleted,
  "GET /sourcing/searches/{searchId}/prospects": prospects,
  "POST /sourcing/searches/{searchId}/prospects": prospects,
  "GET /sourcing/prospects": object({ prospects: list(object(listedProspect)), ...pages }),
  "GET /sourcing/prospects/{prospectId}": oneProspect,
  "PATCH /sourcing/prospects/{prospectId}": oneProspect,
  "DELETE /sourcing/prospects/{prospectId}": deletedRecord,
  "PATCH /sourcing/prospects/{prospectId}/email": oneProspect,
  "POST /sourcing/prospects/{prospectId}/shortlist": oneProspect,
  "DELETE /sourcing/prospects/{prospectId}/shortlist": oneProspect,
  "POST /sourcing/prospects/{prospectId}/convert": oneProspect,
  "GET /events": object({ events: list(object(event)), next: integer, has_more: boolean, next_cursor: text }),
  "GET /audit-log": object({ entries: list(object({ ...event, digest: text, hash: text })), has_more: boolean, next: nullable(integer) }),
  "GET /background/failed": object({ dead_letters: list(object(deadLetter)), has_more: boolean }),
  "POST /background/failed/{workId}/requeue": object({ dead_letter: object(deadLetter) }),
  "GET /webhooks": object({ webhooks: list(object(webhook)), ...pages }),
  "POST /webhooks": webhookWithSecret,
  "GET /webhooks/{webhookId}": oneWebhook,
  "PATCH /webhooks/{webhookId}": oneWebhook,
  "DELETE /webhooks/{webhookId}": deleted,
  "POST /webhooks/{webhookId}/rotate-secret": webhookWithSecret,
  "POST /webhooks/{webhookId}/test": oneDelivery,
  "POST /webhooks/{webhookId}/replay": object({ replayed: integer }),
  "GET /webhooks/{webhookId}/deliveries": object({ deliveries: list(object(delivery)), ...pages }),
  "POST /webhooks/{webhookId}/deliveries/{deliveryId}/replay": oneDelivery,
  "GET /organization": oneOrganization,
  "PATCH /organization": oneOrganization,
  "GET /organization/retention/preview": retentionPreview,
  "GET /members": object({ members: list(object(member)), ...pages }),
  "POST /members": oneMember,
  "GET /members/{memberId}": oneMember,
  "PATCH /members/{memberId}": oneMember,
  "POST /members/{memberId}/sign-in-link": object({ sign_in_link: object({ token: text, path: text, expires_at: dateTime }) }),
  "GET /api-keys": object({ api_keys: list(object(apiKey)), ...pages }),
  "POST /api-keys": keyWithText,
  "GET /api-keys/{apiKeyId}": oneKey,
  "GET /api-keys/{apiKeyId}/usage": object({ usage: object({ limit: integer, hours: list(object({ hour: dateTime, requests: integer })) }) }),
  "PATCH /api-keys/{apiKeyId}": oneKey,
  "DELETE /api-keys/{apiKeyId}": deleted,
  "POST /api-keys/{apiKeyId}/rotate": keyWithText,
  "GET /me": object({
    organization: object({ id: uuid, name: text }),
    user: object({ id: uuid, full_name: text, email }),
    api_key: object({ id: uuid, name: text, scope }),
    scopes: list(scope),
    plan: organization.plan,
    rate_limit: object({ limit: integer, remaining: integer, reset: integer })
  })
}

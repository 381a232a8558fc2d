/**
 * Every operation of the interface and every status it can answer with, written down from the
 * specification (part 4) and the settled questions (docs/decisions), not from the code. The
 * OpenAPI document is held against it, and the conformance tests are made from it.
 */

export type Method = "GET" | "POST" | "PATCH" | "DELETE"

export interface Operation {
  readonly success: 200 | 201
  readonly scope: "read" | "write" | "admin"
  /** Takes a JSON body. */
  readonly body?: true
  /** Takes a form with a file. */
  readonly form?: true
  /** Answers with a content that is no JSON, and with parts of it: 206 and 416. */
  readonly content?: true
  /** Body fields that are ids of something that must exist. */
  readonly body_ids?: ReadonlyArray<string>
  /** What the query has to have. */
  readonly query?: string
  /** Query parameters that are ids. */
  readonly query_ids?: ReadonlyArray<string>
  /** Whether a GET returns one resource, which has an ETag; by default, where its path ends with an id. */
  readonly resource?: boolean
  /** A list in pages. */
  readonly pages?: true
  /** Error statuses that the specification lists; operations it leaves out have none. */
  readonly specified?: ReadonlyArray<number>
  /** Answered from what the key says, without any further look into the store. */
  readonly from_key?: true
}

export const operations = {
  // Jobs
  "GET /jobs": { success: 200, scope: "read", pages: true },
  "POST /jobs": { success: 201, scope: "write", body: true },
  "GET /jobs/{jobId}": { success: 200, scope: "read" },
  "PATCH /jobs/{jobId}": { success: 200, scope: "write", body: true, specified: [400, 401, 403, 404, 500] },
  "DELETE /jobs/{jobId}": { success: 200, scope: "write", specified: [401, 404, 500] },
  "POST /jobs/{jobId}/stages": { success: 201, scope: "write", body: true },
  "PATCH /jobs/{jobId}/stages/{stageId}": { success: 200, scope: "write", body: true },
  "DELETE /jobs/{jobId}/stages/{stageId}": { success: 200, scope: "write" },

  // Candidates
  "GET /candidates": { success: 200, scope: "read", pages: true },
  "GET /candidates/search": { success: 200, scope: "read", query: "q=ada", query_ids: ["job_id", "stage_id"] },
  "GET /tags": { success: 200, scope: "read" },
  "POST /candidates": { success: 201, scope: "write", body: true },
  "GET /candidates/{candidateId}": { success: 200, scope: "read" },
  "PATCH /candidates/{candidateId}": {
    success: 200,
    scope: "write",
    body: true,
    specified: [400, 401, 403, 404, 500]
  },
  "DELETE /candidates/{candidateId}": { success: 200, scope: "write" },
  "POST /candidates/{candidateId}/anonymise": { success: 200, scope: "write" },
  "GET /candidates/{candidateId}/duplicates": { success: 200, scope: "read" },
  "GET /candidates/{candidateId}/merges": { success: 200, scope: "read", pages: true },
  "POST /candidates/{candidateId}/merge": { success: 200, scope: "write", body: true, body_ids: ["into"] },
  "POST /candidates/{mergedCandidateId}/unmerge": { success: 200, scope: "write" },
  "GET /candidates/{candidateId}/export": { success: 200, scope: "read" },
  "GET /candidates/{candidateId}/applications": { success: 200, scope: "read", pages: true },
  "GET /candidates/{candidateId}/ai-profiles": { success: 200, scope: "read" },
  "POST /candidates/{candidateId}/ai-profiles": { success: 201, scope: "write" },
  "DELETE /candidates/{candidateId}/ai-profiles/{profileId}": { success: 200, scope: "write" },

  // Applications
  "GET /applications": {
    success: 200,
    scope: "read",
    pages: true,
    query_ids: ["job_id", "stage_id", "candidate_id"],
    specified: [401, 500]
  },
  "POST /applications": {
    success: 201,
    scope: "write",
    body: true,
    body_ids: ["job_id", "candidate_id", "stage_id"]
  },
  "GET /applications/{id}": { success: 200, scope: "read", specified: [401, 404, 500] },
  "PATCH /applications/{id}": { success: 200, scope: "write", body: true },
  "DELETE /applications/{id}": { success: 200, scope: "write" },
  "GET /applications/{id}/history": { success: 200, scope: "read", pages: true },
  "POST /applications/{id}/move": { success: 200, scope: "write", body: true, body_ids: ["stage_id"] },
  "POST /applications/{id}/reject": { success: 200, scope: "write", body: true },
  "POST /applications/{id}/withdraw": { success: 200, scope: "write" },
  "POST /applications/{id}/hire": { success: 200, scope: "write" },
  "POST /applications/{id}/reopen": { success: 200, scope: "write" },

  // Rejection reasons
  "GET /rejection-reasons": { success: 200, scope: "read" },
  "POST /rejection-reasons": { success: 201, scope: "admin", body: true },
  "PATCH /rejection-reasons/{reasonId}": { success: 200, scope: "admin", body: true },
  "DELETE /rejection-reasons/{reasonId}": { success: 200, scope: "admin" },

  // Notes
  "GET /applications/{id}/notes": { success: 200, scope: "read" },
  "POST /applications/{id}/notes": { success: 201, scope: "write", body: true },
  "GET /applications/{id}/notes/{noteId}": { success: 200, scope: "read" },
  "PATCH /applications/{id}/notes/{noteId}": {
    success: 200,
    scope: "write",
    body: true,
    specified: [400, 401, 403, 404, 500]
  },
  "DELETE /applications/{id}/notes/{noteId}": { success: 200, scope: "write" },

  "GET /candidates/{candidateId}/notes": { success: 200, scope: "read" },
  "POST /candidates/{candidateId}/notes": { success: 201, scope: "write", body: true },
  "GET /candidates/{candidateId}/notes/{noteId}": { success: 200, scope: "read" },
  "PATCH /candidates/{candidateId}/notes/{noteId}": { success: 200, scope: "write", body: true },
  "DELETE /candidates/{candidateId}/notes/{noteId}": { success: 200, scope: "write" },

  // Interview feedback
  "GET /applications/{id}/feedback": { success: 200, scope: "read" },
  "POST /applications/{id}/feedback": { success: 201, scope: "write", body: true },
  "GET /applications/{id}/feedback/{feedbackId}": { success: 200, scope: "read" },
  "PATCH /applications/{id}/feedback/{feedbackId}": { success: 200, scope: "write", body: true },
  "DELETE /applications/{id}/feedback/{feedbackId}": { success: 200, scope: "write" },

  // Files
  "GET /applications/{id}/attachments": { success: 200, scope: "read" },
  "POST /applications/{id}/attachments": { success: 201, scope: "write", form: true },
  "GET /applications/{id}/attachments/{attachmentId}": { success: 200, scope: "read" },
  "GET /applications/{id}/attachments/{attachmentId}/content": { success: 200, scope: "read", content: true },
  "DELETE /applications/{id}/attachments/{attachmentId}": { success: 200, scope: "write" },
  "GET /candidates/{candidateId}/attachments": { success: 200, scope: "read" },
  "POST /candidates/{candidateId}/attachments": { success: 201, scope: "write", form: true },
  "GET /candidates/{candidateId}/attachments/{attachmentId}": { success: 200, scope: "read" },
  "GET /candidates/{candidateId}/attachments/{attachmentId}/content": { success: 200, scope: "read", content: true },
  "DELETE /candidates/{candidateId}/attachments/{attachmentId}": { success: 200, scope: "write" },

  // Sourcing
  "GET /sourcing/searches": { success: 200, scope: "read", pages: true },
  "POST /sourcing/searches": { success: 201, scope: "write", body: true },
  "GET /sourcing/searches/{searchId}": { success: 200, scope: "read" },
  "PATCH /sourcing/searches/{searchId}": { success: 200, scope: "write", body: true },
  "DELETE /sourcing/searches/{searchId}": { success: 200, scope: "write" },
  "GET /sourcing/searches/{searchId}/prospects": { success: 200, scope: "read", specified: [401, 404, 500] },
  "POST /sourcing/searches/{searchId}/prospects": { success: 201, scope: "write", body: true },
  "GET /sourcing/prospects": { success: 200, scope: "read", pages: true },
  "GET /sourcing/prospects/{prospectId}": { success: 200, scope: "read" },
  "PATCH /sourcing/prospects/{prospectId}": { success: 200, scope: "write", body: true },
  "DELETE /sourcing/prospects/{prospectId}": { success: 200, scope: "write" },
  "PATCH /sourcing/prospects/{prospectId}/email": {
    success: 200,
    scope: "write",
    body: true,
    specified: [400, 401, 403, 404, 500]
  },
  "POST /sourcing/prospects/{prospectId}/shortlist": {
    success: 200,
    scope: "write",
    specified: [401, 403, 404, 500]
  },
  "DELETE /sourcing/prospects/{prospectId}/shortlist": {
    success: 200,
    scope: "write",
    specified: [401, 403, 404, 500]
  },
  "POST /sourcing/prospects/{prospectId}/convert": {
    success: 200,
    scope: "write",
    body: true,
    body_ids: ["job_id", "stage_id"]
  },

  // What happened
  "GET /events": { success: 200, scope: "read" },
  "GET /audit-log": { success: 200, scope: "admin", query_ids: ["user_id", "api_key_id", "subject_id"] },

  // Background work
  "GET /background/failed": { success: 200, scope: "admin" },
  "POST /background/failed/{workId}/requeue": { success: 200, scope: "admin" },

  // Webhooks
  "GET /webhooks": { success: 200, scope: "admin", pages: true },
  "POST /webhooks": { success: 201, scope: "admin", body: true },
  "GET /webhooks/{webhookId}": { success: 200, scope: "admin" },
  "PATCH /webhooks/{webhookId}": { success: 200, scope: "admin", body: true },
  "DELETE /webhooks/{webhookId}": { success: 200, scope: "admin" },
  "POST /webhooks/{webhookId}/rotate-secret": { success: 200, scope: "admin", body: true },
  "POST /webhooks/{webhookId}/test": { success: 201, scope: "admin", body: true },
  "POST /webhooks/{webhookId}/replay": { success: 201, scope: "admin", body: true },
  "GET /webhooks/{webhookId}/deliveries": { success: 200, scope: "admin", pages: true },
  "POST /webhooks/{webhookId}/deliveries/{deliveryId}/replay": { success: 201, scope: "admin" },

  // The organization, its members and their keys
  "GET /organization": { success: 200, scope: "read", resource: true },
  "PATCH /organization": { success: 200, scope: "admin", body: true },
  "GET /organization/retention/preview": { success: 200, scope: "admin" },
  "GET /members": { success: 200, scope: "admin", pages: true },
  "POST /members": { success: 201, scope: "admin", body: true },
  "GET /members/{memberId}": { success: 200, scope: "admin" },
  "PATCH /members/{memberId}": { success: 200, scope: "admin", body: true },
  "POST /members/{memberId}/sign-in-link": { success: 201, scope: "admin" },
  "GET /api-keys": { success: 200, scope: "admin", pages: true },
  "POST /api-keys": { success: 201, scope: "admin", body: true, body_ids: ["user_id"] },
  "GET /api-keys/{apiKeyId}": { success: 200, scope: "admin" },
  "GET /api-keys/{apiKeyId}/usage": { success: 200, scope: "admin", resource: true },
  "PATCH /api-keys/{apiKeyId}": { success: 200, scope: "admin", body: true },
  "DELETE /api-keys/{apiKeyId}": { success: 200, scope: "admin" },
  "POST /api-keys/{apiKeyId}/rotate": { success: 201, scope: "admin", body: true },

  // The caller
  "GET /me": { success: 200, scope: "read", from_key: true }
} as const satisfies Readonly<Record<`${Method} /${string}`, Operation>>

export type Name = keyof typeof operations

export const names = Object.keys(operations) as ReadonlyArray<Name>

export const operation = (name: Name): Operation => operations[name]

/** The method and the path template of an operation. */
export const parts = (name: Name): { readonly method: string; readonly template: string } => {
  const [method, template] = name.split(" ", 2)
  return { method: method!, template: template! }
}

/** The names of the parameters in an operation's path, in order. */
export const pathParameters = (name: Name): ReadonlyArray<string> =>
  [...name.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)

/** The name of the id that a path parameter stands for: what belongs to a candidate without an application has its own. */
export const idNamed = (template: string, parameter: string): string =>
  template.includes("/candidates/{candidateId}/") ? ({ noteId: "ownNoteId", attachmentId: "ownAttachmentId" }[parameter] ?? parameter) : parameter

/** The names of the ids in an operation's path, in order. */
export const pathIds = (name: Name): ReadonlyArray<string> => pathParameters(name).map((parameter) => idNamed(name, parameter))

/** Statuses that every operation can answer with (settled questions). */
const always = [400, 401, 429, 500, 503] as const

export type ErrorStatus = (typeof always)[number] | 403 | 404 | 409 | 412 | 413 | 415 | 416

/** Whether an operation changes something. */
export const isWrite = (name: Name): boolean => !name.startsWith("GET ")

/** Whether an operation returns one resource, which has an ETag. */
export const readsResource = (name: Name): boolean => !isWrite(name) && (operation(name).resource ?? name.endsWith("}"))

/** Whether the path of an operation begins with that of a resource, so that it takes `If-Match`. */
const belongsToResource = (name: Name): boolean =>
  names.some((other) => readsResource(other) && `${parts(name).template}/`.startsWith(`${parts(other).template}/`))

/** The error statuses of an operation: the settled questions give each kind of operation its own. */
export const errorStatuses = (name: Name): ReadonlyArray<ErrorStatus> => {
  const { body, body_ids, content, form, scope } = operation(name)
  const addresses = pathParameters(name).length > 0 || body_ids !== undefined
  const statuses: Array<ErrorStatus> = [...always]
  if (scope !== "read") statuses.push(403)
  if (addresses) statuses.push(404)
  if (isWrite(name)) statuses.push(409)
  if (isWrite(name) && belongsToResource(name)) statuses.push(412)
  if (body || form) statuses.push(413, 415)
  if (content) statuses.push(416)
  return statuses.toSorted((a, b) => a - b)
}

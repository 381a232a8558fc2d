/** For every operation a call that succeeds. Tests of errors break one thing of it at a time. */
import { isUuid } from "@candor/domain/Id"
import type { CallOptions, Json, JsonObject } from "../harness/Client.ts"
import type { Ids } from "../harness/Ids.ts"
import { partForm } from "../harness/ArchiveUpload.ts"
import { freshEmail, unreachable, upload } from "../harness/Makers.ts"
import { list } from "../harness/PeopleList.ts"
import type { Keys } from "../harness/World.ts"
import { externalIn, idNamed, type Name, operation, parts } from "./operations.ts"

/** Forms that are no upload of a résumé. */
const forms: { readonly [name: string]: () => FormData } = {
  "POST /imports": list,
  "POST /imports/{importId}/parts": () => partForm(1, new TextEncoder().encode("12345"))
}

/** The fields of `Ids` that body fields and query parameters are about, where they are not called alike. */
const otherNames: Readonly<Record<string, keyof Ids>> = {
  candidate_id: "freeCandidateId",
  application_id: "id",
  into: "freeCandidateId",
  user_id: "memberId",
  reply_to_id: "queuedMessageId",
  subject_id: "jobId",
  by: "replacementId"
}

/** The field of `Ids` that a body field or a query parameter is about. */
export const idField = (field: string): keyof Ids =>
  otherNames[field] ?? field.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) as keyof Ids

/** Bodies of operations whose examples do not fit the test data, or contain fields that exclude each other. */
const bodies: Readonly<Record<string, (ids: Ids) => JsonObject>> = {
  "PUT /jobs/{jobId}/criteria": ({ criterionId }) => ({
    is_on: true,
    criteria: [{ id: criterionId, text: "Speaks Dutch" }, { text: "Has led a team" }]
  }),
  "POST /candidates/bulk": (ids) => ({
    candidates: [{ full_name: "Grace Hopper", primary_email: freshEmail() }, {
      id: ids.candidateId,
      university: "Yale"
    }]
  }),
  "POST /applications": (ids) => ({
    job_id: ids.jobId,
    candidate_id: ids.freeCandidateId,
    stage_id: ids.stageId,
    source_type: "referral",
    answers: [{ question_text: "Why us?", answer_text: "The compilers." }]
  }),
  "PUT /applications/by-external-id/{system}/{key}": (ids) => ({
    job_id: ids.jobId,
    candidate_id: ids.freeCandidateId,
    source_type: "referral"
  }),
  "POST /applications/bulk": (ids) => ({ application_ids: [ids.id], move: { stage_id: ids.stageId } }),
  "POST /interviews/{interviewId}/replace": (ids) => ({ member_id: ids.interviewerId, by: ids.replacementId }),
  "POST /applications/{id}/interviews": (ids) => ({
    stage_id: ids.stageId,
    planned_interview_id: ids.plannedInterviewId,
    title: "System design",
    kind: "technical",
    minutes: 90,
    local_start: "2041-05-01T10:00",
    time_zone: "Europe/Zurich",
    location: "Room 1",
    link: "https://meet.example.com/1",
    candidate_instructions: "Bring a pen.",
    interviewer_instructions: "Ask about compilers.",
    interviewers: [{ member_id: ids.memberId, response: "tentative" }],
    scorecard_template_id: null,
    focus_attribute_ids: [],
    override_reason: "Both agreed."
  }),
  "PUT /interviews/{interviewId}/scorecard": () => ({
    ratings: [],
    answers: [],
    overall: "no_decision",
    summary: "The line was bad."
  }),
  "PATCH /interviews/{interviewId}/scorecard": () => ({
    ratings: [],
    answers: [],
    overall: "mixed",
    summary: "On reflection, mixed."
  }),
  "POST /interviews/{interviewId}/reschedule": () => ({
    local_start: "2041-06-01T10:00",
    time_zone: "Europe/Zurich",
    minutes: 45,
    reason: "Ill.",
    override_reason: null
  }),
  // A different consent text would affect applications in other tests.
  "PATCH /organization/board": () => ({ introduction: "We tell ports when ships arrive.", is_open: true }),
  "PUT /organization/mail": () => ({
    ...unreachable,
    sender_name: "Acme careers",
    imap: { host: "127.0.0.1", port: 993, security: "tls", username: "jobs", password: "one" }
  }),
  "POST /sourcing/searches/{searchId}/prospects": () => ({
    prospects: [
      {
        full_name: "Robin Milner",
        current_title: "Professor",
        current_company: "Edinburgh",
        linkedin_url: "https://www.linkedin.com/in/robin-milner",
        email: freshEmail(),
        location: "Cambridge",
        years_experience: 50,
        summary: "ML, CCS, the pi-calculus."
      },
      { full_name: "Per Martin-Löf" }
    ]
  }),
  "PATCH /sourcing/prospects/{prospectId}": () => ({
    full_name: "Robin Gorell Milner",
    current_title: null,
    current_company: "Cambridge",
    linkedin_url: "https://www.linkedin.com/in/milner",
    email: null,
    location: "Edinburgh",
    years_experience: 51,
    summary: "Bigraphs.",
    pipeline_stage: "contacted"
  }),
  "POST /webhooks/{webhookId}/replay": () => ({ from_sequence: 1, to_sequence: 10 })
}

/** A request as the client takes it. */
export interface Request {
  readonly method: string
  readonly path: string
  readonly options: CallOptions
}

/** A path template with these ids in it; a method before it is left out. */
export const fill = (template: string, ids: Ids): string => {
  const isKnown = (parameter: string): parameter is keyof Ids => parameter in ids
  const values = externalIn(template)
  return template.replace(/^\S+ /, "").replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const named = idNamed(template, parameter)
    const id = values[parameter] ?? (isKnown(named) ? ids[named] : undefined)
    if (id === undefined) throw new Error(`no id for the path parameter ${parameter} of ${template}`)
    return id
  })
}

/** Replaces the ids of an example by these. */
const withIds = (value: Json, ids: Ids): Json => {
  if (Array.isArray(value)) return value.map((item: Json) => withIds(item, ids))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([field, part]) => {
      const known = isOfId(part) ? ids[idField(field.replace(/_ids$/, "_id"))] : undefined
      return [field, known === undefined ? withIds(part, ids) : Array.isArray(part) ? [known] : known]
    })
  )
}

/** Whether a value is an id, or a list of ids. */
const isOfId = (value: Json): boolean =>
  Array.isArray(value) ? value.length > 0 && value.every(isOfId) : typeof value === "string" && isUuid(value)

/** The body of a good call, where the operation takes one: its example with these ids, if nothing else is said. */
export const bodyOf = (name: Name, ids: Ids): JsonObject | undefined => {
  const { body, body_ids, wholeExample } = operation(name)
  if (!body) return undefined
  return bodies[name]?.(ids) ??
    {
      ...withIds(wholeExample(), ids) as JsonObject,
      ...Object.fromEntries(body_ids.map((field) => [field, ids[idField(field)]]))
    }
}

/** The ids that a good call takes, in its path and in its body. */
export const idsOf = (name: Name, ids: Ids): ReadonlySet<keyof Ids> => {
  const taken = new Set<keyof Ids>()
  const noting = new Proxy(ids, {
    get: (from, field: keyof Ids) => {
      taken.add(field)
      return from[field]
    }
  })
  fill(name, noting)
  bodyOf(name, noting)
  return taken
}

/** A path with these parameters in its query, `a=1&b=2`, besides others that it has. */
export const withQuery = (path: string, query: string): string => {
  const [base, present] = path.split("?", 2)
  const parameters = new URLSearchParams(present)
  new URLSearchParams(query).forEach((value, name) => parameters.set(name, value))
  return parameters.size === 0 ? path : `${base}?${parameters}`
}

/** A call that succeeds, made with a key of the least scope that may. */
export const goodCall = (name: Name, keys: Keys, ids: Ids): Request => {
  const { method } = parts(name)
  const body = bodyOf(name, ids)
  return {
    method,
    path: withQuery(fill(name, ids), operation(name).query),
    options: {
      key: keys[operation(name).scope],
      ...(body === undefined ? {} : { body }),
      ...(operation(name).form ? { form: forms[name]?.() ?? upload() } : {})
    }
  }
}

/** A valid call for every operation. Tests of errors break one part of it at a time. */
import type { CallOptions, JsonObject } from "../harness/Client.ts"
import type { Ids } from "../harness/Ids.ts"
import { partForm } from "../harness/ArchiveUpload.ts"
import { freshEmail, unreachable, upload } from "../harness/Makers.ts"
import { list } from "../harness/PeopleList.ts"
import type { Keys } from "../harness/World.ts"
import { externalIn, idNamed, type Name, operation, parts } from "./operations.ts"

/** Forms other than the upload of a résumé. */
const forms: { readonly [name: string]: () => FormData } = {
  "POST /imports": list,
  "POST /imports/{importId}/parts": () => partForm(1, new TextEncoder().encode("12345"))
}

/** The fields of `Ids` for body fields and query parameters with another name. */
const otherNames: Readonly<Record<string, keyof Ids>> = {
  candidate_id: "freeCandidateId",
  application_id: "id",
  into: "freeCandidateId",
  user_id: "memberId",
  reply_to_id: "queuedMessageId",
  subject_id: "jobId",
  by: "replacementId"
}

/** Returns the field of `Ids` for a body field or a query parameter. */
export const idField = (field: string): keyof Ids =>
  otherNames[field] ?? field.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) as keyof Ids

/** Bodies that use every field of their operation, if its example does not. */
const bodies: Readonly<Record<string, (ids: Ids) => JsonObject>> = {
  "PUT /jobs/{jobId}/criteria": ({ criterionId }) => ({
    is_on: true,
    criteria: [{ id: criterionId, text: "Speaks Dutch" }, { text: "Has led a team" }]
  }),
  "POST /jobs": () => ({
    title: "Compiler Engineer",
    department: "R&D",
    location: "Zurich",
    employment_type: "full_time",
    description_md: "# What you do\n\nYou make it fast.",
    workplace_type: "onsite",
    locations: [{
      street: "Rämistrasse 101",
      city: "Zurich",
      region: "Zurich",
      postal_code: "8092",
      country: "Switzerland"
    }],
    remote_countries: ["CH"],
    remote_regions: ["DE-BY"],
    valid_through: "2040-12-31",
    language: "de-CH",
    listing: "unlisted",
    show_salary: true,
    salary_currency: "CHF",
    salary_timeframe: "year",
    salary_min: 120_000,
    salary_max: 150_000.5,
    equity_min: 0,
    equity_max: 0.5,
    stages: [{ name: "Applied" }, { name: "Hired" }]
  }),
  "PATCH /jobs/{jobId}": () => ({
    title: "Senior Compiler Engineer",
    status: "closed",
    department: null,
    location: "Remote",
    employment_type: "contract",
    description_md: "",
    workplace_type: "remote",
    locations: [],
    remote_countries: ["CH", "AT"],
    remote_regions: ["US-CA"],
    valid_through: "2040-12-31T12:00:00Z",
    language: "en",
    listing: "internal",
    show_salary: true,
    salary_currency: "EUR",
    salary_timeframe: "hour",
    salary_min: 80,
    salary_max: 120,
    equity_min: null,
    equity_max: 1
  }),
  "POST /candidates": () => ({
    full_name: "Barbara Liskov",
    primary_email: freshEmail(),
    linkedin_url: "https://www.linkedin.com/in/barbara-liskov",
    website_url: "https://example.com/liskov",
    github_url: "https://github.com/example",
    years_experience: 40,
    university: "Stanford",
    tags: ["distributed systems", "referred"]
  }),
  "PATCH /candidates/{candidateId}": () => ({
    full_name: "Barbara Jane Liskov",
    primary_email: freshEmail(),
    linkedin_url: "https://www.linkedin.com/in/liskov",
    website_url: null,
    github_url: "https://github.com/example/liskov",
    years_experience: 41,
    university: "UC Berkeley",
    tags: ["turing award"]
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
  "POST /applications/{id}/move": (ids) => ({ stage_id: ids.stageId }),
  "POST /applications/bulk": (ids) => ({ application_ids: [ids.id], move: { stage_id: ids.stageId } }),
  "POST /applications/{id}/reject": () => ({ reason: "Position closed", note: "We hired somebody else." }),
  "POST /jobs/{jobId}/planned-interviews": (ids) => ({
    stage_id: ids.stageId,
    position: 0,
    title: "System design",
    kind: "technical",
    minutes: 90,
    member_ids: [ids.memberId],
    needed: 1,
    location: "Room 1",
    link: "https://meet.example.com/1",
    candidate_instructions: "Bring a pen.",
    interviewer_instructions: "Ask about compilers."
  }),
  "PATCH /jobs/{jobId}/planned-interviews/{plannedInterviewId}": (ids) => ({
    position: 0,
    title: "System design",
    kind: "onsite",
    minutes: 45,
    member_ids: [ids.memberId],
    needed: null,
    location: null,
    link: null,
    candidate_instructions: null,
    interviewer_instructions: null
  }),
  "POST /mail-rules": (ids) => ({
    name: "Invite people",
    trigger: "moved",
    job_id: ids.jobId,
    template_id: ids.templateId,
    delay_minutes: 60,
    is_on: false,
    conditions: [{ field: "stage_type", is: ["interview"], negated: false }]
  }),
  "PATCH /mail-rules/{ruleId}": (ids) => ({
    name: "Remind people",
    trigger: "interview",
    job_id: null,
    template_id: ids.templateId,
    delay_minutes: 1440,
    is_on: true,
    conditions: [{ field: "tag", is: ["zurich"], negated: true }]
  }),
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
  "PATCH /interviews/{interviewId}": (ids) => ({
    title: "System design",
    kind: "onsite",
    location: "Room 2",
    link: null,
    candidate_instructions: null,
    interviewer_instructions: null,
    interviewers: [{ member_id: ids.memberId }],
    scorecard_template_id: null,
    focus_attribute_ids: [],
    override_reason: null
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
  "PUT /interviews/{interviewId}/response": () => ({ response: "accepted", override_reason: null }),
  "POST /applications/{id}/scheduling-links": (ids) => ({
    meetings: [{
      title: "System design",
      kind: "technical",
      minutes: 90,
      member_ids: [ids.memberId],
      required: 1,
      location: "Room 1",
      link: "https://meet.example.com/1",
      candidate_instructions: "Bring a pen.",
      interviewer_instructions: "Ask about compilers.",
      planned_interview_id: ids.plannedInterviewId
    }],
    time_zone: "Europe/Zurich",
    lead_minutes: 0,
    horizon_days: 30,
    grid_minutes: 15,
    buffer_before_minutes: 5,
    buffer_after_minutes: 10,
    pause_minutes: 15,
    max_changes: 2,
    change_deadline_minutes: 60
  }),
  "PUT /me/schedule": () => ({
    time_zone: "Europe/Zurich",
    hours: [{ day: "monday", from: "08:00", to: "24:00" }],
    max_per_day: 3,
    max_per_week: null
  }),
  "PUT /organization/mail": () => ({
    ...unreachable,
    sender_name: "Acme careers",
    imap: { host: "127.0.0.1", port: 993, security: "tls", username: "jobs", password: "one" }
  }),
  "PATCH /applications/{id}/feedback/{feedbackId}": () => ({
    interview_type: "panel",
    rating: "mixed",
    body: "On reflection, mixed."
  }),
  "PATCH /sourcing/searches/{searchId}": () => ({ name: "Type theorists in Europe", query: null }),
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
  "POST /webhooks": () => ({
    url: "https://hooks.example.invalid/candor?team=talent",
    description: "Slack",
    event_types: ["job.published", "application.*"]
  }),
  "PATCH /webhooks/{webhookId}": () => ({
    url: "https://hooks.example.invalid/other",
    description: null,
    event_types: ["*"],
    status: "disabled"
  }),
  "POST /webhooks/{webhookId}/replay": () => ({ from_sequence: 1, to_sequence: 10 }),
  "PATCH /organization": () => ({ name: "Acme Recruiting", retention: { anonymise_after_months: 12 } }),
  "PATCH /members/{memberId}": () => ({ full_name: "Frances E. Allen", role: "read", status: "deactivated" }),
  "POST /api-keys": (ids) => ({
    name: "Careers site",
    scope: "read",
    user_id: ids.memberId,
    expires_at: "2100-01-31T09:30:00+01:00"
  }),
  "POST /api-keys/{apiKeyId}/rotate": () => ({ overlap_hours: 48, expires_at: "2100-02-28T00:00:00Z" })
}

/** A request for the client. */
export interface Request {
  readonly method: string
  readonly path: string
  readonly options: CallOptions
}

/** Returns a path template with these ids, without the method before it. */
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

/** Returns the body of a valid call, if the operation takes one: its example with these ids by default. */
export const bodyOf = (name: Name, ids: Ids): JsonObject | undefined => {
  const { body, body_ids, example } = operation(name)
  if (!body) return undefined
  return bodies[name]?.(ids) ??
    { ...example(), ...Object.fromEntries(body_ids.map((field) => [field, ids[idField(field)]])) }
}

/** Returns the names of the ids in the path and body of a valid call. */
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

/** Returns a path with these parameters, `a=1&b=2`, added to its query. */
export const withQuery = (path: string, query: string): string => {
  const [base, present] = path.split("?", 2)
  const parameters = new URLSearchParams(present)
  new URLSearchParams(query).forEach((value, name) => parameters.set(name, value))
  return parameters.size === 0 ? path : `${base}?${parameters}`
}

/** Returns a valid call, with a key of the lowest scope that permits it. */
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

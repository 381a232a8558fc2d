/** What a message of each type looks like, for trying out a receiver. Samples are of nobody. */
import type { Schema } from "effect"
import type { Event } from "./Event.ts"
import type { Timestamp } from "./Timestamp.ts"
import type { MessageType } from "./WebhookDelivery.ts"

const id = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`
const created_at = "2026-01-05T09:00:00.000Z"
const updated_at = "2026-01-06T10:30:00.000Z"

const candidate = {
  id: id(1),
  full_name: "Ada Sample",
  primary_email: "ada.sample@example.com",
  linkedin_url: "https://www.linkedin.com/in/ada-sample",
  website_url: null,
  github_url: null,
  years_experience: 7,
  university: "University of Example"
}

const stage = { id: id(3), name: "Applied", order_index: 0 }

const bySubject: Readonly<Record<string, Schema.JsonObject>> = {
  ai_profile: {
    id: id(4),
    candidate_id: id(1),
    status: "completed",
    linkedin_url: candidate.linkedin_url,
    summary: "Seven years of engineering.",
    created_at,
    version: 3
  },
  application: {
    id: id(5),
    stage_id: stage.id,
    source_type: "careers_site",
    candidate,
    stage,
    job: { id: id(2), title: "Engineer", department: "Product", location: "Remote" },
    created_at,
    version: 1
  },
  candidate: { ...candidate, created_at, version: 1 },
  interview_feedback: {
    id: id(6),
    application_id: id(5),
    author_id: id(10),
    interview_type: "onsite",
    rating: "strong_yes",
    body: "Hire.",
    created_at,
    submitted_at: updated_at,
    version: 1
  },
  job: {
    id: id(2),
    title: "Engineer",
    status: "published",
    department: "Product",
    location: "Remote",
    employment_type: "full_time",
    public_slug: "engineer",
    description_md: "# What you do",
    stages: [{ ...stage, application_count: 1 }],
    created_at,
    version: 2
  },
  note: { id: id(7), application_id: id(5), author_id: id(10), body: "Called.", created_at, updated_at, version: 1 },
  prospect: {
    id: id(8),
    search_id: id(9),
    full_name: "Alan Sample",
    email: "alan.sample@example.com",
    status: "shortlisted",
    pipeline_stage: "not_contacted",
    created_at,
    version: 2
  },
  sourcing_search: { id: id(9), name: "Engineers", query: null, prospect_count: 0, created_at },
  webhook: { message: "This webhook can be reached." }
}

/** A message of a type, as of one place and time. Its sequence is 0, which no event has. */
export const sample = (
  type: MessageType,
  of: { readonly id: string; readonly subject_id: string; readonly request_id: string; readonly occurred_at: Timestamp }
): Event => ({
  ...of,
  type,
  sequence: 0,
  actor: { user_id: null, api_key_id: null, worker: "webhooks" },
  data: bySubject[type.slice(0, type.indexOf("."))] ?? {}
})

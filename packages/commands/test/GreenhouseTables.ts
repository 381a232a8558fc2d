/** A made-up folder of tables from version 3 of Greenhouse's Harvest API. */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const time = { created_at: "2026-03-01T10:00:00.000Z", updated_at: "2026-03-09T10:00:00.000Z" }

const tables: { readonly [table: string]: ReadonlyArray<object> } = {
  users: [{
    id: 11,
    name: "Ada Park",
    first_name: "Ada",
    last_name: "Park",
    primary_email: "ada@example.com",
    emails: ["ada@example.com"],
    deactivated: false,
    site_admin: true,
    ...time
  }],
  departments: [{ id: 21, name: "Data", parent_id: null, external_id: null, ...time }],
  offices: [{ id: 31, name: "Hamburg", location: "Hamburg, Germany", parent_id: null, ...time }],
  rejection_reasons: [{
    id: 41,
    name: "No fit",
    type: { id: 1, key: "WE_REJECTED_THEM", name: "We rejected them" },
    ...time
  }],
  sources: [{ id: 51, name: "Indeed", type: { id: 1, name: "Third-party boards" }, ...time }],
  jobs: [{
    id: 1,
    name: "Data Engineer",
    requisition_id: "R-1",
    status: "open",
    confidential: false,
    department_id: 21,
    office_ids: [31],
    opened_at: time.created_at,
    ...time
  }],
  job_hiring_managers: [{ id: 1, job_id: 1, user_id: 11, ...time }],
  job_interview_stages: ["Application Review", "Phone", "Offer"].map((name, sort_order) => ({
    id: 1000 + sort_order,
    job_id: 1,
    name,
    sort_order,
    active: true,
    ...time
  })),
  candidates: [101, 102].map((id) => ({
    id,
    first_name: "Person",
    last_name: String(id),
    email_addresses: [{ value: `c${id}@example.com`, type: "personal" }],
    private: false,
    can_email: true,
    tags: ["Python"],
    last_activity_at: time.updated_at,
    custom_fields: { salary: { name: "Desired Salary", type: "short_text", value: "80k" } },
    ...time
  })),
  applications: [
    {
      id: 201,
      candidate_id: 101,
      job_id: 1,
      job_interview_stage_id: 1001,
      stage_id: 9,
      stage_name: "Phone",
      status: "in_process",
      prospect: false,
      source_id: 51,
      rejection_reason_id: null,
      referrer_id: null,
      recruiter_id: 11,
      last_activity_at: time.updated_at,
      ...time
    },
    {
      id: 202,
      candidate_id: 102,
      job_id: 1,
      job_interview_stage_id: null,
      stage_id: null,
      stage_name: null,
      status: "rejected",
      rejected_at: "2026-03-08T10:00:00.000Z",
      prospect: false,
      source_id: null,
      rejection_reason_id: 41,
      referrer_id: null,
      ...time
    }
  ],
  rejection_details: [{
    id: 1,
    application_id: 202,
    rejection_reason_id: 41,
    question_custom_fields: { why: { name: "Why?", type: "short_text", value: "No SQL" } },
    ...time
  }],
  application_stages: [
    {
      id: 1,
      application_id: 201,
      job_interview_stage_id: 1000,
      entered_at: "2026-03-01T10:00:00.000Z",
      exited_at: "2026-03-03T10:00:00.000Z",
      current: false,
      ...time
    },
    {
      id: 2,
      application_id: 201,
      job_interview_stage_id: 1001,
      entered_at: "2026-03-03T10:00:00.000Z",
      exited_at: null,
      current: true,
      ...time
    },
    {
      id: 3,
      application_id: 202,
      job_interview_stage_id: 1002,
      entered_at: "2026-03-04T10:00:00.000Z",
      exited_at: "2026-03-08T10:00:00.000Z",
      current: false,
      ...time
    }
  ],
  attachments: [{
    id: 1,
    application_id: 201,
    candidate_id: 101,
    filename: "cv.txt",
    type: "resume",
    url: "https://files.example.com/cv",
    ...time
  }],
  interview_kits: [{ id: 71, job_id: 1, job_interview_id: 81, ...time }],
  job_interviews: [{ id: 81, job_id: 1, name: "Phone Screen", ...time }],
  scorecards: [{
    id: 301,
    application_id: 201,
    candidate_rating: "strong_no",
    interview_kit_id: 71,
    interviewer_id: 11,
    submitter_id: 11,
    status: "complete",
    notes: "Knows Kafka",
    private_notes: "Too dear",
    public_notes: null,
    submitted_at: time.updated_at,
    ...time
  }],
  interviews: [{
    id: 401,
    application_id: 201,
    job_id: 1,
    job_interview_id: 81,
    starts_at: "2026-03-05T10:00:00.000Z",
    ends_at: "2026-03-05T10:30:00.000Z",
    organizer_id: 11,
    status: "complete",
    ...time
  }],
  interviewers: [{
    id: 1,
    interview_id: 401,
    user_id: 11,
    email: "ada@example.com",
    response_status: "accepted",
    ...time
  }],
  notes: [{
    id: 601,
    candidate_id: 101,
    application_id: null,
    type: "NOTE",
    body: "Works from home",
    user_id: 11,
    visibility: "privately_visible",
    ...time
  }]
}

/** Writes the folder. */
export const write = (folder: string): void => {
  mkdirSync(join(folder, "attachments", "201"), { recursive: true })
  writeFileSync(join(folder, "attachments", "201", "cv.txt"), "Person 101")
  for (const [table, rows] of Object.entries(tables)) writeFileSync(join(folder, `${table}.json`), JSON.stringify(rows))
}

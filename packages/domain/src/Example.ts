/**
 * The values of all examples in the OpenAPI document, which tell one story: Harbor Analytics hires a backend engineer,
 * Maya Okafor applies, and Jonas Lindqvist reviews her. The times of the ids (UUIDv7) are those of the story.
 */

/** Ids that several examples share; the others are in Id.ts. */
export const id = {
  organization: "019bb153-8740-7a4c-823b-1612dd272d13",
  user: "019bb154-71a0-771c-8714-9d439536b321",
  apiKey: "019bb15c-af00-76fd-aeeb-975729fae923",
  newKey: "01a12f4d-7c10-7e83-b5a9-84d0c2e6f173",
  job: "01a0e749-bc1e-7d5a-9fd1-2aabfe228f21",
  stage: "01a0e749-bc1e-79e9-bb0e-b53f16947ccf",
  department: "019bb2c1-4c20-7d63-9a1f-6e2b80f4c7d5",
  candidate: "01a10c60-6b1e-725e-b84d-8dbc74254770",
  newStage: "01a11b0f-8a40-7b2e-9c15-2d70e6f4a893",
  /** The same person, entered a second time. */
  duplicate: "01a019c5-834e-7fc9-97a6-4cb14028d512",
  application: "01a10c60-6b1e-7162-9e53-a13043b026c4",
  question: "01a0e749-bc2a-7c31-9b4d-5e80f2a6c713",
  criterion: "01a0e7b1-2c40-7d83-a1f5-6b90e4c27d18",
  scorecardTemplate: "01a0e7b2-5d10-7c64-8f3a-2b9e41d7c805",
  attribute: "01a0e7b2-5d10-7a91-b6c4-70f5d3e8a216",
  scorecardQuestion: "01a0e7b2-5d10-7b38-9d02-e4a61c7f5b93",
  attachment: "01a10c61-db25-76b4-8928-b5b7a767c76f",
  submission: "01a10c60-6a02-7d41-a7c3-91b05e6f28d4",
  signal: "01a10c62-1f30-7b85-9c46-d20e8a7f5b31",
  note: "01a1105f-b551-7b00-af86-bebb2737f6a6",
  search: "01a0f146-51d4-7f31-af31-76813e02ea68",
  prospect: "01a0f14d-255f-7ef7-a6e4-d3cea27d2693",
  event: "01a11b10-1220-7272-a3e0-ad8417358156",
  request: "01a11b10-1216-7996-ae58-b081006f7e3d"
} as const

export const time = {
  organizationCreated: "2026-01-12T08:30:00.000Z",
  keyCreated: "2026-01-12T08:40:00.000Z",
  keyUsed: "2026-10-08T10:00:00.000Z",
  keyExpires: "2027-01-12T08:40:00.000Z",
  webhookCreated: "2026-02-02T10:00:00.000Z",
  jobCreated: "2026-09-28T09:12:44.318Z",
  searchCreated: "2026-09-30T07:45:12.660Z",
  prospectDiscovered: "2026-09-30T07:52:40.031Z",
  applied: "2026-10-05T14:03:27.902Z",
  profileCompleted: "2026-10-05T14:03:31.544Z",
  attached: "2026-10-05T14:05:02.117Z",
  noted: "2026-10-06T08:41:10.225Z",
  noteEdited: "2026-10-06T08:52:03.781Z",
  moved: "2026-10-08T10:30:00.480Z",
  delivered: "2026-10-08T10:30:01.733Z",
  interviewed: "2026-10-14T15:20:31.064Z",
  closed: "2026-10-20T09:05:17.350Z",
  merged: "2026-10-21T07:15:42.006Z",
  mergeUndoableUntil: "2026-11-20T07:15:42.006Z"
} as const

export const organization = { name: "Harbor Analytics", plan: "growth", publish_limit: 25, published_jobs: 7 } as const

export const user = { full_name: "Jonas Lindqvist", email: "jonas.lindqvist@harbor-analytics.example" } as const

export const job = {
  title: "Senior Backend Engineer",
  department: "Engineering",
  location: "Hamburg, Germany",
  employment_type: "full_time",
  description_md: "## What you do\n\nYou build the services that turn ship positions into arrival times.",
  public_slug: "senior-backend-engineer",
  salary_currency: "EUR",
  salary_timeframe: "year",
  salary_min: 78_000,
  salary_max: 95_000,
  equity_min: 0.05,
  equity_max: 0.15
} as const

/** The stages of the job. The application is in the third. */
export const stages = [
  { id: "01a0e749-bc1e-7a03-8d51-6c0f2b7e91d4", name: "Applied", type: "applied", order_index: 0 },
  { id: "01a0e749-bc1e-7c88-a4f2-03d9e57b1c60", name: "Screen", type: "screen", order_index: 1 },
  { id: id.stage, name: "Interview", type: "interview", order_index: 2 },
  { id: "01a0e749-bc1e-7e15-b9c7-58a2f4d06e3b", name: "Offer", type: "offer", order_index: 3 },
  { id: "01a0e749-bc1e-7f41-8206-e1b7903c5da8", name: "Hired", type: "hired", order_index: 4 }
] as const

/** The labels that applicants see for each stage. */
const candidateLabels = [
  null,
  "We are reading your application",
  "We would like to get to know you",
  null,
  null
] as const

export const stageDetails = stages.map((stage, index) => ({
  ...stage,
  candidate_label: candidateLabels[index]!,
  application_count: [14, 6, 3, 1, 0][index]!
}))

export const newStages = stages.map((stage) => ({ ...stage, candidate_label: null, application_count: 0 }))

export const candidate = {
  full_name: "Maya Okafor",
  primary_email: "maya.okafor@example.com",
  linkedin_url: "https://www.linkedin.com/in/maya-okafor",
  website_url: "https://maya-okafor.example",
  github_url: "https://github.com/maya-okafor",
  years_experience: 8,
  given_name: "Maya",
  family_name: "Okafor",
  university: "University of Lagos",
  tags: ["backend", "berlin"]
} as const

export const profile = {
  summary: "Backend engineer with eight years of experience in Go and PostgreSQL, most recently in shipping logistics.",
  extracted_json: {
    headline: "Backend engineer",
    current_company: "Lagos Freight",
    skills: ["Go", "PostgreSQL", "Kafka"],
    languages: ["English", "Yoruba", "German"],
    education: [{ school: candidate.university }],
    years_experience: candidate.years_experience,
    provider: "rules",
    model: null,
    extracted_at: time.profileCompleted,
    input_hash: "e3b98a4da31a127d4bde6e43033f66ba274cab0eb7eb1c70ec41402bf6273dd8"
  }
} as const

export const note =
  "Spoke on the phone for half an hour. Wants to lead a small team within two years; can start in January."

export const feedback = "Found the race in our booking example within minutes, and explained two ways to close it."

/** Not real secrets: they only have the form of one. */
export const keyText = "candor_019bb15387407a4c823b1612dd272d135eedfeed5eedfeed5eedfeed5eedfeed5eedfeeda35c6b8f"
export const linkText = "candor_link_019bb15387407a4c823b1612dd272d135eedfeed5eedfeed5eedfeed5eedfeed5eedfeed6a1c7d52"
export const webhookSecret = "whsec_RXhhbXBsZSBzZWNyZXQsIG5vdCBpbiB1c2UgIQ=="

/** The data of the event “application moved to the stage Interview”. */
export const applicationEvent = {
  id: id.application,
  job_id: id.job,
  candidate_id: id.candidate,
  stage_id: id.stage,
  from_stage_id: stages[1].id,
  source_type: "sourcing",
  status: "active",
  rejection_reason: null,
  created_at: time.applied,
  updated_at: time.moved,
  closed_at: null,
  applied_again_at: null,
  withdrawal_handled_at: null,
  version: 2,
  candidate: { id: id.candidate, full_name: candidate.full_name },
  job: { id: id.job, title: job.title },
  stage: { id: id.stage, name: stages[2].name },
  from_stage: { id: stages[1].id, name: stages[1].name }
} as const

/** The application when it is created. */
export const newApplication = {
  stage_id: stages[0].id,
  stage: stages[0],
  source_type: "careers_site",
  updated_at: time.applied,
  prospect_id: null,
  ai_profiles: [],
  notes: [],
  interview_feedback: [],
  attachments: []
} as const

/** The application once it is closed. */
export const closed = { updated_at: time.closed, closed_at: time.closed } as const
export const hired = { status: "hired", stage_id: stages[4].id, stage: stages[4] } as const

/** A delivery before its first attempt. */
export const newDelivery = {
  status: "pending",
  attempts: 0,
  next_attempt_at: time.delivered,
  last_status: null,
  last_response: null,
  completed_at: null
} as const

/**
 * A made-up folder of answers from Greenhouse's Harvest API: three jobs, twelve candidates, fifteen applications, and
 * faults.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

const user = (id: number, name: string) => ({
  id,
  first_name: name.split(" ")[0],
  last_name: name.split(" ")[1],
  name,
  employee_id: null
})
const ada = user(11, "Ada Park")
const ben = user(12, "Ben Okoro")
const gone = user(99, "Gone Person")

const users = [
  {
    ...ada,
    primary_email_address: "Ada@example.com",
    emails: ["Ada@example.com", "ada.park@example.com"],
    created_at: "2023-01-02T08:00:00Z",
    disabled: false,
    site_admin: true
  },
  {
    ...ben,
    primary_email_address: "ben@example.com",
    emails: ["ben@example.com"],
    created_at: "2023-02-02T08:00:00Z",
    disabled: false,
    site_admin: false
  },
  {
    ...user(13, "Cleo Left"),
    primary_email_address: "not an address",
    emails: [],
    created_at: "2023-03-02T08:00:00Z",
    disabled: true,
    site_admin: false
  }
]

const departments = [{ id: 21, name: "Technology", parent_id: null, child_ids: [22] }, {
  id: 22,
  name: "Data",
  parent_id: 21,
  child_ids: []
}, { id: 23, name: "data", parent_id: null, child_ids: [] }]
const offices = [{
  id: 31,
  name: "Hamburg",
  location: { name: "Hamburg, Germany" },
  parent_id: null,
  primary_contact_user_id: 11
}]
const we = { id: 1, name: "We rejected them" }
const they = { id: 2, name: "They rejected us" }
const reasons = [{ id: 41, name: "Lacking skill(s)/qualification(s)", type: we }, {
  id: 42,
  name: "Took another offer",
  type: they
}]
const sources = [{ id: 51, name: "LinkedIn (Prospecting)", type: { id: 5, name: "Prospecting" } }, {
  id: 52,
  name: "Referral",
  type: { id: 6, name: "referrals" }
}]

const job = (id: number, name: string, status: string, more: object = {}) => ({
  id,
  name,
  requisition_id: `R-${id}`,
  notes: null,
  confidential: false,
  status,
  is_template: false,
  created_at: "2024-01-10T09:00:00Z",
  opened_at: "2024-01-11T09:00:00Z",
  closed_at: null,
  updated_at: "2024-06-01T09:00:00Z",
  departments: [departments[1]],
  offices: [offices[0]],
  custom_fields: {},
  keyed_custom_fields: {},
  openings: [],
  hiring_team: { hiring_managers: [ben], recruiters: [ada, ben], coordinators: [gone], sourcers: [] },
  ...more
})
const jobs = [
  job(1, "Data Engineer", "open", {
    keyed_custom_fields: {
      employment_type: { name: "Employment Type", type: "single_select", value: "Full-time" },
      salary_range: {
        name: "Salary Range",
        type: "currency_range",
        value: { min_value: "70000.0", max_value: "90000.0", unit: "EUR" }
      },
      cost_center: { name: "Cost Center", type: "short_text", value: "4711" }
    },
    openings: [{
      id: 1,
      opening_id: "1-1",
      status: "closed",
      opened_at: "2024-01-11T09:00:00Z",
      closed_at: "2024-05-20T09:00:00Z",
      application_id: 203,
      close_reason: null
    }]
  }),
  job(2, "Recruiter", "closed"),
  job(3, "Head of Nothing", "on hold", { confidential: true })
]
const stages = (jobId: number) =>
  ["Application Review", "Phone Interview", "Face to Face", "Offer"].map((name, priority) => ({
    id: 1000 * jobId + priority,
    name,
    job_id: jobId,
    priority,
    active: true,
    created_at: "2024-01-10T09:00:00Z",
    updated_at: "2024-01-10T09:00:00Z",
    interviews: [{ id: 1, name: "A plan" }]
  }))
const posts = [{
  id: 61,
  job_id: 1,
  title: "Data Engineer (all genders)",
  live: true,
  internal: false,
  external: true,
  active: true,
  content: "<p>You build <strong>pipelines</strong>.</p>",
  location: { id: 1, name: "Remote, Germany" },
  questions: [{ label: "First Name" }]
}]

const resume = {
  filename: "resume.txt",
  url: "https://files.example.com/resume.txt",
  type: "resume",
  created_at: "2024-03-01T10:00:00Z"
}
const candidate = (id: number, first_name: string | null, last_name: string | null, more: object = {}) => ({
  id,
  first_name,
  last_name,
  company: null,
  title: null,
  created_at: "2024-03-01T10:00:00.000Z",
  updated_at: "2024-03-02T10:00:00Z",
  last_activity: "2024-03-02T10:00:00Z",
  is_private: false,
  photo_url: null,
  attachments: [],
  application_ids: [],
  phone_numbers: [],
  addresses: [],
  email_addresses: [{ value: `c${id}@example.com`, type: "personal" }],
  website_addresses: [],
  social_media_addresses: [],
  recruiter: null,
  coordinator: null,
  can_email: true,
  tags: [],
  applications: [],
  educations: [],
  employments: [],
  linked_user_ids: [],
  custom_fields: {},
  keyed_custom_fields: {},
  ...more
})
const candidates = [
  candidate(101, "Karen", "Jones", {
    company: "Lagos Freight",
    title: "Data Engineer",
    tags: ["Python", "Ruby"],
    recruiter: ada,
    phone_numbers: [{ value: "+49 30 901820", type: "mobile" }, { value: "ask me", type: "skype" }],
    addresses: [{ value: "Neuer Wall 10\n20354 Hamburg", type: "home" }],
    email_addresses: [{ value: "karen@example.com", type: "work" }, { value: "no address", type: "other" }],
    social_media_addresses: [{ value: "linkedin.com/in/karen-jones" }, { value: "twitter.com/karen" }],
    website_addresses: [{ value: "karen.example.com", type: "personal" }],
    educations: [{
      id: 1,
      school_name: "University of Lagos",
      degree: "Bachelor's Degree",
      discipline: "Physics",
      start_date: "2008-08-15T00:00:00.000Z",
      end_date: null
    }],
    employments: [{
      id: 2,
      company_name: "Lagos Freight",
      title: "Engineer",
      start_date: "2012-08-15T00:00:00.000Z",
      end_date: null
    }],
    keyed_custom_fields: { desired_salary: { name: "Desired Salary", type: "short_text", value: "80,000" } },
    attachments: [resume],
    favourite_colour: "blue"
  }),
  candidate(102, "Luis", "Ortega", { can_email: false, attachments: [resume] }),
  candidate(103, null, null, { email_addresses: [{ value: "anna@example.com", type: "personal" }] }),
  candidate(104, "Zoë\u0000", "Ünal", { is_private: true, created_at: "yesterday" }),
  ...[105, 106, 107, 108, 109, 110, 111].map((id) => candidate(id, "Person", String(id))),
  candidate(112, "Pia", "Prospect")
]

const application = (id: number, candidateId: number, jobId: number, more: object = {}) => ({
  id,
  candidate_id: candidateId,
  prospect: false,
  applied_at: "2024-03-01T10:00:00.000Z",
  rejected_at: null,
  last_activity_at: "2024-04-01T10:00:00.000Z",
  location: null,
  source: { id: 51, public_name: "LinkedIn (Prospecting)" },
  credited_to: null,
  recruiter: null,
  coordinator: null,
  rejection_reason: null,
  rejection_details: null,
  jobs: [{ id: jobId, name: "Whatever" }],
  job_post_id: 61,
  status: "active",
  current_stage: { id: 1000 * jobId, name: "Application Review" },
  answers: [],
  prospective_office: null,
  prospective_department: null,
  prospect_detail: { prospect_pool: null, prospect_stage: null, prospect_owner: null },
  custom_fields: {},
  keyed_custom_fields: {},
  attachments: [],
  ...more
})
const applications = [
  application(201, 101, 1, {
    current_stage: { id: 1002, name: "Face to Face" },
    credited_to: gone,
    location: { address: "Hamburg" },
    answers: [{ question: "Why us?", answer: "I heard you're awesome!" }, { question: "When?", answer: null }],
    attachments: [{
      filename: "cover.txt",
      url: "https://files.example.com/cover.txt",
      type: "cover_letter",
      created_at: "2024-03-01T10:00:00Z"
    }, {
      filename: "offer.pdf",
      url: "https://files.example.com/offer.pdf",
      type: "offer_packet",
      created_at: "2024-03-09T10:00:00Z"
    }]
  }),
  application(202, 102, 1, {
    status: "rejected",
    rejected_at: "2024-03-20T10:00:00.000Z",
    rejection_reason: reasons[0],
    rejection_details: {
      custom_fields: { why: "No SQL" },
      keyed_custom_fields: { why: { name: "Why?", type: "short_text", value: "No SQL" } }
    }
  }),
  application(203, 103, 1, { status: "hired", current_stage: { id: 1003, name: "Offer" } }),
  application(204, 104, 1, {
    status: "rejected",
    rejected_at: "2024-03-22T10:00:00.000Z",
    rejection_reason: reasons[1],
    current_stage: { id: 1003, name: "Offer" }
  }),
  application(205, 105, 1, { current_stage: { id: 1900, name: "Old Assessment" } }),
  application(206, 106, 1, { status: "deactivated" }),
  application(207, 107, 1, { source: null }),
  application(208, 108, 2, { status: "rejected", rejected_at: "2024-03-22T10:00:00.000Z", current_stage: null }),
  application(209, 109, 2, { status: "hired", current_stage: { id: 2003, name: "Offer" } }),
  application(210, 110, 3),
  application(211, 110, 1),
  application(212, 111, 1, {
    applied_at: "2023-03-01T10:00:00.000Z",
    status: "rejected",
    rejected_at: "2023-03-20T10:00:00.000Z",
    rejection_reason: reasons[0]
  }),
  application(213, 111, 1),
  application(214, 112, 1, {
    prospect: true,
    jobs: [{ id: 1, name: "Data Engineer" }, { id: 2, name: "Recruiter" }],
    current_stage: null,
    prospect_detail: {
      prospect_pool: { id: 1, name: "Talents" },
      prospect_stage: { id: 2, name: "Warm" },
      prospect_owner: { id: 11, name: "Ada Park" }
    }
  }),
  application(215, 999, 77, {
    jobs: [{ id: 77, name: "Deleted Job" }],
    current_stage: { id: 7700, name: "Phone Interview" }
  })
]
const scorecards = [
  {
    id: 301,
    created_at: "2024-03-10T10:00:00Z",
    updated_at: "2024-03-10T11:00:00Z",
    interview: "Phone Interview",
    interview_step: { id: 1, name: "Phone Interview" },
    candidate_id: 101,
    application_id: 201,
    interviewed_at: "2024-03-10T09:00:00Z",
    submitted_by: ada,
    interviewer: ben,
    submitted_at: "2024-03-10T11:00:00Z",
    overall_recommendation: "definitely_not",
    attributes: [{ name: "Communication", type: "Skills", note: "Clear", rating: "yes" }, {
      name: "SQL",
      type: "Skills",
      note: null,
      rating: "no_decision"
    }],
    ratings: { yes: ["Communication"] },
    questions: [{ id: null, question: "Key Take-Aways", answer: "<p>Knows <b>Kafka</b></p>" }, {
      id: null,
      question: "Private Notes",
      answer: "Asks for too much"
    }, { id: 1, question: "Empty", answer: "" }]
  },
  {
    id: 302,
    created_at: "2024-03-11T10:00:00Z",
    updated_at: "2024-03-11T11:00:00Z",
    interview: null,
    interview_step: { id: 2, name: "Face to Face" },
    candidate_id: 101,
    application_id: 201,
    interviewed_at: null,
    submitted_by: gone,
    interviewer: gone,
    submitted_at: "2024-03-11T11:00:00Z",
    overall_recommendation: "no_decision",
    attributes: [],
    ratings: {},
    questions: []
  }
]
const interviews = [
  {
    id: 401,
    application_id: 201,
    external_event_id: "event",
    start: { date_time: "2024-07-10T09:00:00.000Z" },
    end: { date_time: "2024-07-10T09:45:00.000Z" },
    location: "Room 1",
    video_conferencing_url: "https://meet.example.com/1",
    status: "complete",
    created_at: "2024-07-01T09:00:00Z",
    updated_at: "2024-07-02T09:00:00Z",
    interview: { id: 7, name: "Culture Fit" },
    organizer: ada,
    interviewers: [{
      id: 12,
      employee_id: null,
      name: "Ben Okoro",
      email: "ben@example.com",
      response_status: "accepted",
      scorecard_id: 301
    }, { id: null, name: "Guest", email: "guest@example.com", response_status: "odd", scorecard_id: null }]
  },
  {
    id: 402,
    application_id: 201,
    start: { date: "2024-08-22" },
    end: { date: "2024-08-23" },
    location: null,
    video_conferencing_url: null,
    status: "scheduled",
    interview: { id: 8, name: "Whiteboard" },
    organizer: null,
    interviewers: []
  }
]
const offers = [{
  id: 501,
  version: 1,
  application_id: 203,
  job_id: 1,
  candidate_id: 103,
  created_at: "2024-05-01T10:00:00Z",
  updated_at: "2024-05-02T10:00:00Z",
  sent_at: "2024-05-01",
  resolved_at: "2024-05-02T10:00:00Z",
  starts_at: "2024-07-01",
  status: "accepted",
  opening: { id: 1 },
  keyed_custom_fields: { salary: { name: "Salary", type: "short_text", value: "Around 80k" } }
}]
const feed = {
  notes: [{
    id: 601,
    created_at: "2024-03-05T10:00:00Z",
    body: "Prefers to work from home.",
    user: ada,
    private: false,
    visiblity: "public",
    visibility: "public"
  }, {
    id: 602,
    created_at: "2024-03-06T10:00:00Z",
    body: "Careful",
    user: gone,
    private: true,
    visibility: "private"
  }],
  emails: [{
    id: 603,
    created_at: "2024-03-07T10:00:00Z",
    subject: "Your application",
    body: "Hello Karen",
    to: "karen@example.com",
    from: "ada@example.com",
    cc: null,
    user: ada
  }],
  activities: [
    {
      id: 604,
      created_at: "2024-03-08T10:00:00Z",
      subject: "Candidate Stage Change",
      body: "Karen Jones was moved into Phone Interview for Data Engineer on 03/08/2024 by Ada Park",
      user: ada
    },
    {
      id: 605,
      created_at: "2024-03-12T10:00:00Z",
      subject: "Candidate Stage Change",
      body: "Karen Jones was moved into Face to Face for Data Engineer on 03/12/2024 by Ada Park",
      user: ada
    },
    { id: 606, created_at: "2024-03-13T10:00:00Z", subject: "Other", body: "Something else", user: null }
  ]
}

const text = (value: unknown): string => JSON.stringify(value, null, 2)
const lines = (values: ReadonlyArray<unknown>): string => values.map((value) => JSON.stringify(value)).join("\n")

const within = (one: { readonly id: number }) => ({
  ...one,
  applications: applications.filter(({ candidate_id }) => candidate_id === one.id)
})

/**
 * Writes the folder: pages, lines and arrays, as programs save the answers of an API. Applications have a file, or are
 * within their candidates.
 */
export const write = (folder: string, areWithin = false): void => {
  const people = areWithin ? candidates.map(within) : candidates
  const files: { readonly [path: string]: string } = {
    "users.json": text(users),
    "departments.json": text(departments),
    "offices.json": text(offices),
    "rejection_reasons.json": text(reasons),
    "sources.json": text(sources),
    "jobs.json": text(jobs),
    "job_posts.json": text(posts),
    "job_stages.json": text([
      ...stages(1),
      { ...stages(1)[0]!, id: 1900, name: "Old Assessment", active: false },
      ...stages(2)
    ]),
    "jobs/3/stages.json": text(stages(3)),
    "candidates-1.json": text(people.slice(0, 5)),
    "candidates-2.json": text(people.slice(5)),
    ...areWithin ? {} : { "applications.ndjson": `${lines(applications)}\n{"id": 216, "candidate_id"` },
    "scorecards.json": text(scorecards),
    "scheduled_interviews.json": text(interviews),
    "offers.json": text(offers),
    "activity_feed/101.json": text(feed),
    "eeoc.json": text([{ application_id: 201, race: "declined" }, { application_id: 202, race: "declined" }]),
    "attachments/101/resume.txt": "Karen Jones, data engineer",
    "attachments/resume.txt": "Whose is this?",
    "attachments/cover.txt": "Dear all"
  }
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}

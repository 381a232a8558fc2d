/** Data in the form of Workable's API (https://workable.readme.io/reference). */
const day = (text: string) => `2026-${text}:00Z`
const job = { shortcode: "ABC123", title: "Data Engineer" }
const member = (id: string, name: string) => ({ id, name })
const ada = member("m-ada", "Ada Park")
const ben = member("m-ben", "Ben Okoro")

const candidate = (id: string, firstname: string, lastname: string, stage: string, more: object = {}) => ({
  id,
  name: `${firstname} ${lastname}`,
  firstname,
  lastname,
  headline: null,
  account: { subdomain: "acme", name: "Acme" },
  job,
  stage,
  stage_kind: stage.toLowerCase(),
  disqualified: false,
  withdrew: false,
  disqualified_at: null,
  disqualification_reason: null,
  sourced: false,
  profile_url: `https://acme.workable.com/${id}`,
  address: null,
  phone: null,
  email: `${firstname.toLowerCase()}@example.com`,
  domain: "indeed.com",
  created_at: day("02-02T09:00"),
  updated_at: day("03-02T09:00"),
  hired_at: null,
  answers: [],
  tags: [],
  ...more
})
const activity = (id: string, action: string, time: string, more: object = {}) => ({
  id,
  action,
  stage_name: null,
  created_at: day(time),
  updated_at: day(time),
  member: ada,
  body: null,
  ...more
})

export const files = {
  "members.json": {
    members: [
      { ...ada, email: "ada@example.com", roles: ["admin"], active: true },
      { ...ben, email: "ben@example.com", roles: ["reviewer"], active: true }
    ]
  },
  "disqualification_reasons.json": { disqualification_reasons: [{ id: "1", name: "Lacking experience" }] },
  "jobs.json": {
    jobs: [{
      id: "1",
      ...job,
      full_title: "Data Engineer",
      code: "R-1",
      state: "published",
      department: "Data",
      url: "https://acme.workable.com/jobs/1",
      location: { location_str: "Hamburg, Germany", city: "Hamburg", country: "Germany", telecommuting: false },
      employment_type: "Full-time",
      salary: { salary_from: 60000, salary_to: 80000, salary_currency: "eur" },
      full_description: "<p>Build <b>pipelines</b></p>",
      created_at: day("01-10T09:00")
    }],
    paging: {}
  },
  "stages/ABC123.json": {
    stages: [
      { slug: "sourced", name: "Sourced", kind: "sourced", position: 0 },
      { slug: "applied", name: "Applied", kind: "applied", position: 1 },
      { slug: "technical-talk", name: "Technical Talk", kind: "interview", position: 2 },
      { slug: "offer", name: "Offer", kind: "offer", position: 3 },
      { slug: "hired", name: "Hired", kind: "hired", position: 4 }
    ]
  },
  "candidates.json": {
    candidates: [
      candidate("c-2", "Luis", "Ortega", "Applied", {
        disqualified: true,
        disqualified_at: day("02-20T09:00"),
        disqualification_reason: "Lacking experience"
      }),
      candidate("c-3", "Zoë", "Ünal", "Offer", {
        email: "zoe@example.com",
        withdrew: true,
        location: { city: "Graz", country: "Austria", workplace_type: "remote", telecommuting: true, timezone: "CET" },
        disqualified_at: day("02-21T09:00")
      }),
      candidate("c-4", "Anna", "Berg", "Hired", { hired_at: day("03-01T09:00") }),
      candidate("c-5", "Lea", "Lead", "Sourced", { stage_kind: "sourced", sourced: true })
    ],
    paging: { next: "https://acme.workable.com/spi/v3/candidates?since_id=c-5" }
  },
  "candidates/c-1.json": {
    candidate: candidate("c-1", "Karen", "Jones", "Technical Talk", {
      headline: "Engineer",
      address: "Lagos, Nigeria",
      phone: "+49 30 901820",
      cover_letter: "Dear all",
      summary: "Ten years of data",
      skills: [{ name: "Kafka" }],
      tags: ["python"],
      education_entries: [{
        id: "e",
        school: "University of Lagos",
        degree: "BSc",
        field_of_study: "Physics",
        start_date: "2010-01-01",
        end_date: null
      }],
      experience_entries: [{
        id: "x",
        title: "Engineer",
        company: "Lagos Freight",
        start_date: "2015-01-01",
        end_date: null,
        current: true
      }],
      social_profiles: [{ type: "linkedin", url: "https://www.linkedin.com/in/karen-jones" }],
      answers: [{ question: { body: "Notice period" }, answer: { body: "3 months" } }],
      resume_url: "https://workable.example/1",
      resume_metadata: {
        filename: "resume.txt",
        filetype: "txt",
        created_at: day("02-02T09:00"),
        updated_at: day("02-02T09:00")
      },
      favourite_colour: "green"
    })
  },
  "activities/c-1.json": {
    activities: [
      activity("v-1", "applied", "02-02T09:00", { member: null }),
      activity("v-2", "comment", "02-03T09:00", { body: "Prefers to work from home." }),
      activity("v-3", "comment", "02-04T09:00", {
        body: "Asks for too much",
        member: ben,
        visibility_roles: ["admin"]
      }),
      activity("v-4", "moved", "02-09T09:00", { target_stage: { id: 2, name: "Technical Talk" } }),
      activity("v-5", "rating", "02-10T09:00", {
        stage_name: "Technical Talk",
        member: ben,
        body: "Knows Kafka",
        rating: { grade: 5, scale: "stars" }
      }),
      activity("v-6", "snoozed", "02-11T09:00")
    ]
  },
  "activities/c-3.json": {
    activities: [activity("v-7", "moved", "02-10T09:00", { member: ben, target_stage: { id: 3, name: "Offer" } })]
  },
  "files/c-1.json": {
    files: [{ name: "lost.pdf", preview_url: "https://workable.example/2", source: "upload", kind: "attachment" }]
  },
  "events.json": {
    events: [{
      id: "ev-1",
      title: "Technical interview",
      type: "interview",
      starts_at: day("02-10T08:00"),
      ends_at: day("02-10T08:45"),
      cancelled: false,
      job,
      members: [{ ...ben, status: "accepted" }],
      candidate: { id: "c-1", name: "Karen Jones" },
      conference: { type: "zoom", id: 1, url: "https://meet.example.com/1" }
    }]
  },
  "offers/c-4.json": {
    candidate: { id: "c-4", name: "Anna Berg" },
    state: "accepted",
    documents: [],
    document_variables: [{ label: "Salary", value: "70000" }]
  },
  "requisitions.json": [{ id: "requisition" }],
  "attachments/c-1/resume.txt": "Karen Jones, data engineer"
}

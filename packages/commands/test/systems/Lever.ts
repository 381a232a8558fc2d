/** Data in the form of Lever's API (https://hire.lever.co/developer/documentation). */
const at = (text: string): number => Date.parse(`2026-${text}:00.000Z`)
const answer = (data: unknown) => ({ data, hasNext: false })

const moved = (toStageId: string, time: string, userId = "u-ada") => ({
  toStageId,
  toStageIndex: 0,
  updatedAt: at(time),
  userId
})
const opportunity = (id: string, contact: string, name: string, stage: string, more: object = {}) => ({
  id,
  contact,
  name,
  headline: "",
  stage,
  confidentiality: "non-confidential",
  location: null,
  phones: [],
  emails: [`${contact}@example.com`],
  links: [],
  archived: null,
  tags: [],
  sources: ["Indeed"],
  stageChanges: [moved("applicant-new", "02-02T09:00")],
  origin: "applied",
  sourcedBy: null,
  owner: "u-ada",
  followers: [],
  applications: [`app-${id}`],
  createdAt: at("02-02T09:00"),
  updatedAt: at("03-02T09:00"),
  lastInteractionAt: at("03-02T09:00"),
  lastAdvancedAt: at("02-20T09:00"),
  snoozedUntil: null,
  urls: {},
  isAnonymized: false,
  ...more
})
const form = (opportunityId: string, more: object = {}) => ({
  id: `app-${opportunityId}`,
  opportunityId,
  candidateId: opportunityId,
  type: "posting",
  posting: "j-1",
  postingOwner: "u-ada",
  postingHiringManager: "u-ben",
  createdAt: at("02-02T09:00"),
  customQuestions: [],
  comments: null,
  archived: null,
  requisitionForHire: null,
  ...more
})

export const files = {
  "users.json": answer([
    {
      id: "u-ada",
      name: "Ada Park",
      username: "ada",
      email: "ada@example.com",
      accessRole: "super admin",
      createdAt: at("01-01T09:00"),
      deactivatedAt: null
    },
    {
      id: "u-ben",
      name: "Ben Okoro",
      username: "ben",
      email: "ben@example.com",
      accessRole: "interviewer",
      createdAt: at("01-01T09:00"),
      deactivatedAt: null
    }
  ]),
  "stages.json": answer([
    { id: "lead-new", text: "New lead" },
    { id: "applicant-new", text: "New applicant" },
    { id: "s-talk", text: "Technical Talk" },
    { id: "offer", text: "Offer" }
  ]),
  "archive_reasons.json": answer([
    { id: "r-1", text: "Lacking experience", status: "active", type: "non-hired" },
    { id: "r-2", text: "Withdrew", status: "active", type: "non-hired" },
    { id: "r-3", text: "Hired", status: "active", type: "hired" }
  ]),
  "postings.json": answer([{
    id: "j-1",
    text: "Data Engineer",
    state: "published",
    confidentiality: "non-confidential",
    categories: { team: "Data", department: "Technology", location: "Hamburg", commitment: "Full-time" },
    content: {
      descriptionHtml: "<p>Build <b>pipelines</b></p>",
      lists: [{ text: "You bring", content: "<li>Python</li>" }],
      closingHtml: ""
    },
    reqCode: "R-1",
    owner: "u-ada",
    hiringManager: "u-ben",
    createdAt: at("01-10T09:00"),
    updatedAt: at("01-11T09:00"),
    urls: {}
  }]),
  "opportunities.json": answer([
    opportunity("o-1", "karen", "Karen Jones", "s-talk", {
      headline: "Lagos Freight",
      location: "Lagos, Nigeria",
      phones: [{ type: "work", value: "+49 30 901820" }],
      links: ["https://www.linkedin.com/in/karen-jones"],
      tags: ["python"],
      stageChanges: [moved("applicant-new", "02-02T09:00"), moved("s-talk", "02-09T09:00")],
      favouriteColour: "green"
    }),
    opportunity("o-2", "luis", "Luis Ortega", "applicant-new", {
      archived: { reason: "r-1", archivedAt: at("02-20T09:00") }
    }),
    opportunity("o-3", "zoe", "Zoë Ünal", "offer", {
      archived: { reason: "r-2", archivedAt: at("02-21T09:00") },
      stageChanges: [moved("applicant-new", "02-02T09:00"), moved("offer", "02-10T09:00", "u-ben")]
    }),
    opportunity("o-4", "anna", "Anna Berg", "offer", { archived: { reason: "r-3", archivedAt: at("03-01T09:00") } }),
    opportunity("o-5", "lea", "Lea Lead", "lead-new", { applications: [], tags: ["later"] }),
    // A second opportunity of Karen, without a posting.
    opportunity("o-6", "karen", "K. Jones", "lead-new", { applications: [], tags: ["sql"], headline: "Data engineer" })
  ]),
  "applications.json": answer([
    form("o-1", {
      customQuestions: [{
        id: "q",
        type: "posting",
        text: "Form",
        fields: [{ text: "Notice period", value: "3 months", type: "text" }]
      }]
    }),
    form("o-2"),
    form("o-3"),
    form("o-4"),
    form("o-99")
  ]),
  "notes/o-1.json": answer([
    {
      id: "n-1",
      text: "Note",
      fields: [{
        text: "Comment",
        type: "note",
        value: "Prefers to work from home.",
        user: "u-ada",
        createdAt: at("02-03T09:00")
      }],
      user: "u-ada",
      secret: false,
      completedAt: at("02-03T09:00"),
      deletedAt: null,
      createdAt: at("02-03T09:00")
    },
    {
      id: "n-2",
      text: "Asks for too much",
      fields: [],
      user: "u-ben",
      secret: true,
      createdAt: at("02-04T09:00"),
      deletedAt: null
    },
    {
      id: "n-3",
      text: "Wrong person",
      fields: [],
      user: "u-ben",
      secret: false,
      createdAt: at("02-04T09:00"),
      deletedAt: at("02-05T09:00")
    }
  ]),
  "opportunities/o-1/feedback.json": answer([{
    id: "fb-1",
    type: "interview",
    text: "Technical interview",
    instructions: "",
    fields: [
      { id: "1", type: "score-system", text: "Rating", value: "4 - Strong Hire" },
      { id: "2", type: "textarea", text: "Skills", value: "Knows Kafka" }
    ],
    user: "u-ben",
    interview: "i-1",
    panel: "p-1",
    createdAt: at("02-10T09:00"),
    completedAt: at("02-10T09:00"),
    deletedAt: null
  }]),
  "interviews/o-1.json": answer([{
    id: "i-1",
    panel: "p-1",
    subject: "Technical interview",
    note: "",
    interviewers: [{ id: "u-ben", name: "Ben Okoro", email: "ben@example.com" }],
    timezone: "Europe/Berlin",
    createdAt: at("02-05T09:00"),
    date: at("02-10T08:00"),
    duration: 45,
    location: "https://meet.example.com/1",
    user: "u-ada",
    stage: "s-talk",
    canceledAt: null,
    postings: ["j-1"]
  }]),
  "resumes/o-1.json": answer([{
    id: "f-1",
    createdAt: at("02-02T09:00"),
    file: {
      name: "resume",
      ext: ".txt",
      downloadUrl: "https://api.lever.co/1",
      uploadedAt: at("02-02T09:00"),
      status: "processed",
      size: 26
    },
    parsedData: { positions: [] }
  }]),
  "files/o-1.json": answer([{
    id: "f-2",
    name: "lost.pdf",
    ext: ".pdf",
    downloadUrl: "https://api.lever.co/2",
    uploadedAt: at("02-02T09:00"),
    size: 1
  }]),
  "offers/o-4.json": answer([{
    id: "of-1",
    posting: "j-1",
    createdAt: at("02-25T09:00"),
    status: "signed",
    creator: "u-ada",
    fields: [{ text: "Salary", identifier: "salary_amount", value: 70000 }],
    sentAt: at("02-26T09:00")
  }]),
  "requisitions.json": answer([{ id: "requisition" }]),
  "attachments/f-1/resume.txt": "Karen Jones, data engineer"
}

/** A table in the form of Lever's own export. */
export const table = {
  "lever-export.csv":
    "\ufeffCandidate Name,Emails,Phone,Links,Tags,Sources,Posting,Stage,Archive Reason,Archived At,Applied At,Owner,Salary wish,State,Status,Job Department,Posting Team\r\n" +
    "Karen Jones,\"karen@example.com, kj@example.com\",+49 30 901820,https://www.linkedin.com/in/karen-jones,\"python, sql\",Indeed,Data Engineer,Technical Talk,,,2026-02-02,Ada Park,80000,Berlin,Active,Data,Platform\r\n" +
    "Luis Ortega,luis@example.com,,,,Indeed,Data Engineer,New applicant,Lacking experience,2026-02-20,2026-02-02,Ada Park,,,,,\r\n" +
    "Karen Jones,karen@example.com,,,,Referral,Recruiter,New applicant,,,2026-02-03,,,,,,\r\n" +
    ",,,,,,Recruiter,,,,,,,,,,\r\n" +
    "Mia Chen,mia@example.com,,,,,Recruiter,New applicant,,,2026-02-04,,,CA,Rejected,,\r\n"
}

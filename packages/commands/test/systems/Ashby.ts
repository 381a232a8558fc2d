/** Data in the form of Ashby's API (https://developers.ashbyhq.com/reference). */
const user = (id: string, firstName: string, lastName: string, globalRole = "Limited Access") => ({
  id,
  firstName,
  lastName,
  email: `${firstName.toLowerCase()}@example.com`,
  globalRole,
  isEnabled: true,
  updatedAt: "2026-01-01T00:00:00.000Z"
})
const ada = user("u-ada", "Ada", "Park", "Organization Admin")
const ben = user("u-ben", "Ben", "Okoro")

const answer = (results: unknown) => ({ success: true, results, moreDataAvailable: false })

const stages = [
  ["lead", "New Lead", "Lead"],
  ["review", "Application Review", "PreInterviewScreen"],
  [
    "talk",
    "Technical Talk",
    "Active"
  ],
  ["offer", "Offer", "Offer"],
  ["hired", "Hired", "Hired"],
  ["archived", "Archived", "Archived"]
].map((
  [id, title, type],
  orderInInterviewPlan
) => ({ id, title, type, orderInInterviewPlan, interviewPlanId: "plan" }))
const stage = (id: string) => stages.find((one) => one.id === id)
const job = { id: "j-1", title: "Data Engineer", locationId: "l-1", departmentId: "d-1" }
const entry = (id: string, stageId: string, enteredStageAt: string, actorId: string | null = null) => ({
  id,
  stageId,
  title: stage(stageId)?.title,
  enteredStageAt,
  leftStageAt: null,
  stageNumber: 0,
  allowedActions: [],
  actorId
})
const person = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  createdAt: "2026-02-01T09:00:00.000Z",
  updatedAt: "2026-03-01T09:00:00.000Z",
  primaryEmailAddress: { value: `${id}@example.com`, type: "Personal", isPrimary: true },
  emailAddresses: [{ value: `${id}@example.com`, type: "Personal", isPrimary: true }],
  phoneNumbers: [],
  socialLinks: [],
  tags: [],
  applicationIds: [],
  fileHandles: [],
  customFields: [],
  profileUrl: `https://app.ashbyhq.com/${id}`,
  ...more
})
const application = (id: string, candidate: string, status: string, current: string, more: object = {}) => ({
  id,
  createdAt: "2026-02-02T09:00:00.000Z",
  updatedAt: "2026-03-02T09:00:00.000Z",
  status,
  candidate: { id: candidate, name: candidate },
  currentInterviewStage: stage(current),
  job,
  source: {
    id: "s-1",
    title: "Indeed",
    isArchived: false,
    sourceType: { id: "t", title: "Job boards", isArchived: false }
  },
  hiringTeam: [],
  customFields: [],
  ...more
})

export const files = {
  "user.list.json": answer([ada, ben]),
  "department.list.json": answer([{ id: "d-1", name: "Data", isArchived: false, parentId: null }]),
  "location.list.json": answer([{ id: "l-1", name: "Hamburg", isArchived: false, isRemote: false }]),
  "archiveReason.list.json": answer([
    { id: "r-1", text: "Lacking experience", reasonType: "RejectedByOrg", isArchived: false },
    { id: "r-2", text: "Other plans", reasonType: "RejectedByCandidate", isArchived: false }
  ]),
  "interviewStage.list.json": answer(stages),
  "job.list.json": answer([{
    ...job,
    confidential: false,
    status: "Open",
    employmentType: "FullTime",
    defaultInterviewPlanId: "plan",
    interviewPlanIds: ["plan"],
    customFields: [{ id: "c-1", title: "Budget code", value: "B-7" }],
    jobPostingIds: ["p-1"],
    customRequisitionId: "R-1",
    hiringTeam: [{ ...ada, userId: ada.id, role: "Hiring Manager" }],
    createdAt: "2026-01-10T09:00:00.000Z",
    updatedAt: "2026-01-11T09:00:00.000Z",
    openedAt: "2026-01-12T09:00:00.000Z"
  }]),
  "jobPosting.list.json": answer([{
    id: "p-1",
    jobId: "j-1",
    title: "Data Engineer",
    descriptionHtml: "<p>Build <b>pipelines</b></p>",
    locationName: "Hamburg",
    isListed: true
  }]),
  "candidate.list-1.json": answer([
    person("karen", "Karen Jones", {
      phoneNumbers: [{ value: "+49 30 901820", type: "Work", isPrimary: true }],
      socialLinks: [{ type: "LinkedIn", url: "https://www.linkedin.com/in/karen-jones" }],
      tags: [{ id: "t-1", title: "python", isArchived: false }],
      company: "Lagos Freight",
      school: "University of Lagos",
      location: { id: "x", locationSummary: "Lagos, Nigeria", locationComponents: [] },
      resumeFileHandle: { id: "f-1", name: "resume.txt", handle: "secret" },
      fileHandles: [{ id: "f-1", name: "resume.txt", handle: "secret" }, { id: "f-2", name: "lost.pdf", handle: "s" }],
      customFields: [{ id: "c-2", title: "Notice period", value: "3 months" }],
      favouriteColour: "green"
    }),
    person("luis", "Luis Ortega")
  ]),
  "candidate.list-2.json": answer([person("zoe", "Zoë Ünal"), person("anna", "Anna Berg"), person("lea", "Lea Lead")]),
  "application.list.json": answer([
    application("a-1", "karen", "Active", "talk"),
    application("a-2", "luis", "Archived", "archived", {
      archivedAt: "2026-02-20T09:00:00.000Z",
      archiveReason: { id: "r-1", text: "Lacking experience", reasonType: "RejectedByOrg", isArchived: false }
    }),
    application("a-3", "zoe", "Archived", "archived", {
      archivedAt: "2026-02-21T09:00:00.000Z",
      archiveReason: { id: "r-2", text: "Other plans", reasonType: "RejectedByCandidate", isArchived: false }
    }),
    application("a-4", "anna", "Hired", "hired"),
    application("a-5", "lea", "Lead", "lead")
  ]),
  "application.listHistory/a-1.json": answer([
    entry("h-1", "review", "2026-02-02T09:00:00.000Z"),
    entry("h-2", "talk", "2026-02-09T09:00:00.000Z", "u-ada")
  ]),
  "application.listHistory/a-2.json": answer([
    entry("h-3", "review", "2026-02-02T09:00:00.000Z"),
    entry("h-4", "archived", "2026-02-20T09:00:00.000Z", "u-ada")
  ]),
  "application.listHistory/a-3.json": answer([
    entry("h-5", "review", "2026-02-02T09:00:00.000Z"),
    entry("h-6", "offer", "2026-02-10T09:00:00.000Z", "u-ben"),
    entry("h-7", "archived", "2026-02-21T09:00:00.000Z", "u-ben")
  ]),
  "application.listHistory/a-4.json": answer([
    entry("h-8", "review", "2026-02-02T09:00:00.000Z"),
    entry("h-9", "hired", "2026-03-01T09:00:00.000Z", "u-ada")
  ]),
  "candidate.listNotes/karen.json": answer([
    { id: "n-1", content: "Prefers to work from home.", createdAt: "2026-02-03T09:00:00.000Z", author: ada },
    { id: "n-2", content: "Asks for too much", createdAt: "2026-02-04T09:00:00.000Z", author: ben, isPrivate: true }
  ]),
  "applicationFeedback.list.json": answer([{
    id: "fb-1",
    applicationId: "a-1",
    interviewId: "i-1",
    submittedAt: "2026-02-10T09:00:00.000Z",
    submittedByUser: ben,
    formDefinition: {
      sections: [{
        title: "Scorecard",
        fields: [
          {
            field: {
              path: "overall_recommendation",
              title: "Overall recommendation",
              selectableValues: [{ label: "Strong Hire", value: "4" }]
            }
          },
          { field: { path: "skills", title: "Skills" } }
        ]
      }]
    },
    submittedValues: { overall_recommendation: "4", skills: "Knows Kafka" }
  }]),
  "interview.list.json": answer([{ id: "i-1", title: "Technical interview" }]),
  "interviewSchedule.list.json": answer([{
    id: "is-1",
    applicationId: "a-1",
    status: "Scheduled",
    interviewStageId: "talk",
    interviewEvents: [{
      id: "ie-1",
      interviewId: "i-1",
      startTime: "2026-02-10T08:00:00.000Z",
      endTime: "2026-02-10T08:45:00.000Z",
      interviewerUserIds: ["u-ben"],
      meetingLink: "https://meet.example.com/1",
      createdAt: "2026-02-05T09:00:00.000Z"
    }]
  }]),
  "offer.list.json": answer([{
    id: "o-1",
    applicationId: "a-4",
    offerStatus: "CandidateAccepted",
    acceptanceStatus: "Accepted",
    decidedAt: "2026-02-28T09:00:00.000Z",
    latestVersion: { id: "v", createdAt: "2026-02-25T09:00:00.000Z", salary: { value: 70000, currencyCode: "EUR" } }
  }]),
  "surveys.json": answer([{ id: "survey" }]),
  "attachments/karen/resume.txt": "Karen Jones, data engineer"
}

/** The expected outcomes of the calls in JobCalls.ts: while the job exists, and after it was deleted. */
export const whileItExists = {
  profiles: { input: "seen", modify: "done" },
  copies: { create: "done" },
  teams: { put: "done", ofJob: "done", ofMember: "seen", remove: "done" },
  overviews: {
    jobs: "seen",
    cards: "seen",
    counts: "done",
    people: "seen",
    names: "seen",
    sources: "seen",
    unanswered: "done",
    arrived: "done",
    mails: "done",
    mailCounts: "done",
    erasures: "done",
    mentions: "seen",
    declined: "done",
    invitations: "done",
    cancellations: "done",
    proposals: "done",
    withdrawals: "done",
    scorecards: "done"
  },
  requests: { list: "seen", get: "done", modify: "done", create: "done" },
  interviews: {
    list: "seen",
    within: "seen",
    toCome: "seen",
    appointments: "seen",
    get: "done",
    create: "done",
    times: "done",
    modify: "done"
  },
  replacements: {
    pool: "done",
    replace: "done"
  },
  criteria: { get: "done", modify: "done", audit: "done" },
  assessments: { get: "done", decide: "done", ask: "done", input: "done", record: "done" },
  plans: { ofJob: "done", ofApplication: "done", change: "done" },
  scorecards: { get: "done", ofInterview: "done", debrief: "done", modify: "done" },
  links: { list: "seen", get: "done", facts: "done", free: "done", create: "done", change: "done" },
  feedback: { list: "done", get: "done", create: "done", modify: "done", remove: "done" },
  attachments: {
    largest: "seen",
    list: "done",
    get: "done",
    text: "done",
    reserve: "done",
    add: "done",
    remove: "done"
  },
  texts: { get: "done", modify: "done" },
  notes: { list: "done", get: "done", create: "done", modify: "done", see: "done", remove: "done" },
  applications: {
    list: "seen",
    listChanges: "seen",
    get: "done",
    candidateOf: "done",
    history: "done",
    submit: "done",
    move: "done",
    change: "done",
    remove: "done"
  },
  jobs: {
    list: "seen",
    find: "done",
    get: "done",
    create: "the slug is taken",
    modify: "done",
    ended: "seen",
    remove: "done"
  }
}

export const [noJob, noApplication] = ["JobNotFound", "ApplicationNotFound"]
const [noInterview, noLink] = ["InterviewNotFound", "SchedulingLinkNotFound"]
export const onceDeleted = {
  // A profile belongs to the candidate, who stays.
  profiles: { input: "unseen", modify: "done" },
  copies: { create: noJob },
  teams: { put: noJob, ofJob: noJob, ofMember: "unseen", remove: noJob },
  overviews: {
    jobs: "unseen",
    cards: noJob,
    counts: noJob,
    people: "unseen",
    names: "unseen",
    sources: "unseen",
    unanswered: "done",
    arrived: "done",
    mails: "done",
    mailCounts: "done",
    erasures: "done",
    mentions: "unseen",
    declined: "done",
    invitations: "done",
    cancellations: "done",
    proposals: "done",
    withdrawals: "done",
    scorecards: "done"
  },
  requests: {
    list: "unseen",
    get: "FeedbackRequestNotFound",
    modify: "FeedbackRequestNotFound",
    create: noApplication
  },
  interviews: {
    list: "unseen",
    within: "unseen",
    toCome: "unseen",
    appointments: "unseen",
    get: "InterviewNotFound",
    create: noApplication,
    times: "done",
    modify: "InterviewNotFound"
  },
  replacements: {
    pool: "InterviewNotFound",
    replace: "InterviewNotFound"
  },
  criteria: { get: noJob, modify: noJob, audit: noJob },
  assessments: {
    get: noApplication,
    decide: noApplication,
    ask: noApplication,
    input: noApplication,
    record: noApplication
  },
  plans: { ofJob: noJob, ofApplication: noApplication, change: noJob },
  scorecards: { get: noInterview, ofInterview: noInterview, debrief: noApplication, modify: noInterview },
  links: { list: "unseen", get: noLink, facts: noLink, free: noApplication, create: noApplication, change: noLink },
  feedback: {
    list: noApplication,
    get: noApplication,
    create: noApplication,
    modify: noApplication,
    remove: noApplication
  },
  attachments: {
    largest: "unseen",
    list: noApplication,
    get: noApplication,
    text: noApplication,
    reserve: noApplication,
    add: noApplication,
    remove: noApplication
  },
  texts: { get: "AttachmentNotFound", modify: "AttachmentNotFound" },
  notes: {
    list: noApplication,
    get: noApplication,
    create: noApplication,
    modify: noApplication,
    see: "NoteNotFound",
    remove: noApplication
  },
  applications: {
    list: "unseen",
    listChanges: "unseen",
    get: noApplication,
    candidateOf: noApplication,
    history: noApplication,
    submit: noJob,
    move: noApplication,
    change: noApplication,
    remove: noApplication
  },
  jobs: {
    list: "unseen",
    find: "done",
    get: noJob,
    create: "the slug is free",
    modify: noJob,
    ended: "unseen",
    remove: noJob
  }
}

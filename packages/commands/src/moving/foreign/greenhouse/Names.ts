/** The names of the files that are read, by Harvest's resources. */
export const names = {
  users: ["users"],
  departments: ["departments"],
  offices: ["offices"],
  rejection_reasons: ["rejection_reasons"],
  sources: ["sources"],
  jobs: ["jobs"],
  job_stages: ["job_stages", "job_interview_stages", "stages"],
  job_posts: ["job_posts"],
  candidates: ["candidates"],
  applications: ["applications"],
  scorecards: ["scorecards"],
  scheduled_interviews: ["scheduled_interviews", "interviews"],
  offers: ["offers"],
  activity_feed: ["activity_feed", "activity_feeds"]
} as const

/** The tables of version 3 whose rows belong to other records. */
export const tables = {
  users: names.users,
  sources: names.sources,
  rejection_reasons: names.rejection_reasons,
  referrers: ["referrers"],
  interview_kits: ["interview_kits"],
  job_interviews: ["job_interviews"],
  rejection_details: ["rejection_details"],
  attachments: ["attachments"],
  application_stages: ["application_stages"],
  interviewers: ["interviewers"],
  job_hiring_managers: ["job_hiring_managers"],
  job_owners: ["job_owners"],
  openings: ["openings"],
  candidate_employments: ["candidate_employments"]
} as const

export const all = { ...tables, ...names, notes: ["notes"] } as const

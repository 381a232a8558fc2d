/** The files that are read of a folder: the names of the resources of Harvest (https://developers.greenhouse.io/harvest.html). */
export const names = {
  users: ["users"],
  departments: ["departments"],
  offices: ["offices"],
  rejection_reasons: ["rejection_reasons"],
  sources: ["sources"],
  jobs: ["jobs"],
  job_stages: ["job_stages", "stages"],
  job_posts: ["job_posts"],
  candidates: ["candidates"],
  applications: ["applications"],
  scorecards: ["scorecards"],
  scheduled_interviews: ["scheduled_interviews", "interviews"],
  offers: ["offers"],
  activity_feed: ["activity_feed", "activity_feeds"]
} as const

export const system = "greenhouse"
export const title = "Greenhouse"

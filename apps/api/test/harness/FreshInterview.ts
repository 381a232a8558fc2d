/** The start of the latest interview: no two interviews of a member overlap. */
let latest = Date.UTC(2040, 0)

/** Working hours that allow any time. */
export const atAllHours = {
  time_zone: "UTC",
  hours: ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"].map((day) => ({
    day,
    from: "00:00",
    to: "24:00"
  })),
  max_per_day: null,
  max_per_week: null
}

/** A request for an interview with a member, at an unused time. */
export const freshInterview = (member_id: string) => ({
  title: "Technical interview",
  starts_at: new Date(latest += 3_600_000).toISOString(),
  time_zone: "Europe/Zurich",
  interviewers: [{ member_id }]
})

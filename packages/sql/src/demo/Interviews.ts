/**
 * Interviews of the demo's week. Their times depend on the day on which the demo is loaded, so that none is on a
 * weekend.
 */
import { localTimeAt } from "@candor/domain/time/LocalTime"
import { packZones } from "@candor/domain/time/Zones"
import { ZoneName } from "@candor/domain/time/ZoneName"
import type { DemoApplication } from "./Applications.ts"
import { day, hour, timestamp, today } from "./Times.ts"

interface User {
  readonly id: string
}

/**
 * For each interview: title, kind, minutes, the working day from today on, the hour in the demo's time zone, and the
 * index of the scorecard template.
 */
const outlines = [
  ["Technical interview", "technical", 60, -1, 10, 1],
  ["Hiring manager interview", "video", 45, -1, 14, 0],
  ["Technical interview", "technical", 60, 0, 10, null],
  ["Phone screen", "phone", 30, 0, 13, null],
  ["Team panel", "panel", 60, 1, 9, null],
  ["Technical interview", "technical", 60, 2, 15, 1],
  ["On-site day", "onsite", 180, 3, 9, null],
  ["Final conversation", "video", 45, null, null, null]
] as const

/** The index of the interview that has scorecards. Those of other interviews with a template are due. */
export const scored = 1

const zone = packZones.zone(ZoneName.make("Europe/Berlin"))

/**
 * Makes the interviews without their times, for applications that recently got far. The last one is yet to be
 * scheduled.
 */
export const make = (
  applications: ReadonlyArray<DemoApplication>,
  [recruiter, manager]: ReadonlyArray<User>,
  templates: ReadonlyArray<{ readonly id: string }>
) =>
  recruiter === undefined || manager === undefined ? [] : applications
    .filter(({ row, stage }) => row.status === "active" && stage.order_index >= 2).slice(-outlines.length)
    .map(({ row, stage, updated }, index) => {
      const [title, kind, minutes, , , template] = outlines[index]!
      const created_at = timestamp(Math.min(today, updated + hour))
      return {
        organization_id: row.organization_id,
        id: row.id,
        application_id: row.id,
        stage_id: stage.id,
        title,
        kind,
        status: "to_schedule",
        minutes,
        starts_at: null as string | null,
        ends_at: null as string | null,
        time_zone: null as string | null,
        local_start: null as string | null,
        link: kind === "video" || kind === "technical" ? `https://meet.example.com/${row.id.slice(-8)}` : null,
        location: kind === "onsite" ? "Third floor, room Ada" : null,
        scorecard_template_id: template === null ? null : templates[template]?.id ?? null,
        interviewers: (index % 2 === 1 && index !== scored ? [manager] : [recruiter, manager]).map(({ id }, at) => ({
          member_id: id,
          response: at === 0 ? "accepted" : "needs_action"
        })),
        author_id: recruiter.id,
        created_at,
        updated_at: created_at,
        version: 1
      }
    })

/** Returns the start of the n-th working day from today on, this many days after the demo's present. */
const workday = (days: number, n: number): number => {
  const isWeekend = (millis: number) => [0, 6].includes(new Date(millis).getUTCDay())
  let at = Math.floor((today + days * day) / day) * day
  const step = n < 0 ? -1 : 1
  while (isWeekend(at)) at += step * day
  for (let left = Math.abs(n); left > 0; left -= isWeekend(at) ? 0 : 1) at += step * day
  return at
}

type Rows = ReturnType<typeof make>

/**
 * Makes the interviews with their times, and the interviewers' booked times, if the demo is loaded `days` after its
 * present.
 */
export const scheduled = (
  rows: Rows,
  days: number
): { readonly interviews: Rows; readonly times: ReadonlyArray<object> } => {
  const interviews = rows.map((made, index) => {
    const [, , minutes, at, clock] = outlines[index]!
    const created_at = timestamp(Date.parse(made.created_at) + days * day)
    const row = { ...made, created_at, updated_at: created_at }
    if (at === null) return row
    const starts = zone.instantOf(workday(days, at) + clock * hour)
    const starts_at = timestamp(starts)
    return {
      ...row,
      status: "scheduled",
      starts_at,
      ends_at: timestamp(starts + minutes * 60_000),
      time_zone: zone.name,
      local_start: localTimeAt(zone, starts_at)
    }
  })
  const times = interviews.flatMap((
    { application_id, ends_at, id, interviewers, organization_id, scorecard_template_id, starts_at },
    index
  ) =>
    interviewers.map(({ member_id }) => ({
      organization_id,
      interview_id: id,
      member_id,
      application_id,
      owes_scorecard: scorecard_template_id !== null && index !== scored,
      during: starts_at === null ? null : `[${starts_at},${ends_at})`,
      overrides: false
    }))
  )
  return { interviews, times }
}

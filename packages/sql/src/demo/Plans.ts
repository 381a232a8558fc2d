/** The planned interviews of two stages of the demo's first job. Their ids are made of those of the stages. */
import type { DemoJob } from "./Jobs.ts"

interface User {
  readonly id: string
}

/** For the third and the fourth stage: titles with their kinds and minutes, how many of the members are needed, and notes for them. */
const outlines = [
  [
    ["Technical interview", "technical", 60, 2, "One of you asks, one takes notes."],
    ["Hiring manager interview", "video", 45, 1, null]
  ],
  [["Final conversation", "video", 45, 1, null]]
] as const

export const plans = ([job]: ReadonlyArray<DemoJob>, users: ReadonlyArray<User>) =>
  job === undefined || users.length < 3 ? [] : outlines.flatMap((outline, index) => {
    const stage = job.stages[index + 2]
    return stage === undefined ? [] : outline.map(([title, kind, minutes, needed, interviewer_instructions], position) => ({
      organization_id: job.row.organization_id,
      id: `${stage.id.slice(0, -1)}${position}`,
      job_id: job.row.id,
      stage_id: stage.id,
      position,
      title,
      kind,
      minutes,
      member_ids: users.slice(0, 3).map(({ id }) => id),
      needed,
      link: "https://meet.example.com/engineering",
      interviewer_instructions,
      created_at: job.row.created_at,
      updated_at: job.row.created_at,
      version: 1
    }))
  })

/** The planned interviews of two stages of the demo's first job. Their ids are derived from the stages' ids. */
import type { DemoJob } from "./Jobs.ts"

interface Row {
  readonly id: string
}

/**
 * For the third and fourth stage, each interview's title, kind, minutes, number of required members, index of the
 * scorecard template, and notes for the members.
 */
const outlines = [
  [
    ["Technical interview", "technical", 60, 2, 1, "One of you asks, one takes notes."],
    ["Hiring manager interview", "video", 45, 1, 0, null]
  ],
  [["Final conversation", "video", 45, 1, null, null]]
] as const

export const plans = ([job]: ReadonlyArray<DemoJob>, users: ReadonlyArray<Row>, templates: ReadonlyArray<Row>) =>
  job === undefined || users.length < 2 ? [] : outlines.flatMap((outline, index) => {
    const stage = job.stages[index + 2]
    return stage === undefined ?
      [] :
      outline.map(([title, kind, minutes, needed, template, interviewer_instructions], position) => ({
        organization_id: job.row.organization_id,
        id: `${stage.id.slice(0, -1)}${position}`,
        job_id: job.row.id,
        stage_id: stage.id,
        position,
        title,
        kind,
        minutes,
        member_ids: users.slice(0, 2).map(({ id }) => id),
        needed,
        link: "https://meet.example.com/engineering",
        interviewer_instructions,
        scorecard_template_id: template === null ? null : templates[template]?.id ?? null,
        created_at: job.row.created_at,
        updated_at: job.row.created_at,
        version: 1
      }))
  })

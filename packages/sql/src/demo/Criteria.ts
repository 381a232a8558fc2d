/**
 * The criteria of a job of the demo, and prepared assessments as a model would make them: each quotation is in the
 * résumé. Assessment is off, so that a demo sends nothing anywhere.
 */
import type { AssessmentResult } from "@candor/domain/criteria/Assessment"
import type { JobCriteriaState } from "@candor/domain/criteria/JobCriteria"
import { judge } from "@candor/domain/criteria/Judging"
import { CriterionId, JobId } from "@candor/domain/Id"
import { Timestamp } from "@candor/domain/Timestamp"

interface JobRow {
  readonly organization_id: string
  readonly id: string
  readonly created_at: string
}

interface ApplicationRow {
  readonly organization_id: string
  readonly id: string
  readonly job_id: string
  readonly updated_at: string
}

interface FileRow {
  readonly id: string
  readonly application_id: string
  readonly text: string | null
}

/** The criteria, and patterns that find them in a résumé. */
const asked = [
  ["Has led, taught or mentored colleagues", /[^.;\n]*\b(?:mentored|led|taught|trained)\b[^.;\n]*/i],
  ["Has changed something for the better, and measured it", /[^.;\n]*\b\d+ (?:ms|minutes|hours|%|percent)[^.;\n]*/i],
  ["Speaks German", /[^.;\n]*\bGerman\b[^.;\n]*/]
] as const

/** Returns an id derived from the job's. */
const within = (job: string, number: number) => `${job.slice(0, -2)}${number.toString(16).padStart(2, "0")}`

export const ofJob = (job: JobRow) => ({
  organization_id: job.organization_id,
  id: JobId.make(job.id),
  is_on: false,
  criteria: asked.map(([text], at) => ({ id: CriterionId.make(within(job.id, at)), text })),
  updated_at: Timestamp.make(job.created_at),
  version: 1
})

const resultsOf = (
  { criteria }: Pick<JobCriteriaState, "criteria">,
  file: { readonly id: string; readonly text: string },
  assessed_at: Timestamp
): ReadonlyArray<AssessmentResult> => {
  const document = { attachment_id: file.id, answer_id: null, title: "resume", text: file.text }
  const answers = asked.map(([, pattern], at) => {
    const quotation = pattern.exec(file.text)?.[0].trim() ?? null
    return { criterion: at + 1, verdict: quotation === null ? "not_said" : "meets", quotation } as const
  })
  return judge(criteria, [document], answers, {
    provider: "demo",
    model: "demo",
    prompt_version: "demo",
    assessed_at,
    hashOf: ({ id }) => id.replaceAll("-", "").repeat(2)
  })
}

/** Makes the assessments of those of a job's applications whose résumé has a text. */
export const assessments = (
  criteria: JobCriteriaState,
  applications: ReadonlyArray<ApplicationRow>,
  files: ReadonlyArray<FileRow>
) =>
  applications.filter(({ job_id }) => job_id === criteria.id).flatMap(({ id, organization_id, updated_at }) => {
    const file = files.find(({ application_id, text }) => application_id === id && text !== null)
    if (file?.text === undefined || file.text === null) return []
    const time = Timestamp.make(updated_at)
    return [{
      organization_id,
      id,
      application_id: id,
      results: resultsOf(criteria, { id: file.id, text: file.text }, time),
      criteria_version: criteria.version,
      seen_at: time,
      updated_at: time,
      version: 1
    }]
  })

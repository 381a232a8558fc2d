/** Rows of applications: who applied where, how far they came, and with what. */
import { base } from "@candor/domain/job/Slug"
import type { CandidateRow } from "./Candidates.ts"
import * as Closings from "./Closings.ts"
import { day, type Generator, timestamp, today } from "./Generator.ts"
import type { DemoJob } from "./Jobs.ts"
import * as Sentences from "./Sentences.ts"
import * as PersonValues from "./PersonValues.ts"
import type { Resume } from "./Resumes.ts"

/** Who applies to which job at what time: everybody once, and some again to another job later. */
const choices = (
  generator: Generator,
  jobs: ReadonlyArray<DemoJob>,
  candidates: ReadonlyArray<CandidateRow>,
  count: number
) => {
  const open = jobs.filter((job) => job.outline.draw > 0)
  const draws = open.map((job) => ({ value: job, weight: job.outline.draw }))
  const first = candidates.map((candidate) => ({
    candidate,
    job: generator.weighted(draws),
    at: Date.parse(candidate.created_at)
  }))
  const again = generator.some(first, count - first.length).map(({ at, candidate, job }) => ({
    candidate,
    job: generator.one(open.filter((other) => other !== job)),
    at: generator.after(at, today - at)
  }))
  return [...first, ...again].toSorted((a, b) => a.at - b.at)
}

/** A stage, the early ones more often; those who applied in the last days are still in the first ones. */
const stageOf = (generator: Generator, { stages }: DemoJob, at: number) => {
  const reached = at > today - 7 * day ? stages.slice(0, 2) : stages
  return generator.weighted(reached.map((stage, index) => ({ value: stage, weight: 2 ** (reached.length - index) })))
}

/** Applications in the order in which they came. */
export const make = (
  generator: Generator,
  jobs: ReadonlyArray<DemoJob>,
  candidates: ReadonlyArray<CandidateRow>,
  count: number
) =>
  choices(generator, jobs, candidates, count).map(({ at, candidate, job }, index) => {
    const stage = stageOf(generator, job, at)
    const id = generator.id(at)
    const source_type = generator.weighted(PersonValues.sources)
    const updated = stage.order_index === 0 ? at : generator.after(at, stage.order_index * 6 * day)
    return {
      candidate,
      stage,
      stages: job.stages,
      at,
      updated,
      row: {
        organization_id: candidate.organization_id,
        id,
        job_id: job.row.id,
        candidate_id: candidate.id,
        stage_id: stage.id,
        source_type,
        ...Closings.of(stage, index, updated),
        version: stage.order_index + 1,
        created_at: timestamp(at),
        updated_at: timestamp(updated)
      }
    }
  })
export type DemoApplication = ReturnType<typeof make>[number]

export const answers = (generator: Generator, applications: ReadonlyArray<DemoApplication>) =>
  applications.flatMap(({ at, row }) =>
    Sentences.questions.slice(0, generator.integer(2, Sentences.questions.length)).map((item, order_index) => ({
      organization_id: row.organization_id,
      application_id: row.id,
      id: generator.id(at),
      question_text: item.question,
      answer_text: generator.one(item.answers),
      order_index
    }))
  )

/** The columns of a résumé's content. Its text is stored with it: to read a few hundred files would keep a first start busy for a minute. */
const contentColumns = (resume: Resume | undefined) => ({
  content_type: resume === undefined ? null : "application/pdf",
  size_bytes: resume?.bytes.length ?? null,
  text: resume?.text ?? null,
  text_status: resume === undefined ? null : "extracted"
})

/**
 * The files: a résumé nearly always, which of an active application has a content. Of others only names are known, as of files that came
 * from a system before this one: also a cover letter or a portfolio now and then.
 */
export const attachments = (
  generator: Generator,
  applications: ReadonlyArray<DemoApplication>,
  resumes: ReadonlyMap<string, Resume>
) =>
  applications.flatMap(({ at, candidate, row }) => {
    const name = base(candidate.full_name)
    const files = [
      { file_type: "resume", original_filename: `${name}-resume.pdf`, share: 0.95 },
      { file_type: "cover_letter", original_filename: `${name}-cover-letter.docx`, share: 0.35 },
      { file_type: "portfolio", original_filename: `${name}-portfolio.pdf`, share: 0.1 }
    ]
    return files.filter(({ share }) => generator.chance(share)).map(({ file_type, original_filename }) => ({
      organization_id: row.organization_id,
      application_id: row.id,
      id: generator.id(at),
      file_type,
      original_filename,
      ...contentColumns(file_type === "resume" && row.status === "active" ? resumes.get(candidate.id) : undefined),
      created_at: row.created_at
    })).filter(({ content_type }) => content_type !== null || row.status !== "active")
  })

/** Rows of applications, with their stages, answers and files. */
import { base } from "@candor/domain/job/Slug"
import type { CandidateRow } from "./Candidates.ts"
import * as Closings from "./Closings.ts"
import type { Generator } from "./Generator.ts"
import { type DemoJob, lastOfClosed } from "./Jobs.ts"
import * as Sentences from "./Sentences.ts"
import * as PersonValues from "./PersonValues.ts"
import type { Resume } from "./Resumes.ts"
import { day, timestamp, today } from "./Times.ts"
import type { Field, Trade } from "./Trades.ts"

/**
 * Chooses who applies to which job at what time: everybody once, and some again later, to another job of the same
 * department.
 */
const choices = (
  generator: Generator,
  jobs: ReadonlyArray<DemoJob>,
  candidates: ReadonlyArray<CandidateRow>,
  count: number
) => {
  const wanted = jobs.filter(({ outline }) => outline.draw > 0)
  const openAt = (at: number) => wanted.filter(({ row }) => row.status !== "closed" || at < lastOfClosed)
  const first = candidates.map((candidate) => {
    const at = Date.parse(candidate.created_at)
    return {
      candidate,
      at,
      job: generator.weighted(openAt(at).map((job) => ({ value: job, weight: job.outline.draw })))
    }
  })
  const again = generator.some(first, count - first.length).flatMap(({ at, candidate, job }) => {
    const later = generator.after(at, today - at)
    const others = openAt(later).filter((other) => other !== job && other.row.department === job.row.department)
    return others.length === 0 ? [] : [{ candidate, at: later, job: generator.one(others) }]
  })
  return [...first, ...again].toSorted((a, b) => a.at - b.at)
}

/** Days that an application needs at least for each stage. */
const pace = 3

/** Chooses a stage: early ones more often, and none that is too far for the days since. */
const stageOf = (generator: Generator, { stages }: DemoJob, at: number) => {
  const reached = stages.slice(0, 1 + Math.floor((today - at) / (pace * day)))
  return generator.weighted(reached.map((stage, index) => ({ value: stage, weight: 1.4 ** (reached.length - index) })))
}

/** Makes applications, in the order of their arrival. */
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
    const moved = stage.order_index === 0 ? at : generator.after(at, stage.order_index * 10 * day)
    const { updated, ...closing } = Closings.of(generator, job, stage, index, moved)
    return {
      candidate,
      stage,
      stages: job.stages,
      works: job.outline.works,
      at,
      moved,
      updated,
      row: {
        organization_id: candidate.organization_id,
        id,
        job_id: job.row.id,
        candidate_id: candidate.id,
        stage_id: stage.id,
        source_type,
        ...closing,
        version: stage.order_index + (updated > moved ? 2 : 1),
        created_at: timestamp(at),
        updated_at: timestamp(updated)
      }
    }
  })
export type DemoApplication = ReturnType<typeof make>[number]

/** Chooses each candidate's field, by the candidate's id: one that the first job they applied to needs. */
export const fieldsOf = (
  generator: Generator,
  trade: Trade,
  applications: ReadonlyArray<DemoApplication>
): ReadonlyMap<string, Field> => {
  const first = new Map(applications.toReversed().map(({ candidate, works }) => [candidate.id, works]))
  return new Map([...first].map(([id, works]) => {
    const work = generator.one(works)
    return [id, trade.fields.find((field) => field.work === work)!]
  }))
}

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

/**
 * The columns of a résumé's content. Its text is stored as well: extracting the text of a few hundred files would keep
 * a first start busy for a minute.
 */
const contentColumns = (resume: Resume | undefined) => ({
  content_type: resume === undefined ? null : "application/pdf",
  size_bytes: resume?.bytes.length ?? null,
  text: resume?.text ?? null,
  text_status: resume === undefined ? null : "extracted"
})

/**
 * Makes the files: nearly always a résumé, sometimes a cover letter or a portfolio. Only résumés of active applications
 * have a content. Of other files only the name is known, as if they came from a previous system.
 */
export const attachments = (
  generator: Generator,
  applications: ReadonlyArray<DemoApplication>,
  resumeOf: (candidate: CandidateRow) => Resume
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
      ...contentColumns(file_type === "resume" && row.status === "active" ? resumeOf(candidate) : undefined),
      created_at: row.created_at
    })).filter(({ content_type }) => content_type !== null || row.status !== "active")
  })

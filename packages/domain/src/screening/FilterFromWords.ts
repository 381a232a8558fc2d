/**
 * Filters from words: a model proposes filters of the list of applications, and people review them before use. The
 * model chooses jobs and stages by number, so it cannot refer to any that the reader does not see. Whatever cannot be a
 * filter is refused and reported.
 */
import { DateTime, Option, Schema } from "effect"
import { ApplicationStatus } from "../application/ApplicationStatus.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { JobId, StageId } from "../Id.ts"
import { isBlank } from "../CleanText.ts"
import { filled, Line, shown } from "../Text.ts"
import type { Zone } from "../time/Zone.ts"
import { ZoneNameFromText } from "../time/ZoneName.ts"
import { fromMillis, later, Timestamp, TimestampFromText } from "../Timestamp.ts"

/** The most characters of the words, and of a part that was not understood. */
export const [maxWords, maxUnknown] = [500, 200]

/** The most parts that were not understood, and the most jobs and stages to choose from. */
export const [maxUnknowns, maxChoices] = [10, 200]

export const WordsDraft = Schema.Struct({
  words: filled(maxWords).pipe(
    described("What to filter by, in words of any language", "active referrals in the interview stage")
  ),
  time_zone: Schema.optionalKey(
    ZoneNameFromText.pipe(described("The time zone for days in the words; UTC by default", "Europe/Berlin"))
  )
}).pipe(named("WordsDraft", "Words to turn into a filter"))
export type WordsDraft = typeof WordsDraft.Type

export const ApplicationsFilter = Schema.Struct({
  job_id: Schema.optionalKey(JobId.pipe(described("Only applications for this job", example.id.job))),
  stage_id: Schema.optionalKey(StageId.pipe(described("Only applications in this stage", example.id.stage))),
  status: Schema.optionalKey(ApplicationStatus.pipe(described("Only applications with this status", "active"))),
  source_type: Schema.optionalKey(shown(200).pipe(described("Only applications of this source", "referral"))),
  created_after: Schema.optionalKey(
    Timestamp.pipe(described("Only applications created after this time", "2026-10-01T00:00:00.000Z"))
  ),
  created_before: Schema.optionalKey(
    Timestamp.pipe(described("Only applications created before this time", "2026-11-01T00:00:00.000Z"))
  )
}).pipe(named("ApplicationsFilter", "Parameters of the list of applications"))
export interface ApplicationsFilter extends Schema.Schema.Type<typeof ApplicationsFilter> {}

export const FilterFromWords = Schema.Struct({
  filter: ApplicationsFilter,
  not_understood: Schema.Array(shown(maxUnknown)).pipe(
    described(`The parts of the words that no filter covers, at most ${maxUnknowns}`, ["who know Rust"])
  )
}).pipe(named("FilterFromWords", "A proposed filter, and the words that it does not cover"))
export interface FilterFromWords extends Schema.Schema.Type<typeof FilterFromWords> {}

/** A job that the reader sees, with its stages. */
export interface ChoiceJob {
  readonly id: JobId
  readonly title: string
  readonly stages: ReadonlyArray<{ readonly id: StageId; readonly name: string }>
}

const day = Schema.NullOr(Schema.String)

/** The model's proposal: jobs by their numbers from 1, a stage by its number in the job, days such as `2027-01-31`. */
export const ProposedFilter = Schema.Struct({
  job: Schema.NullOr(Schema.Int),
  stage: Schema.NullOr(Schema.Int),
  status: Schema.NullOr(Schema.String),
  source_type: Schema.NullOr(Schema.String),
  first_day: day,
  last_day: day,
  not_understood: Schema.Array(Schema.String)
})
export interface ProposedFilter extends Schema.Schema.Type<typeof ProposedFilter> {}

const dayMillis = 86_400_000

const readTime = Schema.decodeUnknownOption(TimestampFromText)

/**
 * Returns when a day begins in the zone, `days` later; null if the text is not a day, or is at either end of the
 * calendar.
 */
const beginOf = (zone: Zone, text: string | null, days: number): Timestamp | null =>
  text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text) || /^(?:0001-01-01|9999-12-31)/.test(text)
    ? null
    : Option.getOrNull(Option.map(
      readTime(text),
      (begin) => fromMillis(zone.instantOf(DateTime.toEpochMillis(DateTime.makeUnsafe(begin)) + days * dayMillis))
    ))

const readSource = Schema.decodeUnknownOption(Line)

const isStatus = Schema.is(ApplicationStatus)

/**
 * Converts a model's proposal to a filter; its days are days of `zone`. Unknown jobs, stages, statuses and days are
 * listed in `not_understood`. There, the model may list parts of the given words only: anything else is replaced by all
 * words.
 */
export const filterOf = (
  { first_day, job: jobNumber, last_day, not_understood, source_type, stage: stageNumber, status }: ProposedFilter,
  words: string,
  jobs: ReadonlyArray<ChoiceJob>,
  zone: Zone
): FilterFromWords => {
  const isQuoted = (part: string) => words.toLowerCase().includes(part.trim().toLowerCase())
  const parts = new Set(
    not_understood.filter((part) => part.trim() !== "").map((part) => isQuoted(part) ? part : words)
  )
  const job = jobNumber === null ? undefined : jobs[jobNumber - 1]
  const stage = stageNumber === null ? undefined : job?.stages[stageNumber - 1]
  // Both times are exclusive.
  const begin = beginOf(zone, first_day, 0)
  const [after, before] = [begin === null ? null : later(begin, -1), beginOf(zone, last_day, 1)]
  const source = source_type === null || isBlank(source_type) ? "" : Option.getOrNull(readSource(source_type))
  const refused = [
    ...(jobNumber !== null && job === undefined ? ["job"] : []),
    ...(stageNumber !== null && stage === undefined ? ["stage"] : []),
    ...(status !== null && !isStatus(status) ? ["status"] : []),
    ...(first_day !== null && after === null ? ["created_after"] : []),
    ...(last_day !== null && before === null ? ["created_before"] : []),
    ...(source === null ? ["source_type"] : [])
  ]
  return {
    filter: {
      ...(job === undefined ? {} : { job_id: job.id }),
      ...(stage === undefined ? {} : { stage_id: stage.id }),
      ...(status !== null && isStatus(status) ? { status } : {}),
      ...(source === null || source === "" ? {} : { source_type: source }),
      ...(after === null ? {} : { created_after: after }),
      ...(before === null ? {} : { created_before: before })
    },
    not_understood: [...parts, ...refused].slice(0, maxUnknowns).map((text) => text.slice(0, maxUnknown).toWellFormed())
  }
}

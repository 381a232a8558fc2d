/** The criteria of a job: what people require of applicants, and whether a model checks applications for it. */
import { Schema } from "effect"
import { type Decision, decided, type DecisionContext, differences, unchanged } from "../Decision.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { defaulted, id, list, time, version } from "../Field.ts"
import { CriterionId, JobId, Uuid } from "../Id.ts"
import { declare } from "../Noun.ts"
import { line, shown } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"

/** The most criteria of a job. */
export const maxCriteria = 20

/** The most characters of a criterion. */
export const maxCriterionLength = 300

const about = "A requirement for applicants, which the text of an application can show or not"
const text = "Has led a team of at least three engineers"

export const Criterion = Schema.Struct({
  id: CriterionId,
  text: shown(maxCriterionLength).pipe(described(about, text))
}).pipe(named("Criterion", "A criterion of a job"))
export interface Criterion extends Schema.Schema.Type<typeof Criterion> {}

export const CriterionDraft = Schema.Struct({
  id: Schema.optionalKey(Uuid).pipe(
    described(
      "The id of an existing criterion of the job, to keep it. An unknown id is replaced by a new one",
      example.id.criterion
    )
  ),
  text: line(maxCriterionLength).pipe(described(about, text))
}).pipe(named("CriterionDraft", "A criterion of a job, in a request"))
export interface CriterionDraft extends Schema.Schema.Type<typeof CriterionDraft> {}

export const noun = declare({
  subject: "job_criteria",
  label: ["Criteria", "Kriterien"],
  description: "The criteria of a job, and whether a model looks for them in applications",
  table: "job_criteria",
  partOf: "job",
  sees: "owner",
  isCopied: true,
  fields: {
    id: id(JobId),
    is_on: defaulted(Schema.Boolean, Schema.Boolean, {
      description:
        "Whether a model assesses applications by the criteria; `false` by default. The application form then says so",
      example: true,
      privacy: "kept"
    }),
    criteria: list(
      Schema.Array(Criterion),
      Schema.Array(CriterionDraft).check(
        Schema.isMaxLength(maxCriteria, { expected: `at most ${maxCriteria} criteria` })
      ),
      {
        description: `The criteria in order, at most ${maxCriteria}. The order does not affect assessments`,
        example: [{ id: example.id.criterion, text }],
        privacy: "kept"
      }
    ),
    updated_at: time(
      Timestamp,
      "When the criteria were last changed, or else when the job was created",
      example.time.jobCreated
    ),
    version
  },
  events: {
    updated: { summary: "The criteria of a job were changed" }
  }
})

/** Criteria as the interface shows them; their id is the job's. */
export const JobCriteria = noun.json
export interface JobCriteria extends Schema.Schema.Type<typeof JobCriteria> {}

export const JobCriteriaState = noun.row
export interface JobCriteriaState extends Schema.Schema.Type<typeof JobCriteriaState> {}

export const JobCriteriaDraft = noun.create.pipe(
  named("JobCriteriaDraft", "The new criteria of a job. Omitted fields get their defaults", {
    is_on: true,
    criteria: [{ text }]
  })
)
export interface JobCriteriaDraft extends Schema.Schema.Type<typeof JobCriteriaDraft> {}

const defaults = { is_on: false, criteria: [] } as const

/** Returns the default criteria of a job that has none. */
export const initial = (id: JobId, created_at: Timestamp): JobCriteriaState => ({
  id,
  ...defaults,
  updated_at: created_at,
  version: 0
})

/** Returns the requested criteria. Those that are `present` keep their ids, each once. */
const criteriaOf = (
  drafts: ReadonlyArray<CriterionDraft>,
  present: ReadonlyArray<Criterion>,
  nextId: () => string
): ReadonlyArray<Criterion> => {
  const left = new Set<string>(present.map(({ id }) => id))
  return drafts.map(({ id, text }) => ({
    id: CriterionId.make(id !== undefined && left.delete(id) ? id : nextId()),
    text
  }))
}

/** Replaces the criteria. One that is sent with its id stays the same criterion. */
export const replace = (
  state: JobCriteriaState,
  draft: JobCriteriaDraft,
  { nextId, now }: DecisionContext
): Decision<JobCriteriaState, never> => {
  const requested = { ...defaults, ...draft, criteria: criteriaOf(draft.criteria ?? [], state.criteria, nextId) }
  const changes = differences(state, requested)
  if (Object.keys(changes).length === 0) return unchanged(state)
  const after: JobCriteriaState = { ...state, ...changes, updated_at: now, version: state.version + 1 }
  return decided(after, noun.event("updated", after))
}

/** Copies the criteria of another job to a new one, with new ids. They are switched off, as for each new job. */
export const copy = (
  state: JobCriteriaState,
  from: JobCriteriaState,
  context: DecisionContext
): Decision<JobCriteriaState, never> => replace(state, { criteria: from.criteria }, context)

/** The stages of a job's pipeline, in order. A stage is part of its job and changes with it. */
import { Result, Schema } from "effect"
import { named } from "../Described.ts"
import * as example from "../Example.ts"
import { StageId } from "../Id.ts"
import { type Limit, type LimitReached, withinLimit } from "../Limit.ts"
import { addedLater, aggregated, defaulted, id, nullable, required, without } from "../Field.ts"
import { declare } from "../Noun.ts"
import { spelled } from "../Spelling.ts"
import type { SpokenLanguage } from "../SpokenLanguage.ts"
import { jsonBytes, Line, orNull, ShownLine } from "../Text.ts"
import { guessedType, StageType } from "./StageType.ts"

/** The most stages of a job. */
export const maxStages = 50

const OrderIndex = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: maxStages - 1 }, { expected: `an integer from 0 to ${maxStages - 1}` })
)

export const noun = declare({
  subject: "stage",
  description: "A stage of a job's pipeline",
  table: "stages",
  partOf: "job",
  sees: "owner",
  isCopied: true,
  fields: {
    id: id(StageId),
    name: required(ShownLine, Line, {
      description: "The name of the stage",
      example: example.stages[2].name,
      privacy: "kept"
    }),
    type: defaulted(StageType, spelled(StageType), {
      description:
        "The meaning of the stage, independent of its name. An application in a stage of type `hired` is hired. " +
        "By default guessed from the name, in many languages, or else from the previous stage",
      example: "interview",
      privacy: "kept"
    }).pipe(addedLater),
    candidate_label: nullable(ShownLine, orNull(Line), {
      description:
        "The text that applicants see on the page of their application while it is in this stage; null says " +
        "that it is in review. They never see the stage's name",
      example: "We would like to get to know you",
      privacy: "kept"
    }).pipe(without("listed"), addedLater),
    order_index: defaulted(Schema.Int, OrderIndex, {
      description:
        "The position of the stage in the pipeline, from 0; later stages move on by one. By default the last",
      example: example.stages[2].order_index,
      privacy: "kept"
    }),
    application_count: aggregated(Schema.Int, "The number of applications in the stage", 3)
  },
  events: {}
})

export const Stage = noun.listed.pipe(named("Stage", noun.description))
export interface Stage extends Schema.Schema.Type<typeof Stage> {}

/** A stage with the number of its applications. */
export const StageDetail = noun.json.pipe(
  named("StageDetail", "A stage of a job's pipeline, with its number of applications")
)
export interface StageDetail extends Schema.Schema.Type<typeof StageDetail> {}

/** A request for a new stage. Without `order_index`, it comes last. */
export const StageDraft = noun.create.pipe(
  named("StageDraft", "A new stage", { name: "Reference check", order_index: 3 })
)
export interface StageDraft extends Schema.Schema.Type<typeof StageDraft> {}

/** A request to rename a stage, to move it, or to give it another type or label. */
export const StagePatch = noun.update.pipe(
  named("StagePatch", "Changes to a stage. Omitted fields keep their values", { name: "Technical interview" })
)
export interface StagePatch extends Schema.Schema.Type<typeof StagePatch> {}

/** The default stages of a new job, by the organization's language. */
export const defaultNames: Readonly<Record<SpokenLanguage, ReadonlyArray<string>>> = {
  en: ["Applied", "Screen", "Interview", "Offer", "Hired"],
  de: ["Eingegangen", "Vorauswahl", "Interview", "Angebot", "Eingestellt"]
}

/** Tells whether an application that reaches the stage is hired: by its type, not by its name. */
export const isHiredStage = ({ type }: Pick<Stage, "type">): boolean => type === "hired"

const stagesOfJob: Limit = { what: "stages of a job", limit: maxStages }

/** The most bytes of a job's stage names as JSON: a page of the job list shows them for 100 jobs. */
export const maxNameBytes: Limit = { what: "bytes of stage names of a job", limit: 20 * 1024 }

type Named = Pick<Stage, "name">

const nameBytes = (stages: ReadonlyArray<Named>): number => stages.reduce((sum, { name }) => sum + jsonBytes(name), 0)

/** Fails if the names of the stages `after` exceed the limit and are longer than those `before`. */
export const namesWithinLimit = (
  before: ReadonlyArray<Named>,
  after: ReadonlyArray<Named>
): Result.Result<void, LimitReached> => {
  const present = nameBytes(before)
  return withinLimit(maxNameBytes, present, nameBytes(after) - present)
}

export class StageNotFound extends Schema.TaggedError<StageNotFound>()("StageNotFound", { id: Schema.String }) {}

/** The stage still has applications, so it cannot be deleted. */
export class StageInUse extends Schema.TaggedError<StageInUse>()("StageInUse", {
  id: Schema.String,
  application_count: Schema.Int
}) {}

/** A job needs at least one stage for its applications. */
export class LastStage extends Schema.TaggedError<LastStage>()("LastStage", { id: Schema.String }) {}

const renumbered = (stages: ReadonlyArray<StageDetail>): ReadonlyArray<StageDetail> =>
  stages.map((stage, order_index) => ({ ...stage, order_index }))

/** Inserts a stage at its index; the following stages are shifted by one. */
export const add = (
  stages: ReadonlyArray<StageDetail>,
  draft: StageDraft,
  id: StageId
): Result.Result<ReadonlyArray<StageDetail>, LimitReached> =>
  Result.map(withinLimit(stagesOfJob, stages.length, 1), () => {
    const { candidate_label = null, name, order_index = stages.length } = draft
    const type = draft.type ?? guessedType(name, stages.slice(0, order_index).at(-1)?.type)
    return renumbered(
      stages.toSpliced(order_index, 0, { id, name, type, candidate_label, order_index, application_count: 0 })
    )
  })

/** Renames or moves a stage, or changes its type or label. An index past the end moves it to the end. */
export const update = (
  stages: ReadonlyArray<StageDetail>,
  id: StageId,
  patch: StagePatch
): Result.Result<ReadonlyArray<StageDetail>, StageNotFound> => {
  const stage = stages.find((stage) => stage.id === id)
  if (stage === undefined) return Result.fail(new StageNotFound({ id }))
  const others = stages.filter((other) => other.id !== id)
  const { order_index = stage.order_index, ...changes } = patch
  return Result.succeed(renumbered(others.toSpliced(order_index, 0, { ...stage, ...changes })))
}

/** Removes a stage that has no applications. */
export const remove = (
  stages: ReadonlyArray<StageDetail>,
  id: StageId
): Result.Result<ReadonlyArray<StageDetail>, StageNotFound | StageInUse | LastStage> => {
  const stage = stages.find((stage) => stage.id === id)
  if (stage === undefined) return Result.fail(new StageNotFound({ id }))
  if (stage.application_count > 0) {
    return Result.fail(new StageInUse({ id, application_count: stage.application_count }))
  }
  if (stages.length === 1) return Result.fail(new LastStage({ id }))
  return Result.succeed(renumbered(stages.filter((other) => other.id !== id)))
}

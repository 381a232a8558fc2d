/** The stages of a job's pipeline, in their order. A stage lives and changes with its job. */
import { Result, Schema } from "effect"
import { StageId } from "../Id.ts"
import { type Limit, type LimitReached, withinLimit } from "../Limit.ts"
import { jsonBytes, Line } from "../Text.ts"

export const Stage = Schema.Struct({
  id: StageId,
  name: Line,
  order_index: Schema.Int
}).annotate({ identifier: "Stage" })
export interface Stage extends Schema.Schema.Type<typeof Stage> {}

/** A stage as its job shows it: with the number of applications that are in it. */
export const StageDetail = Schema.Struct({
  ...Stage.fields,
  application_count: Schema.Int
}).annotate({ identifier: "StageDetail" })
export interface StageDetail extends Schema.Schema.Type<typeof StageDetail> {}

/** What a new job gets when it is made without stages. */
export const defaultNames: ReadonlyArray<string> = ["Applied", "Screen", "Interview", "Offer", "Hired"]

/** The most stages that a job can have. */
export const maxStages = 50

const stagesOfJob: Limit = { what: "stages of a job", limit: maxStages }

/** The most bytes of a job's stage names as JSON: a page of the job list shows them 100 times. */
export const maxNameBytes: Limit = { what: "bytes of stage names of a job", limit: 20 * 1024 }

type Named = Pick<Stage, "name">

const nameBytes = (stages: ReadonlyArray<Named>): number => stages.reduce((sum, { name }) => sum + jsonBytes(name), 0)

/** Fails where the names of these stages exceed their limit and those of the stages before were shorter. */
export const namesWithinLimit = (
  before: ReadonlyArray<Named>,
  after: ReadonlyArray<Named>
): Result.Result<void, LimitReached> => {
  const present = nameBytes(before)
  return withinLimit(maxNameBytes, present, nameBytes(after) - present)
}

const OrderIndex = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: maxStages - 1 }, { expected: `an integer from 0 to ${maxStages - 1}` })
)

/** A wish for a new stage; without `order_index` it comes last. */
export const StageDraft = Schema.Struct({
  name: Line,
  order_index: Schema.optionalKey(OrderIndex)
}).annotate({ identifier: "StageDraft" })
export interface StageDraft extends Schema.Schema.Type<typeof StageDraft> {}

/** A wish to rename a stage, to move it, or both. */
export const StagePatch = Schema.Struct({
  name: Schema.optionalKey(Line),
  order_index: Schema.optionalKey(OrderIndex)
}).annotate({ identifier: "StagePatch" })
export interface StagePatch extends Schema.Schema.Type<typeof StagePatch> {}

export class StageNotFound extends Schema.TaggedError<StageNotFound>()("StageNotFound", { id: Schema.String }) {}

/** A stage with applications stays: they would have nowhere to be. */
export class StageInUse extends Schema.TaggedError<StageInUse>()("StageInUse", {
  id: Schema.String,
  application_count: Schema.Int
}) {}

/** A job keeps at least one stage, because its applications need one. */
export class LastStage extends Schema.TaggedError<LastStage>()("LastStage", { id: Schema.String }) {}

const renumbered = (stages: ReadonlyArray<StageDetail>): ReadonlyArray<StageDetail> =>
  stages.map((stage, order_index) => ({ ...stage, order_index }))

/** The stages with one more, at its place; the others make room. */
export const add = (
  stages: ReadonlyArray<StageDetail>,
  draft: StageDraft,
  id: StageId
): Result.Result<ReadonlyArray<StageDetail>, LimitReached> =>
  Result.map(withinLimit(stagesOfJob, stages.length, 1), () =>
    renumbered(
      stages.toSpliced(draft.order_index ?? stages.length, 0, {
        id,
        name: draft.name,
        order_index: 0,
        application_count: 0
      })
    ))

/** The stages with one renamed or moved; an index past the end means last. */
export const update = (
  stages: ReadonlyArray<StageDetail>,
  id: StageId,
  patch: StagePatch
): Result.Result<ReadonlyArray<StageDetail>, StageNotFound> => {
  const stage = stages.find((stage) => stage.id === id)
  if (stage === undefined) return Result.fail(new StageNotFound({ id }))
  const others = stages.filter((other) => other.id !== id)
  const renamed = { ...stage, name: patch.name ?? stage.name }
  return Result.succeed(renumbered(others.toSpliced(patch.order_index ?? stage.order_index, 0, renamed)))
}

/** The stages without one that is empty. */
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

/** The one place that says what each failure of the domain is answered with. */
import type { JobNotFound, PublishLimitReached } from "@candor/domain/Job"
import type { RangeInverted } from "@candor/domain/Money"
import type { LastStage, StageInUse, StageNotFound, TooManyStages } from "@candor/domain/Stage"
import type { TransitionRefused } from "@candor/domain/StateMachine"
import { type Details, Forbidden, InvalidRequest, NotFound } from "./Errors.ts"

const notFound = (noun: string) => () => new NotFound({ error: { message: `There is no ${noun} with this id.` } })

const invalid = (message: string, details?: Details) =>
  new InvalidRequest({ error: { message, ...(details === undefined ? {} : { details }) } })

/** An input error at one field, in the form that the schemas' errors have. */
const invalidField = (path: ReadonlyArray<string | number>, message: string, details?: Details) =>
  invalid(`${path.join(".")}: ${message}`, { issues: [{ path, message }], ...details })

const answers = {
  JobNotFound: notFound("job"),
  StageNotFound: notFound("stage"),
  RangeInverted: (failure: RangeInverted) =>
    invalidField(
      [failure.field],
      `Expected at most ${failure.field.replace("min", "max")}, which is ${failure.max}; got ${failure.min}`
    ),
  TransitionRefused: (failure: TransitionRefused) =>
    invalid(`The ${failure.machine} ${failure.state} does not accept ${failure.event}.`, {
      accepted: failure.accepted
    }),
  PublishLimitReached: ({ limit, plan, published }: PublishLimitReached) =>
    new Forbidden({
      error: {
        message: `The plan ${plan} allows ${limit} published ${limit === 1 ? "job" : "jobs"} at a time. ` +
          "Close or withdraw one, or change the plan.",
        details: { plan, limit, published }
      }
    }),
  StageInUse: ({ application_count }: StageInUse) =>
    invalid(
      `The stage has ${application_count} ${application_count === 1 ? "application" : "applications"}. ` +
        "Move them to another stage first.",
      { application_count }
    ),
  LastStage: (_: LastStage) => invalid("A job keeps at least one stage."),
  TooManyStages: ({ max }: TooManyStages) => invalid(`A job has at most ${max} stages.`)
}

export type Failure =
  | JobNotFound
  | StageNotFound
  | RangeInverted
  | TransitionRefused
  | PublishLimitReached
  | StageInUse
  | LastStage
  | TooManyStages

/** The error of the interface that a failure of the domain is answered with. */
export const toError = <F extends Failure>(failure: F): ReturnType<(typeof answers)[F["_tag"]]> =>
  answers[failure._tag](failure as never) as ReturnType<(typeof answers)[F["_tag"]]>

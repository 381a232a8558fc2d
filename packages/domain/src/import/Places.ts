/** Finds the jobs, stages and ends that rows of an import name. */
import { type ApplicationStatus, ApplicationStatus as Status } from "../application/ApplicationStatus.ts"
import type { StageOfJob } from "../application/Lifecycle.ts"
import { comparable } from "../Comparison.ts"
import { isHiredStage } from "../job/Stage.ts"
import { Result, Schema } from "effect"
import type { Place } from "./Addition.ts"
import type { StoredImport } from "./Import.ts"
import { type IssueReason, type ReadRow, type RowIssue, shownValue } from "./ImportedRow.ts"
import type { NamedJob } from "./Imports.ts"
import type { Target } from "./Mapping.ts"
import { statusIn } from "./StatusWords.ts"

/** Makes an issue of a row's value. */
export const problemOf = (
  reason: IssueReason,
  value: string,
  expected: string,
  column: string | null = null
): RowIssue => ({ column, value: shownValue(value), reason, expected })

const isStatus = Schema.is(Status)

/**
 * Reads a cell as a stage or a status: as a status if it is written as the interface writes it, else by the name of a
 * stage, else by a word for a status.
 */
const standingIn = (stages: ReadonlyArray<StageOfJob>, cell: string): ApplicationStatus | StageOfJob | undefined =>
  isStatus(cell)
    ? cell
    : stages.find(({ name }) => comparable(name) === comparable(cell)) ?? statusIn(cell)

/** Groups jobs by the normal form of their titles. */
const byTitle = (jobs: ReadonlyArray<NamedJob>) => Map.groupBy(jobs, ({ job }) => comparable(job.title))

const isOpen = ({ job }: NamedJob): boolean => job.status !== "closed"

/** Returns the jobs that are not closed; if there are none, the closed ones, which take ended applications alone. */
const openFirst = (jobs: ReadonlyArray<NamedJob>): ReadonlyArray<NamedJob> => {
  const open = jobs.filter(isOpen)
  return open.length > 0 ? open : jobs
}

/** The targets whose values are recognized. */
export const RecognizedTarget = Schema.Literals(["job", "stage", "status"])
export type RecognizedTarget = typeof RecognizedTarget.Type

/**
 * Makes the function that tells what a value is taken for: the id of a job, the name of a stage, or a status; null if it
 * is not understood. Closed jobs count for what no other job is called.
 */
export const understanding = (target: RecognizedTarget, jobs: ReadonlyArray<NamedJob>) => {
  if (target === "job") {
    const titles = byTitle(jobs)
    return (value: string): string | null => {
      const [found, ...others] = openFirst(titles.get(comparable(value)) ?? [])
      return found === undefined || others.length > 0 ? null : found.job.id
    }
  }
  const [stages, others] = [stageNames(openFirst(jobs)), stageNames(jobs)]
  return (value: string): string | null => {
    const form = comparable(value)
    return isStatus(value) ? value : stages.get(form) ?? statusIn(value) ?? others.get(form) ?? null
  }
}

/** The names of the stages of jobs, by their normal form, of which the first job's counts. */
const stageNames = (jobs: ReadonlyArray<NamedJob>): ReadonlyMap<string, string> =>
  new Map(jobs.flatMap(({ stages }) => stages.map(({ name }) => [comparable(name), name] as const)).toReversed())

/** The place of a row, and the status that the row names. */
export interface Placed {
  /** Null if the row names no job. */
  readonly place: Place | null
  readonly named: { readonly column: string | null; readonly value: string; readonly status: ApplicationStatus } | null
  readonly issues: ReadonlyArray<RowIssue>
}

/** What a cell of a stage or a status says. */
interface Standing {
  readonly target: "stage" | "status"
  readonly value: string
  readonly found: ApplicationStatus | StageOfJob
}

const statusOf = ({ found }: Standing): ApplicationStatus | null =>
  typeof found === "string" ? found : isHiredStage(found) ? "hired" : null

/** Makes the function that finds the place of a row. */
export const placing = ({ column_names, job_id, mapping }: StoredImport, jobs: ReadonlyArray<NamedJob>) => {
  const titles = byTitle(jobs)
  const columnOf = (target: Target) => column_names[mapping.find(({ to }) => to === target)?.column ?? -1] ?? null
  const problem = (target: Target, reason: IssueReason, value: string, expected: string) =>
    problemOf(reason, value, expected, columnOf(target))
  const ignored = (target: Target, value: string | null, expected: string): ReadonlyArray<RowIssue> =>
    value === null ? [] : [problem(target, "left_out", value, expected)]

  const jobOf = (job: string | null): Result.Result<NamedJob, RowIssue> => {
    const chosen = jobs.filter((one) => one.job.id === (job ?? job_id))
    const [found, ...others] = openFirst(
      chosen.length > 0 || job === null ? chosen : titles.get(comparable(job)) ?? []
    )
    const fail = (reason: IssueReason, expected: string) => Result.fail(problem("job", reason, job ?? "", expected))
    return found === undefined
      ? fail("job", "the title of a job")
      : others.length > 0
      ? fail("job_not_unique", "the title of one job: several have this one")
      : Result.succeed(found)
  }

  return ({ closed_at, job, stage, status }: ReadRow): Result.Result<Placed, RowIssue> =>
    Result.gen(function*() {
      if (job === null && job_id === null) {
        return { place: null, named: null, issues: ignored("status", status, "left out: the row names no job") }
      }
      const { job: of, stages } = yield* jobOf(job)
      const names = stages.map(({ name }) => name)
      const accepted = [...names, ...Status.literals]
      const standings: Array<Standing> = []
      for (const [target, value] of [["stage", stage], ["status", status]] as const) {
        const found = value === null ? null : standingIn(stages, value)
        const expected = `a stage of the job: ${names.join(", ")}; or ${Status.literals.join(", ")}`
        if (found === undefined)
          return yield* Result.fail({ ...problem(target, target, value ?? "", expected), accepted })
        if (found !== null) standings.push({ target, value: value!, found })
      }
      const named = standings.filter((one) => statusOf(one) !== null)
      const ends = named.filter((one) => statusOf(one) !== "active")
      const [last] = [...ends, ...named]
      if (new Set(ends.map(statusOf)).size > 1) {
        const { target, value } = ends[1]!
        return yield* Result.fail(problem(target, "status", value, "one end: the row names several"))
      }
      const given = standings.flatMap(({ found }) => typeof found === "object" ? [found] : [])
      const [active = stages.find((one) => !isHiredStage(one)) ?? stages[0], other] = given.filter((one) =>
        !isHiredStage(one)
      )
      if (active === undefined) return yield* Result.fail(problem("job", "job", job ?? "", "a job with stages"))
      const end = last === undefined ? null : statusOf(last)
      const ended = end === null || end === "active" ? null : {
        status: end,
        stage: end === "hired" ? given.find(isHiredStage) ?? stages.find(isHiredStage) ?? active : active
      }
      if (of.status === "closed" && ended === null) {
        const expected = "an application that has ended, or a job that is not closed"
        return yield* Result.fail(problem("job", "job_closed", of.title, expected))
      }
      return {
        place: { job: of, stage: active, ended },
        named: last === undefined ? null : { column: columnOf(last.target), value: last.value, status: end! },
        issues: [
          ...other === undefined || other.id === active.id
            ? []
            : [problem("status", "differs", status ?? "", "left out: another column names another stage")],
          ...ended === null && closed_at !== null
            ? ignored("closed_at", closed_at.slice(0, 10), "left out: the application has not ended")
            : []
        ]
      }
    })
}

/** Finds the jobs and stages that rows of an import name, and describes problems of rows. */
import { comparable } from "@candor/domain/Comparison"
import type { Place } from "@candor/domain/import/Addition"
import type { StoredImport } from "@candor/domain/import/Import"
import { type IssueReason, type ReadRow, type RowIssue, shownValue } from "@candor/domain/import/ImportedRow"
import type { NamedJob } from "@candor/domain/import/Imports"
import { Result } from "effect"

/** Makes an issue of a row's value. */
export const problemOf = (
  reason: IssueReason,
  value: string,
  expected: string,
  column: string | null = null
): RowIssue => ({ column, value: shownValue(value), reason, expected })

/** Returns those whose name matches, ignoring case and spelling variants. */
const named = <One>(all: ReadonlyArray<One>, name: string, nameOf: (one: One) => string) =>
  all.filter((one) => comparable(nameOf(one)) === comparable(name))

/** Finds the job and the stage of a row; null if it names none. */
export const placeOf = (
  { column_names, job_id, mapping }: StoredImport,
  { job, stage }: ReadRow,
  jobs: ReadonlyArray<NamedJob>
): Result.Result<Place | null, RowIssue> => {
  const columnOf = (target: string) => column_names[mapping.find(({ to }) => to === target)?.column ?? -1] ?? null
  const fail = (target: "job" | "stage", reason: IssueReason, value: string, expected: string) =>
    Result.fail(problemOf(reason, value, expected, columnOf(target)))
  if (job === null && job_id === null) return Result.succeed(null)
  const all = job === null ? jobs.filter(({ job }) => job.id === job_id) : named(jobs, job, ({ job }) => job.title)
  const open = all.filter(({ job }) => job.status !== "closed")
  const [found] = open
  if (found === undefined) {
    return all.length > 0
      ? fail("job", "job_closed", job ?? "", "a job that is not closed")
      : fail("job", "job", job ?? "", "the title of a job")
  }
  if (open.length > 1) return fail("job", "job_not_unique", job ?? "", "the title of one job: several have this one")
  const accepted = found.stages.map(({ name }) => name)
  const [entered] = stage === null ? found.stages : named(found.stages, stage, ({ name }) => name)
  return entered === undefined
    ? Result.fail({
      ...problemOf("stage", stage ?? "", `a stage of the job: ${accepted.join(", ")}`, columnOf("stage")),
      accepted
    })
    : Result.succeed({ job: found.job, stage: entered })
}

/** What would have been accepted, by the kind of failure. */
const refusals: Readonly<Record<string, string>> = {
  CandidateAnonymised: "a person who was not anonymized",
  ExternalIdTaken: "an id that no other person has",
  LimitReached: "a person with room for it: a limit is reached",
  JobClosed: "a job that is not closed",
  JobNotFound: "a job that was not deleted",
  StageNotFound: "a stage of the job"
}

/** Returns what would have been accepted, for the message about a row that failed. */
export const refusalOf = (failure: unknown): string =>
  refusals[typeof failure === "object" && failure !== null && "_tag" in failure ? String(failure._tag) : ""] ??
    "a row that can be imported"

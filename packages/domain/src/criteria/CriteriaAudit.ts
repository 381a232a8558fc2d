/** Counts of a job's assessments, for an audit: by criterion, and by the applications' present stage. */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { CriterionId, JobId, StageId } from "../Id.ts"
import { ShownLine, shown } from "../Text.ts"
import { maxCriterionLength } from "./JobCriteria.ts"

const count = (description: string, example: number) => Schema.Int.pipe(described(description, example))

export const CriteriaCount = Schema.Struct({
  criterion_id: CriterionId,
  criterion: shown(maxCriterionLength).pipe(
    described("The criterion", "Has led a team of at least three engineers")
  ),
  stage_id: StageId.pipe(described("The stage that the applications are in", example.id.stage)),
  stage: ShownLine.pipe(described("The name of the stage", "Interview")),
  applications: count("The number of applications with a result, including closed ones", 12),
  meets: count("The number of applications with this verdict", 7),
  does_not: count("The number of applications with this verdict", 2),
  not_said: count("The number of applications with this verdict", 2),
  not_answered: count("The number of applications with this verdict", 1),
  confirmed: count("The number of verdicts that a person confirmed", 5),
  overruled: count("The number of verdicts that a person overruled", 1),
  rejected: count("The number of applications that people rejected", 3)
}).pipe(named("CriteriaCount", "The results of a criterion in a stage"))
export interface CriteriaCount extends Schema.Schema.Type<typeof CriteriaCount> {}

export const CriteriaAudit = Schema.Struct({
  job_id: JobId.pipe(described("The job", example.id.job)),
  counts: Schema.Array(CriteriaCount).pipe(
    described("The results by criterion and stage, in order; stages without results are omitted")
  )
}).pipe(named("CriteriaAudit", "The results of a job's criteria"))
export interface CriteriaAudit extends Schema.Schema.Type<typeof CriteriaAudit> {}

const columns = [
  "criterion_id",
  "criterion",
  "stage_id",
  "stage",
  "applications",
  "meets",
  "does_not",
  "not_said",
  "not_answered",
  "confirmed",
  "overruled",
  "rejected"
] as const satisfies ReadonlyArray<keyof CriteriaCount>

/** Formats a value as a CSV field (RFC 4180). A text that a spreadsheet would run as a formula gets a `'` in front. */
const fieldOf = (value: string | number): string => {
  const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll("\"", "\"\"")}"` : text
}

/** Returns the counts as CSV (RFC 4180), with a header row. */
export const csvOf = ({ counts }: Pick<CriteriaAudit, "counts">): string =>
  [columns.join(","), ...counts.map((row) => columns.map((name) => fieldOf(row[name])).join(",")), ""].join("\r\n")

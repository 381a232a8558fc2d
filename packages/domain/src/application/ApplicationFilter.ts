/** The filters of lists of applications and of their parts. */
import { Schema } from "effect"
import { CriterionFilterFromText } from "../criteria/CriterionFilter.ts"
import { described } from "../Described.ts"
import { createdBetween, externalIdFilter } from "../Filter.ts"
import { CandidateId, JobId, StageId } from "../Id.ts"
import { SignalKind } from "../signal/SignalKind.ts"
import { spelled } from "../Spelling.ts"
import { Line } from "../Text.ts"
import type { Timestamp } from "../Timestamp.ts"
import { ApplicationStatus } from "./ApplicationStatus.ts"

/** Filters by fields that every application has. */
export const applicationFilters = (rows: string) => ({
  job_id: Schema.optionalKey(JobId).pipe(described(`Only ${rows} for this job`)),
  stage_id: Schema.optionalKey(StageId).pipe(described(`Only ${rows} in this stage`)),
  status: Schema.optionalKey(spelled(ApplicationStatus)).pipe(described(`Only ${rows} with this status`)),
  source_type: Schema.optionalKey(Line).pipe(
    described(`Only ${rows} from this source, in any spelling`, "careers_site")
  ),
  ...createdBetween(rows)
})

/** Filters by signals of applications, or of submissions. */
export const signalFilters = (rows: string) => ({
  signal: Schema.optionalKey(spelled(SignalKind)).pipe(described(`Only ${rows} with a signal of this kind`)),
  group_id: Schema.optionalKey(Line).pipe(
    described(
      `Only ${rows} with a signal of this \`group_id\`: nearly the same text, or the same file, phone number or network`
    )
  )
})

export const ApplicationFilter = Schema.Struct({
  ...applicationFilters("applications"),
  candidate_id: Schema.optionalKey(CandidateId).pipe(described("Only applications of this candidate")),
  criterion: Schema.optionalKey(CriterionFilterFromText),
  ...externalIdFilter("applications"),
  ...signalFilters("applications")
})
export interface ApplicationFilter extends Schema.Schema.Type<typeof ApplicationFilter> {}

/** A filter of applications by their own last change, without changes of notes and other parts. */
export interface ApplicationChangeFilter extends ApplicationFilter {
  readonly updated_since: Timestamp
}

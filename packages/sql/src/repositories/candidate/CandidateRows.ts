/** The rows of candidates and of the profiles that are requested with them: shared by all statements that store some. */
import type { CandidateChange } from "@candor/domain/candidate/Candidate"
import * as ProfileWork from "../../queue/ProfileWork.ts"
import type { Change } from "../../statements/Change.ts"
import { pick } from "../../statements/Rows.ts"
import type { Belongings } from "../../statements/Saving.ts"

/** The columns that a request can set. */
export const candidateColumns = [
  "full_name",
  "primary_email",
  "linkedin_url",
  "website_url",
  "github_url",
  "years_experience",
  "university"
]

type CandidateWrite = Pick<Change<unknown, CandidateChange>, "organization_id" | "context"> & {
  readonly decided: { readonly entity: CandidateChange }
}

/** The row of a new candidate. */
export const candidateRow = ({ context: { now }, decided: { entity: { candidate } }, organization_id }: CandidateWrite) => ({
  organization_id,
  ...pick(candidate, ["id", ...candidateColumns, "version"]),
  created_at: now,
  updated_at: now
})

/** The profile that is requested with a change of a candidate, and the work of processing it. */
export const belongings = ({ context: { actor, now }, decided: { entity: { candidate, requested } } }: CandidateWrite): Belongings =>
  requested === null ? {} : {
    inserts: [{
      table: "ai_profiles",
      row: { ...requested, candidate_id: candidate.id, created_at: now, updated_at: now }
    }],
    work: [ProfileWork.of(requested, actor)]
  }

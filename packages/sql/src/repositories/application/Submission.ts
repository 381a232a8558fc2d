/** New applications: what a request for one needs to know, and the rows of one. Shared by all statements that store some. */
import { type ApplicationDraft, noun } from "@candor/domain/application/Application"
import { noun as answer } from "@candor/domain/application/ApplicationAnswer"
import { ofAnswers, ofUnapplied } from "@candor/domain/application/ApplicationSize"
import type { NewApplication, Submitted } from "@candor/domain/application/Submission"
import { type CandidateDraft, type CandidateState, noun as candidate } from "@candor/domain/candidate/Candidate"
import type { OrganizationId } from "@candor/domain/Id"
import type { SqlClient, Statement } from "effect/sql"
import { candidateJoined, candidateRow, sideWrites as candidateSideWrites } from "../candidate/CandidateRows.ts"
import type { Change } from "../../statements/Change.ts"
import type { SideWrites } from "../../statements/Saving.ts"
import { insertHistory } from "./ApplicationHistory.ts"
import { jobWithStatus, stageOfJob } from "./ApplicationQueries.ts"
import { profileShown } from "../profile/AiProfileRows.ts"
import { isVisible, ofVisibleJob } from "./Visibility.ts"
import { jsonColumns, object, storedColumns } from "../../statements/Nouns.ts"
import { pick } from "../../statements/Rows.ts"

/** The profiles of a candidate `c`, newest first. */
const profilesOfCandidate = `(
  SELECT coalesce(json_agg(${profileShown("p")} ORDER BY p.created_at DESC, p.id DESC), '[]')
  FROM ai_profiles p WHERE p.organization_id = c.organization_id AND p.candidate_id = c.id
)`

/** A candidate `c` with all that a decision on it needs. */
const storedCandidate = object(`${jsonColumns(candidate, "c", "row", candidateJoined)}, ${profilesOfCandidate} AS ai_profiles`)

/** The addresses by which a person is known, as SQL expressions. */
interface Addresses {
  /** A list of texts. */
  readonly emails: Statement.Fragment
  readonly linkedin_url: Statement.Fragment
}

/** The addresses of an applicant, or of a candidate, as parameters. */
export const addressesOf = (
  sql: SqlClient.SqlClient,
  { email_addresses = [], linkedin_url }: Pick<CandidateDraft, "email_addresses" | "linkedin_url">
): Addresses => ({ emails: sql`${email_addresses.map(({ address }) => address)}::text[]`, linkedin_url: sql`${linkedin_url ?? null}::text` })

/** The id of the candidate who is the person with these addresses; null where there is none. */
export const samePerson = (sql: SqlClient.SqlClient, organization: OrganizationId, { emails, linkedin_url }: Addresses): Statement.Fragment =>
  sql`same_person(${organization}, ${emails}, ${linkedin_url})`

/**
 * A condition on the candidate that a statement adds: no other transaction has added the same person meanwhile. Until this one
 * ends, none does.
 */
export const isStillNew = (sql: SqlClient.SqlClient, organization: OrganizationId, candidate: CandidateState): Statement.Fragment => {
  const { emails, linkedin_url } = addressesOf(sql, candidate)
  return sql`same_person_by_now(${organization}, ${emails}, ${linkedin_url}, ${candidate.id}) IS NULL`
}

/** The columns of a submission's context, for a candidate whose id the expression gives; null for a new one. */
export const submissionColumns = (
  sql: SqlClient.SqlClient,
  organization: OrganizationId,
  { job_id, stage_id = null }: Pick<ApplicationDraft, "job_id"> & { readonly stage_id?: string | null | undefined },
  candidate: Statement.Fragment
): Statement.Fragment =>
  sql`
    (SELECT ${sql.literal(jobWithStatus)}
      FROM jobs j
      WHERE j.organization_id = ${organization} AND j.id = ${job_id} AND j.deleted_at IS NULL) AS job,
    (SELECT ${sql.literal(stageOfJob)} FROM stages s
      WHERE s.organization_id = ${organization} AND s.job_id = ${job_id} AND s.order_index = 0
        AND ${sql.literal(isVisible("s.organization_id", "s.job_id"))}) AS first_stage,
    (SELECT ${sql.literal(stageOfJob)} FROM stages s
      WHERE s.organization_id = ${organization} AND s.id = ${stage_id}
        AND ${sql.literal(isVisible("s.organization_id", "s.job_id"))}) AS requested_stage,
    (SELECT ${sql.literal(storedCandidate)}
      FROM candidates c WHERE c.organization_id = ${organization} AND c.id = ${candidate}) AS candidate,
    (SELECT a.id FROM applications a
      WHERE a.organization_id = ${organization} AND a.job_id = ${job_id}
        AND a.candidate_id = ${candidate} AND a.duplicate_of IS NULL AND ${sql.literal(ofVisibleJob)}) AS existing_id,
    (SELECT m.into_id FROM candidate_merges m
      WHERE m.organization_id = ${organization} AND m.candidate_id = ${candidate}) AS merged_into`

/** The row of a new application, without its organization. */
const applicationRow = (application: NewApplication) => ({
  ...pick(application, storedColumns(noun)),
  text_bytes: ofAnswers(application.application_answers).text_bytes + ofUnapplied(application.unapplied).text_bytes
})

/** The rows of a new application and of its candidate, who is null unless new or changed, and all that is stored with them. */
export const submissionRows = (
  { context, organization_id }: Pick<Change<unknown, unknown>, "context" | "organization_id">,
  { application, created, entered, filled }: Submitted
) => {
  const entity = created ?? filled
  const candidate = entity === null ? null : { organization_id, context, decided: { entity } }
  const { inserts = [], ...others } = candidate === null ? {} : candidateSideWrites(candidate)
  const answers = application.application_answers.map((given, order_index) => ({
    table: answer.table,
    row: { application_id: application.id, ...given, order_index }
  }))
  const sideWrites: SideWrites = { ...others, inserts: [...inserts, insertHistory(entered), ...answers] }
  return {
    candidate: candidate === null ? null : candidateRow(candidate),
    application: applicationRow(application),
    sideWrites
  }
}

/** The constraints that a new application breaks where it has lost a race: its decision is made again. */
export const submissionRaces = [
  "applications_candidate_once",
  "applications_once",
  "applications_job",
  "applications_candidate",
  "applications_stage"
]

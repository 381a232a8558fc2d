/**
 * New applications: the facts that a decision needs, and the rows of an application. Shared by all statements that
 * store some.
 */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import { type ApplicationDraft, noun } from "@candor/domain/application/Application"
import { noun as answer } from "@candor/domain/application/ApplicationAnswer"
import { ofAnswers, ofUnapplied } from "@candor/domain/application/ApplicationSize"
import type { NewApplication, Submitted } from "@candor/domain/application/Submission"
import { type CandidateDraft, type CandidateState, noun as candidate } from "@candor/domain/candidate/Candidate"
import type { OrganizationId } from "@candor/domain/Id"
import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { isDistributed } from "../../database/Distribution.ts"
import {
  candidateJoined,
  candidateRow,
  contactsOf,
  sideWrites as candidateSideWrites
} from "../candidate/CandidateRows.ts"
import type { Change } from "../../statements/Change.ts"
import type { SideWrites } from "../../statements/Saving.ts"
import { insertHistory } from "./ApplicationHistory.ts"
import { jobWithStatus, stageOfJob } from "./ApplicationQueries.ts"
import { profileShown } from "../profile/AiProfileRows.ts"
import { isVisible, ofVisibleJob } from "./Visibility.ts"
import { jsonColumns, object, storedColumns } from "../../statements/Nouns.ts"
import { isOwnBesideKeys } from "../../statements/OfOrganization.ts"
import { pick, readsRow } from "../../statements/Rows.ts"

/** The profiles of a candidate `c`, newest first. */
const profilesOfCandidate = `(
  SELECT coalesce(json_agg(${profileShown("p")} ORDER BY p.created_at DESC, p.id DESC), '[]')
  FROM ai_profiles p WHERE p.organization_id = $organization AND p.candidate_id = c.id
)`

/** A candidate `c` as JSON, with all that decisions need. */
export const storedCandidate = object(
  `${jsonColumns(candidate, "c", "row", candidateJoined)}, ${profilesOfCandidate} AS ai_profiles`
)

/** The addresses that identify a person, as SQL expressions. */
interface Addresses {
  /** A list of e-mail addresses. */
  readonly emails: Statement.Fragment
  readonly linkedin_url: Statement.Fragment
}

/** Returns the addresses of an applicant or a candidate as parameters. */
export const addressesOf = (
  sql: SqlClient.SqlClient,
  { email_addresses = [], linkedin_url }: Pick<CandidateDraft, "email_addresses" | "linkedin_url">
): Addresses => ({
  emails: sql`${email_addresses.map(({ address }) => address)}::text[]`,
  linkedin_url: sql`${linkedin_url ?? null}::text`
})

/**
 * Finds the id of the candidate who has these addresses; null if there is none. Same rule as the function `same_person`
 * (0038).
 */
export const samePerson = (sql: SqlClient.SqlClient, { emails, linkedin_url }: Addresses): Statement.Fragment => {
  const first = sql`SELECT (array_agg(c.id ORDER BY c.id))[1] FROM`
  // Each row is looked up by id: with a join the planner would read all candidates.
  const survivors = sql`$candidate_merges m CROSS JOIN LATERAL (
      SELECT c.id, c.linkedin_url FROM candidates c
      WHERE c.organization_id = $organization AND c.id = m.into_id AND c.anonymised_at IS NULL AND ${
    sql.literal(readsRow("c"))
  } LIMIT 1
    ) c WHERE m.organization_id = $organization`
  const withoutOther = sql`(c.linkedin_url IS NULL OR ${linkedin_url} IS NULL)`
  return sql`coalesce((
    ${first} $candidates c
    WHERE c.organization_id = $organization AND c.linkedin_url = ${linkedin_url} AND c.anonymised_at IS NULL
  ), (
    ${first} ${survivors} AND m.undo -> 'candidate' ->> 'linkedin_url' = ${linkedin_url}
  ), (
    ${first} $candidates c
    WHERE ${sql.literal(isOwnBesideKeys(sql, "c.organization_id"))} AND ${sql.literal(contactsOf("c"))} && ARRAY(
        SELECT contact_key($organization, 'email', email) FROM unnest(${emails}) AS email WHERE email IS NOT NULL
      ) AND c.anonymised_at IS NULL AND ${withoutOther}
  ), (
    ${first} ${survivors} AND m.undo -> 'candidate' IS NOT NULL AND fold_case(m.undo -> 'candidate' ->> 'primary_email') = ANY (ARRAY(
        SELECT fold_case(email) FROM unnest(${emails}) AS email
      )) AND ${withoutOther}
  ))`
}

/**
 * Saves a change that adds a candidate, if no other transaction has added the same person in the meantime, and keeps
 * others from doing so until this one ends. A distributed database needs separate statements for functions that read
 * tables.
 */
export const savedIfNew = (
  sql: SqlClient.SqlClient,
  organization: OrganizationId,
  candidate: CandidateState,
  save: (isNew: Statement.Fragment) => Effect.Effect<ReadonlyArray<object>, SqlError.SqlError>
) => {
  const { emails, linkedin_url } = addressesOf(sql, candidate)
  const isNew = sql`same_person_by_now(${organization}, ${emails}, ${linkedin_url}, ${candidate.id}) IS NULL`
  if (!isDistributed(sql)) return save(isNew)
  return sql.withTransaction(
    Effect.flatMap(
      sql<{ readonly is_new: boolean }>`SELECT ${isNew} AS is_new`,
      ([row]) => row!.is_new ? save(sql`true`) : Effect.succeed([])
    )
  )
}

/** The columns of a submission's context, for the candidate with this id (an expression); null for a new one. */
export const submissionColumns = (
  sql: SqlClient.SqlClient,
  organization: OrganizationId,
  { job_id, stage_id = null }: Pick<ApplicationDraft, "job_id"> & { readonly stage_id?: string | null | undefined },
  candidate: Statement.Fragment
): Statement.Fragment =>
  sql`
    (SELECT ${sql.literal(jobWithStatus)}
      FROM $jobs j
      WHERE j.organization_id = ${organization} AND j.id = ${job_id} AND j.deleted_at IS NULL) AS job,
    (SELECT ${sql.literal(stageOfJob)} FROM $stages s
      WHERE s.organization_id = ${organization} AND s.job_id = ${job_id} AND s.order_index = 0
        AND ${sql.literal(isVisible("s.job_id"))}) AS first_stage,
    (SELECT ${sql.literal(stageOfJob)} FROM $stages s
      WHERE s.organization_id = ${organization} AND s.id = ${stage_id}
        AND ${sql.literal(isVisible("s.job_id"))}) AS requested_stage,
    (SELECT ${sql.literal(storedCandidate)}
      FROM $candidates c WHERE c.organization_id = ${organization} AND c.id = ${candidate}) AS candidate,
    (SELECT a.id FROM $applications a
      WHERE a.organization_id = ${organization} AND a.job_id = ${job_id}
        AND a.candidate_id = ${candidate} AND a.duplicate_of IS NULL AND ${sql.literal(ofVisibleJob)}) AS existing_id,
    (SELECT m.into_id FROM $candidate_merges m
      WHERE m.organization_id = ${organization} AND m.candidate_id = ${candidate}) AS merged_into`

/** The row of a new application, without its organization. */
const applicationRow = (application: NewApplication) => ({
  ...pick(application, storedColumns(noun)),
  text_bytes: ofAnswers(application.application_answers).text_bytes + ofUnapplied(application.unapplied).text_bytes
})

/** The rows of a new application and of its candidate (null unless new or changed), with their side writes. */
export const submissionRows = (
  { context, organization_id }: Pick<Change<unknown, unknown, Actor | Worker>, "context" | "organization_id">,
  { application, created, entered, filled }: Submitted
) => {
  const entity = created ?? filled
  const candidate = entity === null ? null : { organization_id, context, decided: { entity } }
  const { inserts = [], ...others } = candidate === null ? {} : candidateSideWrites(candidate)
  const answers = application.application_answers.map((given, order_index) => ({
    table: answer.table,
    row: { application_id: application.id, ...given, order_index }
  }))
  const sideWrites: SideWrites = { ...others, inserts: [...inserts, ...entered.map(insertHistory), ...answers] }
  return {
    candidate: candidate === null ? null : candidateRow(candidate),
    application: applicationRow(application),
    sideWrites
  }
}

/** The constraints that a new application breaks if it has lost a race. It is then decided again. */
export const submissionRaces = [
  "applications_candidate_once",
  "applications_once",
  "applications_job",
  "applications_candidate",
  "applications_stage"
]

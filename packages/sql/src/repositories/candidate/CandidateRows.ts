/** Rows of candidates, and of the profiles that are requested with them. Shared by all statements that store some. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import { type CandidateChange, CandidateNotFound, type CandidateState, noun } from "@candor/domain/candidate/Candidate"
import type { CandidateId, OrganizationId } from "@candor/domain/Id"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import type { Change } from "../../statements/Change.ts"
import { contactKeys, ofRow } from "../../database/ConcurrentIndexes.ts"
import { changedColumns, columns } from "../../statements/Nouns.ts"
import { pick, setFrom } from "../../statements/Rows.ts"
import type { SideWrites } from "../../statements/Saving.ts"
import { absent } from "../application/Visibility.ts"
import { requestSideWrites } from "../profile/AiProfileRows.ts"

/** The columns that a request can set. */
export const candidateColumns = changedColumns(noun)

/** SQL expressions of the fields of a candidate `c` that are stored in another form. */
export const candidateJoined = {
  email_addresses:
    "CASE WHEN c.anonymised_at IS NULL THEN candidate_emails(c.primary_email, c.email_addresses) ELSE '[]' END"
}

/** The normal forms of the addresses and numbers of candidates, in the form of their index. */
export const contactsOf = (alias: string): string => ofRow(alias, contactKeys)

/** All columns of a candidate `c` that decisions see. */
export const candidateSelf = columns(noun, "c", "row", candidateJoined)

type CandidateWrite = Pick<Change<unknown, CandidateChange, Actor | Worker>, "organization_id" | "context"> & {
  readonly decided: { readonly entity: CandidateChange }
}

/** The row of a new candidate. */
export const candidateRow = ({ decided: { entity: { candidate } }, organization_id }: CandidateWrite) => ({
  organization_id,
  ...pick(candidate, ["id", ...candidateColumns, "version", "created_at", "updated_at"])
})

/** Updates a candidate that still has the previous version, and returns its id. */
export const updateCandidate = (
  sql: SqlClient.SqlClient,
  organization: OrganizationId,
  { id, version, ...candidate }: CandidateState
): Statement.Fragment =>
  sql`
    UPDATE candidates c SET ${
    setFrom(sql, "candidates", [...candidateColumns, "updated_at", "version"], { ...candidate, version })
  }
    WHERE c.organization_id = ${organization} AND c.id = ${id} AND c.version = ${version - 1}
    RETURNING c.id`

/** Returns the profile that is requested with a change of a candidate, and the work of processing it. */
export const sideWrites = ({ context, decided: { entity: { requested } } }: CandidateWrite): SideWrites =>
  requested === null ? {} : requestSideWrites(requested, context)

/** Makes the function that returns the candidate's row, or fails if there is none. */
export const foundCandidate =
  (id: CandidateId) => <Row>([row]: ReadonlyArray<Row>): Effect.Effect<Row, CandidateNotFound> =>
    row === undefined ? new CandidateNotFound({ id }) : Effect.succeed(row)

/**
 * The id of the candidate for a new row that refers to it; an absent id if it was anonymized. Locks the candidate
 * against that.
 */
export const changeableCandidateId = (
  sql: SqlClient.SqlClient,
  organization: OrganizationId,
  id: CandidateId
): Statement.Fragment =>
  sql`coalesce((
    SELECT c.id FROM candidates c WHERE c.organization_id = ${organization} AND c.id = ${id} AND c.anonymised_at IS NULL
    FOR KEY SHARE
  ), ${sql.literal(absent)})`

/**
 * Finds the mails of a person that belong to no application: by the address of their sender or of the sender of the
 * mail that they forward, or by the application that they name.
 */
import type { SqlClient, Statement } from "effect/sql"
import { candidateJoined } from "../candidate/CandidateRows.ts"

const isOfNobody = "m.organization_id = $organization AND m.application_id IS NULL AND m.purpose <> 'notice'"

/**
 * A condition on a mail `m` without an application: it belongs to the candidate `c` of `condition`, who sent it (found
 * by an index), or sent the mail that it forwards. For the latter, all mails without an application are read (10,000 at
 * most). If a member has declined a forwarded mail, the application that it names is somebody else's. `which` is a
 * condition on the applications `a` that count: an erasure includes those of deleted jobs.
 */
export const isMailOfPerson = (
  sql: SqlClient.SqlClient,
  condition: Statement.Fragment,
  which = "true"
): Statement.Fragment => {
  const sentBy = (email: string) =>
    sql`SELECT m.id FROM $messages m
      WHERE ${sql.literal(isOfNobody)} AND contact_key(m.organization_id, 'email', ${sql.literal(email)}) = ANY (ARRAY(
        SELECT contact_key($organization, 'email', known ->> 'address')
        FROM $candidates c CROSS JOIN LATERAL jsonb_array_elements(${
      sql.literal(candidateJoined.email_addresses)
    }) AS known
        WHERE c.organization_id = $organization AND ${condition}
      ))`
  const applications =
    sql`SELECT a.id FROM $applications a JOIN $candidates c ON c.organization_id = $organization AND c.id = a.candidate_id
    WHERE a.organization_id = $organization AND ${condition} AND ${sql.literal(which)}`
  return sql`${sql.literal(isOfNobody)} AND m.id = ANY (ARRAY(
    ${sentBy("m.sender ->> 'email'")} UNION ALL ${
    sentBy("m.forwarded #>> '{sender,email}'")
  } AND m.forwarded IS NOT NULL
    UNION ALL
    SELECT m.id FROM $messages m
    WHERE ${sql.literal(isOfNobody)} AND m.forwarded ->> 'answer' <> 'declined'
      AND (m.forwarded ->> 'application_id')::uuid = ANY (ARRAY(${applications}))
  ))`
}

/** The mails of a person that belong to no application, by the addresses of their senders. */
import type { SqlClient, Statement } from "effect/sql"
import { candidateJoined } from "../candidate/CandidateRows.ts"

/** A condition on a mail `m`: it belongs to nobody, and the candidate `c` of the condition sent it. */
export const isMailOfPerson = (sql: SqlClient.SqlClient, condition: Statement.Fragment): Statement.Fragment =>
  sql`m.organization_id = $organization AND m.application_id IS NULL AND m.purpose <> 'notice'
    AND contact_key(m.organization_id, 'email', m.sender ->> 'email') = ANY (ARRAY(
      SELECT contact_key($organization, 'email', known ->> 'address')
      FROM candidates c CROSS JOIN LATERAL jsonb_array_elements(${sql.literal(candidateJoined.email_addresses)}) AS known
      WHERE c.organization_id = $organization AND ${condition}
    ))`

/** Finds the submissions of a person that belong to no application, by the addresses in them. */
import { noun } from "@candor/domain/submission/Submission"
import type { SqlClient, Statement } from "effect/sql"
import { jsonColumns } from "../../statements/Nouns.ts"
import { isOwnBesideKeys } from "../../statements/OfOrganization.ts"
import { candidateJoined } from "../candidate/CandidateRows.ts"

/** A condition: a submission `s` without an application has an address of a candidate `c`. */
export const isOfPerson = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql.literal(`${isOwnBesideKeys(sql, "s.organization_id")} AND s.application_id IS NULL
    AND contact_keys(s.organization_id, NULL::text, s.email_addresses, '[]'::jsonb) && ARRAY(
      SELECT contact_key($organization, 'email', known ->> 'address') FROM jsonb_array_elements(${candidateJoined.email_addresses}) AS known
    )`)

/** The columns of a submission `s`. */
export const submissionShown = jsonColumns(noun, "s", "json")

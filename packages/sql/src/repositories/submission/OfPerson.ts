/** The submissions of a person: those of its applications, and those without one that have an address of it. */
import { noun } from "@candor/domain/submission/Submission"
import { jsonColumns } from "../../statements/Nouns.ts"
import { candidateJoined } from "../candidate/CandidateRows.ts"

/** A condition on a submission `s` without an application: it has an address of a candidate `c`. */
export const isOfPerson = `s.application_id IS NULL AND EXISTS (
  SELECT FROM jsonb_array_elements_text(s.email_addresses) AS given
  JOIN jsonb_array_elements(${candidateJoined.email_addresses}) AS known ON fold_case(known ->> 'address') = fold_case(given)
)`

/** The columns of a submission `s`. */
export const submissionShown = jsonColumns(noun, "s", "json")

/** The fields of candidates, of their merges and of their possible duplicates. */
import { dateTime, list, nullable, object, oneOf, text, uuid } from "../harness/Shapes.ts"
import { candidate } from "./applicationShapes.ts"

export const candidateDetail = {
  ...candidate,
  tags: list(text),
  created_at: dateTime,
  updated_at: dateTime,
  anonymised_at: nullable(dateTime)
}

export const possibleDuplicates = object({
  duplicates: list(object({
    candidate: object(candidateDetail),
    reasons: list(oneOf("linkedin_url", "email", "name_and_university"))
  }))
})

export const mergedCandidate = object({
  candidate: object(candidateDetail),
  merge: object({
    candidate_id: uuid,
    into: uuid,
    merged_at: dateTime,
    filled: list(oneOf("linkedin_url", "website_url", "github_url", "years_experience", "university", "tags")),
    duplicate_applications: list(object({ id: uuid, duplicate_of: uuid }))
  })
})

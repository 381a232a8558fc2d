/** The fields of candidates, of their merges, of their possible duplicates, and of those that a retention rule anonymises. */
import { boolean, dateTime, integer, list, nullable, object, oneOf, text, uuid } from "../harness/Shapes.ts"
import { candidate } from "./applicationShapes.ts"

export const candidateDetail = {
  ...candidate,
  tags: list(text),
  email_addresses: list(object({ address: text, kind: nullable(oneOf("personal", "work", "school", "other")), is_primary: boolean })),
  phone_numbers: list(object({ number: text, kind: nullable(oneOf("mobile", "home", "work", "other")), is_primary: boolean })),
  created_at: dateTime,
  updated_at: dateTime,
  anonymised_at: nullable(dateTime)
}

export const possibleDuplicates = object({
  duplicates: list(object({
    candidate: object(candidateDetail),
    reasons: list(oneOf("linkedin_url", "email", "phone", "name_and_university"))
  }))
})

const relatedRecord = { id: uuid, full_name: text, reasons: list(oneOf("linkedin_url", "email", "conversion")) }

/** The other records of a person. */
export const related = object({
  candidates: list(object(relatedRecord)),
  prospects: list(object({ ...relatedRecord, search_id: uuid })),
  has_more: boolean
})

export const mergeListItem = { candidate_id: uuid, into: uuid, merged_at: dateTime, undo_until: nullable(dateTime) }

export const mergedCandidate = object({
  candidate: object(candidateDetail),
  merge: object({
    candidate_id: uuid,
    into: uuid,
    merged_at: dateTime,
    filled: list(text),
    duplicate_applications: list(object({ id: uuid, duplicate_of: uuid }))
  })
})

export const retentionPreview = object({
  retention: object({ anonymise_after_months: nullable(integer), applies_from: nullable(dateTime) }),
  candidates: list(object({
    id: uuid,
    full_name: text,
    last_rejected_at: dateTime,
    last_closed_at: dateTime,
    due_since: dateTime
  })),
  total: object({ count: integer, at_least: boolean }),
  pagination: object({ limit: integer, has_more: boolean }),
  next_cursor: nullable(text)
})

/** The fields of sourcing searches and prospects. */
import { dateTime, email, integer, nullable, object, oneOf, text, uuid } from "../harness/Shapes.ts"

export const search = { id: uuid, name: text, query: nullable(text), prospect_count: integer, created_at: dateTime }

export const prospect = {
  id: uuid,
  full_name: text,
  current_title: nullable(text),
  current_company: nullable(text),
  linkedin_url: nullable(text),
  email: nullable(email),
  location: nullable(text),
  years_experience: nullable(integer),
  summary: nullable(text),
  status: oneOf("discovered", "shortlisted"),
  pipeline_stage: oneOf("not_contacted", "contacted", "replied", "interested", "not_interested", "converted"),
  candidate_id: nullable(uuid),
  application_id: nullable(uuid),
  created_at: dateTime
}

export const listedProspect = { ...prospect, search: object({ id: uuid, name: text }) }

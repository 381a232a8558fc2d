/** The columns of prospects and the counters of their searches: shared by all statements on them. */
import type { SearchId } from "@candor/domain/Id"
import type { SearchSize } from "@candor/domain/sourcing/Prospect"
import type { Increment } from "../../statements/Saving.ts"
import { ofVisibleJob } from "../application/Visibility.ts"

/** Adds to the counters of a search. */
export const addToSize = (id: SearchId, size: SearchSize): Increment => ({ table: "sourcing_searches", id, by: { ...size } })

/** The application of a prospect `p`; null where its job was deleted. Most prospects have none, and look for none. */
const applicationId = `CASE WHEN p.application_id IS NOT NULL THEN (
  SELECT a.id FROM applications a
  WHERE a.organization_id = p.organization_id AND a.id = p.application_id AND ${ofVisibleJob}
) END AS application_id`

/** The columns of a prospect `p` as the interface shows it, without `created_at`. */
export const prospectShown = `
  p.id, p.full_name, p.current_title, p.current_company, p.linkedin_url, p.email, p.location, p.years_experience,
  p.summary, p.status, p.pipeline_stage, p.candidate_id, ${applicationId}`

/** The columns of a prospect `p` that decisions need. */
export const prospectState = `${prospectShown}, p.created_at, p.search_id, p.version`

/** The columns of prospects, and the counters of their searches. Shared by all statements on them. */
import type { SearchId } from "@candor/domain/Id"
import { noun, type SearchSize } from "@candor/domain/sourcing/Prospect"
import { columns, jsonColumns } from "../../statements/Nouns.ts"
import type { Increment } from "../../statements/Saving.ts"
import { ofVisibleJob } from "../application/Visibility.ts"

/** Adds to the counters of a search. */
export const addToSize = (id: SearchId, size: SearchSize): Increment => ({
  table: "sourcing_searches",
  id,
  by: { ...size }
})

/** The application is null if its job was deleted. Most prospects have none, so nothing is looked up. */
const joined = {
  application_id: `CASE WHEN p.application_id IS NOT NULL THEN (
    SELECT a.id FROM applications a
    WHERE a.organization_id = $organization AND a.id = p.application_id AND ${ofVisibleJob}
  ) END`
}

/** The columns of a prospect `p` that decisions need. */
export const prospectState = columns(noun, "p", "row", joined)

/** The columns of a prospect `p` as the interface shows it, in JSON. */
export const prospectShown = jsonColumns(noun, "p", "json", joined)

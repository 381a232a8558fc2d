/** Counts the tags of an organization's candidates. */
import { maxListedTags, maxTagged, type TagCount } from "@candor/domain/candidate/Tag"
import type { OrganizationId } from "@candor/domain/Id"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

/** Makes the function that lists tags, the most frequent first. The index `candidates_tagged` finds the candidates that have some. */
export const candidateTags = (sql: SqlClient.SqlClient) => (organization: OrganizationId) =>
  Effect.orDie(sql<TagCount>`
    SELECT tag AS name, count(*)::integer AS candidate_count
    FROM (
      SELECT c.tags FROM $whole_candidates c WHERE c.organization_id = ${organization} AND c.tags <> '{}'
      ORDER BY c.id DESC LIMIT ${sql.literal(String(maxTagged))}
    ) tagged CROSS JOIN LATERAL unnest(tagged.tags) AS tag
    GROUP BY tag ORDER BY count(*) DESC, tag LIMIT ${sql.literal(String(maxListedTags))}
  `)

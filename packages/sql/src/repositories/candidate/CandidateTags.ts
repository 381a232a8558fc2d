/** Counts the tags of an organization's candidates. */
import { maxListedTags, maxTagged, type TagCount } from "@candor/domain/candidate/Tag"
import type { OrganizationId } from "@candor/domain/Id"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { hasFewTags } from "../../database/ConcurrentIndexes.ts"

/**
 * Makes the function that lists tags, the most frequent first. The index `candidates_tag_lists`, which is read alone, has
 * equal tags of candidates beside each other; those with many tags are few.
 */
export const candidateTags = (sql: SqlClient.SqlClient) => (organization: OrganizationId) => {
  const limit = sql.literal(String(maxTagged))
  const tagged = sql`SELECT c.tags FROM $whole_candidates c WHERE c.organization_id = ${organization}`
  const hasFew = sql.literal(hasFewTags("c.tags"))
  return Effect.orDie(sql<TagCount>`
    SELECT tag AS name, sum(candidates)::integer AS candidate_count
    FROM (
      SELECT tags, count(*) AS candidates FROM (
        SELECT * FROM (${tagged} AND c.tags <> '{}' AND ${hasFew} ORDER BY c.tags LIMIT ${limit}) few
        UNION ALL
        SELECT * FROM (${tagged} AND NOT (${hasFew}) ORDER BY c.id DESC LIMIT ${limit}) many
      ) one GROUP BY tags
    ) tagged CROSS JOIN LATERAL unnest(tagged.tags) AS tag
    GROUP BY tag ORDER BY sum(candidates) DESC, tag LIMIT ${sql.literal(String(maxListedTags))}
  `)
}

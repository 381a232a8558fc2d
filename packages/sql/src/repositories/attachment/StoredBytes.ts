/** The storage that an organization's files take, and the largest files. */
import type { FileUsage } from "@candor/domain/attachment/FileUsage"
import { type LargeFile, maxLargest } from "@candor/domain/attachment/Storage"
import type { OrganizationId } from "@candor/domain/Id"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { iso } from "../../database/Types.ts"
import { object } from "../../statements/Nouns.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { isVisible } from "../application/Visibility.ts"

/** Returns the number and the bytes of all stored files. */
export const usage = (sql: SqlClient.SqlClient, organization: OrganizationId) =>
  sql<FileUsage>`
    SELECT u.files_counted, u.file_bytes FROM file_usage u WHERE u.organization_id = $organization
  `.pipe(
    ofOrganization(sql, organization),
    Effect.map(([used]) => used ?? { files_counted: 0, file_bytes: 0 }),
    Effect.orDie
  )

/**
 * Returns the largest files, largest first. Those of deleted jobs are excluded, as they are being removed in the
 * background.
 */
export const largest = (sql: SqlClient.SqlClient, organization: OrganizationId) =>
  sql<LargeFile>`
    SELECT p.id, p.original_filename, p.size_bytes, ${sql.literal(iso("p.created_at"))} AS created_at,
      ${sql.literal(object("c.id, c.full_name"))} AS candidate,
      CASE WHEN a.id IS NOT NULL THEN ${
    sql.literal(object(`a.id, ${object("j.id, j.title")} AS job`))
  } END AS application
    FROM attachments p
    LEFT JOIN applications a ON a.organization_id = $organization AND a.id = p.application_id
    LEFT JOIN jobs j ON j.organization_id = $organization AND j.id = a.job_id
    JOIN candidates c ON c.organization_id = $organization AND c.id = coalesce(a.candidate_id, p.candidate_id)
    WHERE p.organization_id = $organization AND p.size_bytes IS NOT NULL
      AND (p.application_id IS NULL OR ${sql.literal(isVisible("a.job_id"))})
    ORDER BY p.size_bytes DESC, p.id DESC LIMIT ${sql.literal(String(maxLargest))}
  `.pipe(ofOrganization(sql, organization), Effect.orDie)

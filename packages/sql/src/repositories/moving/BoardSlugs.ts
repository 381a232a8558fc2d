/** The address of a careers site that an organization brings along: another one, where it is taken. */
import { reservedSlugs } from "@candor/domain/board/BoardSlug"
import type { OrganizationId } from "@candor/domain/Id"
import { slugFor } from "@candor/domain/job/Slug"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

/** Gives the organization this address, or the next one that is free. Returns it. */
export const claimSlug = Effect.fnUntraced(
  function*(sql: SqlClient.SqlClient, organization: OrganizationId, slug: string) {
    const rows = yield* Effect.orDie(sql<{ readonly slug: string; readonly owner_id: OrganizationId }>`
    SELECT slug, owner_id FROM board_slugs WHERE slug >= ${slug} AND slug < ${`${slug}~`}`)
    const taken = new Set(rows.filter(({ owner_id }) => owner_id !== organization).map((row) => row.slug))
    const free = slugFor(slug, taken.union(reservedSlugs), "careers")
    yield* Effect.orDie(
      sql`INSERT INTO board_slugs (slug, owner_id) VALUES (${free}, ${organization}) ON CONFLICT (slug) DO NOTHING`
    )
    return free
  }
)

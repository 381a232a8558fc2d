/** Stored sourcing searches. */
import type { OrganizationId, SearchId } from "@candor/domain/Id"
import type { ResourceNotFound } from "@candor/domain/Resource"
import { type SourcingSearchState, sourcingSearches } from "@candor/domain/sourcing/SourcingSearch"
import { SourcingSearches } from "@candor/domain/sourcing/SourcingSearches"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { erasureOf } from "../../queue/Erasure.ts"
import { originOf } from "../../statements/Outbox.ts"
import { isNotThere, resourceRows, storeOf } from "../../statements/ResourceStore.ts"
import { prospectsDeleted } from "./ProspectEvents.ts"
import { applicationsUnlinked } from "./ProspectRemoval.ts"

const prospect_count = `(
  SELECT count(*)::integer FROM $scanned_prospects p WHERE p.organization_id = $organization AND p.search_id = t.id
)`

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const rows = resourceRows<SourcingSearchState, ResourceNotFound>(sql, sourcingSearches, {
    joined: { prospect_count },
    notFound: isNotThere(sourcingSearches)
  })

  /**
   * Locks the prospects of a search, and then the search, so that the next statement sees every prospect, and every
   * application that one was converted to. Deleting a prospect locks in the same order.
   */
  const locked = (organization: OrganizationId, id: SearchId) =>
    sql`
      WITH found AS MATERIALIZED (
        SELECT p.id FROM prospects p WHERE p.organization_id = ${organization} AND p.search_id = ${id} ORDER BY p.id FOR UPDATE
      )
      SELECT FROM sourcing_searches s
      WHERE s.organization_id = ${organization} AND s.id = ${id} AND (SELECT count(*) FROM found) >= 0 FOR UPDATE`

  // The foreign key cascades to the prospects, at most 2,000. The erasure finds their events by the search's id in
  // their data.
  const remove: typeof rows.remove = (change) => {
    const { before: { row: { id } }, context, organization_id } = change
    return sql.withTransaction(Effect.andThen(
      locked(organization_id, id),
      rows.remove(change, {
        before: [sql`prospects_of_search AS MATERIALIZED (
          SELECT p.organization_id, p.id, p.search_id FROM prospects p WHERE p.organization_id = $organization AND p.search_id = ${id}
        )`],
        after: [
          ...applicationsUnlinked(sql, context, "prospects_of_search"),
          prospectsDeleted(sql, originOf(sql, context))
        ],
        work: [erasureOf(context, id)]
      })
    ))
  }

  return SourcingSearches.of({ ...storeOf(sql, sourcingSearches, { ...rows, remove }), list: rows.list })
})

export const layer = Layer.effect(SourcingSearches, make)

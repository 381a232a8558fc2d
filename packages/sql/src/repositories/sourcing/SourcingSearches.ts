/** Stored sourcing searches. */
import type { Actor } from "@candor/domain/access/Actor"
import type { Decision, DecisionContext } from "@candor/domain/Decision"
import type { OrganizationId, SearchId } from "@candor/domain/Id"
import { fromRows, type PageRequest } from "@candor/domain/Pagination"
import { noun, SearchNotFound, type SourcingSearch } from "@candor/domain/sourcing/SourcingSearch"
import { SourcingSearches } from "@candor/domain/sourcing/SourcingSearches"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { erasureOf } from "../../queue/Erasure.ts"
import { insertRow } from "../../statements/Inserts.ts"
import { changedColumns, isStill, rowColumns } from "../../statements/Nouns.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { originOf } from "../../statements/Outbox.ts"
import { after, newestFirst } from "../../statements/Paging.ts"
import { columnsOf, pick } from "../../statements/Rows.ts"
import { save } from "../../statements/Saving.ts"
import { write } from "../../statements/Writing.ts"
import { prospectsDeleted } from "./ProspectEvents.ts"
import { applicationsUnlinked } from "./ProspectRemoval.ts"

const changed = changedColumns(noun)

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const columns = sql`
    ${sql.literal(columnsOf("s", rowColumns(noun)))}, (
      SELECT count(*)::integer FROM prospects p WHERE p.organization_id = $organization AND p.search_id = s.id
    ) AS prospect_count`

  const list = (organization: OrganizationId, page: PageRequest) =>
    sql<SourcingSearch>`
      SELECT ${columns} FROM sourcing_searches s
      WHERE s.organization_id = $organization AND ${after(sql, "s", page)}
      ${newestFirst(sql, "s", page)}
    `.pipe(ofOrganization(sql, organization), Effect.map((rows) => fromRows(page, rows)), Effect.orDie)

  const get = (organization: OrganizationId, id: SearchId) =>
    sql<SourcingSearch>`
      SELECT ${columns} FROM sourcing_searches s
      WHERE s.organization_id = $organization AND s.id = ${id}
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap(([search]) => search === undefined ? new SearchNotFound({ id }) : Effect.succeed(search))
    )

  const create = <Failure>(
    actor: Actor,
    decide: (context: DecisionContext) => Decision<SourcingSearch, Failure>
  ) =>
    write({
      actor,
      load: Effect.void,
      decide: (_, context) => decide(context),
      save: (change) => {
        const row = { organization_id: actor.organization_id, ...pick(change.decided.entity, rowColumns(noun)) }
        return save(sql, change, { saved: sql`${insertRow(sql, noun.table, row)} RETURNING id` })
      }
    })

  // A search has no version. The change is saved where the fields that it decided on are still the loaded ones.
  const modify = <Failure>(
    actor: Actor,
    id: SearchId,
    decide: (search: SourcingSearch, context: DecisionContext) => Decision<SourcingSearch, Failure>
  ) =>
    write({
      actor,
      load: get(actor.organization_id, id),
      decide,
      save: (change) =>
        save(sql, change, {
          saved: sql`
            UPDATE sourcing_searches SET ${sql.update(pick(change.decided.entity, changed))}
            WHERE organization_id = ${actor.organization_id} AND id = ${id} AND ${isStill(sql, pick(change.before, changed))}
            RETURNING id`
        })
    })

  /**
   * Locks the prospects of a search, and then the search, so that the statement after this one sees every prospect, and every
   * application that one was converted into. Who deletes a prospect locks in this order.
   */
  const locked = (organization: OrganizationId, id: SearchId) =>
    sql`
      WITH found AS MATERIALIZED (
        SELECT p.id FROM prospects p WHERE p.organization_id = ${organization} AND p.search_id = ${id} ORDER BY p.id FOR UPDATE
      )
      SELECT FROM sourcing_searches s
      WHERE s.organization_id = ${organization} AND s.id = ${id} AND (SELECT count(*) FROM found) >= 0 FOR UPDATE`

  // The foreign key deletes the prospects, at most 2,000. The erasure finds their events by the search's id in their data.
  const remove = <Failure>(
    actor: Actor,
    id: SearchId,
    decide: (search: SourcingSearch, context: DecisionContext) => Decision<SourcingSearch, Failure>
  ) =>
    write({
      actor,
      load: get(actor.organization_id, id),
      decide,
      save: (change) =>
        sql.withTransaction(Effect.andThen(
          locked(actor.organization_id, id),
          save(sql, change, {
            before: [sql`prospects_of_search AS MATERIALIZED (
              SELECT p.organization_id, p.id, p.search_id FROM prospects p WHERE p.organization_id = $organization AND p.search_id = ${id}
            )`],
            saved: sql`
              DELETE FROM sourcing_searches s WHERE s.organization_id = ${actor.organization_id} AND s.id = ${id}
              RETURNING s.organization_id, s.id`,
            after: [
              ...applicationsUnlinked(sql, change.context, "prospects_of_search"),
              prospectsDeleted(sql, originOf(sql, change.context))
            ],
            work: [erasureOf(change.context, id)]
          })
        ))
    })

  return SourcingSearches.of({ list, get, create, modify, remove })
})

export const layer = Layer.effect(SourcingSearches, make)

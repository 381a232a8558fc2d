/** Deletes stored prospects: by a request for one, or with the candidate that they are linked to. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import type { Decision, DecisionContext } from "@candor/domain/Decision"
import type { ProspectId } from "@candor/domain/Id"
import { givenBack, ProspectNotFound, type ProspectState, remove } from "@candor/domain/sourcing/Prospect"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { erasureOf } from "../../queue/Erasure.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { originOf } from "../../statements/Outbox.ts"
import { save } from "../../statements/Saving.ts"
import { write } from "../../statements/Writing.ts"
import { applicationsUpdated } from "../application/ApplicationEvents.ts"
import { isVisible } from "../application/Visibility.ts"
import { addToSize, prospectState } from "./ProspectRows.ts"

/**
 * Common table expressions that remove the link from the applications of `prospects`, an expression with the deleted
 * ones, with their events.
 */
export const applicationsUnlinked = (
  sql: SqlClient.SqlClient,
  context: DecisionContext<Actor | Worker>,
  prospects: "saved" | "prospects_of_search"
) => [
  sql`changed_applications AS (
    UPDATE applications a SET prospect_id = NULL, version = a.version + 1, updated_at = greatest(a.updated_at, ${context.now}::timestamptz)
    FROM ${sql.literal(prospects)} p
    WHERE a.organization_id = $organization AND a.prospect_id = p.id AND ${sql.literal(isVisible("a.job_id"))}
    RETURNING a.*
  )`,
  applicationsUpdated(sql, originOf(sql, context))
]

/** Makes the method that deletes a prospect. */
export const prospectRemoval = (sql: SqlClient.SqlClient) =>
<By extends Actor | Worker, Failure>(
  actor: By,
  id: ProspectId,
  decide: (prospect: ProspectState, context: DecisionContext<By>) => Decision<ProspectState, Failure>
) =>
  write({
    actor,
    load: sql<ProspectState>`
      SELECT ${sql.literal(prospectState)} FROM $prospects p WHERE p.organization_id = $organization AND p.id = ${id}
    `.pipe(
      ofOrganization(sql, actor.organization_id),
      Effect.orDie,
      Effect.flatMap(([row]) => row === undefined ? new ProspectNotFound({ id }) : Effect.succeed(row))
    ),
    decide,
    save: (change) => {
      const { context, before } = change
      return save(sql, change, {
        saved: sql`
          DELETE FROM prospects p
          WHERE p.organization_id = ${actor.organization_id} AND p.id = ${id} AND p.version = ${before.version}
          RETURNING p.organization_id, p.id`,
        after: applicationsUnlinked(sql, context, "saved"),
        increments: [addToSize(before.search_id, givenBack(before))],
        work: [erasureOf(context, id)]
      })
    }
  })

/** Deletes prospects one after the other; ignores those that are already gone. */
export const removeProspects = (
  sql: SqlClient.SqlClient,
  actor: Actor | Worker,
  ids: ReadonlyArray<ProspectId>
): Effect.Effect<void> =>
  Effect.forEach(
    ids,
    (id) => Effect.ignore(prospectRemoval(sql)(actor, id, remove)),
    { discard: true }
  )

/** Queued work: removes contents of attachments that have no row. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import type { DecisionContext } from "@candor/domain/Decision"
import { AttachmentId, OrganizationId } from "@candor/domain/Id"
import type { ContentKey } from "@candor/domain/attachment/AttachmentStore"
import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import type { Work } from "./Queue.ts"

/** The queue of removals of single contents. */
export const queue = "contents"

/**
 * The queue of removals of all contents whose rows were deleted. It is separate, because workers of earlier versions
 * refuse work without an id.
 */
export const deletions = "removed_contents"

/** With an id, the content of this attachment; without one, all contents whose rows were deleted. */
export const Element = Schema.Struct({ organization_id: OrganizationId, id: Schema.optional(AttachmentId) })

/** The time in milliseconds after which a content without a row is removed. An upload stores its row within minutes. */
const delay_millis = 60 * 60 * 1000

/** Returns the work of removing the contents of attachments that a change deletes, directly or by a cascade. */
export const afterDeletion = ({ actor: { organization_id }, nextId }: DecisionContext<Actor | Worker>): Work => ({
  queue: deletions,
  id: nextId(),
  element: { organization_id }
})

/** Returns the work of removing a content that is being uploaded, in case its row is never stored. */
export const afterUpload = ({ id, organization_id }: ContentKey): Work => ({
  queue,
  id,
  element: { organization_id, id },
  delay_millis
})

/**
 * A condition: the removal of a content is queued, and no process has taken it. Because of `IS TRUE`, PostgreSQL does
 * not use an index in which, while its statistics are young, it would read all waiting work.
 */
export const isReserved = `queue_name = '${queue}' AND (state = 'pending') IS TRUE AND acquired_at IS NULL`

/**
 * Common table expressions of a statement that stores a row with these contents. `reserved` has and locks those whose
 * removal no process has taken. `withdrawn` cancels the removals of `stored`: by default of all contents if all are
 * reserved, and else of none, because the row is not stored then.
 */
export const withdrawn = (
  sql: SqlClient.SqlClient,
  ids: Statement.Fragment,
  stored: Statement.Fragment = sql`CASE WHEN (SELECT count(*) FROM reserved) = cardinality(${ids}) THEN ${ids} END`
): ReadonlyArray<Statement.Fragment> => [
  sql`reserved AS MATERIALIZED (SELECT id FROM queue WHERE id = ANY (${ids}) AND ${
    sql.literal(isReserved)
  } FOR UPDATE)`,
  sql`withdrawn AS (DELETE FROM queue WHERE id = ANY (${stored}) AND ${sql.literal(isReserved)} RETURNING id)`
]

/** Dies if a process has taken the removal of one of these contents: no row is stored with it. */
export const stillReserved = (sql: SqlClient.SqlClient, ids: ReadonlyArray<string>): Effect.Effect<void> =>
  ids.length === 0 ? Effect.void : Effect.flatMap(
    Effect.orDie(sql`SELECT id FROM queue WHERE id = ANY (${ids}::text[]) AND ${sql.literal(isReserved)}`),
    (found) =>
      found.length === ids.length
        ? Effect.void
        : Effect.die(new Error(`The reservation of one of these contents has ended: ${ids.join(", ")}`))
  )

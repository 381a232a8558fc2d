/** The work of removing contents of attachments that have no row, as it stands in the queue. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import type { DecisionContext } from "@candor/domain/Decision"
import { AttachmentId, OrganizationId } from "@candor/domain/Id"
import type { ContentKey } from "@candor/domain/attachment/AttachmentStore"
import { Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import type { Work } from "./Queue.ts"

/** Removals of a content. */
export const queue = "contents"

/**
 * Removals of all contents whose rows were deleted: apart, because workers of earlier versions refuse work without an
 * id.
 */
export const deletions = "removed_contents"

/** The content of this attachment, whose id is that of the work; without an id, all whose rows were deleted. */
export const Element = Schema.Struct({ organization_id: OrganizationId, id: Schema.optional(AttachmentId) })

/** The time in milliseconds that an upload has to store its row; an upload itself takes minutes. */
const delay_millis = 60 * 60 * 1000

/** The removal of the contents of attachments that a change deletes, also by a foreign key. */
export const afterDeletion = ({ actor: { organization_id }, nextId }: DecisionContext<Actor | Worker>): Work => ({
  queue: deletions,
  id: nextId(),
  element: { organization_id }
})

/** The removal of a content that is being uploaded, in case its row is never stored. */
export const afterUpload = ({ id, organization_id }: ContentKey): Work => ({
  queue,
  id,
  element: { organization_id, id },
  delay_millis
})

/**
 * A condition: the removal of a content is queued for later, and no process has taken it. `IS TRUE` keeps PostgreSQL,
 * where the queue is young, from an index in which it reads all that waits.
 */
export const isReserved = `queue_name = '${queue}' AND (state = 'pending') IS TRUE AND acquired_at IS NULL`

/**
 * A common table expression `withdrawn` that takes the stored contents of a list of ids back from their removal. One
 * that a process has taken is missing in it.
 */
export const withdrawn = (sql: SqlClient.SqlClient, ids: Statement.Fragment): Statement.Fragment =>
  sql`withdrawn AS (DELETE FROM queue WHERE id = ANY (${ids}) AND ${sql.literal(isReserved)} RETURNING id)`

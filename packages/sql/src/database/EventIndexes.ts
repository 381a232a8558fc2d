/** Indexes of events, built without blocking writes. */

/** An index that finds the events whose data names an entity, for its erasure. */
const namingIndex = (field: string) => ({
  name: `events_by_${field}`,
  on: `events (organization_id, (data ->> '${field}')) WHERE data ->> '${field}' IS NOT NULL`
})

/**
 * An index of the audit log by an id in its entries. An event enters the log when it gets its sequence number, which
 * never changes.
 */
const auditIndex = (column: string) => ({
  name: `events_audit_${column}`,
  on: `events (organization_id, ${column}, sequence) WHERE sequence IS NOT NULL AND ${column} IS NOT NULL`
})

/** The indexes by ids in an event's data, and by ids in entries of the audit log. */
export const eventIndexes = [
  ...["candidate_id", "job_id", "search_id", "application_id"].map(namingIndex),
  ...["api_key_id", "user_id", "type"].map(auditIndex)
]

/** Indexes of events, which are built without blocking writes. */

/** An index by which an erasure finds the events whose data names an entity. */
const namingIndex = (field: string) => ({
  name: `events_by_${field}`,
  on: `events (organization_id, (data ->> '${field}')) WHERE data ->> '${field}' IS NOT NULL`
})

/**
 * An index of the audit log by what an entry names. An event is entered once it has its sequence number, which is
 * written once.
 */
const auditIndex = (column: string) => ({
  name: `events_audit_${column}`,
  on: `events (organization_id, ${column}, sequence) WHERE sequence IS NOT NULL AND ${column} IS NOT NULL`
})

/** These indexes, by what an event's data names, and by what an entry of the audit log names. */
export const eventIndexes = [
  ...["candidate_id", "job_id", "search_id", "application_id"].map(namingIndex),
  ...["api_key_id", "user_id", "type"].map(auditIndex)
]

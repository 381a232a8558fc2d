/** Finds what the plans of statements read. */
import type { SQL } from "bun"
import type { Statement } from "./Recorder.ts"

/** A node of a plan, as in `EXPLAIN (FORMAT JSON)`. */
interface Node {
  readonly "Node Type": string
  readonly "Parent Relationship"?: string
  readonly "Relation Name"?: string
  readonly "Index Name"?: string
  readonly "Index Cond"?: string
  readonly Filter?: string
  readonly Plans?: ReadonlyArray<Node>
}

/** A scan whose cost grows with the rows of a table, or of an organization. */
export interface LongScan {
  readonly method: string
  /** The index whose entries for an organization are all read, or the table. */
  readonly source: string
  /** The condition that is checked on each row. */
  readonly filter: string
  readonly sql: string
}

/** Nodes that return a row before they read the next: below a LIMIT, they read no more rows than it returns. */
const lazy = new Set([
  "Limit",
  "LockRows",
  "Nested Loop",
  "Result",
  "Subquery Scan",
  "ProjectSet",
  "Append",
  "Merge Append",
  "Incremental Sort"
])

const indexScans = new Set(["Index Scan", "Index Only Scan", "Bitmap Index Scan"])

/**
 * Returns whether an index condition only selects an organization. Keys of tags and of words contain the organization.
 */
const ofWholeOrganization = (condition: string): boolean =>
  !/ AND |contact_keys|tag_keys|text_keys|text_spellings/.test(condition) && /organization_id|^$/.test(condition)

/** Soft-deleted rows and those of deleted jobs are few, or soon removed. */
const isSoftDeletion = (filter: string): boolean =>
  /^\((deleted_at|removed_at) IS NULL\)$|^\(job_id <> ALL \(\(InitPlan \d+\)\.col1\)\)$|^\(\(application_id IS NULL\) OR \(\(SubPlan \d+\) <> ALL \(\(InitPlan \d+\)\.col1\)\)\)$/
    .test(filter)

const scansOf = (node: Node, isLimited: boolean): ReadonlyArray<Node> => {
  const { "Index Cond": condition = "", "Node Type": type, Filter: filter = "" } = node
  const isPage = isLimited && (filter === "" || isSoftDeletion(filter))
  const isLong = type === "Seq Scan" || (indexScans.has(type) && ofWholeOrganization(condition) && !isPage)
  const below = type === "Limit" || (isLimited && lazy.has(type))
  const children = (node.Plans ?? []).flatMap((child) =>
    scansOf(child, below && ["Outer", "Subquery", "Member"].includes(child["Parent Relationship"] ?? ""))
  )
  return isLong ? [node, ...children] : children
}

/** Indexes with at most one entry for an organization, or in total. */
const singles = `
  SELECT indexrelid::regclass::text AS name FROM pg_index
  WHERE indisunique AND indnkeyatts = 1 AND indrelid::regclass::text IN (
    SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace)`

/**
 * Returns the long scans in the generic plans of statements. PostgreSQL is made to read a whole table only if no index
 * helps.
 */
export const longScans = async (
  database: SQL,
  statements: ReadonlyArray<Statement>
): Promise<ReadonlyArray<LongScan>> => {
  await database.unsafe("SET enable_seqscan = off")
  const rows: ReadonlyArray<{ readonly name: string }> = await database.unsafe(singles)
  const single = new Set(rows.map(({ name }) => name))
  const found: Array<LongScan> = []
  for (const { method, sql } of statements) {
    // As a simple query, which may have parameters without values.
    const [{ "QUERY PLAN": [{ Plan: plan }] }]: [{ "QUERY PLAN": [{ Plan: Node }] }] = await database.unsafe(
      `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${sql}`
    ).simple()
    for (const { "Index Name": index, "Relation Name": relation = "", Filter: filter = "" } of scansOf(plan, false)) {
      if (index === undefined || !single.has(index)) found.push({ method, source: index ?? relation, filter, sql })
    }
  }
  return found
}

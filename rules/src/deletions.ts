/** Every query on a job, or on rows of one, leaves out deleted jobs (decision 0030). */
import type { Node } from "libpg-query"
import { fields, mentions, uncast } from "./ParseTree.ts"
import { columnOf, queriesOf, type Query, type Side, type Source } from "./Queries.ts"
import type { StatementRule } from "./StatementRule.ts"

/** The tables whose rows are kept for a while after their job is deleted. */
const tables = new Set([
  "jobs",
  "stages",
  "applications",
  "application_answers",
  "application_history",
  "attachments",
  "interview_feedback",
  "notes"
])

/** Tables whose rows can belong to a candidate instead. */
const orOfCandidates = new Set(["attachments", "notes"])

const ofJobs = ({ table }: Source): boolean => table !== undefined && tables.has(table)

/** Returns whether the rows of a source must meet a condition on deleted jobs, or are read within such a query. */
const meetsCondition = (source: Source, { conditions, outer, within }: Query): boolean =>
  conditions.some(({ node, restricts }) => restricts.has(source) && mentions(node, "deleted_at")) ||
  isWithinCondition(outer, within)

const isWithinCondition = (outer: Query | undefined, within: Node | undefined): boolean =>
  mentions(within, "deleted_at") || (outer !== undefined && isWithinCondition(outer.outer, outer.within))

/** Returns whether the rows of a source belong to a candidate, and so to no job. */
const isOfCandidate = (source: Source, query: Query): boolean => {
  if (source.table === undefined || !orOfCandidates.has(source.table)) return false
  if (source.isFilled) return source.columns.includes("candidate_id") && !source.columns.includes("application_id")
  return query.equations.some(({ restricts, sides }) =>
    restricts.has(source) && sides.some((side) => {
      const of = "index" in side ? undefined : columnOf(side, query)
      return of?.source === source && of.column === "candidate_id"
    })
  )
}

/** Returns whether rows come from a query on jobs or their rows: that query is checked by itself. */
const comeFromJobs = (queries: ReadonlyArray<Query>, passed: ReadonlySet<Query> = new Set()): boolean =>
  queries.some((query) =>
    !passed.has(query) &&
    (query.sources.some(ofJobs) ||
      [...query.sources, ...query.conditions].some(({ queries }) => comeFromJobs(queries, new Set([...passed, query]))))
  )

/**
 * Returns whether every row of a source belongs to a row that another query, or another source of this one, has found.
 */
const isTied = (source: Source, query: Query, asking: ReadonlySet<Source> = new Set()): boolean => {
  const found = (side: Side): boolean => {
    if ("index" in side) return comeFromJobs(side.queries)
    const of = columnOf(side, query)
    if (of === undefined || of.source === source || asking.has(of.source)) return false
    if (comeFromJobs(of.source.queries)) return true
    if (of.query !== query) return ofJobs(of.source)
    return (ofJobs(of.source) && meetsCondition(of.source, query)) ||
      isTied(of.source, query, new Set([...asking, source]))
  }
  return query.equations.some(({ restricts, sides }) =>
    restricts.has(source) &&
    [sides, sides.toReversed()].some(([one, other]) =>
      one !== undefined && !("index" in one) && columnOf(one, query)?.source === source &&
      // A shared organization does not tie two rows to each other.
      fields(uncast(one)).at(-1) !== "organization_id" && other !== undefined && found(other)
    )
  )
}

/** Returns whether inserted rows are jobs, or belong to a job that the statement has read. */
const isOfFoundJob = ({ inserted }: Query, source: Source): boolean =>
  source.table === "jobs" ||
  inserted.every((query) => mentions([query.outputs, query.values], "deleted_at") || comeFromJobs([query]))

export const deletions: StatementRule = {
  name: "every query on a job and what belongs to it leaves out deleted jobs",
  why: "a job with many applications is gone for everybody before its rows are",
  check: (statement) =>
    queriesOf(statement).queries.flatMap((query) =>
      query.sources.filter((source) => ofJobs(source) && !isOfCandidate(source, query)).filter((source) =>
        source.isFilled ? !isOfFoundJob(query, source) : !meetsCondition(source, query) && !isTied(source, query)
      ).map(({ table }) => `${table} is used without a condition of Visibility.ts`)
    ),
  planted: [
    ["SELECT title FROM jobs WHERE organization_id = $1", "jobs is used"],
    ["UPDATE jobs SET title = $2 WHERE organization_id = $1", "jobs is used"],
    ["UPDATE jobs SET deleted_at = NULL WHERE organization_id = $1", "jobs is used"],
    ["DELETE FROM notes WHERE organization_id = $1 AND id = $2", "notes is used"],
    ["INSERT INTO notes (organization_id, id, application_id) VALUES ($1, $2, $3)", "notes is used"],
    ["INSERT INTO notes (organization_id, id, application_id, candidate_id) VALUES ($1, $2, $3, $4)", "notes is used"],
    ["SELECT FROM notes n WHERE n.organization_id = $1 AND n.candidate_id <> $2", "notes is used"],
    ["SELECT FROM applications a WHERE a.organization_id = $1 AND a.candidate_id = $2", "applications is used"],
    ["INSERT INTO notes SELECT * FROM jsonb_populate_recordset(NULL::notes, $1)", "notes is used"],
    [
      "SELECT (SELECT count(*) FROM applications a WHERE a.organization_id = o.id) FROM organizations o",
      "applications is used"
    ],
    ["SELECT n.id FROM candidates c JOIN stages s ON s.organization_id = c.organization_id", "stages is used"],
    [
      "SELECT FROM notes n LEFT JOIN jobs j ON n.job_id = j.id AND j.deleted_at = $1 LEFT JOIN stages s ON true",
      "notes is used"
    ],
    [
      `WITH saved AS (SELECT a.id FROM applications a WHERE a.id = $1 AND a.job_id <> ALL (ARRAY(
        SELECT j.id FROM jobs j WHERE j.organization_id = $2 AND j.deleted_at IS NOT NULL)))
      SELECT n.id FROM notes n JOIN saved ON n.application_id <> saved.id`,
      "notes is used"
    ]
  ],
  kept: [
    "SELECT id FROM jobs WHERE organization_id = $1 AND deleted_at IS NULL",
    "INSERT INTO jobs (organization_id, id) VALUES ($1, $2)",
    "INSERT INTO notes (organization_id, id, candidate_id) VALUES ($1, $2, $3)",
    "SELECT n.id FROM candidates c JOIN notes n ON n.organization_id = c.organization_id AND n.candidate_id = c.id",
    `SELECT (SELECT json_agg(n.body) FROM notes n WHERE n.organization_id = a.organization_id AND n.application_id = a.id)
      FROM applications a WHERE a.organization_id = $1 AND a.job_id <> ALL (ARRAY(
        SELECT j.id FROM jobs j WHERE j.organization_id = $1 AND j.deleted_at IS NOT NULL))`,
    `WITH found AS (SELECT id FROM jobs WHERE organization_id = $1 AND deleted_at IS NULL)
      UPDATE stages s SET name = $2 FROM found WHERE s.organization_id = $1 AND s.job_id = found.id`,
    `WITH saved AS (DELETE FROM notes n USING jobs j WHERE n.job_id = j.id AND j.deleted_at IS NULL RETURNING n.ordinal),
      done AS (SELECT 1 AS ordinal WHERE EXISTS (SELECT FROM saved))
      UPDATE applications a SET notes = x.notes FROM jsonb_to_recordset($1) AS x (ordinal bigint, id uuid, notes integer)
      WHERE a.id = x.id AND x.ordinal IN (SELECT ordinal FROM done)`,
    `INSERT INTO stages (organization_id, job_id, id) SELECT $1, (
      SELECT j.id FROM jobs j WHERE j.organization_id = $1 AND j.id = $2 AND j.deleted_at IS NULL), $3`
  ]
}

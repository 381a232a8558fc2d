/**
 * Every query on a table with hidden rows reads only rows that the viewer may see, or rows that belong to such rows
 * (decision 0083).
 */
import { type PartialAccess, seenBy, toldTo } from "@candor/domain/access/Sees"
import { nouns } from "@candor/domain/nouns"
import type { Where } from "@candor/domain/Where"
import { hiddenTables, replaced } from "@candor/sql/database/Seen"
import { ownerColumn } from "@candor/sql/database/WhereSql"
import type { Node } from "libpg-query"
import { as, fields, mentionsTag, uncast } from "./ParseTree.ts"
import { columnOf, nameOf, queriesOf, type Query, type Side, type Source } from "./Queries.ts"
import type { StatementRule } from "./StatementRule.ts"

/** The schema name that replaces a mark in the text of a statement. */
const schema = "seen"

/** The schema name that replaces the mark of rows that are as visible as their parents. */
const told = "told"

/** Returns the statement with each mark replaced by a name that the parser accepts. */
export const named = (sql: string): string => replaced(sql, (table, way) => `${way === told ? told : schema}.${table}`)

/** Nobody with this access sees any row. */
const isNobody = (where: Where): boolean => "some" in where && where.some.length === 0

const accesses: ReadonlyArray<PartialAccess> = ["open", "team"]

interface Tie {
  readonly table: string
  readonly column: string
  readonly subject: string
  /** Whether all rows that belong to a visible row are visible. */
  readonly isWhole: boolean
}

/**
 * Returns whether a condition says that the row of this noun to which a row belongs is visible. Rows that belong to
 * none may be visible too.
 */
const saysOf = (where: Where, subject: string): boolean =>
  "of" in where
    ? where.where === undefined && [where.of].flat().includes(subject)
    : "every" in where
    ? where.every.some((one) => saysOf(one, subject))
    : "some" in where && where.some.some((one) => saysOf(one, subject)) &&
      where.some.every((one) =>
        saysOf(one, subject) || ("field" in one && one.field === `${subject}_id` && one.is === null)
      )

/** Returns whether the condition says nothing else. */
const saysOnly = (where: Where, subject: string): boolean => saysOf(where, subject) && !("every" in where)

/** How visibility follows from other rows: the columns by which a visible row refers to another visible one. */
const ties: ReadonlyArray<Tie> = [
  // Rows that are hidden for another reason need a mark.
  ...nouns.flatMap(({ everybodySees: _some, othersAfterOwn: _others, ...noun }) => {
    const all = accesses.flatMap((access) => seenBy(noun, access) ?? [])
    const follows = (subject: string) =>
      all.length > 0 && all.every((where) => isNobody(where) || saysOf(where, subject))
    return nouns.map(({ subject }) => subject).filter(follows).map((subject): Tie => ({
      table: noun.table,
      column: ownerColumn(noun.table, subject),
      subject,
      isWhole: all.every((where) => saysOnly(where, subject))
    }))
  }),
  // A candidate is visible through each of its visible applications.
  { table: "applications", column: "candidate_id", subject: "candidate", isWhole: false },
  // These belong to the job of the stage or of the application.
  { table: "applications", column: "stage_id", subject: "stage", isWhole: true },
  { table: "submissions", column: "application_id", subject: "application", isWhole: true },
  { table: "signals", column: "application_id", subject: "application", isWhole: true },
  { table: "candidate_merges", column: "into_id", subject: "candidate", isWhole: true }
]

/** The tables in which some viewers do not see all rows of a visible parent. */
const hiddenMore: ReadonlySet<string> = new Set(nouns.flatMap((noun) => toldTo(noun) === undefined ? [] : [noun.table]))

const subjectOf = (table: string): string | undefined =>
  hiddenTables.includes(table) ? nouns.find((noun) => noun.table === table)?.subject : undefined

const isHidden = ({ table }: Source): boolean => table !== undefined && hiddenTables.includes(table)

const isOfDeletedJobs = (source: Source, { conditions }: Query): boolean =>
  source.table === "jobs" && conditions.some(({ node, restricts }) => {
    const { arg, nulltesttype } = as(node, "NullTest") ?? {}
    return restricts.has(source) && nulltesttype === "IS_NOT_NULL" && fields(arg).at(-1) === "deleted_at"
  })

/** Stands for the noun of null. */
const any = "any"

/** The noun that all these are of; undefined if they are of several, or if one is unknown. */
const common = (nouns: ReadonlyArray<string | undefined>): string | undefined => {
  const [first, ...others] = new Set(nouns.filter((one) => one !== any))
  return others.length > 0 || nouns.length === 0 ? undefined : nouns.every((one) => one === any) ? any : first
}

class Reader {
  private readonly asking = new Set<Source>()
  private readonly subqueries: ReadonlyMap<Node, ReadonlyArray<Query>>

  constructor(subqueries: ReadonlyMap<Node, ReadonlyArray<Query>>) {
    this.subqueries = subqueries
  }

  /** Returns the noun if an expression is the id of a visible row of it; `any` for null. */
  seenId(side: Side | undefined, query: Query): string | undefined {
    if (side === undefined) return undefined
    if ("index" in side) return this.output(side.queries, (one) => one.outputs[side.index])
    const node = uncast(side)
    if (as(node, "A_Const")?.isnull) return any
    const { args } = as(node, "CoalesceExpr") ?? as(node, "FuncCall") ?? {}
    if (args !== undefined) return common(args.map((arg) => this.seenId(arg, query)))
    const { subselect } = as(node, "SubLink") ?? {}
    if (subselect !== undefined) return this.output(this.subqueries.get(subselect) ?? [], (one) => one.outputs[0])
    const of = columnOf(node, query)
    if (of === undefined) return undefined
    const { column, source } = of
    if (source.queries.length > 0) {
      return this.output(source.queries, (one) => one.outputs.find((output) => nameOf(output) === column), column)
    }
    const { table } = source
    if (table === undefined || !isHidden(source) || !this.isSeen(source, of.query)) return undefined
    return column === "id"
      ? subjectOf(table)
      : ties.find((tie) => tie.table === table && tie.column === column)?.subject
  }

  /** Returns the noun of a column that all these queries return. */
  private output(
    queries: ReadonlyArray<Query>,
    select: (query: Query) => Node | undefined,
    column?: string
  ): string | undefined {
    const found = queries.map((one): string | undefined => {
      const output = select(one)
      const value = as(output, "ResTarget")?.val
      if (value !== undefined) return this.seenId(value, one)
      if (column === undefined) return undefined
      // All columns of a source, `i.*`, or of the only one.
      const stars = one.outputs.flatMap((output) => {
        const of = as(as(output, "ResTarget")?.val, "ColumnRef")?.fields ?? []
        return of.length > 1 && as(of.at(-1), "A_Star") !== undefined ? [of.slice(0, -1)] : []
      })
      return this.seenId({ ColumnRef: { fields: [...stars[0] ?? [], { String: { sval: column } }] } }, one)
    })
    return common(found)
  }

  /**
   * Returns whether all rows of a source are visible, or are deleted jobs, which only exclude rows that belong to them,
   * or are read on purpose.
   */
  isSeen(source: Source, query: Query): boolean {
    if (source.schema === schema || source.schema === "public" || isOfDeletedJobs(source, query)) return true
    if (this.asking.has(source) || (source.schema !== told && hiddenMore.has(source.table!))) return false
    this.asking.add(source)
    const table = source.table!
    const found = query.equations.some(({ restricts, sides }) =>
      restricts.has(source) && [sides, sides.toReversed() as unknown as typeof sides].some(([own, other]) => {
        const of = "index" in own ? undefined : columnOf(own, query)
        if (of?.source !== source) return false
        const subject = of.column === "id" ? subjectOf(table) : undefined
        const named = ties.filter((tie) => tie.table === table && tie.column === of.column && tie.isWhole).map((tie) =>
          tie.subject
        )
        const names = [...(subject === undefined ? [] : [subject]), ...named]
        const id = names.length === 0 ? undefined : this.seenId(other, query)
        return id !== undefined && (id === any || names.includes(id))
      })
    )
    this.asking.delete(source)
    return found
  }
}

/** Returns whether a statement changes or locks rows. */
export const changes = (statement: Node): boolean =>
  ["InsertStmt", "UpdateStmt", "DeleteStmt", "LockingClause"].some((tag) => mentionsTag(statement, tag))

export const seen: StatementRule = {
  name: "every query on a table with hidden rows reads those that are seen, or what belongs to them",
  why: "a member would be told of jobs that they may not see",
  check: (statement) => {
    const { queries, subqueries } = queriesOf(statement)
    const reader = new Reader(subqueries)
    return queries.flatMap((query) =>
      query.sources.filter((source) => isHidden(source) && !reader.isSeen(source, query))
        .map(({ table }) => `${table} is read without a mark of Seen.ts`)
    )
  },
  planted: [
    ["SELECT title FROM jobs WHERE organization_id = $1", "jobs is read"],
    [
      "SELECT FROM seen.jobs j JOIN applications a ON a.organization_id = $1 AND a.job_id <> j.id",
      "applications is read"
    ],
    [
      "SELECT FROM seen.candidates c JOIN applications a ON a.organization_id = $1 AND a.candidate_id = c.id",
      "applications is read"
    ],
    [
      "SELECT FROM seen.applications a JOIN notes n ON n.organization_id = $1 AND n.application_id = a.id",
      "notes is read"
    ],
    [
      "SELECT FROM seen.applications a JOIN events e ON e.organization_id = $1 AND e.subject_id = a.id",
      "events is read"
    ],
    ["SELECT FROM seen.sourcing_searches s JOIN prospects p ON p.search_id = s.id", "prospects is read"],
    [
      "SELECT FROM seen.applications a JOIN interview_feedback f ON f.application_id = a.id",
      "interview_feedback is read"
    ],
    ["SELECT FROM told.interview_feedback f WHERE f.application_id = $1", "interview_feedback is read"],
    ["UPDATE notes SET unseen_by = '{}' WHERE organization_id = $1 AND id = $2", "notes is read"],
    ["SELECT FROM seen.applications a LEFT JOIN stages s ON s.id = $1", "stages is read"],
    [
      "SELECT FROM candidates c WHERE c.id = (SELECT x.row_id FROM external_ids x WHERE x.id = $1)",
      "candidates is read"
    ],
    [
      "WITH found AS (SELECT id FROM applications) SELECT FROM seen.applications a JOIN found ON found.id = a.id",
      "applications is read"
    ],
    [
      "WITH found AS (SELECT job_id AS id FROM seen.applications) SELECT FROM applications a JOIN found ON found.id = a.id",
      "applications is read"
    ]
  ],
  kept: [
    "SELECT a.id FROM seen.applications a JOIN jobs j ON j.organization_id = $1 AND j.id = a.job_id",
    "SELECT (SELECT c.full_name FROM candidates c WHERE c.organization_id = $1 AND c.id = a.candidate_id) FROM seen.applications a",
    "SELECT FROM seen.applications a JOIN stages s ON s.job_id = a.job_id JOIN attachments f ON f.application_id = a.id",
    "SELECT FROM seen.jobs j JOIN applications a ON a.job_id = j.id JOIN candidates c ON c.id = a.candidate_id JOIN ai_profiles p ON p.candidate_id = c.id",
    "WITH found AS (SELECT a.id FROM seen.applications a) SELECT FROM found JOIN applications a ON a.id = found.id",
    "SELECT FROM seen.notes n LEFT JOIN applications a ON a.id = n.application_id JOIN candidates c ON c.id = coalesce(a.candidate_id, n.candidate_id)",
    "SELECT FROM seen.messages m JOIN applications a ON a.id = m.application_id",
    "SELECT FROM seen.applications a JOIN told.interview_feedback f ON f.application_id = a.id",
    "SELECT FROM seen.prospects p JOIN candidates c ON c.id = p.candidate_id",
    `WITH hit AS (SELECT n.candidate_id, n.application_id FROM seen.notes n UNION ALL SELECT c.id, NULL::uuid AS application_id FROM seen.candidates c)
      SELECT FROM applications a WHERE a.id = ANY ((SELECT array_agg(application_id) FROM hit)::uuid[])`,
    "SELECT count(*) FROM public.jobs WHERE organization_id = $1",
    "SELECT name FROM departments WHERE organization_id = $1"
  ]
}

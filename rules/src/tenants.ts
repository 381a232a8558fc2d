/** Every query on a tenant's table says which organization's rows it means. */
import type { Node } from "libpg-query"
import { as, fields, relationsIn, uncast } from "./ParseTree.ts"
import { columnOf, hasColumn, nameOf, type Output, queriesOf, type Query, type Side, type Source } from "./Queries.ts"
import type { StatementRule } from "./StatementRule.ts"
import { isTenants, tenant } from "./Tables.ts"

const organization = "organization_id"

/** Returns whether a source has a column that can identify the organization. */
const canTell = (source: Source, column: string): boolean =>
  hasColumn(source, column) &&
  (source.table === undefined || (source.table === tenant ? column === "id" : isTenants(source.table)))

/** Returns whether a query returns only the organizations that have rows, and no data of the rows. */
export const tellsOrganizationsAlone = ({ outputs, sources }: Query): boolean =>
  outputs.length === 1 && fields(as(outputs[0], "ResTarget")?.val).at(-1) === organization &&
  !sources.some(({ isFilled }) => isFilled)

/** Finds where the organizations in a statement come from. */
class Organizations {
  private readonly found = new Map<Query, Set<Source>>()
  private readonly looking = new Set<string>()

  private readonly subqueries: ReadonlyMap<Node, ReadonlyArray<Query>>

  constructor(subqueries: ReadonlyMap<Node, ReadonlyArray<Query>>) {
    this.subqueries = subqueries
  }

  /** Returns the sources of a query that are limited to rows of a known organization. */
  bound(query: Query): ReadonlySet<Source> {
    const known = this.found.get(query)
    if (known !== undefined) return known
    const bound = new Set<Source>()
    this.found.set(query, bound)
    // Each round can build on what the one before found.
    for (let before = -1; before < bound.size;) {
      before = bound.size
      for (const { restricts, sides: [one, other] } of query.equations) {
        for (const [from, to] of [[one, other], [other, one]] as const) {
          const target = "index" in to ? undefined : columnOf(to, query, canTell)
          if (target?.query !== query || !restricts.has(target.source) || bound.has(target.source)) continue
          if (this.isKey(target) && this.isKnown(from, query)) bound.add(target.source)
        }
      }
    }
    return bound
  }

  /** Returns whether a source is limited to rows of a known organization. */
  isBound(source: Source, query: Query): boolean {
    return source.isFilled ? this.isFilled(source, query) : this.bound(query).has(source)
  }

  private isKey({ column, source: { table } }: { readonly source: Source; readonly column: string }): boolean {
    return table === tenant ? column === "id" : column === organization && isTenants(table)
  }

  /** Returns whether a value is an organization from a parameter, or from rows of a known organization. */
  private isKnown(side: Side, query: Query): boolean {
    if ("index" in side) return side.queries.every((one) => this.returns(side, one))
    const value = uncast(side)
    if (as(value, "ParamRef") !== undefined) return true
    const choice = as(value, "CaseExpr")
    if (choice !== undefined) {
      // An organization is never NULL, so such a row matches nothing.
      const results = [...(choice.args ?? []).map((when) => as(when, "CaseWhen")?.result), choice.defresult]
      return results.every((result) =>
        result === undefined || as(result, "A_Const")?.isnull || this.isKnown(result, query)
      )
    }
    const rows = this.subqueries.get(as(value, "SubLink")?.subselect as Node)
    if (rows !== undefined) return this.isKnown({ queries: rows, index: 0 }, query)
    const of = columnOf(value, query, canTell)
    return of !== undefined && this.tells(of.source, of.column, of.query)
  }

  /** Returns whether a column of a source is a known organization. */
  private tells(source: Source, column: string, query: Query): boolean {
    if (source.table !== undefined) {
      return this.isKey({ source, column }) && (this.isBound(source, query) || tellsOrganizationsAlone(query))
    }
    if (column !== organization) return false
    if (source.isGiven) return true
    const index = source.columns.length > 0
      ? source.columns.indexOf(column)
      : source.queries[0]?.outputs.findIndex((output) => nameOf(output) === column) ?? -1
    return source.queries.length > 0 &&
      source.queries.every((one) => this.returns({ queries: source.queries, index }, one))
  }

  /** Returns whether a query returns a known organization in this column. */
  private returns({ index, queries }: Output, query: Query): boolean {
    // A recursive query returns the organizations that it began with.
    const key = `${index} ${queries.map((one) => this.numberOf(one)).join()} ${this.numberOf(query)}`
    if (this.looking.has(key)) return true
    this.looking.add(key)
    const output = as(query.outputs[index], "ResTarget")?.val
    const result = query.values.length > 0
      ? query.values.every((row) => row[index] !== undefined && this.isKnown(row[index], query))
      : output !== undefined && fields(output).at(-1) !== "*"
      ? this.isKnown(output, query)
      : this.returnsAmongAll(query)
    this.looking.delete(key)
    return result
  }

  /** Returns whether a query returns a source's known organization among all its columns. */
  private returnsAmongAll(query: Query): boolean {
    const all = query.outputs.map((output) => fields(as(output, "ResTarget")?.val)).filter((names) =>
      names.at(-1) === "*"
    )
    return all.some(([called]) =>
      query.sources.some((source) =>
        (called === "*" || called === source.called) && canTell(source, organization) &&
        this.tells(source, organization, query)
      )
    )
  }

  private isFilled({ columns }: Source, { inserted }: Query): boolean {
    const index = columns.indexOf(organization)
    return (columns.length === 0 || index >= 0) &&
      inserted.every((one) => this.returns({ queries: inserted, index }, one))
  }

  private readonly numbers = new Map<Query, number>()
  private numberOf(query: Query): number {
    const number = this.numbers.get(query) ?? this.numbers.size
    this.numbers.set(query, number)
    return number
  }
}

export const tenants: StatementRule = {
  name: "every query on a tenant's table holds organization_id equal to a known one",
  why: "no organization can reach another's rows, and the schema can be distributed by organization",
  check: (statement) => {
    const { queries, relations, subqueries } = queriesOf(statement)
    if (relationsIn(statement).length !== relations) return ["It uses tables where this rule does not look"]
    const organizations = new Organizations(subqueries)
    return queries.filter((query) => !tellsOrganizationsAlone(query)).flatMap((query) =>
      query.sources.filter((source) => isTenants(source.table) && !organizations.isBound(source, query))
    ).map(({ called, table }) => `${table} is used without ${called === table ? "" : `${called}.`}${organization}`)
  },
  planted: [
    ["SELECT id FROM jobs WHERE id = $1", "jobs is used"],
    ["select * from jobs where id = $1", "jobs is used"],
    ["UPDATE jobs SET title = $1 WHERE id = $2", "jobs is used"],
    ["UPDATE jobs SET organization_id = $1 WHERE id = $2", "jobs is used"],
    ["DELETE FROM jobs WHERE id = $1", "jobs is used"],
    ["SELECT organization_id, title FROM jobs WHERE status = 'draft'", "jobs is used"],
    ["SELECT count(*) FROM jobs WHERE organization_id <> $1", "jobs is used"],
    ["SELECT count(*) FROM jobs WHERE organization_id IS DISTINCT FROM $1", "jobs is used"],
    ["SELECT id FROM jobs WHERE organization_id = id", "jobs is used"],
    ["SELECT id FROM jobs WHERE organization_id = 'x' || $1", "jobs is used"],
    ["SELECT id FROM jobs WHERE id = $1 OR title = $2 AND organization_id = $3", "jobs is used"],
    ["SELECT id FROM jobs WHERE NOT organization_id = $1", "jobs is used"],
    [
      "SELECT id FROM jobs WHERE organization_id = CASE WHEN status = 'draft' THEN $1 ELSE organization_id END",
      "jobs is used"
    ],
    ["SELECT id FROM jobs WHERE organization_id IN ($1, gen_random_uuid())", "jobs is used"],
    ["SELECT id FROM jobs WHERE organization_id = $1 UNION SELECT id FROM stages", "stages is used"],
    ["SELECT FROM users WHERE organization_id = $1 OR EXISTS (SELECT FROM stages s)", "stages is used"],
    [
      "SELECT (SELECT count(*) FROM stages s WHERE s.job_id = j.id) FROM jobs j WHERE j.organization_id = $1",
      "stages is used"
    ],
    [
      "SELECT s.id FROM jobs j JOIN stages s ON s.job_id = j.id WHERE j.organization_id = $1",
      "stages is used without s."
    ],
    ["SELECT id FROM jobs, stages WHERE jobs.organization_id = $1", "stages is used"],
    ["SELECT j.id FROM jobs j JOIN stages s ON s.organization_id = j.organization_id", "jobs is used"],
    ["SELECT j.id FROM jobs j JOIN stages s USING (organization_id) WHERE j.id = $1", "stages is used"],
    ["SELECT s.id FROM jobs j LEFT JOIN stages s ON j.organization_id = $1", "jobs is used"],
    ["SELECT s.id FROM jobs j RIGHT JOIN stages s ON s.organization_id = $1", "stages is used"],
    [
      "SELECT s.id FROM jobs j FULL JOIN stages s ON s.organization_id = $1 AND j.organization_id = $1",
      "stages is used"
    ],
    ["SELECT k.id FROM jobs k JOIN organizations o ON o.id = k.organization_id", "jobs is used"],
    [
      "WITH o AS (SELECT id AS organization_id FROM organizations) SELECT FROM jobs JOIN o USING (organization_id)",
      "jobs is used"
    ],
    [
      "WITH x AS (SELECT gen_random_uuid() AS organization_id) SELECT FROM jobs JOIN x USING (organization_id)",
      "jobs is used"
    ],
    ["WITH x AS (SELECT * FROM jobs) SELECT FROM x WHERE x.organization_id = $1", "jobs is used"],
    ["SELECT FROM jobs j, jsonb_to_recordset($1) AS x (id uuid) WHERE j.organization_id = x.id", "jobs is used"],
    [
      "SELECT FROM jobs j, jsonb_to_recordset('[]') AS x (organization_id uuid) WHERE j.organization_id = x.organization_id",
      "jobs is"
    ],
    [
      "SELECT FROM queue q, json_to_record(q.element) AS x (organization_id uuid) JOIN jobs USING (organization_id)",
      "jobs is used"
    ],
    ["SELECT FROM jobs j JOIN queue q ON j.organization_id = q.organization_id", "jobs is used"],
    ["INSERT INTO jobs (id) VALUES ($1) RETURNING organization_id", "jobs is used"],
    ["INSERT INTO jobs (id, organization_id) VALUES ($1, gen_random_uuid())", "jobs is used"],
    ["INSERT INTO jobs (organization_id, id) SELECT $1, s.job_id FROM stages s", "stages is used"],
    ["INSERT INTO jobs (organization_id, id) SELECT o.id, $1 FROM organizations o", "jobs is used"],
    ["INSERT INTO jobs SELECT * FROM jsonb_populate_recordset(NULL::jobs, '[]')", "jobs is used"],
    [
      "MERGE INTO jobs j USING stages s ON s.job_id = j.id WHEN MATCHED THEN DELETE",
      "tables where this rule does not look"
    ],
    ["TRUNCATE jobs", "tables where this rule does not look"]
  ],
  kept: [
    "SELECT id FROM jobs WHERE id = $2 AND organization_id = $1::uuid",
    "SELECT id FROM jobs WHERE organization_id = ANY ($1::uuid[])",
    "SELECT id FROM jobs WHERE organization_id IS NOT DISTINCT FROM $1",
    "SELECT id FROM jobs WHERE (organization_id, id) = ($1, $2)",
    "SELECT s.id FROM jobs j JOIN stages s ON s.organization_id = j.organization_id WHERE j.organization_id = $1 FOR UPDATE OF s",
    "SELECT k.id FROM jobs k JOIN organizations o ON o.id = k.organization_id WHERE o.id = $1",
    "SELECT DISTINCT organization_id FROM events WHERE sequence IS NULL",
    "SELECT j.id FROM unnest($1::uuid[]) AS requested (organization_id) JOIN jobs j USING (organization_id)",
    `UPDATE jobs j SET title = x.title FROM jsonb_populate_recordset(NULL::jobs, $1) WITH ORDINALITY AS x
      WHERE j.organization_id = x.organization_id AND j.id = x.id`,
    `SELECT x.ordinal, j.id FROM ROWS FROM (jsonb_to_recordset($1) AS (organization_id uuid, id uuid)) WITH ORDINALITY
      AS x (organization_id, id, ordinal) JOIN jobs j ON (j.organization_id, j.id) = (x.organization_id, x.id)`,
    `WITH x AS (SELECT * FROM jsonb_to_recordset($1) AS x (ordinal integer, organization_id uuid, id uuid)), saved AS (
      DELETE FROM jobs j USING x WHERE j.organization_id = x.organization_id AND j.id = x.id RETURNING j.organization_id, x.ordinal)
      INSERT INTO events (organization_id, id) SELECT saved.organization_id, e.id FROM saved JOIN jsonb_to_recordset($2)
        AS e (ordinal integer, id uuid) ON e.ordinal = saved.ordinal`,
    "DELETE FROM jobs WHERE (organization_id, id) IN (SELECT s.organization_id, s.job_id FROM stages s WHERE s.organization_id = $1)",
    "INSERT INTO jobs (id, organization_id) VALUES ($1, $2), ($3, $4) ON CONFLICT DO NOTHING",
    "INSERT INTO jobs SELECT * FROM jsonb_populate_recordset(NULL::jobs, $1)",
    `INSERT INTO events (organization_id, id) SELECT stored.organization_id, stored.id FROM jsonb_to_recordset($1) AS item (row jsonb)
      CROSS JOIN LATERAL jsonb_populate_record(NULL::events, item.row) AS stored`,
    `SELECT j.id FROM (SELECT CASE WHEN x.is_small THEN x.organization_id END AS organization_id FROM jsonb_to_recordset($1)
      AS x (organization_id uuid, is_small boolean)) x JOIN jobs j USING (organization_id)`,
    "SELECT state FROM queue WHERE id = $1"
  ]
}

/**
 * Every query on a tenant's table compares its organization with a parameter, which a database that is distributed by
 * organization requires.
 */
import type { Node } from "libpg-query"
import { as, strings, uncast } from "./ParseTree.ts"
import { columnOf, hasColumn, queriesOf, type Query, type Source } from "./Queries.ts"
import type { StatementRule } from "./StatementRule.ts"
import { isTenants, tenant } from "./Tables.ts"
import { tellsOrganizationsAlone } from "./tenants.ts"

/** Returns whether a condition is `column = $n`, or `= ANY ($n)`, for this source. */
const isRouted = (node: Node, source: Source, query: Query): boolean => {
  const { kind, lexpr, name, rexpr } = as(node, "A_Expr") ?? {}
  if (!/^AEXPR_OP(_ANY)?$/.test(String(kind)) || strings(name).join() !== "=") return false
  return [[lexpr, rexpr], [rexpr, lexpr]].some(([column, value]) => {
    const of = columnOf(column, query, hasColumn)
    return of?.source === source && of.column === (source.table === tenant ? "id" : "organization_id") &&
      as(value && uncast(value), "ParamRef") !== undefined
  })
}

export const routed: StatementRule = {
  name: "every query on a tenant's table compares its organization with a parameter",
  why: "a database that is distributed by organization finds the server of a row by that alone",
  check: (statement) =>
    queriesOf(statement).queries.filter((query) => !tellsOrganizationsAlone(query)).flatMap((query) =>
      query.sources.filter((source) => (source.table === tenant || isTenants(source.table)) && !source.isFilled)
        .filter((source) =>
          !query.conditions.some(({ node, restricts }) => restricts.has(source) && isRouted(node, source, query))
        )
    ).map(({ called, table }) => `${table} ${called === table ? "" : `${called} `}is not compared with a parameter`),
  planted: [
    ["SELECT id FROM jobs WHERE id = $1", "jobs is not"],
    ["SELECT id FROM jobs WHERE organization_id IS NOT DISTINCT FROM $1", "jobs is not"],
    ["SELECT id FROM jobs WHERE organization_id = (SELECT $1::uuid)", "jobs is not"],
    ["SELECT id FROM jobs WHERE organization_id = $1 OR id = $2", "jobs is not"],
    [
      "SELECT id FROM jobs j JOIN stages s ON s.organization_id = j.organization_id WHERE j.organization_id = $1",
      "stages s is not"
    ],
    [
      "SELECT (SELECT count(*) FROM stages s WHERE s.organization_id = j.organization_id) FROM jobs j WHERE j.organization_id = $1",
      "stages s is not"
    ],
    ["SELECT FROM jobs j LEFT JOIN stages s ON j.organization_id = $1 WHERE s.organization_id = $1", "jobs j is not"],
    [
      "SELECT FROM organizations o JOIN jobs j ON j.organization_id = $1 AND o.id = j.organization_id",
      "organizations o is not"
    ],
    [
      "SELECT j.id FROM jsonb_to_recordset($1) AS x (organization_id uuid) JOIN jobs j ON j.organization_id = x.organization_id",
      "jobs j is not"
    ],
    [
      "UPDATE jobs j SET title = x.title FROM jsonb_populate_recordset(NULL::jobs, $1) x WHERE j.organization_id = x.organization_id",
      "jobs j is not"
    ],
    [
      "WITH saved AS (SELECT $1::uuid AS organization_id) DELETE FROM jobs j USING saved WHERE j.organization_id = saved.organization_id",
      "jobs j is not"
    ],
    ["INSERT INTO notes (organization_id, id) SELECT j.organization_id, j.id FROM jobs j", "jobs j is not"]
  ],
  kept: [
    "SELECT id FROM jobs WHERE id = $2 AND organization_id = $1::uuid",
    "SELECT id FROM jobs WHERE organization_id = ANY ($1::uuid[])",
    "SELECT DISTINCT organization_id FROM events WHERE sequence IS NULL",
    "SELECT s.id FROM jobs j LEFT JOIN stages s ON s.organization_id = $1 AND s.job_id = j.id WHERE j.organization_id = $1",
    "SELECT FROM organizations o JOIN jobs j ON j.organization_id = $1 WHERE o.id = $1",
    "UPDATE jobs j SET title = x.title FROM jsonb_populate_recordset(NULL::jobs, $1) x WHERE j.organization_id = $2 AND j.id = x.id",
    "INSERT INTO jobs (organization_id, id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
    "SELECT state FROM queue WHERE id = $1"
  ]
}

/**
 * Statements on the rows of one organization, which `$organization` stands for in their texts. Each table is compared
 * with the organization itself, never only with another table's column: a database that is distributed by organization
 * then knows where the rows are (decision 0080).
 */
import type { OrganizationId } from "@candor/domain/Id"
import type { SqlClient, Statement } from "effect/sql"
import { isDistributed } from "../database/Distribution.ts"

const mark = "$organization"

/** Replaces `$organization` in the text of a statement by this SQL expression. */
export const withOrganization = (text: string, expression: string): string => text.replaceAll(mark, expression)

/**
 * Returns the text and values of a statement of one organization. `$organization` becomes one more parameter, however
 * often it occurs.
 */
export const withOneOrganization = (text: string, values: ReadonlyArray<unknown>, organization: OrganizationId) =>
  text.includes(mark)
    ? [withOrganization(text, `$${values.length + 1}::uuid`), [...values, organization]] as const
    : [text, values] as const

/**
 * Makes the condition that a column is the organization, beside a condition on keys that contain the organization. With
 * `=`, PostgreSQL would also read an index of all rows of the organization, which does not help; and the subselect
 * gives one plan for organizations of any size. A distributed database needs `=` to find the rows.
 */
export const isOwnBesideKeys = (sql: SqlClient.SqlClient, column: string, organization = mark): string =>
  isDistributed(sql) ? `${column} = ${organization}` : `${column} IS NOT DISTINCT FROM (SELECT ${organization})`

/** Makes the function that runs a statement with its organization. */
export const ofOrganization = (sql: SqlClient.SqlClient, organization: OrganizationId) =>
<Row>(
  statement: Statement.Statement<Row>
): Statement.Statement<Row> =>
  sql.unsafe(...withOneOrganization(...statement.compile(), organization)) as Statement.Statement<Row>

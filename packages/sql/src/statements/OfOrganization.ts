/**
 * Statements on the rows of one organization. `$organization` in their texts stands for it: each table is compared with
 * the organization itself, and none with another table's column alone. By that, a database that is distributed by
 * organization knows where the rows of a statement are (decision 0080).
 */
import type { OrganizationId } from "@candor/domain/Id"
import type { SqlClient, Statement } from "effect/sql"
import { isDistributed } from "../database/Distribution.ts"

const mark = "$organization"

/** The text of a statement, whose `$organization` is this SQL expression. */
export const withOrganization = (text: string, expression: string): string => text.replaceAll(mark, expression)

/**
 * The text and the values of a statement of one organization, which is one more parameter, however often it is
 * compared.
 */
export const withOneOrganization = (text: string, values: ReadonlyArray<unknown>, organization: OrganizationId) =>
  text.includes(mark)
    ? [withOrganization(text, `$${values.length + 1}::uuid`), [...values, organization]] as const
    : [text, values] as const

/**
 * The condition that a column is the organization, beside one on keys that have the organization in them. An index of
 * all rows of the organization, which PostgreSQL would read besides for `=`, does not help there; and with a subselect
 * it keeps one plan for organizations of any size. A distributed database finds rows by `=` alone.
 */
export const isOwnBesideKeys = (sql: SqlClient.SqlClient, column: string, organization = mark): string =>
  isDistributed(sql) ? `${column} = ${organization}` : `${column} IS NOT DISTINCT FROM (SELECT ${organization})`

/** Makes the function that gives a statement its organization. */
export const ofOrganization = (sql: SqlClient.SqlClient, organization: OrganizationId) =>
<Row>(
  statement: Statement.Statement<Row>
): Statement.Statement<Row> =>
  sql.unsafe(...withOneOrganization(...statement.compile(), organization)) as Statement.Statement<Row>

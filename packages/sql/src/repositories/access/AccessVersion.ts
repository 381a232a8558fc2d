/**
 * The access version of an organization, an optimistic lock: changes of members, keys and apps that depend on each
 * other are saved one after the other. Each compares the version that it loaded, and increments it.
 */
import type { OrganizationId } from "@candor/domain/Id"
import type { SqlClient, Statement } from "effect/sql"

/** The loaded version. */
export interface AccessVersion {
  readonly access_version: number
}

/** Returns a row if no such change was saved since the load. */
export const nextAccessVersion = (
  sql: SqlClient.SqlClient,
  organization: OrganizationId,
  { access_version }: AccessVersion
): Statement.Fragment =>
  sql`
    UPDATE organizations SET access_version = access_version + 1
    WHERE id = ${organization} AND access_version = ${access_version}
    RETURNING id`

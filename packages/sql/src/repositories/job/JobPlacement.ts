/** Finds the department and office that a request names for a job. */
import type { OrganizationId } from "@candor/domain/Id"
import { type FoundPlaces, nothingFound, type PlaceRequest, UnknownPlace } from "@candor/domain/job/Placement"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { object } from "../../statements/Nouns.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"

/** Failures by the broken constraint, if a named department or office is gone. */
export const unknown = {
  jobs_department: new UnknownPlace({ field: "department_id" }),
  jobs_office: new UnknownPlace({ field: "office_id" })
}

/** Makes the function that finds what a request names. */
export const finding = (sql: SqlClient.SqlClient) => {
  const named = sql.literal(object("d.id, d.name"))
  return (
    organization: OrganizationId,
    { department: text = null, department_id: id = null, office_id: office = null }: PlaceRequest
  ): Effect.Effect<FoundPlaces> =>
    id === null && text === null && office === null
      ? Effect.succeed(nothingFound)
      : sql<FoundPlaces>`
        SELECT (
          SELECT ${named} FROM departments d WHERE d.organization_id = $organization AND d.id = ${id}::uuid
        ) AS department, (
          SELECT ${named} FROM departments d WHERE d.organization_id = $organization AND lower(d.name) = lower(${text}::text)
        ) AS named, (
          SELECT ${
        sql.literal(object("o.name, o.location"))
      } FROM offices o WHERE o.organization_id = $organization AND o.id = ${office}::uuid
        ) AS office
      `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.map(([found]) => found ?? nothingFound))
}

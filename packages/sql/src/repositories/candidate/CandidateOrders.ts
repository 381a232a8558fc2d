/** The orders of the list of candidates, each with an index, so that a page costs the same at any depth. */
import type { CandidateState } from "@candor/domain/candidate/Candidate"
import type { CandidateOrder, CandidatePosition } from "@candor/domain/candidate/Candidates"
import type { PageRequest } from "@candor/domain/Pagination"
import type { SqlClient, Statement } from "effect/sql"

/** The order of candidates `c`: by the first expression, then by id. */
const orders = {
  created_at: { by: "c.created_at", direction: "DESC", isAfter: "<" },
  family_name: { by: `family_form(c.family_name, c.full_name) COLLATE "C"`, direction: "ASC", isAfter: ">" },
  full_name: { by: `name_form(c.full_name) COLLATE "C"`, direction: "ASC", isAfter: ">" },
  updated_at: { by: "c.updated_at", direction: "ASC", isAfter: ">" }
} satisfies Readonly<Record<CandidateOrder, object>>

/** Returns the first value of a position, in the form that its order compares. */
const valueOf = (sql: SqlClient.SqlClient, position: CandidatePosition): Statement.Fragment =>
  "full_name" in position
    ? sql`name_form(${position.full_name})`
    : "family_name" in position
    ? sql`family_form(${position.family_name}::text, ${position.of})`
    : sql`${"created_at" in position ? position.created_at : position.updated_at}::timestamptz`

/** A condition: candidates `c` come after the request's cursor. */
export const isAfter = (
  sql: SqlClient.SqlClient,
  order: CandidateOrder,
  { after }: PageRequest<CandidatePosition>
): Statement.Fragment =>
  after === undefined
    ? sql`true`
    : sql`(${sql.literal(orders[order].by)}, c.id) ${sql.literal(orders[order].isAfter)} (${
      valueOf(sql, after)
    }, ${after.id}::uuid)`

/** What an order compares first of candidates `c`. */
export const comparedIn = (order: CandidateOrder): string => orders[order].by

/** Returns candidates in this order, by an expression for its first sort key. */
export const inOrder = (
  sql: SqlClient.SqlClient,
  order: CandidateOrder,
  alias = "c",
  by = comparedIn(order)
): Statement.Fragment => {
  const { direction } = orders[order]
  return sql`ORDER BY ${sql.literal(`${by} ${direction}, ${alias}.id ${direction}`)}`
}

/** Returns the position of a candidate in an order. */
export const positionIn =
  (order: CandidateOrder) =>
  ({ created_at, family_name, full_name, id, updated_at }: CandidateState): CandidatePosition => {
    switch (order) {
      case "created_at":
        return { created_at, id }
      case "family_name":
        return { family_name, of: full_name, id }
      case "full_name":
        return { full_name, id }
      case "updated_at":
        return { updated_at, id }
    }
  }

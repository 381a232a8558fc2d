/** Whether somebody has worked with what an import made. */
import { partsOf } from "@candor/domain/nouns"
import type { SqlClient, Statement } from "effect/sql"
import { isOfPeople } from "../../moving/OfWork.ts"
import { isMailOfPerson } from "../mail/MailOfPerson.ts"
import { isOfPerson } from "../submission/OfPerson.ts"

/** A table whose rows refer to another's by a column. */
type Referring = readonly [table: string, column: string]

/** What refers to an application, and to a candidate. */
export const referring: Readonly<Record<"applications" | "candidates", ReadonlyArray<Referring>>> = {
  applications: [
    ...partsOf("application").map(({ table }): Referring => [table, "application_id"]),
    ["prints", "application_id"],
    ["prospects", "application_id"]
  ],
  candidates: [
    ...partsOf("candidate").map(({ table }): Referring => [table, "candidate_id"]),
    ["applications", "candidate_id"],
    ["candidate_merges", "into_id"],
    ["prospects", "candidate_id"]
  ]
}

/** Rows that come with a row as it is made; later ones come with a new version of it. */
const withVersion = new Set(["ai_profiles", "application_history"])

/** The condition on a row `alias` of a table that the import has not made it: `d` has what it has. */
const isForeign: { readonly [table: string]: (alias: string) => string } = {
  notes: (alias) => `${alias}.id <> ALL (d.notes)`,
  applications: (alias) => `(${alias}.id <> ALL (d.applications) OR ${applicationIsTouched(alias)})`
}

/** A condition: a row that the import has not made refers to the row `alias` of a table. */
const hasAdditions = (table: keyof typeof referring, alias: string): string =>
  referring[table].filter(([name]) => !withVersion.has(name)).map(([name, column]) =>
    `EXISTS (
    SELECT FROM ${name} ${alias}_ WHERE ${alias}_.organization_id = $organization AND ${alias}_.${column} = ${alias}.id
      AND ${isForeign[name]?.(`${alias}_`) ?? isOfPeople(name, `${alias}_`)}
  )`
  ).join(" OR ")

/** Whether somebody has changed an application with this alias, or added something to it. */
export const applicationIsTouched = (alias: string): string =>
  `(${alias}.version > 1 OR ${hasAdditions("applications", alias)})`

/**
 * Whether somebody has changed a candidate `c`, or added something, such as an application, or a mail that its deletion
 * would delete.
 */
export const candidateIsTouched = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql`(c.version > d.versions OR ${sql.literal(hasAdditions("candidates", "c"))} OR EXISTS (
    SELECT FROM submissions s WHERE ${isOfPerson(sql)}
  ) OR EXISTS (
    SELECT FROM messages m WHERE ${isMailOfPerson(sql, sql`c.id = r.candidate_id`)}
  ))`

/** Whether somebody has changed or used the records that an import made. */
import { partsOf } from "@candor/domain/nouns"
import type { SqlClient, Statement } from "effect/sql"
import { isOfPeople } from "../../moving/OfWork.ts"
import { isMailOfPerson } from "../mail/MailOfPerson.ts"
import { isOfPerson } from "../submission/OfPerson.ts"

/** A table and its column that refers to another table's rows. */
type Referring = readonly [table: string, column: string]

/** The tables that refer to applications, and to candidates. */
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

/** Tables with rows that are created together with their owner. Later rows increase the owner's version. */
const withVersion = new Set(["ai_profiles", "application_history"])

/** A condition: a row `alias` of a table was not made by the import, whose ids are in `d`. */
const isForeign: { readonly [table: string]: (alias: string) => string } = {
  notes: (alias) => `${alias}.id <> ALL (d.notes)`,
  applications: (alias) => `(${alias}.id <> ALL (d.applications) OR ${applicationIsTouched(alias)})`
}

/** A condition: a row that was not made by the import refers to the row `alias` of a table. */
const hasAdditions = (table: keyof typeof referring, alias: string): string =>
  referring[table].filter(([name]) => !withVersion.has(name)).map(([name, column]) =>
    `EXISTS (
    SELECT FROM ${name} ${alias}_ WHERE ${alias}_.organization_id = $organization AND ${alias}_.${column} = ${alias}.id
      AND ${isForeign[name]?.(`${alias}_`) ?? isOfPeople(name, `${alias}_`)}
  )`
  ).join(" OR ")

/** A condition: somebody has changed an application with this alias, or added something to it. */
export const applicationIsTouched = (alias: string): string =>
  `(${alias}.version > 1 OR ${hasAdditions("applications", alias)})`

/**
 * A condition: somebody has changed a candidate `c`, or added something, such as an application or a mail, which
 * deleting the candidate would delete.
 */
export const candidateIsTouched = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql`(c.version > d.versions OR ${sql.literal(hasAdditions("candidates", "c"))} OR EXISTS (
    SELECT FROM submissions s WHERE ${isOfPerson(sql)}
  ) OR EXISTS (
    SELECT FROM messages m WHERE ${isMailOfPerson(sql, sql`c.id = r.candidate_id`)}
  ))`

/**
 * Finds the records of a person level by level: each level has the records that share an address with the previous one,
 * found by indexes.
 */
import type { OrganizationId } from "@candor/domain/Id"
import { type Match, maxRelated, relatedOf, type RelatedReason } from "@candor/domain/person/Related"
import { RelatedRecords, type Subject } from "@candor/domain/person/RelatedRecords"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { isOwnBesideKeys, ofOrganization } from "../../statements/OfOrganization.ts"
import { contactsOf } from "./CandidateRows.ts"

/** An address of a candidate that was merged into that of `m`. It is kept as long as the merge can be undone. */
const ofMerged = (field: string): string => `(m.undo -> 'candidate' ->> '${field}')`

const isEmail = (email: string): string =>
  `fold_case(${email}) = ANY (ARRAY(SELECT fold_case(address.email) FROM address))`
const isLinkedIn = (url: string): string => `${url} = ANY (ARRAY(SELECT address.linkedin_url FROM address))`

/** The ways to find related records: table, id, condition, and reason. `level` has the ids of the current level. */
const ways: ReadonlyArray<readonly [from: string, id: string, condition: string, reason: RelatedReason]> = [
  [
    "$candidates c",
    "c.id",
    `c.anonymised_at IS NULL AND ${contactsOf("c")} && ARRAY(
      SELECT contact_key(address.organization_id, 'email', address.email) FROM address WHERE address.email IS NOT NULL)`,
    "email"
  ],
  ["$candidates c", "c.id", `c.linkedin_url IS NOT NULL AND ${isLinkedIn("c.linkedin_url")}`, "linkedin_url"],
  [
    "$candidate_merges m",
    "m.into_id",
    `m.undo -> 'candidate' IS NOT NULL AND ${isEmail(ofMerged("primary_email"))}`,
    "email"
  ],
  [
    "$candidate_merges m",
    "m.into_id",
    `${ofMerged("linkedin_url")} IS NOT NULL AND ${isLinkedIn(ofMerged("linkedin_url"))}`,
    "linkedin_url"
  ],
  [
    "$prospects p",
    "p.candidate_id",
    "p.candidate_id IS NOT NULL AND p.id = ANY (ARRAY(SELECT level.id FROM level))",
    "conversion"
  ],
  ["$prospects p", "p.id", `p.email IS NOT NULL AND ${isEmail("p.email")}`, "email"],
  ["$prospects p", "p.id", `p.linkedin_url IS NOT NULL AND ${isLinkedIn("p.linkedin_url")}`, "linkedin_url"],
  [
    "$prospects p",
    "p.id",
    "p.candidate_id IS NOT NULL AND p.candidate_id = ANY (ARRAY(SELECT level.id FROM level))",
    "conversion"
  ]
]

/** Makes the method that finds the related records. */
export const relatedRecords = (sql: SqlClient.SqlClient): RelatedRecords["Service"]["find"] => {
  const isOwn = (column: string, condition: string) =>
    sql.literal(condition.includes("contact_keys") ? isOwnBesideKeys(sql, column) : `${column} = $organization`)

  /** Returns the records that a level leads to and that are not known yet. The prospects of `root` are left out. */
  const after = (
    organization: OrganizationId,
    level: ReadonlyArray<string>,
    known: ReadonlyArray<string>,
    root: string | null
  ) => {
    const found = ways.map(([from, id, condition, reason]) =>
      sql`
        (SELECT ${sql.literal(id)} AS id, ${sql.literal(`'${reason}'`)} AS reason FROM ${sql.literal(from)}
        WHERE ${isOwn(`${from.slice(-1)}.organization_id`, condition)} AND ${sql.literal(condition)}
          AND ${sql.literal(id)} <> ALL (${known}::uuid[])
          AND ${id === "p.id" ? sql`(p.candidate_id = ${root}::uuid) IS NOT TRUE` : sql`true`}
        LIMIT ${sql.literal(String(maxRelated + 1))})`
    )
    const all = found.slice(1).reduce((all, one) => sql`${all} UNION ALL ${one}`, found[0]!)
    return sql<Match>`
      WITH level AS MATERIALIZED (SELECT id FROM unnest(${level}::uuid[]) AS level (id)), address AS MATERIALIZED (
        SELECT c.organization_id, found.email, c.linkedin_url FROM $candidates c
        LEFT JOIN LATERAL unnest(contact_values(c.primary_email, c.email_addresses, '[]')) AS found (email) ON true
        WHERE c.organization_id = $organization AND c.id = ANY (${level}::uuid[]) AND c.anonymised_at IS NULL
        UNION ALL SELECT m.organization_id, ${sql.literal(ofMerged("primary_email"))}, ${
      sql.literal(ofMerged("linkedin_url"))
    } FROM $candidate_merges m
        WHERE m.organization_id = $organization AND m.into_id = ANY (${level}::uuid[]) AND m.undo IS NOT NULL
        UNION ALL SELECT p.organization_id, p.email, p.linkedin_url FROM $prospects p
        WHERE p.organization_id = $organization AND p.id = ANY (${level}::uuid[])
        UNION ALL SELECT p.organization_id, p.email, p.linkedin_url FROM $prospects p
        WHERE p.organization_id = $organization AND p.candidate_id = ANY (${level}::uuid[])
      ), found AS MATERIALIZED (${all}), record AS MATERIALIZED (
        SELECT found.id, json_agg(DISTINCT found.reason) AS reasons FROM found GROUP BY found.id
      )
      -- Each is looked up: to join the records, PostgreSQL may read all rows of the organization.
      SELECT c.id, c.full_name, NULL AS search_id, record.reasons FROM record CROSS JOIN LATERAL (
        SELECT c.id, c.full_name FROM $candidates c
        WHERE c.organization_id = $organization AND c.id = record.id AND c.anonymised_at IS NULL LIMIT 1
      ) c
      UNION ALL SELECT p.id, p.full_name, p.search_id, record.reasons FROM record CROSS JOIN LATERAL (
        SELECT p.id, p.full_name, p.search_id FROM $prospects p WHERE p.organization_id = $organization AND p.id = record.id LIMIT 1
      ) p
    `.pipe(ofOrganization(sql, organization), Effect.orDie)
  }

  return Effect.fnUntraced(function*(organization: OrganizationId, subject: Subject) {
    const root = "candidate" in subject ? subject.candidate : null
    const matches: Array<Match> = []
    let level: ReadonlyArray<string> = Object.values(subject)
    while (level.length > 0 && matches.length <= maxRelated) {
      const found = yield* after(organization, level, [...Object.values(subject), ...matches.map(({ id }) => id)], root)
      matches.push(...found)
      level = found.map(({ id }) => id)
    }
    return relatedOf(matches)
  })
}

export const layer = Layer.effect(
  RelatedRecords,
  Effect.map(SqlClient.SqlClient, (sql) => RelatedRecords.of({ find: relatedRecords(sql) }))
)

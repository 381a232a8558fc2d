/**
 * Indexes of tables that may be large. They are built without blocking writes, which PostgreSQL can do only outside of
 * a transaction, so they cannot be part of a migration (IndexBuilding.ts).
 */
import { searchedTexts } from "@candor/domain/nouns"
import { hash } from "node:crypto"
import { candidateKeys, candidateSpellings, wordsSince } from "./CandidateTexts.ts"
import { eventIndexes } from "./EventIndexes.ts"

export interface Index {
  readonly name: string
  readonly unique?: true
  /**
   * The number of its columns, if none of them shall have statistics. For these ANALYZE would read the words of 30,000
   * whole texts, and no plan needs them: the words to compare with are known only when a statement runs.
   */
  readonly unanalyzed?: number
  /** The text after `ON`: the table, its columns and a condition. */
  readonly on: string
  /** Indexes that this one replaces. The previous version still reads them, so the next version drops them. */
  readonly replaces?: string | ReadonlyArray<string>
  /** The common prefix of the names of such indexes. This one replaces the others, which earlier declarations made. */
  readonly family?: string
  /**
   * A unique constraint that this index replaces. Once the index is built, one statement drops the constraint and
   * alters the table.
   */
  readonly loosens?: { readonly table: string; readonly constraint: string; readonly and?: string }
}

/** Applies a call of a function on columns to the row with this alias. */
export const ofRow = (alias: string, call: string): string => call.replaceAll(/(?<=[(,] ?)(?=\w)/g, `${alias}.`)

/** The normal forms of the addresses and numbers of a candidate: equal ones have the same key. */
export const contactKeys = "contact_keys(organization_id, primary_email, email_addresses, phone_numbers)"

/** The condition that a candidate's tags are few enough to fit into an index entry: 1,600 bytes at most. */
export const hasFewTags = (tags: string): string => `cardinality(${tags}) <= 8`

/** The condition that a row is in the sample of its table, about one in 32: the last byte of an id is random. */
export const inSample = (id: string): string => `get_byte(uuid_send(${id}), 15) < 8`

/**
 * Makes GIN indexes of the words of all rows, and of the rows in the sample. Each word has its organization as a
 * prefix, so that a search reads nothing of other organizations. There is no pending list (`fastupdate`).
 */
const wordIndexes = (
  table: string,
  columns: ReadonlyArray<string>,
  name: string,
  family?: string
): ReadonlyArray<Index> => {
  const on = `${table} USING gin (${columns.join(", ")}) WITH (fastupdate = off)`
  const unanalyzed = columns.length
  const replaces = ["texts", "lexemes", "terms", "words", "search", "forms"].map((one) => `${table}_${one}`)
  return [
    { name: `${table}_${name}`, unanalyzed, on, replaces },
    {
      name: `${table}_${name}_sample`,
      unanalyzed,
      on: `${on} WHERE ${inSample("id")}`,
      replaces: replaces.map((one) => `${one}_sample`),
      ...(family === undefined ? {} : { family })
    }
  ]
}

/**
 * Returns the name of an index whose columns are derived from a declaration. If the declaration changes, a new index is
 * built beside the old one.
 */
const namedBy = (family: string, columns: string): string => `${family}_${hash("sha256", columns, "hex").slice(0, 8)}`

const candidateColumns = [candidateKeys(), candidateSpellings()]

/** The words of a text in the form of the index. */
const wordsOf = (content: string) => `text_keys(organization_id, ${content})`

/**
 * Makes the indexes of notes or files, which belong to an application or a candidate (migration 0039). The index by id
 * becomes the primary key once the owner indexes have replaced the old one.
 */
const partIndexes = (table: string, replaces: ReadonlyArray<string> = []): ReadonlyArray<Index> => [
  { name: `${table}_of_application`, on: `${table} (organization_id, application_id, id)` },
  { name: `${table}_of_candidate`, on: `${table} (organization_id, candidate_id) WHERE candidate_id IS NOT NULL` },
  {
    name: `${table}_key`,
    unique: true,
    on: `${table} (organization_id, id)`,
    replaces,
    loosens: {
      table,
      constraint: `${table}_pkey`,
      and: `ADD CONSTRAINT ${table}_key PRIMARY KEY USING INDEX ${table}_key, ALTER COLUMN application_id DROP NOT NULL`
    }
  }
]

/** All indexes of the schema that are built concurrently. */
export const all: ReadonlyArray<Index> = [
  // A worker that takes a receiver's work takes all of its waiting work (decision 0015).
  {
    name: "queue_receivers",
    on: "queue ((element::jsonb ->> 'endpoint_id'), state, visible_at) WHERE queue_name = 'receivers'"
  },
  // Pending deliveries are those with a next attempt. The condition differs from that of `webhook_deliveries_chain`, so
  // that PostgreSQL chooses the index by the column that a statement names (decision 0018).
  {
    name: "webhook_deliveries_next",
    on:
      "webhook_deliveries (organization_id, endpoint_id, next_attempt_at, sequence, id) WHERE next_attempt_at IS NOT NULL",
    replaces: "webhook_deliveries_due"
  },
  {
    name: "queue_of_endpoint",
    on: "queue ((element::jsonb ->> 'endpoint_id')) WHERE queue_name IN ('deliveries', 'resumptions')"
  },
  // One look-up tells whether an organization has deleted jobs, and which (decision 0030).
  { name: "jobs_deleted", on: "jobs (organization_id, id) WHERE deleted_at IS NOT NULL" },
  // Whether an organization hides anything from members who see open jobs, and what a member sees (decision 0083).
  { name: "jobs_confidential", on: "jobs (organization_id, id) WHERE is_confidential" },
  { name: "notes_of_team", on: "notes (organization_id, id) WHERE visibility = 'team'" },
  // Published jobs whose posting ends, until the end has been reported.
  {
    name: "jobs_expiring",
    on:
      "jobs (valid_through, organization_id) WHERE valid_through IS NOT NULL AND status = 'published' AND expired_at IS NULL"
  },
  ...["department", "office"].map((one) => ({
    name: `jobs_of_${one}`,
    on: `jobs (organization_id, ${one}_id) WHERE ${one}_id IS NOT NULL`
  })),
  { name: "jobs_updated", on: "jobs (organization_id, updated_at, id)" },
  { name: "users_newest", on: "users (organization_id, created_at DESC, id DESC)" },
  { name: "api_keys_newest", on: "api_keys (organization_id, created_at DESC, id DESC)" },
  // Counts the active keys of an organization: many others may have been revoked.
  { name: "api_keys_active", on: "api_keys (organization_id, expires_at) WHERE revoked_at IS NULL" },
  // The sessions of a member, and the organizations in which an e-mail address may sign in (decision 0053).
  { name: "api_keys_sessions", on: "api_keys (organization_id, user_id, created_at) WHERE is_session" },
  // The tokens of a connected app.
  { name: "api_keys_of_app", on: "api_keys (organization_id, app_id) WHERE app_id IS NOT NULL" },
  { name: "users_by_email", on: "users (lower(email))" },
  // Finds a page of applications with every filter compared in the index (decision 0034).
  {
    name: "applications_by_job",
    on: "applications (organization_id, job_id, created_at DESC, id DESC, status, source_type)",
    replaces: "applications_of_job"
  },
  {
    name: "applications_by_stage",
    on: "applications (organization_id, stage_id, created_at DESC, id DESC, status, source_type)",
    replaces: "applications_in_stage"
  },
  {
    name: "applications_of_person",
    on: "applications (organization_id, candidate_id, created_at DESC, id DESC) INCLUDE (job_id)",
    replaces: ["applications_of_candidate", "applications_by_candidate"]
  },
  {
    name: "applications_by_status",
    on: "applications (organization_id, status, created_at DESC, id DESC, source_type)"
  },
  // A text is compared in its normal form. For an index-only scan the index contains the text itself as well.
  {
    name: "applications_by_source_form",
    on:
      "applications (organization_id, name_form(source_type), created_at DESC, id DESC, status) INCLUDE (source_type)",
    replaces: "applications_by_source"
  },
  {
    name: "applications_by_change",
    on: "applications (organization_id, updated_at, id) INCLUDE (created_at, status, source_type, job_id, stage_id)"
  },
  // Merged candidates can have a second application on a job (decision 0042).
  {
    name: "applications_once",
    on: "applications (organization_id, job_id, candidate_id) WHERE duplicate_of IS NULL",
    unique: true,
    loosens: { table: "applications", constraint: "applications_candidate_once" }
  },
  // The orders of the list of candidates besides the newest first, and the filter by a tag. With the name, of which its
  // form is made, an index is read alone; with both names, the longest would have no room in an entry.
  {
    name: "candidates_ordered_by_name",
    on: `candidates (organization_id, (name_form(full_name) COLLATE "C"), id) INCLUDE (full_name)`,
    replaces: ["candidates_by_name", "candidates_by_name_form"]
  },
  {
    name: "candidates_by_family_form",
    on: `candidates (organization_id, (family_form(family_name, full_name) COLLATE "C"), id)`
  },
  { name: "candidates_updated", on: "candidates (organization_id, updated_at, id)" },
  { name: "candidates_tags", on: "candidates USING gin (tag_keys(organization_id, tags))" },
  // The tags that the list counts, sorted so that equal ones are adjacent. An index entry has room for a few tags of
  // the maximum length.
  {
    name: "candidates_tag_lists",
    on: `candidates (organization_id, tags) INCLUDE (id, created_at) WHERE tags <> '{}' AND ${hasFewTags("tags")}`,
    replaces: ["candidates_tagged", "candidates_by_tags"]
  },
  { name: "candidates_with_many_tags", on: `candidates (organization_id, id) WHERE NOT (${hasFewTags("tags")})` },
  // When a candidate, an application or a prospect is deleted, finds the linked row.
  { name: "prospects_of_candidate", on: "prospects (organization_id, candidate_id) WHERE candidate_id IS NOT NULL" },
  {
    name: "prospects_of_application",
    on: "prospects (organization_id, application_id) WHERE application_id IS NOT NULL"
  },
  { name: "applications_of_prospect", on: "applications (organization_id, prospect_id) WHERE prospect_id IS NOT NULL" },
  // The list of prospects across searches.
  { name: "prospects_newest", on: "prospects (organization_id, created_at DESC, id DESC)" },
  { name: "prospects_by_status", on: "prospects (organization_id, status, created_at DESC, id DESC, pipeline_stage)" },
  { name: "prospects_by_stage", on: "prospects (organization_id, pipeline_stage, created_at DESC, id DESC)" },
  // An e-mail address is unique within a search, among the prospects that this version and later ones store (decision
  // 0038).
  {
    name: "prospects_email",
    unique: true,
    on: "prospects (organization_id, search_id, lower(email)) WHERE email_is_unique"
  },
  // When a prospect is converted, finds the candidate who is the same person.
  { name: "candidates_linkedin", on: "candidates (organization_id, linkedin_url) WHERE linkedin_url IS NOT NULL" },
  // An applicant is also found by the addresses of a merged candidate, until the merge can no longer be undone.
  {
    name: "candidate_merges_linkedin",
    on:
      "candidate_merges (organization_id, (undo -> 'candidate' ->> 'linkedin_url')) WHERE undo -> 'candidate' ->> 'linkedin_url' IS NOT NULL"
  },
  {
    name: "candidate_merges_email",
    on:
      "candidate_merges (organization_id, fold_case(undo -> 'candidate' ->> 'primary_email')) WHERE undo -> 'candidate' IS NOT NULL"
  },
  // A member's bookings at a time, including those that override a conflict, which the exclusion constraint's index
  // lacks.
  {
    name: "interviewer_times_by_start",
    on: "interviewer_times (organization_id, member_id, lower(during)) WHERE during IS NOT NULL"
  },
  // Replies that wait for an answer, and may have one.
  {
    name: "messages_unsent",
    on: "messages (organization_id, (coalesce(send_at, created_at)), id) WHERE status = 'queued'"
  },
  {
    name: "messages_replies",
    on:
      "messages (organization_id, created_at, id) WHERE status = 'received' AND NOT is_automatic AND handled_at IS NULL AND application_id IS NOT NULL"
  },
  ...partIndexes("notes"),
  // The mentions that wait for a member: most notes have none.
  { name: "notes_unseen", on: "notes USING gin (unseen_by) WITH (fastupdate = off) WHERE unseen_by <> '{}'" },
  // Tells by its key whether a row names a content, before the content is removed.
  ...partIndexes("attachments", ["attachments_id"]),
  // The largest files of an organization.
  {
    name: "attachments_largest",
    on: "attachments (organization_id, size_bytes DESC, id DESC) WHERE size_bytes IS NOT NULL"
  },
  // The addresses and numbers of people (decision 0075). Anonymized candidates all have the same name.
  {
    name: "candidates_contacts",
    on: `candidates USING gin (${contactKeys}) WITH (fastupdate = off) WHERE anonymised_at IS NULL`,
    replaces: ["candidates_by_email", "candidates_email", "candidates_address_form", "candidates_email_key"]
  },
  // Candidates of a university, by name.
  {
    name: "candidates_joined_form",
    on:
      "candidates (organization_id, joined_form(university), joined_form(full_name)) WHERE university IS NOT NULL AND anonymised_at IS NULL",
    replaces: ["candidates_name_form", "candidates_name_key"]
  },
  // A search for those with some experience compares ids of this index.
  {
    name: "candidates_by_experience",
    on:
      "candidates (organization_id, years_experience) INCLUDE (id) WHERE years_experience IS NOT NULL AND anonymised_at IS NULL"
  },
  // Those of a name alone, whatever the order of its words.
  {
    name: "candidates_person_form",
    on: "candidates (organization_id, person_form(full_name)) WHERE anonymised_at IS NULL"
  },
  // The other records of a person, by the addresses of each (decision 0036).
  {
    name: "prospects_by_email",
    on: "prospects (organization_id, fold_case(email)) WHERE email IS NOT NULL",
    replaces: ["prospects_address_form", "candidate_merges_address_form"]
  },
  { name: "prospects_by_linkedin", on: "prospects (organization_id, linkedin_url) WHERE linkedin_url IS NOT NULL" },
  // People who have asked for erasure and have no answer yet: few.
  {
    name: "candidates_asking_erasure",
    on: `candidates (organization_id, (erasure_request ->> 'requested_at'), id)
      WHERE erasure_request IS NOT NULL AND erasure_request ->> 'declined_at' IS NULL`
  },
  // Rejections by time, and the organizations whose retention rule has a run due (decision 0036).
  {
    name: "applications_rejected",
    on: "applications (organization_id, closed_at, id) WHERE status = 'rejected' AND anonymised_at IS NULL"
  },
  // Rows that the desk lists: applications that candidates withdrew or ask to withdraw, and times that they propose.
  {
    name: "applications_withdrawn",
    on: "applications (organization_id, closed_at, id) WHERE status = 'withdrawn' AND anonymised_at IS NULL"
  },
  {
    name: "submissions_asking_withdrawal",
    on: "submissions (organization_id, withdrawal_requested_at, id) WHERE withdrawal_requested_at IS NOT NULL"
  },
  {
    name: "scheduling_links_unanswered",
    on:
      "scheduling_links (organization_id, proposed_at, id) WHERE proposed_at IS NOT NULL AND answered_at IS NULL AND status IN ('open', 'booked')"
  },
  { name: "organizations_retention", on: "organizations (retention_run_at) WHERE retention_run_at IS NOT NULL" },
  // The events of a candidate, job, search or application that was deleted.
  ...eventIndexes,
  // The search of candidates (decision 0041): the words of their fields in each spelling, and the words of each kind of
  // text.
  ...wordIndexes(
    "candidates",
    candidateColumns,
    namedBy("found", `${candidateColumns.join(", ")} ${wordsSince}`),
    "candidates_found"
  ),
  ...searchedTexts.flatMap(({ column, table }) => wordIndexes(table, [wordsOf(column)], "scripts"))
]

/**
 * Indexes of tables that may have grown: built without blocking writes, which PostgreSQL does outside of a transaction
 * only, so that they cannot be part of a migration.
 */
import { searchedTexts } from "@candor/domain/nouns"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { hash } from "node:crypto"
import { candidateKeys, candidateSpellings } from "./CandidateTexts.ts"
import { isDuplicate, isLocked } from "./SqlFailures.ts"

export interface Index {
  readonly name: string
  readonly unique?: true
  /** The text after `ON`: the table, its columns and a condition. */
  readonly on: string
  /** Indexes that this one makes needless: they are dropped once this one is built. */
  readonly replaces?: string | ReadonlyArray<string>
  /** The beginning of the names of this index and its like, of other declarations: they are dropped once this one is built. */
  readonly family?: string
  /** A unique constraint that this index loosens: it is dropped once this one is built, and the table altered in the same statement. */
  readonly loosens?: { readonly table: string; readonly constraint: string; readonly and?: string }
}

/** A call of a function on columns, of the row with this alias. */
export const ofRow = (alias: string, call: string): string => call.replaceAll(/(?<=[(,] ?)(?=\w)/g, `${alias}.`)

/** What equal addresses and numbers of candidates have in common. */
export const contactKeys = "contact_keys(organization_id, primary_email, email_addresses, phone_numbers)"

/** The condition that a row is in the sample of its table, about one of 32: ids are random in their last byte. */
export const inSample = (id: string): string => `get_byte(uuid_send(${id}), 15) < 8`

/**
 * Indexes of the words of all rows, and of those in the sample. A word has its organization in front, so that a search reads
 * nothing of others. Without a list of pending entries.
 */
const wordIndexes = (table: string, columns: string, name: string, family?: string): ReadonlyArray<Index> => {
  const on = `${table} USING gin (${columns}) WITH (fastupdate = off)`
  const replaces = ["texts", "lexemes", "terms", "words", "search"].map((one) => `${table}_${one}`)
  return [
    { name: `${table}_${name}`, on, replaces },
    {
      name: `${table}_${name}_sample`,
      on: `${on} WHERE ${inSample("id")}`,
      replaces: replaces.map((one) => `${one}_sample`),
      ...(family === undefined ? {} : { family })
    }
  ]
}

/** The name of an index whose columns follow from a declaration: another declaration has another index, which is built beside the old one. */
const namedBy = (family: string, columns: string): string => `${family}_${hash("sha256", columns, "hex").slice(0, 8)}`

const candidateColumns = `${candidateKeys()}, ${candidateSpellings()}`

/** The words of a text, as an index has them. */
const wordsOf = (content: string) => `text_keys(organization_id, ${content})`

/** An index by which an erasure finds the events whose data names an entity. */
const namingIndex = (field: string): Index => ({
  name: `events_by_${field}`,
  on: `events (organization_id, (data ->> '${field}')) WHERE data ->> '${field}' IS NOT NULL`
})

/** An index of the audit log by what an entry names. An event is entered once it has its sequence number, which is written once. */
const auditIndex = (column: string): Index => ({
  name: `events_audit_${column}`,
  on: `events (organization_id, ${column}, sequence) WHERE sequence IS NOT NULL AND ${column} IS NOT NULL`
})

/**
 * Indexes of notes or files, which belong to an application or to a candidate (migration 0039). An index by their ids becomes the
 * primary key, once they are found by what they belong to without the old one.
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

/** The indexes of the schema that are built in this way. */
export const all: ReadonlyArray<Index> = [
  // A worker that takes a receiver's work takes all of it that waits (decision 0015).
  {
    name: "queue_receivers",
    on: "queue ((element::jsonb ->> 'endpoint_id'), state, visible_at) WHERE queue_name = 'receivers'"
  },
  // Pending deliveries are those with a next attempt. The condition is not that of `webhook_deliveries_chain`, so that a statement
  // uses the one whose column it names (decision 0018).
  {
    name: "webhook_deliveries_next",
    on: "webhook_deliveries (organization_id, endpoint_id, next_attempt_at, sequence, id) WHERE next_attempt_at IS NOT NULL",
    replaces: "webhook_deliveries_due"
  },
  {
    name: "queue_of_endpoint",
    on: "queue ((element::jsonb ->> 'endpoint_id')) WHERE queue_name IN ('deliveries', 'resumptions')"
  },
  // Tells a list in one look-up whether its organization has deleted jobs, and which (decision 0030).
  { name: "jobs_deleted", on: "jobs (organization_id, id) WHERE deleted_at IS NOT NULL" },
  // Whether an organization hides anything from members who see open jobs, and what a member sees (decision 0083).
  { name: "jobs_confidential", on: "jobs (organization_id, id) WHERE is_confidential" },
  { name: "notes_of_team", on: "notes (organization_id, id) WHERE visibility = 'team'" },
  // Published jobs whose posting ends, until that is told.
  { name: "jobs_expiring",
    on: "jobs (valid_through, organization_id) WHERE valid_through IS NOT NULL AND status = 'published' AND expired_at IS NULL" },
  ...["department", "office"].map((one) => ({ name: `jobs_of_${one}`, on: `jobs (organization_id, ${one}_id) WHERE ${one}_id IS NOT NULL` })),
  { name: "jobs_updated", on: "jobs (organization_id, updated_at, id)" },
  { name: "users_newest", on: "users (organization_id, created_at DESC, id DESC)" },
  { name: "api_keys_newest", on: "api_keys (organization_id, created_at DESC, id DESC)" },
  // Counts the active keys of an organization, of which many may have been revoked.
  { name: "api_keys_active", on: "api_keys (organization_id, expires_at) WHERE revoked_at IS NULL" },
  // The sessions of a member, and the organizations in which an e-mail address may sign in (decision 0053).
  { name: "api_keys_sessions", on: "api_keys (organization_id, user_id, created_at) WHERE is_session" },
  { name: "users_by_email", on: "users (lower(email))" },
  // A page of applications is found in one of these, with every filter compared in the index (decision 0034).
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
    name: "applications_by_candidate",
    on: "applications (organization_id, candidate_id, created_at DESC, id DESC)",
    replaces: "applications_of_candidate"
  },
  { name: "applications_by_status", on: "applications (organization_id, status, created_at DESC, id DESC, source_type)" },
  // A text is compared in its normal form, for which an index that is read alone has the text itself as well.
  {
    name: "applications_by_source_form",
    on: "applications (organization_id, name_form(source_type), created_at DESC, id DESC, status) INCLUDE (source_type)",
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
  // The orders of the list of candidates besides the newest first, and the filter by a tag.
  {
    name: "candidates_by_name_form",
    on: `candidates (organization_id, (name_form(full_name) COLLATE "C"), id)`,
    replaces: "candidates_by_name"
  },
  { name: "candidates_updated", on: "candidates (organization_id, updated_at, id)" },
  { name: "candidates_tags", on: "candidates USING gin (tag_keys(organization_id, tags))" },
  // The candidates whose tags the list of tags counts.
  { name: "candidates_tagged", on: "candidates (organization_id, id) WHERE tags <> '{}'" },
  // A candidate, an application or a prospect that is deleted finds the row that is linked to it.
  { name: "prospects_of_candidate", on: "prospects (organization_id, candidate_id) WHERE candidate_id IS NOT NULL" },
  { name: "prospects_of_application", on: "prospects (organization_id, application_id) WHERE application_id IS NOT NULL" },
  { name: "applications_of_prospect", on: "applications (organization_id, prospect_id) WHERE prospect_id IS NOT NULL" },
  // The list of prospects across searches.
  { name: "prospects_newest", on: "prospects (organization_id, created_at DESC, id DESC)" },
  { name: "prospects_by_status", on: "prospects (organization_id, status, created_at DESC, id DESC, pipeline_stage)" },
  { name: "prospects_by_stage", on: "prospects (organization_id, pipeline_stage, created_at DESC, id DESC)" },
  // A search has each e-mail address once, of the prospects that this version and later ones store (decision 0038).
  { name: "prospects_email", unique: true, on: "prospects (organization_id, search_id, lower(email)) WHERE email_is_unique" },
  // A prospect who is converted finds the candidate who is the same person.
  { name: "candidates_linkedin", on: "candidates (organization_id, linkedin_url) WHERE linkedin_url IS NOT NULL" },
  // A person who applies is found by the addresses of a merged candidate too, until the merge can no longer be undone.
  {
    name: "candidate_merges_linkedin",
    on: "candidate_merges (organization_id, (undo -> 'candidate' ->> 'linkedin_url')) WHERE undo -> 'candidate' ->> 'linkedin_url' IS NOT NULL"
  },
  {
    name: "candidate_merges_email",
    on: "candidate_merges (organization_id, fold_case(undo -> 'candidate' ->> 'primary_email')) WHERE undo -> 'candidate' IS NOT NULL"
  },
  ...partIndexes("notes"),
  // The mentions that wait for a member: most notes have none.
  { name: "notes_unseen", on: "notes USING gin (unseen_by) WITH (fastupdate = off) WHERE unseen_by <> '{}'" },
  // Its key tells whether a row names a content, before the content is removed.
  ...partIndexes("attachments", ["attachments_id"]),
  // The addresses and numbers of persons (decision 0075). All anonymised ones have one name.
  {
    name: "candidates_contacts",
    on: `candidates USING gin (${contactKeys}) WITH (fastupdate = off) WHERE anonymised_at IS NULL`,
    replaces: ["candidates_by_email", "candidates_email", "candidates_address_form", "candidates_email_key"]
  },
  // Also those of a university.
  {
    name: "candidates_joined_form",
    on: "candidates (organization_id, joined_form(university), joined_form(full_name)) WHERE university IS NOT NULL AND anonymised_at IS NULL",
    replaces: ["candidates_name_form", "candidates_name_key"]
  },
  // Those of a name alone, whatever the order of its words.
  { name: "candidates_person_form", on: "candidates (organization_id, person_form(full_name)) WHERE anonymised_at IS NULL" },
  // The other records of a person, by the addresses of each (decision 0036).
  {
    name: "prospects_by_email",
    on: "prospects (organization_id, fold_case(email)) WHERE email IS NOT NULL",
    replaces: ["prospects_address_form", "candidate_merges_address_form"]
  },
  { name: "prospects_by_linkedin", on: "prospects (organization_id, linkedin_url) WHERE linkedin_url IS NOT NULL" },
  // Persons who ask to be erased and have no answer: few.
  {
    name: "candidates_asking_erasure",
    on: `candidates (organization_id, (erasure_request ->> 'requested_at'), id)
      WHERE erasure_request IS NOT NULL AND erasure_request ->> 'declined_at' IS NULL`
  },
  // Rejections by their time, and the organizations whose retention rule has a run due (decision 0036).
  { name: "applications_rejected", on: "applications (organization_id, closed_at, id) WHERE status = 'rejected' AND anonymised_at IS NULL" },
  { name: "organizations_retention", on: "organizations (retention_run_at) WHERE retention_run_at IS NOT NULL" },
  // The events of a candidate, job, search or application that was deleted.
  ...["candidate_id", "job_id", "search_id", "application_id"].map(namingIndex),
  ...["api_key_id", "user_id", "type"].map(auditIndex),
  // The search of candidates (decision 0041): words of their fields in each spelling, and the words of each kind of text.
  ...wordIndexes("candidates", candidateColumns, namedBy("found", candidateColumns), "candidates_found"),
  ...searchedTexts.flatMap(({ column, table }) => wordIndexes(table, wordsOf(column), "forms"))
]

/** A change of a table that waits for a lock holds up the statements after it, so it is given up soon and tried again later. */
export const lockRetries = Schedule.max([Schedule.spaced("2 seconds"), Schedule.recurs(300)])

/** Held while indexes are built, so that processes that start together do not build the same. */
const lock = "hashtext('candor concurrent indexes')"

/**
 * Builds the indexes that are missing or invalid, unless another process does so now. An interrupted build left an invalid one. A
 * program whose latest migration is older than that of the database leaves the indexes of newer declarations.
 */
export const build = (indexes: ReadonlyArray<Index>, latest: number) =>
  Effect.scoped(Effect.gen(function*() {
    if (indexes.length === 0) return
    const session = yield* (yield* SqlClient.SqlClient).reserve
    const run = (statement: string, parameters: ReadonlyArray<unknown> = []) =>
      session.executeUnprepared(statement, parameters, undefined)
    const [{ mine }] = (yield* run(`SELECT pg_try_advisory_lock(${lock}) AS mine`)) as [{ readonly mine: boolean }]
    if (!mine) return
    // It waits for every older transaction, a backup's too, and blocks nobody meanwhile.
    yield* run("SET lock_timeout = 0")
    const find = (name: string) =>
      Effect.map(
        run("SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)", [name]),
        ([found]) => found
      )
    const buildOne = Effect.fnUntraced(function*({ name, on, unique }: Index) {
      const found = yield* find(name)
      if (found?.valid === true) return
      if (found !== undefined) yield* run(`DROP INDEX CONCURRENTLY ${name}`)
      const [grown] = yield* run("SELECT FROM pg_class WHERE oid = to_regclass($1) AND reltuples > 0", [on.split(" ", 1)[0]])
      if (grown !== undefined) yield* Effect.logInfo(`Building the index ${name}`)
      yield* run(`CREATE ${unique ? "UNIQUE " : ""}INDEX CONCURRENTLY ${name} ON ${on}`).pipe(
        // Rows that were stored before there was the index may be duplicates, and must not keep anybody from starting.
        Effect.catchIf(isDuplicate, () => Effect.logError(`The index ${name} cannot be built: rows have the same values`))
      )
    })
    const dropReplaced = ({ replaces = [] }: Index) =>
      Effect.forEach([replaces].flat(), (name) =>
        Effect.flatMap(find(name), (found) => found === undefined ? Effect.void : run(`DROP INDEX CONCURRENTLY ${name}`)))
    const names = new Set(indexes.map(({ name }) => name))
    const dropFamily = Effect.fnUntraced(function*({ family }: Index) {
      if (family === undefined) return
      const newer = yield* run("SELECT FROM migrations WHERE migration_id > $1 LIMIT 1", [latest])
      if (newer.length > 0) return
      const others = (yield* run("SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'i' AND relname ~ $1", [
        `^${family}_[0-9a-f]{8}(_sample)?$`
      ])) as ReadonlyArray<{ readonly name: string }>
      yield* Effect.forEach(others.filter(({ name }) => !names.has(name)), ({ name }) => run(`DROP INDEX CONCURRENTLY ${name}`))
    })
    // Dropping a constraint keeps everybody out of the table: it waits a second for older transactions, and is tried again.
    const dropLoosened = Effect.fnUntraced(function*({ loosens, name }: Index) {
      if (loosens === undefined || (yield* find(loosens.constraint)) === undefined || (yield* find(name))?.valid !== true) return
      yield* run("SET lock_timeout = '1s'")
      const changes = [`DROP CONSTRAINT ${loosens.constraint}`, ...[loosens.and ?? []].flat()].join(", ")
      yield* run(`ALTER TABLE ${loosens.table} ${changes}`).pipe(
        Effect.retry({ while: isLocked, schedule: lockRetries }),
        Effect.ensuring(Effect.ignore(run("SET lock_timeout = 0")))
      )
    })
    const bring = (index: Index) => Effect.all([buildOne(index), dropReplaced(index), dropFamily(index), dropLoosened(index)], { discard: true })
    yield* Effect.forEach(indexes, bring, { discard: true }).pipe(
      Effect.ensuring(Effect.ignore(run(`SELECT pg_advisory_unlock(${lock})`))),
      Effect.ensuring(Effect.ignore(run("RESET lock_timeout")))
    )
  }))

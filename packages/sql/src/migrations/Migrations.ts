/** The schema's history, applied in order at start. Processes that start together wait for each other. */
import { Effect, Layer, Schema } from "effect"
import { Migrator, SqlClient, SqlError } from "effect/sql"
import * as ConcurrentIndexes from "../database/ConcurrentIndexes.ts"
import { MigrationClient } from "../database/Clients.ts"
import foundation from "./0001_foundation.ts"
import changeFeed from "./0002_change_feed.ts"
import queue from "./0003_queue.ts"
import webhooks from "./0004_webhooks.ts"
import profiles from "./0005_profiles.ts"
import leases from "./0006_leases.ts"
import webhookRotation from "./0007_webhook_rotation.ts"
import queueCleanup from "./0008_queue_cleanup.ts"
import sizes from "./0009_sizes.ts"
import counted from "./0010_counted.ts"
import sequencing from "./0011_sequencing.ts"
import deletedJobs from "./0013_deleted_jobs.ts"
import applicationLifecycle from "./0014_application_lifecycle.ts"
import access from "./0015_access.ts"
import candidates from "./0016_candidates.ts"
import idempotencyKeys from "./0017_idempotency_keys.ts"
import sourcing from "./0018_sourcing.ts"
import applicationHistory from "./0019_application_history.ts"
import attachments from "./0020_attachments.ts"
import candidateSearch from "./0021_candidate_search.ts"
import candidateMerges from "./0022_candidate_merges.ts"
import attachmentTexts from "./0023_attachment_texts.ts"
import retention from "./0024_retention.ts"
import signIns from "./0025_sign_ins.ts"
import hoursOfUse from "./0026_hours_of_use.ts"
import scopedSearch from "./0027_scoped_search.ts"
import passkeys from "./0028_passkeys.ts"
import plannedKeys from "./0029_planned_keys.ts"
import deliveryStatistics from "./0030_delivery_statistics.ts"
import normalForms from "./0031_normal_forms.ts"
import textsOfAllKinds from "./0033_texts_of_all_kinds.ts"
import intake from "./0034_intake.ts"
import stageTypes from "./0035_stage_types.ts"
import identities from "./0036_identities.ts"
import joinedWords from "./0037_joined_words.ts"
import contactDetails from "./0038_contact_details.ts"
import candidateParts from "./0039_candidate_parts.ts"
import candidateLocation from "./0040_candidate_location.ts"
import feedbackRequests from "./0041_feedback_requests.ts"
import teams from "./0042_teams.ts"
import links from "./0043_links.ts"
import fileAuthors from "./0044_file_authors.ts"
import review from "./0045_review.ts"
import mentions from "./0047_mentions.ts"
import jobAccess from "./0048_job_access.ts"
import careers from "./0049_careers.ts"
import publishedAt from "./0050_published_at.ts"
import submissions from "./0051_submissions.ts"
import erasureRequests from "./0052_erasure_requests.ts"
import withdrawalRequests from "./0053_withdrawal_requests.ts"
import mail from "./0054_mail.ts"
import mailBounds from "./0055_mail_bounds.ts"
import madeApplications from "./0058_made_applications.ts"
import foundBothWays from "./0059_found_both_ways.ts"
import searchVersions from "./0078_search_versions.ts"
import departments from "./0079_departments.ts"
import { distribute } from "../database/Distribution.ts"
import { CurrentPooling, PoolerUnusable } from "../database/Pooler.ts"
import { isCollision, isLocked } from "../database/SqlFailures.ts"

/** A step of the history, in one transaction with those before and after it, unless it reads whole tables. */
type Migration = Effect.Effect<unknown, unknown, SqlClient.SqlClient>

/** All migrations by number and name. A released one is never edited. */
export const history = {
  "0001_foundation": foundation,
  "0002_change_feed": changeFeed,
  "0003_queue": queue,
  "0004_webhooks": webhooks,
  "0005_profiles": profiles,
  "0006_leases": leases,
  "0007_webhook_rotation": webhookRotation,
  "0008_queue_cleanup": queueCleanup,
  "0009_sizes": sizes,
  "0010_counted": counted,
  "0011_sequencing": sequencing,
  "0013_deleted_jobs": deletedJobs,
  "0014_application_lifecycle": applicationLifecycle,
  "0015_access": access,
  "0016_candidates": candidates,
  "0017_idempotency_keys": idempotencyKeys,
  "0018_sourcing": sourcing,
  "0019_application_history": applicationHistory,
  "0020_attachments": attachments,
  "0021_candidate_search": candidateSearch,
  "0022_candidate_merges": candidateMerges,
  "0023_attachment_texts": attachmentTexts,
  "0024_retention": retention,
  "0025_sign_ins": signIns,
  "0026_hours_of_use": hoursOfUse,
  "0027_scoped_search": scopedSearch,
  "0028_passkeys": passkeys,
  "0029_planned_keys": plannedKeys,
  "0030_delivery_statistics": deliveryStatistics,
  "0031_normal_forms": normalForms,
  "0033_texts_of_all_kinds": textsOfAllKinds,
  "0034_intake": intake,
  "0035_stage_types": stageTypes,
  "0036_identities": identities,
  "0037_joined_words": joinedWords,
  "0038_contact_details": contactDetails,
  "0039_candidate_parts": candidateParts,
  "0040_candidate_location": candidateLocation,
  "0041_feedback_requests": feedbackRequests,
  "0042_teams": teams,
  "0043_links": links,
  "0044_file_authors": fileAuthors,
  "0045_review": review,
  "0047_mentions": mentions,
  "0048_job_access": jobAccess,
  "0049_careers": careers,
  "0050_published_at": publishedAt,
  "0051_submissions": submissions,
  "0052_erasure_requests": erasureRequests,
  "0053_withdrawal_requests": withdrawalRequests,
  "0054_mail": mail,
  "0055_mail_bounds": mailBounds,
  "0058_made_applications": madeApplications,
  "0059_found_both_ways": foundBothWays,
  "0078_search_versions": searchVersions,
  "0079_departments": departments
}

/**
 * Migrations that read whole tables, each in a transaction of its own: the locks that the others take on tables keep
 * everybody out, and are not held meanwhile.
 */
const readingWholeTables: ReadonlySet<string> = new Set([
  "0010_counted", "0019_application_history", "0023_attachment_texts", "0035_stage_types"
])

/** The history up to the end of each transaction. */
const upToEach = (migrations: Readonly<Record<string, Migration>>): ReadonlyArray<Readonly<Record<string, Migration>>> => {
  const names = Object.keys(migrations).toSorted()
  const isEnd = (name: string, index: number) =>
    index === names.length - 1 || readingWholeTables.has(name) || readingWholeTables.has(names[index + 1]!)
  return names.flatMap((name, index) =>
    isEnd(name, index) ? [Object.fromEntries(names.slice(0, index + 1).map((one) => [one, migrations[one]!]))] : [])
}

/** The database takes no writes and lacks migrations of this version: only its primary can be migrated. */
export class StandbyBehind extends Schema.TaggedError<StandbyBehind>()("StandbyBehind", {}) {
  override get message() {
    return "The database takes no writes, and its schema is older than this version of Candor. Where DATABASE_URL names a standby, start a " +
      "server on its primary first, which migrates it, or run candor migrate there; where the disk is full, make room."
  }
}

/** Whether the database lacks a migration. */
const isBehind = Effect.fnUntraced(function*(migrations: Readonly<Record<string, Migration>>) {
  const sql = yield* SqlClient.SqlClient
  const [table] = yield* sql<{ readonly exists: boolean }>`SELECT to_regclass('migrations') IS NOT NULL AS exists`
  const applied = table?.exists === true ? yield* sql<{ readonly id: number }>`SELECT migration_id AS id FROM migrations` : []
  const ids = new Set(applied.map(({ id }) => id))
  return Object.keys(migrations).some((name) => !ids.has(Number.parseInt(name, 10)))
})

/** The number of the latest of these migrations. */
const latestOf = (migrations: Readonly<Record<string, Migration>>): number =>
  Math.max(0, ...Object.keys(migrations).map((name) => Number.parseInt(name, 10)))

/** Tells whether the database takes no writes, as a standby; fails where it then lacks a migration. */
const isReadOnly = Effect.fnUntraced(function*(migrations: Readonly<Record<string, Migration>>) {
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* sql<{ readonly standby: boolean; readonly read_only: boolean }>`
    SELECT pg_is_in_recovery() AS standby, current_setting('transaction_read_only') = 'on' AS read_only`
  if (found?.read_only !== true) return false
  if (yield* isBehind(migrations)) return yield* new StandbyBehind()
  const what = found.standby ? "is a standby, until it is promoted (pg_promote())" : "takes no writes"
  yield* Effect.logWarning(`The database ${what}: reads are answered, writes are refused with 503, and background work waits`)
  return true
})

/** Whether migrations are left to a session of the server itself: they need one, which a pooler for transactions has not. */
const isElsewhere = Effect.fnUntraced(function*(migrations: Readonly<Record<string, Migration>>) {
  const sql = yield* SqlClient.SqlClient
  const pooling = yield* CurrentPooling
  if (pooling === "session") {
    // A pooler may have ignored that the sessions of migrations have no limits.
    yield* sql`SET statement_timeout = 0`
    yield* sql`SET idle_in_transaction_session_timeout = 0`
  }
  if (pooling !== "transaction") return false
  if (yield* isBehind(migrations)) {
    return yield* new PoolerUnusable({
      reason: "The database has to be migrated, which PgBouncer with pool_mode = transaction has no sessions for: run candor migrate " +
        "first, with a DATABASE_URL that names PostgreSQL itself"
    })
  }
  return true
})

/** What a migration failed with. */
export const causeOf = (error: unknown): unknown => error instanceof Migrator.MigrationError ? error.cause : error

const isLockedOut = (error: unknown): boolean => {
  const cause = causeOf(error)
  return SqlError.isSqlError(cause) && (isLocked(cause) || isCollision(cause))
}

const announceRetry = Effect.logInfo("A migration waits for a lock that another session holds, and is tried again")

/** Tries again what waited too long for a lock. */
const retried = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(
    Effect.tapError((error) => isLockedOut(error) ? announceRetry : Effect.void),
    Effect.retry({ while: isLockedOut, schedule: ConcurrentIndexes.lockRetries })
  )

const applyMissing = (migrations: Readonly<Record<string, Migration>>, indexes: ReadonlyArray<ConcurrentIndexes.Index>) =>
  Effect.forEach(upToEach(migrations), (some) =>
    retried(Migrator.make({})({ loader: Migrator.fromRecord({ ...some }), table: "migrations" }))).pipe(
    Effect.map((applied) => applied.flat()),
    Effect.tap(ConcurrentIndexes.build(indexes, latestOf(migrations))),
    Effect.tap(retried(distribute))
  )

/**
 * Applies the migrations that are missing, in transactions that lock the table of what was applied, then builds the
 * indexes that are missing, and distributes the tables where the database is distributed. No statement of it has a time limit; one
 * that waits a second for a lock is rolled back and tried again every two seconds for ten minutes. A database that takes no writes
 * is left as it is.
 */
export const apply = (migrations: Readonly<Record<string, Migration>>, indexes: ReadonlyArray<ConcurrentIndexes.Index>) =>
  Effect.flatMap(MigrationClient, (client) =>
    Effect.zipWith(isReadOnly(migrations), isElsewhere(migrations), (readOnly, elsewhere) => readOnly || elsewhere).pipe(
      Effect.flatMap((isLeft) => isLeft ? Effect.succeed([]) : applyMissing(migrations, indexes)),
      Effect.provideService(SqlClient.SqlClient, client)
    ))

/** Brings the schema up to date. */
export const run = apply(history, ConcurrentIndexes.all)

/** Brings the schema up to date, and logs that it does so, and which migrations were applied. */
export const announced = Effect.gen(function*() {
  const missing = yield* Effect.flatMap(MigrationClient, (client) => Effect.provideService(isBehind(history), SqlClient.SqlClient, client))
  if (missing) yield* Effect.logInfo("Migrating the database")
  const applied = yield* run
  if (applied.length > 0) yield* Effect.logInfo("Migrated the database", { applied: applied.map(([id, name]) => `${id}_${name}`) })
})

/** Nothing that depends on this layer starts before the schema is current. */
export const layer = Layer.effectDiscard(announced)

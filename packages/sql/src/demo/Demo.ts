/** The demo: two organizations to try the service with, and keys for them. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import * as ApiKey from "@candor/domain/authentication/ApiKey"
import { ApiKeys } from "@candor/domain/authentication/ApiKeys"
import type { DecisionContext } from "@candor/domain/Decision"
import { AiProfileId, OrganizationId, UserId } from "@candor/domain/Id"
import { Organizations } from "@candor/domain/organization/Organizations"
import type { Scope } from "@candor/domain/access/Scope"
import { PgTypes } from "@effect/sql-pg"
import { Effect, Option, Schema, Stream } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import * as ProfileWork from "../queue/ProfileWork.ts"
import { enqueued } from "../queue/Queue.ts"
import { brokenConstraint, isTimeout } from "../database/SqlFailures.ts"
import type * as DataSet from "./DataSet.ts"
import * as Interviews from "./Interviews.ts"
import { type Member, northwind, type Outline, saltAndRye } from "./Organizations.ts"
import * as Scorecards from "./Scorecards.ts"
import * as Shift from "./Shift.ts"

/** The demo's organization, and keys for it and for the second organization. */
export const Access = Schema.Struct({
  organization_id: OrganizationId,
  keys: Schema.Struct({
    admin: Schema.String,
    write: Schema.String,
    read: Schema.String,
    /** A write key of a second user of the same organization. */
    other_author: Schema.String,
    /** An admin key of a second, smaller organization. */
    other_organization: Schema.String
  })
})
export interface Access extends Schema.Schema.Type<typeof Access> {}

export class DemoAlreadyLoaded extends Schema.TaggedError<DemoAlreadyLoaded>()("DemoAlreadyLoaded", {}) {
  override get message() {
    return "The demo is in this database already. `candor organizations list` shows its organizations, " +
      "and `candor keys create` makes a new key for one."
  }
}

type DemoRows = ReturnType<typeof DataSet.make>

/** Loaded on demand, because loading this code takes a fifth of a second. */
const makeRows = Effect.promise(() => import("./DataSet.ts")).pipe(Effect.map(({ make }) => make()))

/** Creates keys for the demo's members. Secrets are random: every call makes other ones. */
const issueKeys = Effect.gen(function*() {
  const apiKeys = yield* ApiKeys
  const issue = (organization: Outline, user: Member, name: string, scope: Scope) => {
    const by = { organization_id: OrganizationId.make(organization.id), worker: "demo", request_id: "demo" }
    const create = (issuing: ApiKey.Issuing, context: DecisionContext<Actor | Worker>) =>
      ApiKey.create({ name, scope }, issuing, context)
    return Effect.orDie(Effect.map(apiKeys.create(by, UserId.make(user.id), create), ({ text }) => text))
  }
  const [admin, author] = northwind.members
  return Access.make({
    organization_id: OrganizationId.make(northwind.id),
    keys: {
      admin: yield* issue(northwind, admin, "Demo, admin", "admin"),
      write: yield* issue(northwind, admin, "Demo, write", "write"),
      read: yield* issue(northwind, admin, "Demo, read", "read"),
      other_author: yield* issue(northwind, author, "Demo, another author", "write"),
      other_organization: yield* issue(saltAndRye, saltAndRye.members[0], "Demo, another organization", "admin")
    }
  })
})

/** Inserts all rows of a table in one statement. Columns that the rows do not have get their defaults. */
const insert = (sql: SqlClient.SqlClient, table: string, rows: ReadonlyArray<object>) => {
  const columns = sql.csv(Object.keys(rows[0] ?? {}).map((column) => sql`${sql(column)}`))
  return sql`
    INSERT INTO ${sql(table)} (${columns})
    SELECT ${columns} FROM jsonb_populate_recordset(NULL::${sql(table)}, ${PgTypes.jsonb(rows)})
  `
}

/**
 * Whether a concurrent load has stored the organization's id, or has it locked: nothing else locks what a load inserts.
 */
const asFailure = (error: SqlError.SqlError) =>
  brokenConstraint(error) === "organizations_pkey" || isTimeout(error)
    ? Effect.fail(new DemoAlreadyLoaded())
    : Effect.die(error)

/** Queues the work of an organization's pending profiles, so that they are processed as usual. */
const queueProfileWork = Effect.fnUntraced(function*(id: string) {
  const sql = yield* SqlClient.SqlClient
  const actor = { organization_id: OrganizationId.make(id), request_id: "demo" }
  const pending = yield* sql<
    { readonly id: string }
  >`SELECT id FROM ai_profiles WHERE organization_id = ${id} AND status = 'pending' ORDER BY id`
  const work = pending.map(({ id }) => ProfileWork.of({ id: AiProfileId.make(id) }, actor))
  yield* sql`WITH saved AS (SELECT 1 AS id), ${enqueued(sql, work)} SELECT FROM saved`
})

/** Moves all times of an organization's rows by this many days. */
const timed = (
  { interviews, scorecards, ...others }: DemoRows["northwind"],
  days: number
): Readonly<Record<string, ReadonlyArray<object>>> => {
  const { interviews: scheduled, times } = Interviews.scheduled(interviews, days)
  const shifted = Object.fromEntries(
    Object.entries<ReadonlyArray<object>>(others).map(([table, rows]) => [table, Shift.rows(rows, days)])
  )
  // Written at the end of the interview.
  const at = scheduled[Interviews.scored]?.ends_at ?? ""
  const feedback = Scorecards.feedbackOf(scorecards).map((row) => ({
    ...row,
    created_at: at,
    submitted_at: at,
    updated_at: at
  }))
  return {
    ...shifted,
    interview_feedback: [...shifted["interview_feedback"] ?? [], ...feedback],
    interviews: scheduled,
    interviewer_times: times,
    scorecards: Scorecards.submitted(scorecards, at)
  }
}

/** Stores the rows of the demo, with times moved by this many days, and logs the progress in quarters. */
const insertAll = Effect.fnUntraced(function*({ northwind, saltAndRye }: DemoRows, days: number) {
  const sql = yield* SqlClient.SqlClient
  const tables = [northwind, saltAndRye].flatMap((organization): ReadonlyArray<[string, ReadonlyArray<object>]> =>
    Object.entries(timed(organization, days)).filter(([, rows]) => rows.length > 0)
  )
  const total = tables.reduce((sum, [, rows]) => sum + rows.length, 0)
  const quarters = (rows: number) => Math.floor(rows * 4 / total)
  yield* Effect.logInfo(`Loading the demo: ${total} rows`)
  let stored = 0
  for (const [table, rows] of tables) {
    yield* insert(sql, table, rows)
    const before = quarters(stored)
    stored += rows.length
    if (quarters(stored) > before) yield* Effect.logInfo(`Loading the demo: ${quarters(stored) * 25} %`)
  }
})

/** Stores the contents of files. If that fails, the demo goes on without them. */
const storeContents = Effect.fnUntraced(function*({ contents }: DemoRows) {
  const store = yield* AttachmentStore
  yield* Effect.forEach(contents, ({ bytes, ...key }) => store.put(key, Stream.make(bytes)), {
    concurrency: 16,
    discard: true
  }).pipe(
    Effect.catchTag(
      "StoreFailure",
      ({ cause }) => Effect.logWarning("The demo is without the contents of its files", cause)
    )
  )
})

/** Loads the demo; does nothing if part of it already exists. */
export const load = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* makeRows
  return yield* insertAll(rows, yield* Shift.days).pipe(
    Effect.andThen(storeContents(rows)),
    Effect.andThen(Effect.forEach([northwind, saltAndRye], ({ id }) => queueProfileWork(id))),
    Effect.andThen(issueKeys),
    sql.withTransaction,
    Effect.catchIf(SqlError.isSqlError, asFailure)
  )
})

/** Creates new keys for the demo, if the database has it. */
export const renew = Effect.gen(function*() {
  const found = yield* Effect.option((yield* Organizations).get(OrganizationId.make(northwind.id)))
  return Option.isNone(found) ? Option.none() : Option.some(yield* issueKeys)
})

/**
 * Authenticates requests by their API keys. One statement finds the principals of all keys that concurrent requests of
 * all organizations use. It also counts the requests up to the hourly limit: per key, per member for sessions, or per
 * app (decision 0018).
 */
import { type JobAccess, MemberRole, roleAccess } from "@candor/domain/access/MemberRole"
import type { CountedRequest, CountedTo } from "@candor/domain/authentication/ApiKeys"
import type { ParsedKey } from "@candor/domain/authentication/ApiKeyText"
import { hoursKept } from "@candor/domain/authentication/KeyUsage"
import { limitedTo, type Principal } from "@candor/domain/authentication/Principal"
import { idleHours, maxDays } from "@candor/domain/authentication/Session"
import type { MemberStatus } from "@candor/domain/organization/MemberStatus"
import { PgTypes } from "@effect/sql-pg"
import { Duration, Effect, Exit, Option } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { hash } from "node:crypto"
import { AuthenticationClient } from "../database/Clients.ts"
import { contactKeys, ofRow } from "../database/ConcurrentIndexes.ts"
import { isDistributed } from "../database/Distribution.ts"
import { isTimeout, refusesWrites } from "../database/SqlFailures.ts"
import * as Batcher from "./Batcher.ts"
import { isOwnBesideKeys } from "./OfOrganization.ts"
import { fixedTexts } from "./Rows.ts"

/** Requests that one statement authenticates. */
const maxBatchSize = 256

/** Statements that run at a time: authentication has this many connections. */
const maxInFlight = 2

/** After this time a statement counts as held up, and a second one authenticates the waiting requests. */
const maxWait = Duration.millis(10)

/** The number of past hours whose counts are kept. */
const earlier = hoursKept - 1

const active: MemberStatus = "active"

/** SQL conditions on API keys (`k`) and their members (`u`): the key is neither revoked nor expired. */
export const isActiveKey = "k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())"

/** A condition on members (`u`): the member is not deactivated. */
export const activeMember = `u.status = '${active}'`

/** An SQL expression for the new end of a session: idle hours from now, but at most `maxDays` after it began. */
export const sessionEnd = (session: string): string =>
  `least(${session}.created_at + interval '${maxDays} days', now() + interval '${idleHours} hours')`

/** A condition on `k` and `u`: requests with this key are authenticated. */
export const isValidKey = `${isActiveKey} AND ${activeMember}`

const rolesThatSee = (access: JobAccess): string =>
  MemberRole.literals.filter((role) => roleAccess[role] === access).map((role) => `'${role}'`).join(", ")

/**
 * An SQL expression for the jobs that a member `u` of `organization` sees. If no job is confidential, members whose
 * role is not limited see all.
 */
export const jobAccess = (organization: string): string =>
  `CASE
    WHEN u.role IN (${rolesThatSee("all")}) THEN 'all'
    WHEN u.role IN (${rolesThatSee("team")}) THEN 'team'
    WHEN EXISTS (SELECT FROM jobs j WHERE j.organization_id = ${organization} AND j.is_confidential)
      OR EXISTS (SELECT FROM notes n WHERE n.organization_id = ${organization} AND n.visibility = 'team') THEN 'open'
    ELSE 'all'
  END`

/**
 * An SQL condition: scorecards and feedback are hidden from a member `u` of `organization`, who owes one or has applied
 * for a job.
 */
export const hidesFeedback = (sql: SqlClient.SqlClient, organization: string): string =>
  `(EXISTS (SELECT FROM interviewer_times t WHERE t.organization_id = ${organization} AND t.member_id = u.id AND t.owes_scorecard)
    OR EXISTS (SELECT FROM scorecards s WHERE s.organization_id = ${organization}) AND EXISTS (
      SELECT FROM candidates c WHERE ${
    isOwnBesideKeys(sql, "c.organization_id", organization)
  } AND c.anonymised_at IS NULL
        AND ${ofRow("c", contactKeys)} && ARRAY[contact_key(${organization}, 'email', u.email)]
    ))`

/** Keys whose uncounted requests are remembered. Beyond them, requests are let through without. */
const maxUncounted = 10_000

/** Counts the requests of each key while the database takes no writes. A later statement adds them to the key's count. */
const uncountedRequests = () => {
  const requests = new Map<string, number>()
  return {
    /** Returns the uncounted requests of a key. */
    of: (text: string): number => requests.get(text) ?? 0,
    /** Adds uncounted requests of a key. */
    add: (text: string, count: number): void => {
      const known = requests.get(text)
      if (count > 0 && (known !== undefined || requests.size < maxUncounted)) requests.set(text, (known ?? 0) + count)
    },
    /** Takes the uncounted requests of a key, for one statement to count. */
    take: (text: string): number => {
      const count = requests.get(text) ?? 0
      requests.delete(text)
      return count
    }
  }
}

interface Item {
  readonly key: ParsedKey
  readonly limit: number
  readonly to: CountedTo
}

type Entry = Batcher.Entry<Item, Option.Option<CountedRequest>, SqlError.SqlError>

/** A key of a batch with the entries that use it. */
interface Requested {
  readonly ordinal: number
  readonly key: ParsedKey
  readonly hash: string
  readonly limit: number
  readonly to: CountedTo
  readonly entries: Array<Entry>
}

interface Row {
  readonly ordinal: number
  readonly principal: Principal
  /** The role of the key's member. */
  readonly role: MemberRole
  readonly may_extend: boolean
  /** Requests that were counted in this hour before these. */
  readonly before: number
  readonly reset: number
}

/** Groups the entries of a batch by key. */
const byKey = (entries: ReadonlyArray<Entry>): ReadonlyArray<Requested> => {
  const requested = new Map<string, Requested>()
  for (const entry of entries) {
    const { key, limit, to } = entry.item
    const found = requested.get(key.text)
    if (found !== undefined) found.entries.push(entry)
    else {
      requested.set(key.text, {
        ordinal: requested.size,
        key,
        hash: hash("sha256", key.text),
        limit,
        to,
        entries: [entry]
      })
    }
  }
  return [...requested.values()]
}

/**
 * Completes each entry of a key with its number within the hour, or with nothing if there is no such key. Returns how
 * many are within the limit.
 */
const complete = ({ entries, limit }: Requested, row: Row | undefined): number => {
  if (row === undefined) {
    for (const entry of entries) entry.complete(Exit.succeed(Option.none()))
    return 0
  }
  const { before, may_extend: mayExtend, reset, role } = row
  const principal = limitedTo(row.principal, role)
  for (const [index, entry] of entries.entries()) {
    const used = before + index + 1
    entry.complete(
      Exit.succeed(
        Option.some({ principal, isWithinLimit: used <= limit, used: Math.min(used, limit), reset, mayExtend })
      )
    )
  }
  return Math.max(0, Math.min(entries.length, limit - before))
}

const fail = ({ entries }: Requested, error: SqlError.SqlError): void => {
  for (const entry of entries) entry.complete(Exit.fail(error))
}

/** Makes the function that authenticates one request by its key, in a batch with concurrent requests. */
export const make = Effect.gen(function*() {
  const sql = yield* AuthenticationClient
  const kept = sql.literal(String(earlier))
  const pending = uncountedRequests()
  const isAlone = isDistributed(sql)

  /** The rows of `request`; their counts include the uncounted requests of each key. */
  const rowsOf = (keys: ReadonlyArray<Requested>, added: ReadonlyArray<number> = []) =>
    keys.map(({ entries, hash, key, ordinal }, index) => ({
      ordinal,
      organization_id: key.organization_id,
      hash,
      count: entries.length + (added[index] ?? 0)
    }))

  /** The new end of a session `k`. */
  const extended = sql.literal(sessionEnd("k"))

  /**
   * The id of a key. For a token of an app it is the app's, which its requests, events and idempotency keys also use.
   */
  const keyId = sql.literal("coalesce(k.app_id, k.id)")

  /** The valid keys, with their principals. */
  const found = (rows: PgTypes.Parameter) =>
    sql`found AS MATERIALIZED (
      SELECT request.ordinal, request.count, k.organization_id, ${keyId} AS api_key_id, u.id AS user_id, u.role,
        k.is_session AND k.expires_at < ${extended} - interval '1 hour' AS may_extend, json_build_object(
        'organization', json_build_object('id', o.id, 'name', o.name, 'plan', o.plan),
        'user', json_build_object('id', u.id, 'full_name', u.full_name, 'email', u.email),
        'job_access', ${sql.literal(jobAccess("$organization"))},
        'hides_feedback', ${sql.literal(hidesFeedback(sql, "$organization"))},
        'api_key', json_build_object('id', ${keyId}, 'name', k.name, 'scope', k.scope)
      ) AS principal
      FROM jsonb_to_recordset(${rows})
        AS request (ordinal integer, organization_id uuid, hash text, count integer)
      JOIN api_keys k ON k.organization_id = $organization AND k.hash = decode(request.hash, 'hex')
      JOIN users u ON u.organization_id = $organization AND u.id = k.user_id
      JOIN organizations o ON o.id = $organization
      -- Always true. Lowers the planner's estimate of 100 rows, so that it uses the indexes.
      WHERE request.ordinal BETWEEN 0 AND 1000
        AND ${sql.literal(isValidKey)}
    )`

  /**
   * True if the stored count is of this hour (by the database's clock) or of the next one, which a later statement has
   * begun.
   */
  const goesOn = sql`usage.window_start - excluded.window_start BETWEEN interval '0' AND interval '1 hour'`

  /**
   * The counts of the hours before the counted one, latest first. They change only when an hour begins. They start
   * empty if the stored hour is later than the database's clock, or was begun by a version that keeps no earlier hours.
   */
  const earlierHours = (max: Statement.Fragment) =>
    sql`CASE
    WHEN ${goesOn} THEN usage.earlier_hours
    WHEN usage.window_start > excluded.window_start THEN '{}'
    ELSE (array_fill(0, ARRAY[least(${kept}, extract(epoch FROM excluded.window_start - usage.window_start)::integer / 3600 - 1)])
      || least(usage.used, ${max})
      || CASE WHEN usage.earlier_until = usage.window_start THEN usage.earlier_hours ELSE '{}' END)[1:${kept}]
  END`

  /**
   * Counts all requests of a key together, including its uncounted ones. All keys have one limit; a count passes it at
   * most once, and then stays.
   */
  const counted = (rows: PgTypes.Parameter, max: Statement.Fragment) =>
    sql<Row>`
      WITH ${found(rows)}, counted AS (
        INSERT INTO api_key_usage AS usage (organization_id, api_key_id, window_start, used)
        SELECT organization_id, api_key_id, date_trunc('hour', now()), count FROM found
        -- Two statements that count the same keys lock them in the same order.
        ORDER BY organization_id, api_key_id
        ON CONFLICT (organization_id, api_key_id) DO UPDATE SET
          window_start = CASE WHEN ${goesOn} THEN usage.window_start ELSE excluded.window_start END,
          used = CASE WHEN ${goesOn} THEN usage.used ELSE 0 END + excluded.used,
          earlier_hours = ${earlierHours(max)},
          earlier_until = CASE WHEN ${goesOn} THEN usage.earlier_until ELSE excluded.window_start END
        WHERE NOT (${goesOn}) OR usage.used < ${max}
        RETURNING organization_id, api_key_id, window_start, used
      )
      SELECT found.ordinal, found.principal, found.role, found.may_extend, coalesce(counted.used - found.count, ${max}) AS before,
        extract(epoch FROM coalesce(counted.window_start, date_trunc('hour', now())))::integer + 3600 AS reset
      FROM found LEFT JOIN counted USING (organization_id, api_key_id)
    `

  /**
   * Counts the requests of a member over all sessions, or of an app over all its tokens. Those of a batch are counted
   * in their order.
   */
  const countedTogether =
    (usage: "member_usage" | "api_key_usage", owner: "user_id" | "api_key_id") =>
    (rows: PgTypes.Parameter, max: Statement.Fragment) =>
      sql<Row>`
      WITH ${found(rows)}, counted AS (
        INSERT INTO ${sql.literal(usage)} AS usage (organization_id, ${sql.literal(owner)}, window_start, used)
        SELECT organization_id, ${sql.literal(owner)}, date_trunc('hour', now()), sum(count) FROM found
        GROUP BY organization_id, ${sql.literal(owner)} ORDER BY organization_id, ${sql.literal(owner)}
        ON CONFLICT (organization_id, ${sql.literal(owner)}) DO UPDATE SET
          window_start = CASE WHEN ${goesOn} THEN usage.window_start ELSE excluded.window_start END,
          used = CASE WHEN ${goesOn} THEN usage.used ELSE 0 END + excluded.used
        WHERE NOT (${goesOn}) OR usage.used < ${max}
        RETURNING organization_id, ${sql.literal(owner)}, window_start, used
      )
      SELECT found.ordinal, found.principal, found.role, found.may_extend,
        coalesce(counted.used - sum(found.count) OVER (PARTITION BY organization_id, ${
        sql.literal(owner)
      } ORDER BY found.ordinal DESC), ${max})::integer AS before,
        extract(epoch FROM coalesce(counted.window_start, date_trunc('hour', now())))::integer + 3600 AS reset
      FROM found LEFT JOIN counted USING (organization_id, ${sql.literal(owner)})
    `

  const counts = {
    key: counted,
    member: countedTogether("member_usage", "user_id"),
    app: countedTogether("api_key_usage", "api_key_id")
  }

  /**
   * Finds the keys without counting, for a database that takes no writes. Reads go on, up to the count of the hour so
   * far.
   */
  const uncounted = (rows: PgTypes.Parameter, to: CountedTo) =>
    sql<Row>`
      WITH ${found(rows)}
      SELECT request.ordinal, request.principal, request.role, request.may_extend, coalesce(usage.used, 0) AS before,
        extract(epoch FROM date_trunc('hour', now()))::integer + 3600 AS reset
      FROM found AS request LEFT JOIN ${
      to === "member" ? sql`member_usage` : sql`api_key_usage`
    } usage ON usage.organization_id = $organization
        AND ${
      to === "member" ? sql`usage.user_id = request.user_id` : sql`usage.api_key_id = request.api_key_id`
    } AND usage.window_start = date_trunc('hour', now())
    `

  const run = fixedTexts<Row>(sql, "request")
  const organizationOf = ([first, ...others]: ReadonlyArray<Requested>) =>
    others.length === 0 ? first?.key.organization_id : undefined

  const countAll = (keys: ReadonlyArray<Requested>) =>
    Effect.suspend(() => {
      const added = keys.map(({ key }) => pending.take(key.text))
      const { limit, to } = keys[0]!
      const max = String(limit)
      return run(`counted to ${to} ${max}`, organizationOf(keys), [rowsOf(keys, added)], ([rows]) =>
        counts[to](rows!, sql.literal(max))).pipe(
          Effect.map((rows) => {
            const rowOf = new Map(rows.map((row) => [row.ordinal, row]))
            for (const [index, key] of keys.entries()) {
              const row = rowOf.get(key.ordinal)
              complete(key, row && { ...row, before: row.before + added[index]! })
            }
          }),
          Effect.onError(() =>
            Effect.sync(() =>
              keys.forEach(({ key }, index) =>
                pending.add(key.text, added[index]!)
              )
            )
          )
        )
    })

  const findAll = (keys: ReadonlyArray<Requested>) =>
    Effect.map(
      run(
        `uncounted of ${keys[0]!.to}`,
        organizationOf(keys),
        [rowsOf(keys)],
        ([rows]) => uncounted(rows!, keys[0]!.to)
      ),
      (rows) => {
        const rowOf = new Map(rows.map((row) => [row.ordinal, row]))
        for (const key of keys) {
          const row = rowOf.get(key.ordinal)
          pending.add(key.key.text, complete(key, row && { ...row, before: row.before + pending.of(key.key.text) }))
        }
      }
    )

  /** Completes the entries of these keys. If a key's row is locked for long, only that key fails. */
  const authenticateKeys = (keys: ReadonlyArray<Requested>): Effect.Effect<void, SqlError.SqlError> =>
    countAll(keys).pipe(
      Effect.catchIf(refusesWrites, () => findAll(keys)),
      Effect.catch((error) =>
        isTimeout(error) && keys.length > 1
          ? Effect.forEach(keys, (key) =>
            Effect.catch(authenticateKeys([key]), (error) => Effect.sync(() => fail(key, error))), {
            concurrency: maxInFlight,
            discard: true
          })
          : Effect.fail(error)
      )
    )

  const submit = Batcher.make<Item, Option.Option<CountedRequest>, SqlError.SqlError>({
    name: "admission",
    batchKey: ({ key, limit, to }) => isAlone ? `${to} ${limit} ${key.text}` : `${to} ${limit}`,
    maxBatchSize,
    inFlight: Batcher.inFlight({ max: maxInFlight, maxWait, enough: Batcher.manyItems, connections: maxInFlight }),
    run: (entries) => authenticateKeys(byKey(entries))
  })

  return (key: ParsedKey, limit: number, to: CountedTo = "key"): Effect.Effect<Option.Option<CountedRequest>> =>
    Effect.contextWith((context) => Effect.orDie(submit({ key, limit, to }, context)))
})

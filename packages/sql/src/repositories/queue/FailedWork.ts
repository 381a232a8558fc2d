/** Dead letters: queued work that has used up its attempts. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import * as AiProfile from "@candor/domain/candidate/AiProfile"
import { type Decision, withoutEvents } from "@candor/domain/Decision"
import { type OrganizationDeadLetter, type DeadLetter, FailedWork, WorkNotFound } from "@candor/domain/queue/FailedWork"
import type { OrganizationId, WorkId } from "@candor/domain/Id"
import type { TransitionRefused } from "@candor/domain/StateMachine"
import { PgTypes } from "@effect/sql-pg"
import { Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import { profileColumns, profileUpdate } from "../profile/AiProfileRows.ts"
import type { Change } from "../../statements/Change.ts"
import * as ProfileWork from "../../queue/ProfileWork.ts"
import { save } from "../../statements/Saving.ts"
import { write } from "../../statements/Writing.ts"

/** A dead letter with the profile that failed with it. */
interface Loaded {
  readonly letter: DeadLetter
  readonly profile: AiProfile.AiProfileState | null
}

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /** The dead letters `w`. */
  const letters = sql.literal(`(
    SELECT q.id::uuid AS id, q.queue_name AS queue, q.attempts, q.last_failure,
      q.element::jsonb ->> 'organization_id' AS organization_id,
      q.created_at::timestamptz AS created_at, q.updated_at::timestamptz AS failed_at
    FROM queue q WHERE q.state = 'failed'
  ) w`)
  const columns = sql.literal("w.id, w.queue, w.attempts, w.last_failure, w.created_at, w.failed_at")

  const inQueue = (queue: string | undefined) => queue === undefined ? sql`true` : sql`w.queue = ${queue}`

  const list = (
    organization: OrganizationId,
    { limit, queue }: { readonly queue?: string | undefined; readonly limit: number }
  ) =>
    sql<DeadLetter>`
      SELECT ${columns} FROM ${letters} WHERE w.organization_id = ${organization} AND ${inQueue(queue)}
      ORDER BY w.created_at DESC, w.id DESC LIMIT ${limit}
    `.pipe(Effect.orDie)

  // In milliseconds, the precision of a timestamp in a response, so that its row can be found by it.
  const created_at = sql.literal("date_trunc('milliseconds', w.created_at)")

  const all = ({ after, ids, queue }: Parameters<FailedWork["Service"]["all"]>[0]) =>
    sql<OrganizationDeadLetter>`
      SELECT ${columns}, w.organization_id FROM ${letters} WHERE ${inQueue(queue)}
        AND ${
      ids === undefined ? sql`true` : sql`w.id::text IN (SELECT jsonb_array_elements_text(${PgTypes.jsonb(ids)}))`
    }
        AND ${
      after === undefined
        ? sql`true`
        : sql`(${created_at}, w.id) < (${after.created_at}::timestamptz, ${after.id}::uuid)`
    }
      ORDER BY ${created_at} DESC, w.id DESC LIMIT 1000
    `.pipe(Effect.orDie)

  const load = (organization: OrganizationId, id: WorkId) =>
    Effect.gen(function*() {
      const [letter] = yield* sql<DeadLetter>`
        SELECT ${columns} FROM ${letters} WHERE w.organization_id = ${organization} AND w.id = ${id}
      `
      if (letter === undefined) return yield* new WorkNotFound({ id })
      const [profile = null] = letter.queue === ProfileWork.queue
        ? yield* sql<AiProfile.AiProfileState>`
          SELECT ${sql.literal(profileColumns)} FROM ai_profiles p
          WHERE p.organization_id = ${organization} AND p.id = ${id}
        `
        : []
      return { letter, profile }
    }).pipe(Effect.catchTag("SqlError", Effect.die))

  const retried = ({ letter, profile }: Loaded): Decision<Loaded, TransitionRefused> =>
    profile?.status === "failed"
      ? Result.map(AiProfile.retry(profile), ({ entity, events }) => ({ entity: { letter, profile: entity }, events }))
      : withoutEvents({ letter, profile })

  const requeued = (change: Change<Loaded, Loaded, Actor | Worker>) => {
    const { before, context, decided: { entity, events } } = change
    const retries = before.profile !== null && entity.profile !== null && events.length > 0
    return save(sql, change, {
      before: retries ? [sql`profile AS (${profileUpdate(sql, before.profile, entity.profile, context)})`] : [],
      saved: sql`
        UPDATE queue SET state = 'pending', attempts = 0, visible_at = now(), updated_at = now(),
          acquired_at = NULL, acquired_by = NULL
        WHERE queue_name = ${before.letter.queue} AND id = ${before.letter.id} AND state = 'failed'
          AND ${retries ? sql`EXISTS (SELECT FROM profile)` : sql`true`}
        RETURNING id`
    })
  }

  const requeue = (by: Actor | Worker, id: WorkId) =>
    write({ actor: by, load: load(by.organization_id, id), decide: retried, save: requeued }).pipe(
      Effect.map(({ letter }) => letter),
      Effect.catchTag("TransitionRefused", Effect.die)
    )

  return FailedWork.of({ list, all, requeue })
})

export const layer = Layer.effect(FailedWork, make)

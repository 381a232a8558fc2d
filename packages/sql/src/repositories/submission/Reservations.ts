/**
 * Reserves ids for the contents of submissions. While many arrive, ids are reserved in advance: a statement for each
 * takes a sixth of the processor time of a submission (decision 0086).
 */
import { type FileUsage, ofStrangers as fileLimits } from "@candor/domain/attachment/FileUsage"
import { AttachmentId, type OrganizationId } from "@candor/domain/Id"
import { withinLimit } from "@candor/domain/Limit"
import { Clock, Effect, Semaphore } from "effect"
import type { SecureRandom } from "effect/crypto"
import type { SqlClient } from "effect/sql"
import { afterUpload } from "../../queue/ContentWork.ts"
import { enqueued } from "../../queue/Queue.ts"

/**
 * An organization counts as busy for `recently` milliseconds after a submission; a statement then reserves `lot` ids.
 */
const [recently, lot] = [1000, 16]

/** The most organizations that are remembered. */
const maxOrganizations = 1000

interface Ahead {
  readonly ids: Array<AttachmentId>
  /** Lets one request reserve a lot of ids, while others wait for it. */
  readonly reserving: Semaphore.Semaphore
  /** Until this time, in milliseconds, the organization counts as busy. */
  until: number
}

/**
 * Makes the function that returns a reserved id. An id that is not taken within a second is dropped: its queued removal
 * cleans up.
 */
export const reservations = (sql: SqlClient.SqlClient, random: SecureRandom.SecureRandom["Service"]) => {
  let ahead = new Map<OrganizationId, Ahead>()

  const reserved = Effect.fnUntraced(function*(organization: OrganizationId, count: number) {
    const ids = yield* Effect.replicateEffect(Effect.map(random.uuidV7(), (id) => AttachmentId.make(id)), count)
    const [usage] = yield* Effect.orDie(sql<FileUsage>`
      WITH usage AS (SELECT u.files_counted, u.file_bytes FROM file_usage u WHERE u.organization_id = ${organization}),
      ${
      enqueued(
        sql,
        ids.map((id) => afterUpload({ organization_id: organization, id })),
        sql`NOT EXISTS (
        SELECT FROM usage u WHERE u.files_counted >= ${fileLimits.files.limit} OR u.file_bytes >= ${fileLimits.bytes.limit}
      )`
      )
    }
      SELECT u.files_counted, u.file_bytes FROM usage u`)
    yield* Effect.fromResult(withinLimit(fileLimits.files, usage?.files_counted ?? 0, 1))
    yield* Effect.fromResult(withinLimit(fileLimits.bytes, usage?.file_bytes ?? 0, 1))
    return ids
  })

  /** Takes a reserved id, and reserves more if there are none. */
  const take = (organization: OrganizationId, { ids, reserving }: Ahead) =>
    reserving.withPermit(Effect.suspend(() => {
      const id = ids.pop()
      if (id !== undefined) return Effect.succeed(id)
      return Effect.map(reserved(organization, lot), ([id, ...others]) => {
        ids.push(...others)
        return id!
      })
    }))

  return Effect.fnUntraced(function*(organization: OrganizationId) {
    const now = yield* Clock.currentTimeMillis
    const present = ahead.get(organization)
    if (present !== undefined && now < present.until) {
      present.until = now + recently
      return yield* take(organization, present)
    }
    if (ahead.size >= maxOrganizations) ahead = new Map()
    ahead.set(organization, { ids: [], reserving: Semaphore.makeUnsafe(1), until: now + recently })
    return (yield* reserved(organization, 1))[0]!
  })
}

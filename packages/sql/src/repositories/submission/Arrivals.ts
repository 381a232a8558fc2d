/**
 * Arriving submissions: looks up related ones, and stores a submission with its files and its work in one statement.
 */
import type { Worker } from "@candor/domain/access/Actor"
import type { Decision, DecisionContext } from "@candor/domain/Decision"
import type { OrganizationId } from "@candor/domain/Id"
import {
  type Arrival,
  type Circumstances,
  maxQuarantined,
  noun,
  type StoredSubmission
} from "@candor/domain/submission/Submission"
import {
  burstMinutes,
  bytesHours,
  floodMinutes,
  isFlooded,
  maxOfAddress,
  maxOfBoard,
  maxOfText,
  textHours
} from "@candor/domain/submission/Suspicion"
import { Cache, Clock, Duration, Effect, Exit } from "effect"
import type { SqlClient } from "effect/sql"
import { stillReserved, withdrawn } from "../../queue/ContentWork.ts"
import * as SignalWork from "../../queue/SignalWork.ts"
import * as SubmissionWork from "../../queue/SubmissionWork.ts"
import { batchedInsert } from "../../statements/BatchedInserts.ts"
import { type Owned, smallBatch } from "../../statements/Batching.ts"
import { columns, rowColumns } from "../../statements/Nouns.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { batchedRead } from "../../statements/Reads.ts"
import { write } from "../../statements/Writing.ts"

type Row = Omit<Circumstances, "known"> & (StoredSubmission | { readonly id: null })

/** The fields of an arrival that are looked up among other submissions. */
interface Lookup extends Pick<Arrival, "address_key" | "key" | "proof" | "text_key">, Owned {
  readonly isFlood: boolean
  readonly isLarge: boolean
}

const columnTypes = { organization_id: "uuid", address_key: "text", key: "text", proof: "text", text_key: "text" }

/** Counts submissions `o` that meet a condition, up to `limit`. */
const counted = (condition: string, limit: number, rows = "SELECT FROM") =>
  `(SELECT count(*)::integer FROM (${rows} submissions o WHERE o.organization_id = $organization AND ${condition} LIMIT ${limit}) counted)`

const since = (interval: string) => `o.created_at > now() - interval '${interval}'`

/** The number of recent submissions, by which a flood is recognized. */
export const ofBoard = counted(since(`${floodMinutes} minutes`), maxOfBoard)

/** The most submissions of an address whose bytes are summed. */
const maxSummed = 2000

/** The bytes of files that came from the address of an arrival. */
const bytesOfAddress = `(SELECT coalesce(sum(file_bytes), 0)::bigint FROM (
  SELECT o.file_bytes FROM submissions o WHERE o.organization_id = $organization AND o.address_key = request.address_key
    AND ${since(`${bytesHours} hours`)} ORDER BY o.created_at DESC LIMIT ${maxSummed}
) counted)`

/** Counts the submissions in quarantine, up to `limit`. */
const ofQuarantine = (limit: number) =>
  `(
  SELECT count(*)::integer AS quarantined, coalesce(sum(file_bytes), 0)::bigint AS quarantined_bytes FROM (
    SELECT o.file_bytes FROM submissions o
    WHERE o.organization_id = $organization AND o.state = 'quarantined' ORDER BY o.created_at LIMIT ${limit}
  ) counted
)`

/**
 * A quarantine with fewer submissions is counted at each arrival. Counting a larger one takes milliseconds, and is done
 * once a second.
 */
const maxCounted = 500

/** The most organizations that are remembered. */
const maxOrganizations = 1000

/** Milliseconds for which it is remembered that a count is over its limit. */
const muchMillis = 1000

/** Remembers organizations that are over the limit of submissions. After a second, the next submission counts again. */
const much = () => {
  let until = new Map<OrganizationId, number>()
  const remember = (organization: OrganizationId, now: number) => {
    if (until.size >= maxOrganizations) until = new Map()
    until.set(organization, now + muchMillis)
  }
  return {
    is: (organization: OrganizationId, now: number) => {
      const end = until.get(organization)
      if (end === undefined || now >= end + muchMillis) return false
      if (now < end) return true
      // This submission counts again. Until then, other arrivals use the previous result.
      remember(organization, now)
      return false
    },
    set: (organization: OrganizationId, now: number, isMuch: boolean) => {
      if (isMuch) remember(organization, now)
      else until.delete(organization)
    }
  }
}

/** A condition on an arrived row `x`: no process has taken the removal of one of its contents. */
const areReserved =
  "NOT EXISTS (SELECT FROM jsonb_array_elements(x.files) file WHERE file ->> 'id' NOT IN (SELECT id FROM reserved))"

/** Makes the function that stores submissions. */
export const arrivals = Effect.fnUntraced(function*(sql: SqlClient.SqlClient) {
  const large = yield* Cache.makeWith(
    (organization: OrganizationId) =>
      sql<Pick<Circumstances, "quarantined" | "quarantined_bytes">>`SELECT * FROM ${
        sql.literal(ofQuarantine(maxQuarantined))
      } quarantine`.pipe(
        ofOrganization(sql, organization),
        Effect.orDie,
        Effect.map(([row]) => row!)
      ),
    { capacity: maxOrganizations, timeToLive: (exit) => Exit.isSuccess(exit) ? Duration.seconds(1) : Duration.zero }
  )

  const [floods, largeOnes] = [much(), much()]

  const look = batchedRead<Lookup, Row>(
    sql,
    columnTypes,
    ({ isFlood, isLarge }) =>
      sql`
        SELECT ${sql.literal(columns(noun, "s", "row"))},
          ${sql.literal(isFlood ? String(maxOfBoard) : ofBoard)} AS of_board,
          ${
        sql.literal(
          counted(`o.address_key = request.address_key AND ${since(`${burstMinutes} minutes`)}`, maxOfAddress)
        )
      } AS of_address,
          ${sql.literal(bytesOfAddress)} AS bytes_of_address,
          ${
        sql.literal(counted(
          `o.text_key = request.text_key AND o.address_key <> request.address_key AND ${since(`${textHours} hours`)}`,
          maxOfText,
          "SELECT DISTINCT o.address_key FROM"
        ))
      } AS of_text,
          EXISTS (SELECT FROM submissions o WHERE o.organization_id = $organization AND o.proof = request.proof) AS proof_is_used,
          quarantine.quarantined, quarantine.quarantined_bytes
        FROM ${
        sql.literal(
          isLarge ? `(SELECT ${maxCounted} AS quarantined, 0::bigint AS quarantined_bytes)` : ofQuarantine(maxCounted)
        )
      } quarantine
        LEFT JOIN submissions s ON s.organization_id = $organization AND s.key = request.key`,
    {
      columns: ({ isFlood: _, isLarge: __, ...columns }) => columns,
      batchKey: ({ isFlood, isLarge }) => `${isFlood} ${isLarge}`,
      maxBatchSize: smallBatch
    }
  )

  const load = Effect.fnUntraced(
    function*(organization_id: OrganizationId, { address_key, key, proof, text_key }: Arrival) {
      const now = yield* Clock.currentTimeMillis
      const [isFlood, isLarge] = [floods.is(organization_id, now), largeOnes.is(organization_id, now)]
      const lookup = { organization_id, address_key, key, proof, text_key, isFlood, isLarge }
      const [row] = yield* Effect.orDie(look(lookup))
      const {
        bytes_of_address,
        of_address,
        of_board,
        of_text,
        proof_is_used,
        quarantined,
        quarantined_bytes,
        ...submission
      } = row!
      if (!isFlood) floods.set(organization_id, now, of_board >= maxOfBoard)
      if (!isLarge) largeOnes.set(organization_id, now, quarantined >= maxCounted)
      const quarantine = quarantined < maxCounted
        ? { quarantined, quarantined_bytes }
        : yield* Cache.get(large, organization_id)
      const known = submission.id === null ? null : submission
      const circumstances: Circumstances = {
        known,
        bytes_of_address,
        of_address,
        of_board,
        of_text,
        proof_is_used,
        ...quarantine
      }
      return circumstances
    }
  )

  const contents = sql`SELECT sent ->> 'id' FROM arrived x CROSS JOIN jsonb_array_elements(x.files) sent`

  /**
   * Cancels the removal of the contents of a submission. If one was taken in the meantime, the row is not stored, and
   * the removal of its other contents stays queued.
   */
  const insert = batchedInsert<Circumstances, StoredSubmission, Worker>(sql, {
    table: noun.table,
    columns: rowColumns(noun),
    before: withdrawn(sql, sql`ARRAY(${contents})`, sql`ARRAY(${contents} WHERE ${sql.literal(areReserved)})`),
    where: areReserved,
    sideWrites: ({ before, context, decided: { entity: { id, state } } }) =>
      state === "quarantined"
        ? { work: [SignalWork.of(id, { submission_id: id }, context.actor)] }
        : { work: [SubmissionWork.of(id, id, context.actor, isFlooded(before) ? "flooded" : "accepted")] }
  })

  return <Failure>(
    worker: Worker,
    arrival: Arrival,
    decide: (circumstances: Circumstances, context: DecisionContext<Worker>) => Decision<StoredSubmission, Failure>
  ) => {
    const loaded = load(worker.organization_id, arrival)
    let isFirst = true
    return write({
      actor: worker,
      load: Effect.suspend(() => {
        if (!isFirst)
          return Effect.tap(
            loaded,
            ({ known }) => known === null ? stillReserved(sql, arrival.content.files.map(({ id }) => id)) : Effect.void
          )
        isFirst = false
        return loaded
      }),
      decide,
      save: insert,
      races: ["submissions_key", "submissions_proof"]
    })
  }
})

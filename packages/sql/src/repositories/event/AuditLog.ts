/** The audit log of stored events: a hash chain for each organization. */
import * as AuditChain from "@candor/domain/event/AuditChain"
import { AuditLog, type AuditRequest, type Verified } from "@candor/domain/event/AuditLog"
import { maxPageBytes } from "@candor/domain/event/Events"
import type { OrganizationId } from "@candor/domain/Id"
import { Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { auditPages } from "./AuditPages.ts"
import { whereWritable } from "../../database/SqlFailures.ts"
import { PageTurns } from "./PageTurns.ts"
import * as EventErasure from "../../sequencing/EventErasure.ts"
import { sha256 } from "../../sequencing/SequenceNumbers.ts"
import { Sequencer } from "../../sequencing/Sequencer.ts"

/** The stored end of a chain, and the sequence numbers that its events record as erased. */
interface Claims {
  readonly sequence: number | null
  readonly hash: string | null
  readonly last: number
  readonly erased: ReadonlyArray<number>
}

/** The most entries of the chain that are verified at a time; `maxPageBytes` limits them as well. */
const verifiedEvents = 500

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const sequencer = yield* Sequencer
  const random = yield* SecureRandom.SecureRandom
  const { inTurn } = yield* PageTurns

  /**
   * Sequences the organization's events. If the database takes no writes, only events that already have their numbers
   * are read.
   */
  const sequence = (organization: OrganizationId) => whereWritable(sequencer.sequence(organization))

  const pages = auditPages(sql)

  const page = Effect.fnUntraced(function*(organization: OrganizationId, request: AuditRequest) {
    yield* sequence(organization)
    const { entries, next } = yield* inTurn(organization, Effect.orDie(pages(organization, request)))
    return { entries, has_more: next !== null, next }
  })

  /** Selects the chain's next entries, up to the last one to verify: others are added in the meantime. */
  const chainAfter = (organization: OrganizationId, sequence: number, last: number) =>
    sql<AuditChain.Sequenced>`
      SELECT id, sequence, type, subject_id, user_id, api_key_id, worker, request_id, occurred_at, data, salt, digest, hash
      FROM (
        SELECT e.*, bytes, sum(bytes) OVER (ORDER BY sequence) AS total
        FROM events e CROSS JOIN LATERAL (SELECT coalesce(data_bytes, octet_length(data::text), 0) AS bytes) measured
        WHERE e.organization_id = ${organization} AND e.sequence > ${sequence} AND e.sequence <= ${last}
        ORDER BY e.sequence LIMIT ${verifiedEvents}
      ) event
      WHERE total = bytes OR total <= ${maxPageBytes}
      ORDER BY sequence
    `

  /** Selects the stored end of the organization's chain, and the numbers that its events record as erased. */
  const claims = (organization: OrganizationId) =>
    sql<Claims>`
      SELECT h.sequence, h.hash, (
        SELECT coalesce(max(e.sequence), 0) FROM events e WHERE e.organization_id = ${organization}
      ) AS last, (
        SELECT coalesce(json_agg(erased.sequence), '[]') FROM events e
        CROSS JOIN LATERAL jsonb_array_elements(e.data -> 'sequences') AS erased (sequence)
        WHERE e.organization_id = ${organization} AND e.type = 'audit.erased'
      ) AS erased
      FROM organizations o LEFT JOIN event_heads h ON h.organization_id = ${organization}
      WHERE o.id = ${organization}
    `

  const verify = Effect.fnUntraced(function*(organization: OrganizationId) {
    yield* sequence(organization)
    const [claimed] = yield* claims(organization)
    const last = claimed?.last ?? 0
    let erased = new Set(claimed?.erased)
    let head = AuditChain.origin
    const broken = (at: AuditChain.Break): Verified => ({ head, broken: Option.some(at) })
    while (head.sequence < last) {
      const rows = yield* chainAfter(organization, head.sequence, last)
      if (rows.length === 0) return broken({ sequence: head.sequence + 1, reason: "missing" })
      // An erasure may have happened in the meantime, and is recorded by now.
      if (rows.some(({ salt, sequence }) => salt === null && !erased.has(sequence))) {
        erased = new Set((yield* claims(organization))[0]?.erased)
      }
      const verified = AuditChain.verify(head, rows, erased, sha256)
      if ("reason" in verified) return broken(verified)
      head = verified
    }
    // The end is stored separately, so that it shows if the chain was cut, or rewritten from some event on.
    const end = claimed?.sequence ?? 0
    if (end > head.sequence) return broken({ sequence: head.sequence + 1, reason: "missing" })
    if (end < head.sequence || (claimed?.hash ?? AuditChain.origin.hash) !== head.hash) {
      return broken({ sequence: Math.max(1, end), reason: "changed" })
    }
    return { head, broken: Option.none<AuditChain.Break>() }
  }, Effect.orDie)

  const countErasable = (organization: OrganizationId, subject_id: string) =>
    Effect.orDie(EventErasure.count(sql, organization, subject_id))

  const erase = (organization: OrganizationId, subject_id: string, by: string) =>
    // An event must have its digest before its data can be erased.
    Effect.andThen(sequence(organization), EventErasure.erase(sql, random, { organization, subject_id, by }))

  return AuditLog.of({ page, verify, countErasable, erase })
})

export const layer = Layer.effect(AuditLog, make).pipe(Layer.provide([Sequencer.layer, PageTurns.layer]))

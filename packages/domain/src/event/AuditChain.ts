/**
 * The hash chain of the audit log. Each event's hash covers the event and the hash of the event before it, so that
 * verification finds a changed or missing event. A salted digest covers an event's data, so that the data can be erased
 * and the chain still verifies. The caller provides the hash function.
 */
import type { Schema } from "effect"
import type { Timestamp } from "../Timestamp.ts"

/** The part of an event that its hash covers. */
export interface Covered {
  readonly id: string
  readonly type: string
  readonly subject_id: string
  readonly user_id: string | null
  readonly api_key_id: string | null
  readonly worker: string | null
  readonly request_id: string
  readonly occurred_at: Timestamp
}

/** An event that has no sequence number yet. */
export interface Unsequenced extends Covered {
  readonly data: Schema.Json
  readonly salt: string
}

/** The sequence number of an event, with the hashes of the chain. */
export interface Link {
  readonly id: string
  readonly sequence: number
  readonly digest: string
  readonly hash: string
}

/** An event of the chain. The data and the salt of an erased event are null. */
export interface Sequenced extends Covered {
  readonly data: Schema.Json
  readonly salt: string | null
  readonly sequence: number
  readonly digest: string
  readonly hash: string
}

/** The last event of the chain. */
export interface Head {
  readonly sequence: number
  readonly hash: string
}

/** The head of an empty chain. */
export const origin: Head = { sequence: 0, hash: "0".repeat(64) }

/** Returns the hash of a text, in hexadecimal. */
export type Hash = (text: string) => string

/** Returns the canonical text of a JSON value (RFC 8785): keys sorted, no white space. */
export const canonical = (json: Schema.Json): string => {
  if (Array.isArray(json)) return `[${json.map(canonical).join(",")}]`
  if (json === null || typeof json !== "object") return JSON.stringify(json)
  const members = json as Schema.JsonObject
  let text = ""
  for (const key of Object.keys(members).toSorted()) {
    text += `${text === "" ? "{" : ","}${JSON.stringify(key)}:${canonical(members[key]!)}`
  }
  return text === "" ? "{}" : `${text}}`
}

const digestOf = (data: Schema.Json, salt: string, hash: Hash): string => hash(salt + canonical(data))

/** Hashes the canonical text of an event. The keys are written in sorted order, so that they need no sorting. */
const hashOf = (event: Covered, sequence: number, digest: string, previous: string, hash: Hash): string =>
  hash(JSON.stringify({
    api_key_id: event.api_key_id,
    digest,
    id: event.id,
    occurred_at: event.occurred_at,
    previous,
    request_id: event.request_id,
    sequence,
    subject_id: event.subject_id,
    type: event.type,
    user_id: event.user_id,
    worker: event.worker
  }))

/** Appends events to the chain that ends at `head`: returns the link of each, in order. */
export const append = (head: Head, events: ReadonlyArray<Unsequenced>, hash: Hash): ReadonlyArray<Link> => {
  let { hash: previous, sequence } = head
  return events.map((event) => {
    const digest = digestOf(event.data, event.salt, hash)
    previous = hashOf(event, ++sequence, digest, previous, hash)
    return { id: event.id, sequence, digest, hash: previous }
  })
}

/** The first broken event of a chain, and the reason. */
export interface Break {
  readonly sequence: number
  readonly reason: "missing" | "changed"
}

/** Tells whether the digest matches an event's data, or an event of the chain records the erasure of the data. */
const dataIsIntact = (event: Sequenced, erased: ReadonlySet<number>, hash: Hash): boolean =>
  event.salt === null
    ? event.data === null && erased.has(event.sequence)
    : event.digest === digestOf(event.data, event.salt, hash)

/**
 * Verifies events that follow `head`: returns the first break, or the new head. `erased` are the sequence numbers whose
 * erasure is recorded by an event, even one without a number yet.
 */
export const verify = (
  head: Head,
  events: ReadonlyArray<Sequenced>,
  erased: ReadonlySet<number>,
  hash: Hash
): Head | Break => {
  let { hash: previous, sequence } = head
  for (const event of events) {
    sequence++
    if (event.sequence !== sequence) return { sequence, reason: "missing" }
    if (!dataIsIntact(event, erased, hash) || event.hash !== hashOf(event, sequence, event.digest, previous, hash)) {
      return { sequence, reason: "changed" }
    }
    previous = event.hash
  }
  return { sequence, hash: previous }
}

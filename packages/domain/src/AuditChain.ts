/**
 * The chain that makes the audit log show tampering: each event's hash covers the event and the
 * hash of the one before. What an event tells of people is covered by its own salted digest, so
 * that it can be erased and the chain still holds. The hash function is the caller's.
 */
import type { Schema } from "effect"
import type { Timestamp } from "./Timestamp.ts"

/** An event as it is covered. */
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

/** An event that has no place yet. */
export interface Unsealed extends Covered {
  readonly data: Schema.Json
  readonly salt: string
}

/** The place of an event, and what proves it. */
export interface Seal {
  readonly id: string
  readonly sequence: number
  readonly digest: string
  readonly hash: string
}

/** A sealed event; without data and salt it has been erased. */
export interface Sealed extends Covered {
  readonly data: Schema.Json
  readonly salt: string | null
  readonly sequence: number
  readonly digest: string
  readonly hash: string
}

/** The last sealed event. */
export interface Head {
  readonly sequence: number
  readonly hash: string
}

/** What the first event follows. */
export const origin: Head = { sequence: 0, hash: "0".repeat(64) }

/** A hash of a text, in hexadecimal. */
export type Hash = (text: string) => string

/** The one text of a JSON value (RFC 8785): keys sorted, no white space. */
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

/** The hash of the canonical text. Its keys stand in their order here, which spares sorting them for every event. */
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

/** The seals of events in their order, from the head on. */
export const seal = (head: Head, events: ReadonlyArray<Unsealed>, hash: Hash): ReadonlyArray<Seal> => {
  let { hash: previous, sequence } = head
  return events.map((event) => {
    const digest = digestOf(event.data, event.salt, hash)
    previous = hashOf(event, ++sequence, digest, previous, hash)
    return { id: event.id, sequence, digest, hash: previous }
  })
}

/** Where a chain is broken, and how. */
export interface Break {
  readonly sequence: number
  readonly reason: "missing" | "changed"
}

/** Whether what an event tells is what was sealed, or was erased as an event of the chain says. */
const told = (event: Sealed, erased: ReadonlySet<number>, hash: Hash): boolean =>
  event.salt === null
    ? event.data === null && erased.has(event.sequence)
    : event.digest === digestOf(event.data, event.salt, hash)

/**
 * The first break in events that follow `head`, or the new head. `erased` are the places whose
 * erasure an event of the chain records, also one that has no place itself yet.
 */
export const verify = (
  head: Head,
  events: ReadonlyArray<Sealed>,
  erased: ReadonlySet<number>,
  hash: Hash
): Head | Break => {
  let { hash: previous, sequence } = head
  for (const event of events) {
    sequence++
    if (event.sequence !== sequence) return { sequence, reason: "missing" }
    if (!told(event, erased, hash) || event.hash !== hashOf(event, sequence, event.digest, previous, hash)) {
      return { sequence, reason: "changed" }
    }
    previous = event.hash
  }
  return { sequence, hash: previous }
}

/** Checks that each change has its events, in one order without gaps, and that their states match the stored ones. */
import type { Attempt, History, Violation } from "../History.ts"
import { violation } from "../History.ts"
import type { Shown } from "../Reading.ts"
import type { FeedEvent } from "../Stored.ts"

const broken = violation("events")

/** The types of events from workers, and from the commands that create the keys. */
const workers = new Set([
  "ai_profile.completed",
  "ai_profile.failed",
  "ai_profile.superseded",
  "audit.erased",
  "member.added",
  "api_key.created"
])

const gaps = (events: ReadonlyArray<FeedEvent>) => {
  const gap = events.findIndex(({ sequence }, index) => sequence !== index + 1)
  const ids = new Set(events.map(({ id }) => id))
  return [
    ...(gap < 0 ? [] : [broken(`After the event ${gap} of the feed comes ${events[gap]!.sequence}`)]),
    ...(ids.size === events.length ? [] : [broken(`The feed tells ${events.length - ids.size} events twice`)])
  ]
}

const listOf = (types: ReadonlyArray<string>) => types.length === 0 ? "none" : types.join(", ")

/** Returns a list without the items of another, each removed once. */
const without = (list: ReadonlyArray<string>, taken: ReadonlyArray<string>): ReadonlyArray<string> => {
  const left = [...list]
  for (const item of taken) {
    const index = left.indexOf(item)
    if (index >= 0) left.splice(index, 1)
  }
  return left
}

/** Returns how the events of an attempt differ from those that it may have made. */
const matching = (attempt: Attempt, made: ReadonlyArray<FeedEvent>): ReadonlyArray<Violation> => {
  const types = made.map(({ type }) => type).toSorted()
  const whole = attempt.events.toSorted()
  const isPartly = attempt.apart && attempt.knowledge === "unanswered"
  const isWhole = (isPartly || without(whole, types).length === 0) &&
    without(types, [...whole, ...attempt.besides]).length === 0
  const mayBeNone = attempt.knowledge !== "acknowledged" || attempt.mayBeNoChange
  const mayBeWhole = attempt.knowledge === "acknowledged" || attempt.knowledge === "unanswered"
  if ((isWhole && mayBeWhole) || (types.length === 0 && (mayBeNone || whole.length === 0))) return []
  return [
    broken(
      `${attempt.what} (${attempt.request_id}, ${attempt.knowledge}) made ${listOf(types)}; expected ${listOf(whole)}`
    )
  ]
}

/** An attempt that was answered before another was sent has earlier events. */
const disordered = (attempts: ReadonlyArray<Attempt>, byRequest: ReadonlyMap<string, ReadonlyArray<FeedEvent>>) => {
  const placed = attempts.flatMap((attempt) => {
    const sequences = (byRequest.get(attempt.request_id) ?? []).map(({ sequence }) => sequence)
    return sequences.length === 0 ? [] : [{ attempt, first: Math.min(...sequences), last: Math.max(...sequences) }]
  })
  const byEnd = placed.filter(({ attempt }) => attempt.knowledge === "acknowledged").toSorted((a, b) =>
    a.attempt.ended - b.attempt.ended
  )
  const found: Array<Violation> = []
  let next = 0
  let latest = { last: 0, request_id: "" }
  for (const { attempt, first } of placed.toSorted((a, b) => a.attempt.began - b.attempt.began)) {
    while (next < byEnd.length && byEnd[next]!.attempt.ended < attempt.began) {
      const { attempt: { request_id }, last } = byEnd[next++]!
      if (last > latest.last) latest = { last, request_id }
    }
    if (first < latest.last) {
      found.push(
        broken(
          `${attempt.request_id} has the sequence ${first}, and ${latest.request_id}, answered before it, ${latest.last}`
        )
      )
    }
  }
  return found
}

/** The last event of a thing must have the stored state. */
const replayed = (events: ReadonlyArray<FeedEvent>, shown: ReadonlyArray<Shown>) => {
  const last = new Map(events.map((event) => [event.subject_id, event]))
  return shown.flatMap(({ fields, id, kind }) => {
    const event = last.get(id)
    if (event === undefined) return [broken(`No event tells of the ${kind} ${id}`)]
    const { data } = event
    if (data === null)
      return [broken(`What the event ${event.sequence} tells of the ${kind} ${id}, which is stored, is erased`)]
    return Object.entries(fields).filter(([field, value]) => data[field] !== value).map(([field, value]) =>
      broken(
        `The ${kind} ${id} has ${field} ${JSON.stringify(value)}, and its last event tells ${
          JSON.stringify(data[field])
        }`
      )
    )
  })
}

const invented = (attempts: ReadonlyArray<Attempt>, events: ReadonlyArray<FeedEvent>) => {
  const known = new Set(attempts.map(({ request_id }) => request_id))
  return events
    .filter(({ actor, request_id, type }) => actor.worker === null ? !known.has(request_id) : !workers.has(type))
    .map(({ actor, request_id, sequence, type }) =>
      broken(`The event ${sequence}, ${type}, is of ${actor.worker ?? request_id}, which has nothing to do with it`)
    )
}

/** Compares the feed with the attempts and the stored data. */
export const checkEvents = (
  { attempts }: History,
  events: ReadonlyArray<FeedEvent>,
  shown: ReadonlyArray<Shown>
): ReadonlyArray<Violation> => {
  const byRequest = Map.groupBy(events.filter(({ actor }) => actor.worker === null), ({ request_id }) => request_id)
  return [
    ...gaps(events),
    ...attempts.flatMap((attempt) => matching(attempt, byRequest.get(attempt.request_id) ?? [])),
    ...disordered(attempts, byRequest),
    ...replayed(events, shown),
    ...invented(attempts, events)
  ]
}

/** Compares the events of a reader during the run with the whole feed. */
export const checkFollower = (
  seen: ReadonlyArray<string>,
  events: ReadonlyArray<FeedEvent>
): ReadonlyArray<Violation> => {
  const different = events.findIndex(({ id }, index) => seen[index] !== id)
  return different < 0 && seen.length === events.length ? [] : [
    broken(
      `A reader of the feed saw ${seen.length} events, and from ${
        different + 1
      } on not those of the ${events.length} in it`
    )
  ]
}

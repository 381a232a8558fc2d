/** A client that sends requests one by one to random servers, and records in the history what it knows. */
import { call, type Reply, type Request } from "../Call.ts"
import type { Random } from "../Random.ts"
import type { Attempt, Broken, Creation, Fields, History, Kind, Knowledge, Thing } from "./History.ts"

/** Milliseconds for which a client waits for an answer. */
const timeout = 6000

export interface Session {
  readonly random: Random
  /** Sends a request that changes nothing. */
  readonly read: (request: Request) => Promise<Reply>
  /** Sends a request that changes something, and records its outcome. */
  readonly attempt: (options: Attempted) => Promise<{ readonly attempt: Attempt; readonly reply: Reply }>
  /** Sends a request that creates things, and returns those that were certainly created. */
  readonly create: (
    options: Attempted & { readonly made: ReadonlyArray<Made>; readonly ids: (body: string) => ReadonlyArray<string> }
  ) => Promise<{ readonly things: ReadonlyArray<Thing>; readonly attempt: Attempt; readonly reply: Reply }>
  /** Sends a request that sets fields of a thing. */
  readonly write: (thing: Thing, fields: Fields, options: Attempted) => Promise<Attempt>
  /** Returns how many things of a kind may have been created with a parent by unanswered attempts. */
  readonly unanswered: (kind: Kind, parent: Thing) => number
  /** The ids of the members with the clients' keys, and of the member with this client's key. */
  readonly members: ReadonlyArray<string>
  readonly member: string
  readonly broken: Broken
  /** Returns a text that is used nowhere else. */
  readonly marker: () => string
}

export interface Attempted {
  readonly what: string
  readonly request: Request
  /** The status of the acknowledging answer. */
  readonly status: number
  readonly events: ReadonlyArray<string>
  readonly besides?: ReadonlyArray<string>
  /** Returns the events in place of the above after an acknowledging answer, which has an outcome for each item. */
  readonly told?: (body: string) => Pick<Attempt, "besides" | "events">
  readonly apart?: boolean
  readonly mayBeNoChange?: boolean
  /** The statuses of possible refusals. */
  readonly refusals?: ReadonlyArray<number>
}

/** Something that a request creates. */
export interface Made {
  readonly kind: Kind
  readonly marker: string
  readonly parent?: Thing
  readonly fields: Fields
}

const knowledgeOf = (reply: Reply, status: number): Knowledge => {
  if (reply.unsent) return "unsent"
  if (reply.status === undefined || reply.status >= 500) return "unanswered"
  return reply.status === status ? "acknowledged" : "refused"
}

export const session = (options: {
  readonly name: string
  readonly key: string
  readonly member: string
  readonly members: ReadonlyArray<string>
  /** Base addresses. */
  readonly servers: ReadonlyArray<string>
  readonly random: Random
  readonly history: History
  readonly broken: Broken
}): Session => {
  const { broken, history, key, member, members, name, random, servers } = options
  let sent = 0
  let markers = 0

  /** Whatever the fault, a server may only answer what was requested, a refusal, or 503 with a time to retry. */
  const judge = (what: string, reply: Reply, expected: ReadonlyArray<number>) => {
    if (reply.status === undefined || expected.includes(reply.status)) return
    if (reply.status === 503 && reply.headers.has("retry-after")) return
    const status = reply.status === 503
      ? "503 without Retry-After"
      : reply.status === 500
      ? "500"
      : `${reply.status} ${reply.text.slice(0, 300)}`
    broken.add(
      reply.status === 404 ? "writes" : "answers",
      `${what} was answered ${status} (${reply.headers.get("x-request-id")})`
    )
  }

  const send = (request: Request, request_id: string) =>
    call({ base_url: random.pick(servers), key }, request, { timeout, pooled: false, request_id })

  const attempt: Session["attempt"] = async (
    { apart = false, besides = [], events, mayBeNoChange = false, refusals = [], request, status, told, what }
  ) => {
    const request_id = `${name}-${++sent}`
    const began = performance.now()
    const reply = await send(request, request_id)
    judge(what, reply, [status, ...refusals])
    const knowledge = knowledgeOf(reply, status)
    const made: Attempt = {
      request_id,
      what,
      began,
      ended: performance.now(),
      knowledge,
      events,
      besides,
      ...knowledge === "acknowledged" ? told?.(reply.text) : {},
      apart,
      mayBeNoChange
    }
    history.attempts.push(made)
    return { attempt: made, reply }
  }

  return {
    random,
    attempt,
    read: async (request) => {
      const reply = await send(request, `${name}-${++sent}`)
      judge(`${request.method} ${request.path}`, reply, [200])
      return reply
    },
    create: async ({ ids, made, ...attempted }) => {
      const { attempt: done, reply } = await attempt(attempted)
      for (const { kind, marker, parent } of made)
        history.creations.push({ kind, marker, parent, attempt: done } satisfies Creation)
      if (done.knowledge !== "acknowledged") return { things: [], attempt: done, reply }
      const given = ids(reply.text)
      const things = made.map(({ fields, kind, marker, parent }, index): Thing => ({
        kind,
        id: given[index] ?? "",
        marker,
        parent,
        writes: new Map(Object.entries(fields).map(([field, value]) => [field, [{ value, attempt: done }]])),
        deletions: []
      }))
      history.things.push(...things)
      return { things, attempt: done, reply }
    },
    write: async (thing, fields, attempted) => {
      const { attempt: done } = await attempt(attempted)
      for (const [field, value] of Object.entries(fields)) {
        thing.writes.set(field, [...thing.writes.get(field) ?? [], { value, attempt: done }])
      }
      return done
    },
    unanswered: (kind, parent) =>
      history.creations.filter((one) =>
        one.kind === kind && one.parent === parent && one.attempt.knowledge === "unanswered"
      ).length,
    members,
    member,
    broken,
    marker: () => `${name}-m${++markers}`
  }
}

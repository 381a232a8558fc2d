/**
 * The neighbor: an organization that sends a steady stream of ordinary requests with known responses. Each request is
 * sent when it is due, even if earlier ones are unanswered. Its latency counts from that time, so that a stall of the
 * server counts for every request during it.
 */
import { type Access, call, expecting, type Request } from "../Call.ts"

/** Milliseconds after which a request counts as unanswered: more than the server takes for any. */
const timeout = 40_000

/** The outcome of one request. */
export interface SentRequest {
  readonly what: string
  readonly request_id: string
  /** Milliseconds since the request was due. */
  readonly latency: number
  /** `performance.now()` of the answer. */
  readonly answered_at: number
  readonly status: number | undefined
  /** The error in the response; empty for a correct response, and for 503. */
  readonly wrong: string
}

interface Ordinary {
  readonly what: string
  /** Returns the `n`th request of the stream, and what its answer has to contain. */
  readonly make: (n: number) => { readonly request: Request; readonly contains: unknown }
}

/** Returns the first difference of a value from its required content; empty if there is none. */
export const difference = (value: unknown, contains: unknown, path = "answer"): string => {
  if (typeof contains !== "object" || contains === null) {
    return Object.is(value, contains)
      ? ""
      : `${path} is ${JSON.stringify(value)?.slice(0, 100)}, not ${JSON.stringify(contains)}`
  }
  if (typeof value !== "object" || value === null) return `${path} is ${JSON.stringify(value)}`
  if (Array.isArray(contains) && (!Array.isArray(value) || value.length !== contains.length)) {
    return `${path} has not ${contains.length} items`
  }
  return Object.entries(contains).map(([field, part]) =>
    difference(Reflect.get(value, field), part, `${path}.${field}`)
  )
    .find((text) => text !== "") ?? ""
}

interface WithId {
  readonly id: string
}

/** Makes the requests of the stream, about data of the organization that nobody else changes. */
const ordinary = async (access: Access): Promise<ReadonlyArray<Ordinary>> => {
  const send = async <Body>(method: string, path: string, body?: unknown, status = 200): Promise<Body> =>
    expecting<Body>(await call(access, { method, path, body }, { timeout, pooled: true }), status)
  const same = async (what: string, path: string): Promise<Ordinary> => {
    const contains = await send<unknown>("GET", path)
    return { what, make: () => ({ request: { method: "GET", path }, contains }) }
  }
  const { job } = await send<{ job: WithId }>("POST", "/jobs", { title: "Beekeeper" }, 201)
  const { candidate } = await send<{ candidate: WithId }>("POST", "/candidates", {
    full_name: "Grace Hopper",
    primary_email: "grace@example.com"
  }, 201)
  const { application } = await send<{ application: WithId }>("POST", "/applications", {
    job_id: job.id,
    candidate_id: candidate.id
  }, 201)
  const notes = `/applications/${application.id}/notes`
  const { note } = await send<{ note: WithId }>("POST", notes, { note: "Spoke on the phone." }, 201)
  const { applications } = await send<{ applications: ReadonlyArray<WithId> }>("GET", "/applications?limit=10")
  const { candidates } = await send<{ candidates: ReadonlyArray<WithId> }>("GET", "/candidates?limit=10")
  // The stream changes the newest entry of each list, so complete comparisons begin after it.
  return [
    await same("list of jobs", "/jobs?limit=20"),
    await same("application", `/applications/${applications[1]!.id}`),
    {
      what: "note update",
      make: (n) => {
        const text = `Spoke on the phone ${n} times.`
        return {
          request: { method: "PATCH", path: `${notes}/${note.id}`, body: { note: text } },
          contains: { note: { id: note.id, body: text } }
        }
      }
    },
    await same("list of applications", "/applications?limit=50&offset=1"),
    await same("candidate", `/candidates/${candidates[1]!.id}`),
    {
      what: "candidate update",
      make: (n) => ({
        request: { method: "PATCH", path: `/candidates/${candidate.id}`, body: { university: `University ${n}` } },
        contains: { candidate: { id: candidate.id, university: `University ${n}` } }
      })
    },
    await same("list of candidates", "/candidates?limit=50&offset=1"),
    await same("list of searches", "/sourcing/searches")
  ]
}

export interface Neighbour {
  /** Sends requests until `until` is true; resolves when each is answered or has timed out. */
  readonly stream: (
    options: { readonly perSecond: number; readonly until: () => boolean }
  ) => Promise<ReadonlyArray<SentRequest>>
}

/** Creates the data of the stream. */
export const neighbour = async (access: Access): Promise<Neighbour> => {
  const kinds = await ordinary(access)
  let n = 0
  const ask = async (due: number): Promise<SentRequest> => {
    const { make, what } = kinds[n % kinds.length]!
    const { contains, request } = make(n++)
    const request_id = `neighbour-${n}-${Math.round(due)}`
    const { failure, status, text } = await call(access, request, { timeout, pooled: true, request_id })
    const answered_at = performance.now()
    const wrong = status === 200
      ? difference(JSON.parse(text), contains)
      : status === 503
      ? ""
      : failure || `${status}: ${text}`
    return { what, request_id, latency: answered_at - due, answered_at, status, wrong: wrong.slice(0, 200) }
  }
  return {
    stream: async ({ perSecond, until }) => {
      const sent: Array<Promise<SentRequest>> = []
      const began = performance.now()
      while (!until()) {
        const due = began + sent.length * 1000 / perSecond
        const wait = due - performance.now()
        if (wait > 0) await Bun.sleep(wait)
        sent.push(ask(due))
      }
      return Promise.all(sent)
    }
  }
}

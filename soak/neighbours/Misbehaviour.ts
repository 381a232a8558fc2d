/** The interface of a way to misbehave: its preparation, its run and its checks. */
import { type Access, call, type CallOptions, expecting, type Request } from "../Call.ts"
import type { Judged } from "./Figures.ts"
import type { SentRequest } from "./Neighbour.ts"
import type { World } from "./World.ts"

export interface Running {
  /** Returns whether it has ended by itself; true if it has no end of its own. */
  readonly isDone: () => boolean
  /** Stops it, and returns a line about its outcome. */
  readonly end: () => Promise<string>
}

export interface Prepared {
  /** Notes on the preparation, for the report. */
  readonly notes: ReadonlyArray<string>
  /** The duration in seconds, or the minimum and the maximum of one that ends by itself. */
  readonly seconds: number | { readonly min: number; readonly max: number }
  readonly begin: () => Promise<Running>
  /** Requests of the misbehaving organization that must have this status again afterwards, without a restart. */
  readonly afterwards: ReadonlyArray<Request & { readonly status: number }>
  /** Its own verdicts on the neighbor's requests, alone and during the run, while it is still running. */
  readonly judge?: (
    alone: ReadonlyArray<SentRequest>,
    during: ReadonlyArray<SentRequest>
  ) => Promise<ReadonlyArray<Judged>>
  readonly clear?: () => Promise<void>
}

export interface Misbehaviour {
  readonly name: string
  /** Why it is left out with the embedded database; undefined if it is not. */
  readonly notEmbedded?: string
  readonly prepare: (world: World) => Promise<Prepared>
}

const preparing: CallOptions = { timeout: 60_000, pooled: true }

/** Sends a request of the preparation; fails if the response has another status. */
export const send = async <Body>(
  access: Access,
  method: string,
  path: string,
  body: unknown,
  status: number
): Promise<Body> => expecting<Body>(await call(access, { method, path, body }, preparing), status)

export interface Filled {
  /** The number of added items. */
  readonly added: number
  readonly note: string
}

/**
 * Adds items until the server says that there are enough (400 with `details.limit`), or there are `max`. `make` makes
 * the request that adds `count` items. A refused request is retried with half as many items, down to one.
 */
export const fill = async (
  access: Access,
  what: string,
  options: { readonly max: number; readonly batchSize: number; readonly make: (count: number) => Request }
): Promise<Filled> => {
  let added = 0
  let batchSize = options.batchSize
  while (added < options.max) {
    const count = Math.min(batchSize, options.max - added)
    const reply = await call(access, options.make(count), preparing)
    if (reply.status === 201) added += count
    else if (reply.status !== 400) expecting(reply, 201)
    else if (count > 1) batchSize = Math.floor(count / 2)
    else {
      const { details } = JSON.parse(reply.text).error
      const cap = details?.limit === undefined ? "a cap without details.limit" : `a cap of ${details.limit} is told`
      return { added, note: `${added} ${what}: ${cap}` }
    }
  }
  return { added, note: `${added} ${what}: no cap up to here` }
}

/** Formats the counts as a line. */
export const summaryOf = (tally: Readonly<Record<string, number>>): string =>
  Object.entries(tally).map(([name, count]) => `${count} ${name}`).join(", ") || "nothing"

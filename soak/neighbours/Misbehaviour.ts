/** One way to misbehave, from what it needs to what has to be true afterwards. */
import { type Access, call, type CallOptions, expecting, type Request } from "../Call.ts"
import type { Judged } from "./Figures.ts"
import type { Asked } from "./Neighbour.ts"
import type { World } from "./World.ts"

export interface Running {
  /** Whether what was begun has come to its end, where it has one. */
  readonly isDone: () => boolean
  /** Ends it; says in a line what came of it. */
  readonly end: () => Promise<string>
}

export interface Prepared {
  /** What a reader should know of the preparation. */
  readonly notes: ReadonlyArray<string>
  /** Seconds for which it goes on at least, and at most where it is not done. */
  readonly seconds: { readonly least: number; readonly most: number }
  readonly begin: () => Promise<Running>
  /** Requests of the misbehaving organization that afterwards have this status again, without a restart. */
  readonly afterwards: ReadonlyArray<Request & { readonly status: number }>
  /**
   * Verdicts of its own over the neighbour's requests, alone and during, while it still goes on. There are none alone in
   * the short form.
   */
  readonly judge?: (alone: ReadonlyArray<Asked>, during: ReadonlyArray<Asked>) => Promise<ReadonlyArray<Judged>>
  readonly clear?: () => Promise<void>
}

export interface Misbehaviour {
  readonly name: string
  /** Why it is left out on the embedded database; undefined where it is not. */
  readonly notEmbedded?: string
  readonly prepare: (world: World) => Promise<Prepared>
}

const preparing: CallOptions = { timeout: 60_000, pooled: true }

/** Sends a request of the preparation, which has to have the status. */
export const send = async <Body>(
  access: Access,
  method: string,
  path: string,
  body: unknown,
  status: number
): Promise<Body> => expecting<Body>(await call(access, { method, path, body }, preparing), status)

export interface Filled {
  /** How many were added. */
  readonly added: number
  readonly note: string
}

/**
 * Adds items until the server says that there are enough (400 with `details.limit`), or `most` are there. `make` gives
 * the request that adds so many; what is refused is tried again with half as many, down to one.
 */
export const fill = async (
  access: Access,
  what: string,
  options: { readonly most: number; readonly together: number; readonly make: (count: number) => Request }
): Promise<Filled> => {
  let added = 0
  let together = options.together
  while (added < options.most) {
    const count = Math.min(together, options.most - added)
    const reply = await call(access, options.make(count), preparing)
    if (reply.status === 201) added += count
    else if (reply.status !== 400) expecting(reply, 201)
    else if (count > 1) together = Math.floor(count / 2)
    else {
      const { details } = JSON.parse(reply.text).error
      const told = details?.limit === undefined ? "a cap without details.limit" : `a cap of ${details.limit} is told`
      return { added, note: `${added} ${what}: ${told}` }
    }
  }
  return { added, note: `${added} ${what}: no cap up to here` }
}

/** What a tally says in a line. */
export const told = (tally: Readonly<Record<string, number>>): string =>
  Object.entries(tally).map(([name, count]) => `${count} ${name}`).join(", ") || "nothing"

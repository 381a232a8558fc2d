/** What a member can read, and the comparison of answers. */
import { isWrite, names, operation } from "../conformance/operations.ts"
import type { Answer } from "../harness/Client.ts"
import type { Ids } from "../harness/Ids.ts"
import type { Keys } from "../harness/World.ts"

/** The seeds of the random worlds: only the first, or from `FIRST_WORLD` up to `WORLDS`. */
const first = Number(process.env["FIRST_WORLD"] ?? 1)
export const seeds: ReadonlyArray<number> = Array.from(
  { length: Number(process.env["WORLDS"] ?? first) - first + 1 },
  (_, at) => first + at
)

export const reads = names.filter((name) =>
  !isWrite(name) && operation(name).scope === "read" && name !== "GET /events"
)

export const ofKey = (key: string): Keys => ({
  admin: key,
  write: key,
  read: key,
  other_author: key,
  expired: key,
  revoked: key
})

/** Nonexistent ids for what a world lacks. */
const nobodys = new Proxy({} as Ids, { get: () => "0197f3a2-5b1c-7d4e-8f60-00000000dead", has: () => true })
export const withNobodys = (ids: Partial<Ids>): Ids =>
  new Proxy(nobodys, { get: (from, field: keyof Ids) => ids[field] ?? from[field], has: () => true })

/** Returns what an answer reveals. */
export const visibleOf = ({ headers, status, text }: Answer) => ({ status, text, headers: headers.get("etag") })

/** What becomes known of a request on its way, for its headers and its log line. */
import type { RateLimitState } from "@candor/contract/Authorization"
import { Context } from "effect"

export interface RequestRecord {
  readonly id: string
  /** The address of the client; few requests need it. */
  readonly address: () => string
  /** When it arrived, in milliseconds since the Unix epoch. */
  readonly started: number
  /** The limit that the request counts to: its key's, or its address's where it has no valid key. */
  rate_limit: RateLimitState | undefined
  /** The operation of the contract, for example Jobs.update. */
  operation: string | undefined
  api_key_id: string | undefined
  /** When it must be answered, in nanoseconds of the clock that only goes forward; undefined where it may take any time. */
  deadline: bigint | undefined
  /** Its deadline has passed, and its handling been interrupted. */
  overdue: boolean
  /** The `Link` header of the answer, where it has one. */
  link: string | undefined
}

/** The record of a request when it arrives. The client may give it an id of its own (spec, part 8). */
export const make = (
  known: Pick<RequestRecord, "address" | "started"> & { readonly id: string | null | undefined }
): RequestRecord => ({
  id: typeof known.id === "string" && /^[\w.:~-]{1,128}$/.test(known.id) ? known.id : crypto.randomUUID(),
  address: known.address,
  started: known.started,
  rate_limit: undefined,
  operation: undefined,
  api_key_id: undefined,
  deadline: undefined,
  overdue: false,
  link: undefined
})

/** The record of the present request, which the server gives it, filled in as the request is understood. */
export const CurrentRequest = Context.Reference<RequestRecord>("@candor/api/CurrentRequest", {
  defaultValue: () => make({ id: "outside-a-request", address: () => "unknown", started: 0 })
})

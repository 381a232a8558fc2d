/** What becomes known of a request on its way, for its headers and its log line. */
import type { RateLimitState } from "@candor/contract/Authorization"
import { Context } from "effect"

/** The address that a connection comes from; the server gives it to each request. */
export const ClientAddress = Context.Reference<string>("@candor/api/ClientAddress", {
  defaultValue: () => "unknown"
})

export interface RequestRecord {
  readonly id: string
  readonly address: string
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

/** A record with what is known of a request from its start. */
export const make = (known: Pick<RequestRecord, "id" | "address" | "started">): RequestRecord => ({
  ...known,
  rate_limit: undefined,
  operation: undefined,
  api_key_id: undefined,
  deadline: undefined,
  overdue: false,
  link: undefined
})

/** The record of the present request, filled in as the request is understood. */
export const CurrentRequest = Context.Reference<RequestRecord>("@candor/api/CurrentRequest", {
  defaultValue: () => make({ id: "outside a request", address: "unknown", started: 0 })
})

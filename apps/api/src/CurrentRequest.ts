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
  /** The limit that the request counts to: its key's, or its address's where it has no valid key. */
  rate_limit: RateLimitState | undefined
  /** The operation of the contract, for example Jobs.update. */
  operation: string | undefined
  api_key_id: string | undefined
}

/** A record for a request with nothing known yet but its id and address. */
export const make = (id: string, address: string): RequestRecord => ({
  id,
  address,
  rate_limit: undefined,
  operation: undefined,
  api_key_id: undefined
})

/** The record of the present request, filled in as the request is understood. */
export const CurrentRequest = Context.Reference<RequestRecord>("@candor/api/CurrentRequest", {
  defaultValue: () => make("outside a request", "unknown")
})

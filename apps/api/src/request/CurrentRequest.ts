/** The record of a request, from which its headers and its log line are made. */
import type { RateLimitState } from "@candor/contract/Authorization"
import type { Scope } from "@candor/domain/access/Scope"
import type { Principal } from "@candor/domain/authentication/Principal"
import { Context, type Tracer } from "effect"

export interface RequestRecord {
  readonly id: string
  readonly address: () => string
  /** Closes the connection within seconds, unless the client reads on. */
  readonly hangUp: () => void
  /** When the request arrived, in milliseconds since the Unix epoch. */
  readonly started: number
  /** The span of the request, if it is traced. */
  readonly span: Tracer.Span | undefined
  /** The principal, if this is a part of a request that was authenticated and counted as a whole. */
  readonly authenticated: Principal | undefined
  /** The limit that the request counts toward: that of its key, or that of its address without a valid key. */
  rate_limit: RateLimitState | undefined
  /** The operation of the contract, for example Jobs.update. */
  operation: string | undefined
  /** The path of the operation with its parameters, for example /api/v1/jobs/:jobId. */
  route: string | undefined
  organization_id: string | undefined
  api_key_id: string | undefined
  /** The `Link` header of the response, if it has one. */
  link: string | undefined
  /** The scope that the operation requires, if the app's scope is smaller and its member may grant it. */
  required_scope: Scope | undefined
  /** Seconds for `Retry-After`, if that is not the reset of the rate limit. */
  retry_after: number | undefined
}

/** The client's id for a request, if it can be logged (unlike a key); else a new one. */
export const idFrom = (header: string | null): string =>
  header !== null && /^[\w.:~-]{1,128}$/.test(header) && !/candor_/i.test(header) ? header : crypto.randomUUID()

/** Makes the record of a request that has just arrived. */
export const make = (
  known:
    & Pick<RequestRecord, "id" | "address" | "started">
    & Partial<Pick<RequestRecord, "hangUp" | "span" | "authenticated">>
): RequestRecord => ({
  hangUp: () => {},
  span: undefined,
  authenticated: undefined,
  ...known,
  rate_limit: undefined,
  operation: undefined,
  route: undefined,
  organization_id: undefined,
  api_key_id: undefined,
  link: undefined,
  required_scope: undefined,
  retry_after: undefined
})

/** The record of the present request. It is filled in while the request is processed. */
export const CurrentRequest = Context.Reference<RequestRecord>("@candor/api/request/CurrentRequest", {
  defaultValue: () => make({ id: "outside a request", address: () => "unknown", started: 0 })
})

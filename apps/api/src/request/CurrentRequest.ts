/** The record of a request, which its headers and its log line are made from. */
import type { RateLimitState } from "@candor/contract/Authorization"
import type { Scope } from "@candor/domain/access/Scope"
import type { Principal } from "@candor/domain/authentication/Principal"
import { Context, type Tracer } from "effect"

export interface RequestRecord {
  readonly id: string
  readonly address: () => string
  /** Closes the connection within seconds, unless the client reads. */
  readonly hangUp: () => void
  /** When it arrived, in milliseconds since the Unix epoch. */
  readonly started: number
  /** The span of the request, where its trace is recorded. */
  readonly span: Tracer.Span | undefined
  /** The principal of a part of a request that was authenticated, and counted, as a whole. */
  readonly authenticated: Principal | undefined
  /** The limit that the request counts to: its key's, or its address's where it has no valid key. */
  rate_limit: RateLimitState | undefined
  /** The operation of the contract, for example Jobs.update. */
  operation: string | undefined
  /** The path of the operation with its parameters, for example /api/v1/jobs/:jobId. */
  route: string | undefined
  organization_id: string | undefined
  api_key_id: string | undefined
  /** The `Link` header of the response, where it has one. */
  link: string | undefined
  /** The scope that the operation requires, where that of an app is smaller and its member may give it. */
  required_scope: Scope | undefined
  /** The seconds after which it is worth another try, where that is not when the limit counts anew. */
  retry_after: number | undefined
}

/** The id that the client has given a request, where it can be logged (which a key cannot); else a new one. */
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

/** The record of the present request, which the server gives it, filled in as the request is understood. */
export const CurrentRequest = Context.Reference<RequestRecord>("@candor/api/request/CurrentRequest", {
  defaultValue: () => make({ id: "outside a request", address: () => "unknown", started: 0 })
})

/**
 * Connections to accounts at other services by OAuth 2.0 (RFC 6749): somebody consented there, and may end it there at
 * any time. Whoever needs one, such as mail, has one of its own.
 */
import { Schema } from "effect"
import { described } from "../Described.ts"
import type { OrganizationId } from "../Id.ts"
import type { Timestamp } from "../Timestamp.ts"

export const Provider = Schema.Literals(["google", "microsoft"]).pipe(described(
  "`google` is Google Workspace or Gmail, `microsoft` is Microsoft 365",
  "google"
))
export type Provider = typeof Provider.Type

/** What a connection is for. An owner has one at most. */
export interface ConnectionOwner {
  readonly organization_id: OrganizationId
  readonly owner: "mail" | `calendar ${string}`
}

/** What the provider gave, encrypted. */
export interface Tokens {
  readonly refresh_token: string
  readonly access_token: string
  /** When the access token ends. */
  readonly expires_at: Timestamp
}

/** A connection as it is stored. */
export interface Connection extends ConnectionOwner, Tokens {
  readonly provider: Provider
  /** The address of the account; null where a server of the version before connected it. */
  readonly account: string | null
  /** Tells a connection from the one before it. */
  readonly connected_at: Timestamp
  /** What the provider said when it ended the connection; null while it has not. */
  readonly failure: string | null
}

/** A connection that has ended, whose grant the provider is to be told of. */
export type EndedConnection = ConnectionOwner & Pick<Connection, "account" | "provider" | "refresh_token">

/**
 * Why there is no token: the provider ended the connection, refuses this service's own id or secret, or is away for a
 * while.
 */
export interface ConnectionTrouble {
  readonly problem: "consent_ended" | "app_refused" | "busy"
  readonly detail: string | null
}

/**
 * Why an account was not connected: somebody refused it at the provider (`denied`), or left out a permission
 * (`incomplete`); the browser did not begin in this session, or too long ago (`not_begun`); or as with tokens.
 */
export const ConsentProblem = Schema.Literals(["app_refused", "busy", "denied", "incomplete", "not_begun"])
export type ConsentProblem = typeof ConsentProblem.Type

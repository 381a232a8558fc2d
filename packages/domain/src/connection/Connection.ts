/**
 * Connections to accounts at other services by OAuth 2.0 (RFC 6749). Somebody gives consent there, and may end it there
 * at any time. Each use, such as mail, has its own connection.
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

/** The owner and purpose of a connection. There is at most one for each. */
export interface ConnectionOwner {
  readonly organization_id: OrganizationId
  readonly owner: "mail" | `calendar ${string}`
}

/** The tokens that the provider issued, encrypted. */
export interface Tokens {
  readonly refresh_token: string
  readonly access_token: string
  /** When the access token expires. */
  readonly expires_at: Timestamp
}

/** A connection as it is stored. */
export interface Connection extends ConnectionOwner, Tokens {
  readonly provider: Provider
  /** The email address of the account; null if the previous version of Candor connected it. */
  readonly account: string | null
  /** Distinguishes a connection from the previous one. */
  readonly connected_at: Timestamp
  /** The provider's reason for ending the connection; null while it works. */
  readonly failure: string | null
}

/** A connection that has ended and whose grant is to be revoked at the provider. */
export type EndedConnection = ConnectionOwner & Pick<Connection, "account" | "provider" | "refresh_token">

/**
 * Why there is no token: the provider ended the connection, rejects this service's own id or secret, or is temporarily
 * unavailable.
 */
export interface ConnectionTrouble {
  readonly problem: "consent_ended" | "app_refused" | "busy"
  readonly detail: string | null
}

/**
 * Why an account was not connected: the person refused at the provider (`denied`), or left out a permission
 * (`incomplete`); the browser did not begin in this session, or too long ago (`not_begun`); or one of the problems with
 * tokens.
 */
export const ConsentProblem = Schema.Literals(["app_refused", "busy", "denied", "incomplete", "not_begun"])
export type ConsentProblem = typeof ConsentProblem.Type

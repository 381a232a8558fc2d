/**
 * The port to connections. A change names the refresh token that it concerns, and does nothing if that was replaced in
 * the meantime.
 */
import { Context, type Effect, type Option } from "effect"
import type { Timestamp } from "../Timestamp.ts"
import type { Connection, ConnectionOwner, EndedConnection, Tokens } from "./Connection.ts"

/** A connection, identified by the refresh token that it had when it was read. */
export type Used = ConnectionOwner & Pick<Connection, "refresh_token">

export class Connections extends Context.Service<Connections, {
  readonly get: (owner: ConnectionOwner) => Effect.Effect<Option.Option<Connection>>
  /** Stores a connection, which replaces the owner's previous one, and queues the revocation of that one's grant. */
  readonly put: (connection: Connection) => Effect.Effect<void>
  /**
   * Leases the right to refresh for `seconds`. Returns false while another process has it. Does not lease within a
   * transaction.
   */
  readonly claim: (used: Used, seconds: number) => Effect.Effect<boolean>
  /**
   * Stores the tokens that the provider issued for the used one, and ends the lease. Within a transaction, this happens
   * in another session, without waiting, and whether or not the transaction commits.
   */
  readonly renew: (used: Used, tokens: Tokens) => Effect.Effect<void>
  /** Ends the lease; also ends the connection if the provider did, for the reason `failure`. */
  readonly release: (used: Used, failure: string | null) => Effect.Effect<void>
  /** Deletes the connection that was made at this time, and queues the revocation of its grant. */
  readonly remove: (owner: ConnectionOwner, connected_at: Timestamp) => Effect.Effect<void>
  /**
   * Tells whether the organization has another connection to the same account, or to an unknown one: a provider may end
   * all of them with one grant.
   */
  readonly isConnectedAgain: (ended: EndedConnection) => Effect.Effect<boolean>
}>()("@candor/domain/Connections") {}

/**
 * The port to connections. A change names the refresh token that it is about: of one that was replaced meanwhile
 * nothing is changed.
 */
import { Context, type Effect, type Option } from "effect"
import type { Timestamp } from "../Timestamp.ts"
import type { Connection, ConnectionOwner, EndedConnection, Tokens } from "./Connection.ts"

/** The connection that somebody read, by the refresh token that it had. */
export type Used = ConnectionOwner & Pick<Connection, "refresh_token">

export class Connections extends Context.Service<Connections, {
  readonly get: (owner: ConnectionOwner) => Effect.Effect<Option.Option<Connection>>
  /** Stores a connection in the place of the one that the owner had, and queues the revocation of that one's grant. */
  readonly put: (connection: Connection) => Effect.Effect<void>
  /**
   * Leases the right to refresh for so many seconds. Returns false while another process has it. Within a transaction
   * nothing is leased.
   */
  readonly claim: (used: Used, seconds: number) => Effect.Effect<boolean>
  /**
   * Stores what the provider gave for the token that was used, and ends the lease; within a transaction behind it,
   * whether or not that is kept.
   */
  readonly renew: (used: Used, tokens: Tokens) => Effect.Effect<void>
  /** Ends the lease, and the connection where the provider has ended it: `failure` is what it said. */
  readonly release: (used: Used, failure: string | null) => Effect.Effect<void>
  /** Deletes the connection that was made at a time, and queues the revocation of its grant. */
  readonly remove: (owner: ConnectionOwner, connected_at: Timestamp) => Effect.Effect<void>
  /**
   * Whether the organization has a connection to the same account, for whatever, or to one that is not known: a
   * provider may end all with one grant.
   */
  readonly isConnectedAgain: (ended: EndedConnection) => Effect.Effect<boolean>
}>()("@candor/domain/Connections") {}

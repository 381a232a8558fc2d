/** The port to connections. A change names the refresh token that it is about: of one that was replaced meanwhile nothing is changed. */
import { Context, type Effect, type Option } from "effect"
import type { Timestamp } from "../Timestamp.ts"
import type { Connection, ConnectionOwner, Tokens } from "./Connection.ts"

/** The connection that somebody read, by the refresh token that it had. */
export type Used = ConnectionOwner & Pick<Connection, "refresh_token">

export class Connections extends Context.Service<Connections, {
  readonly get: (owner: ConnectionOwner) => Effect.Effect<Option.Option<Connection>>
  /** Stores a connection in the place of the one that the owner had. */
  readonly put: (connection: Connection) => Effect.Effect<void>
  /** Leases the right to refresh for so many seconds. Returns false while another process has it. */
  readonly claim: (used: Used, seconds: number) => Effect.Effect<boolean>
  /** Stores what the provider gave for the token that was used, and ends the lease. */
  readonly renew: (used: Used, tokens: Tokens) => Effect.Effect<void>
  /** Ends the lease, and the connection where the provider has ended it: `failure` is what it said. */
  readonly release: (used: Used, failure: string | null) => Effect.Effect<void>
  /** Deletes the connection that was made at a time. Returns it. */
  readonly remove: (owner: ConnectionOwner, connected_at: Timestamp) => Effect.Effect<Option.Option<Connection>>
}>()("@candor/domain/Connections") {}

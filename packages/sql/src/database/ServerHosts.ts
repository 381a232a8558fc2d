/** Chooses one of several hosts by what its sessions can do, as libpq's `target_session_attrs` specifies. */
import { PgConnection } from "@effect/sql-pg"
import { Duration, Effect, Exit } from "effect"
import type { SqlError } from "effect/sql"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import type { Host, SessionAttributes, Target } from "./ConnectionParameters.ts"
import * as ServerStream from "./ServerStream.ts"
import { messageOf, sqlState } from "./SqlFailures.ts"

/** The driver's settings of a session, without the stream. */
export const credentials = (target: Target) => ({
  username: target.user,
  ...(target.password === undefined ? {} : { password: target.password }),
  ...(target.database === undefined ? {} : { database: target.database }),
  applicationName: target.applicationName,
  ...(target.options === undefined ? {} : { startupOptions: target.options }),
  ssl: false
})

/** What a session can do. */
interface Ability {
  readonly standby: boolean
  readonly read_only: boolean
}

const suits: Readonly<Record<SessionAttributes, (ability: Ability) => boolean>> = {
  "any": () => true,
  "read-write": ({ read_only }) => !read_only,
  "read-only": ({ read_only }) => read_only,
  "primary": ({ standby }) => !standby,
  "standby": ({ standby }) => standby,
  "prefer-standby": ({ standby }) => standby
}

const question = `SELECT pg_is_in_recovery() AS standby, current_setting('transaction_read_only') = 'on' AS read_only`

/** Whether to try the next host: no connection was made, or the server is starting (SQLSTATE `cannot_connect_now`). */
const isAway = (error: SqlError.SqlError) => error.reason._tag === "ConnectionError" || sqlState(error) === "57P03"

const shuffled = <A>(items: ReadonlyArray<A>): ReadonlyArray<A> =>
  items.map((item) => ({ item, at: Math.random() })).toSorted((a, b) => a.at - b.at).map(({ item }) => item)

/**
 * Makes the function that opens a stream to a host of a target. With several hosts it takes the first one with the
 * wanted kind of sessions, which it checks on a session of its own. A host that refuses that session, for instance
 * because of a wrong password, is taken: its response gives the reason.
 */
export const make = (target: Target): () => Duplex => {
  const wanted = target.sessionAttributes
  // A process keeps the order, because a request to cancel a statement has to reach the server that runs it.
  const hosts = target.shuffled ? shuffled(target.hosts) : target.hosts
  const [only] = hosts
  if (hosts.length === 1 && wanted === "any")
    return () => ServerStream.make(target, (signal) => ServerStream.connect(target, only!, signal))

  const abilityOf = (host: Host, signal: AbortSignal) =>
    Effect.runPromiseExit(
      Effect.scoped(Effect.flatMap(
        PgConnection.make({
          ...credentials(target),
          connectTimeout: target.connectTimeout,
          stream: () => ServerStream.make(target, (signal) => ServerStream.connect(target, host, signal))
        }),
        (session) => session.query(question, [], false)
      )),
      { signal }
    )

  const choose = async (signal: AbortSignal): Promise<Host> => {
    const reasons: Array<string> = []
    const answering: Array<Host> = []
    for (const host of hosts) {
      const exit = await abilityOf(host, signal)
      const error = Exit.isFailure(exit) ? Exit.findErrorOption(exit) : undefined
      if (Exit.isSuccess(exit)) {
        const found = exit.value.rows[0] as unknown as Ability
        if (suits[wanted](found)) return host
        answering.push(host)
        reasons.push(
          `${host.name}:${host.port} is ${
            found.standby ? "a standby" : found.read_only ? "a read-only primary" : "a primary"
          }`
        )
      } else if (error?._tag !== "Some" || !isAway(error.value)) {
        return host
      } else {
        reasons.push(`${host.name}:${host.port}: ${messageOf(error.value)}`)
      }
    }
    if (wanted === "prefer-standby" && answering[0] !== undefined) return answering[0]
    throw new Error(`No host is ${wanted === "any" ? "there" : wanted}: ${reasons.join("; ")}`)
  }
  const open = async (signal: AbortSignal): Promise<Socket> =>
    ServerStream.connect(target, await choose(signal), signal)
  return () => ServerStream.make(target, open)
}

/** The time limit for beginning a session: for each host one check, and one more for the session itself. */
export const connectTimeout = ({ connectTimeout, hosts }: Target): Duration.Duration =>
  hosts.length === 1 ? connectTimeout : Duration.times(connectTimeout, hosts.length + 1)

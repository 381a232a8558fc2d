/**
 * What is between this process and its server: nothing, or a pooler such as PgBouncer, and in which mode
 * (docs/operations.md, "PgBouncer").
 */
import { PgConnection } from "@effect/sql-pg"
import { Context, Effect, Schema, type Scope } from "effect"
import type { SqlError } from "effect/sql"
import { messageOf } from "./SqlFailures.ts"

/** How a session of this process is had: of the server itself, or of a pooler for a session or for a transaction. */
export type Pooling = "none" | "session" | "transaction"

/** The same of the clients that there are. */
export const CurrentPooling = Context.Reference<Pooling>("@candor/sql/CurrentPooling", { defaultValue: () => "none" })

/** The pooler works in a way that Candor cannot use. */
export class PoolerUnusable extends Schema.TaggedError<PoolerUnusable>()("PoolerUnusable", { reason: Schema.String }) {
  override get message() {
    return this.reason
  }
}

type Settings = Readonly<Record<string, string>>

const milliseconds = new Set(["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"])

/** Statements that give a role what a pooler does not let a session begin with. */
const roleSettings = (settings: Settings): string =>
  Object.entries(settings)
    .map(([name, value]) => `ALTER ROLE … SET ${name} = '${value}${milliseconds.has(name) ? "ms" : ""}'`)
    .join("; ")

/** How often two sessions are compared: in a pool of several, they need not have the same server each time. */
const rounds = 5

const backend = (session: PgConnection.PgConnection) =>
  Effect.map(session.query("SELECT pg_backend_pid() AS pid", [], false), ({ rows }) => Number(rows[0]!["pid"]))

const refuseParameters =
  (settings: Settings) => (error: SqlError.SqlError): Effect.Effect<never, SqlError.SqlError | PoolerUnusable> =>
    /unsupported startup parameter/.test(messageOf(error))
      ? Effect.fail(
        new PoolerUnusable({
          reason:
            `PgBouncer does not take the parameters of a session (${
              messageOf(error)
            }): set ignore_startup_parameters = ` +
            `${[...Object.keys(settings), "synchronous_commit"].join(",")} there, and their values by ${
              roleSettings(settings)
            }`
        })
      )
      : Effect.fail(error)

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, min: 60_000, h: 3_600_000, d: 86_400_000 }

/** A setting as PostgreSQL shows it, a time in milliseconds. */
const plain = (shown: string): string =>
  shown.replace(/^(\d+)(ms|s|min|h|d)$/, (_, number: string, unit: string) => String(Number(number) * units[unit]!))

/** Warns of settings that the sessions of a pooler do not have. */
const warnOfSettings = Effect.fnUntraced(function*(session: PgConnection.PgConnection, settings: Settings) {
  const lacking: Record<string, string> = {}
  for (const [name, value] of Object.entries(settings)) {
    const { rows } = yield* session.query("SELECT current_setting($1) AS shown", [name], false)
    if (plain(String(rows[0]!["shown"])) !== value) lacking[name] = value
  }
  if (Object.keys(lacking).length > 0)
    yield* Effect.logWarning(`The sessions of the pooler lack settings: ${roleSettings(lacking)}`)
})

/**
 * Finds out how sessions are had, with two that begin as those of the pools do. Behind a pooler the server's process
 * has another number than the session was given; where two sessions at a time have the same process, each has it for a
 * transaction. A pooler for single statements, or one that refuses the settings of a session, fails with what is to be
 * changed.
 */
export const find = Effect.fnUntraced(
  function*(
    config: PgConnection.Config,
    settings: Settings
  ): Effect.fn.Return<Pooling, SqlError.SqlError | PoolerUnusable, Scope.Scope> {
    const open = PgConnection.make({ ...config, startupParameters: settings }).pipe(
      Effect.catch(refuseParameters(settings))
    )
    const first = yield* open
    if ((yield* backend(first)) === first.processId) return "none"
    yield* first.query("BEGIN", [], false).pipe(
      Effect.andThen(first.query("COMMIT", [], false)),
      Effect.catch(() =>
        new PoolerUnusable({
          reason:
            "The pooler ends sessions that begin a transaction, as PgBouncer with pool_mode = statement does: set pool_mode = " +
            "transaction or session"
        })
      )
    )
    yield* warnOfSettings(first, settings)
    const second = yield* open
    for (let round = 0; round < rounds; round++) {
      if ((yield* backend(first)) === (yield* backend(second))) return "transaction"
    }
    return "session"
  },
  Effect.scoped
)

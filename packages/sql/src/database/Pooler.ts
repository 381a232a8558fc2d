/**
 * Detects a pooler such as PgBouncer between this process and its server, and its mode (docs/operations.md,
 * "PgBouncer").
 */
import { PgConnection } from "@effect/sql-pg"
import { Context, Effect, Schema, type Scope } from "effect"
import type { SqlError } from "effect/sql"
import { messageOf } from "./SqlFailures.ts"

/**
 * How long this process keeps a server session: without a pooler as long as its own, else for a session or for a
 * transaction.
 */
export type Pooling = "none" | "session" | "transaction"

/** The pooling of the current clients. */
export const CurrentPooling = Context.Reference<Pooling>("@candor/sql/CurrentPooling", { defaultValue: () => "none" })

/** The pooler works in a way that Candor cannot use. */
export class PoolerUnusable extends Schema.TaggedError<PoolerUnusable>()("PoolerUnusable", { reason: Schema.String }) {
  override get message() {
    return this.reason
  }
}

type Settings = Readonly<Record<string, string>>

const milliseconds = new Set(["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"])

/**
 * Statements that set, as defaults of a role, the settings that the pooler does not accept at the start of a session.
 */
const roleSettings = (settings: Settings): string =>
  Object.entries(settings)
    .map(([name, value]) => `ALTER ROLE … SET ${name} = '${value}${milliseconds.has(name) ? "ms" : ""}'`)
    .join("; ")

/** How often two sessions are compared: a pool with several server sessions need not assign the same one each time. */
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

/** Normalizes a setting that PostgreSQL shows; times are in milliseconds. */
const plain = (shown: string): string =>
  shown.replace(/^(\d+)(ms|s|min|h|d)$/, (_, number: string, unit: string) => String(Number(number) * units[unit]!))

/** Warns of settings that the pooler's sessions do not have. */
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
 * Detects the mode with two sessions that begin like those of the pools. Behind a pooler the server process has another
 * id than the session was told; if two concurrent sessions get the same process, each has it for a transaction. Fails,
 * with advice, for a pooler of single statements, or one that refuses the settings of a session.
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

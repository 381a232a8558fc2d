/** Classifies failures of the database. */
import { Effect } from "effect"
import { Migrator, SqlError } from "effect/sql"

const passing = new Set(["ConnectionError", "LockTimeoutError", "StatementTimeoutError"])

const field = (cause: unknown, name: "code" | "constraint"): string =>
  typeof cause === "object" && cause !== null && name in cause ? String(Reflect.get(cause, name)) : ""

/** Returns the SQLSTATE of a failure; empty if it has none. */
export const sqlState = (error: unknown): string => SqlError.isSqlError(error) ? field(error.reason.cause, "code") : ""

/** Returns the failure that a failed migration was caused by. */
export const causeOf = (error: unknown): unknown => error instanceof Migrator.MigrationError ? error.cause : error

/** Returns the message of the driver or the server, for a log line. */
export const messageOf = ({ reason: { cause } }: SqlError.SqlError): string =>
  cause instanceof Error ? cause.message : String(cause)

/** Whether the server takes no writes: a standby, or a hosted database that is out of disk space. */
export const isReadOnly = (error: unknown): boolean => sqlState(error) === "25006"

/** SQLSTATE class 53 (insufficient resources), by the resource that is lacking. */
const lacks = {
  disk: "53100",
  memory: "53200",
  connections: "53300",
  limit: "53400"
} as const

/** A resource of a database. */
export type Resource = keyof typeof lacks

/** Returns the resource whose lack made a statement fail. */
export const lackOf = (error: unknown): Resource | undefined => {
  const state = sqlState(error)
  return (Object.keys(lacks) as Array<Resource>).find((resource) => lacks[resource] === state)
}

/** Whether the disk of the database is full. */
export const isDiskFull = (error: unknown): boolean => lackOf(error) === "disk"

/** Whether the database refuses writes, and answers reads. */
export const refusesWrites = (error: unknown): boolean => isReadOnly(error) || isDiskFull(error)

/** Messages of Citus about a lost server, some of which have the SQLSTATE of an internal error (XX000). */
const lostNode =
  /^(failure on connection marked as essential|connection to the remote node .* failed|could not establish any connections to the node|connection not open|server closed the connection unexpectedly)/

/**
 * Whether the database cannot be reached, takes no writes or is overloaded, so that a retry may help: the driver's own
 * failures, SQLSTATE classes 08 (connection), 53 (insufficient resources), 57P (operator intervention), 58 (system
 * error) and 25006 (read-only), and a lost server of a distributed database.
 */
export const isUnavailable = (error: unknown): boolean =>
  SqlError.isSqlError(error) &&
  (passing.has(error.reason._tag) || /^(08|53|57P|58|25006)/.test(sqlState(error)) || lostNode.test(messageOf(error)))

/** Whether an unavailable database is overloaded: it answers, but not in time. */
export const isOverloaded = (error: unknown): boolean =>
  SqlError.isSqlError(error) &&
  (isTimeout(error) || sqlState(error).startsWith("53") ||
    ("operation" in error.reason && error.reason.operation === "acquire"))

/** Whether a statement waited longer than `lock_timeout` for a row that another transaction has locked. */
export const isLocked = (error: SqlError.SqlError): boolean => error.reason._tag === "LockTimeoutError"

/** Whether a statement waited or ran too long, which another statement need not. */
export const isTimeout = (error: SqlError.SqlError): boolean =>
  isLocked(error) || error.reason._tag === "StatementTimeoutError"

/** Whether two transactions blocked each other, and this one was aborted so that the other can go on. */
export const isCollision = (error: SqlError.SqlError): boolean =>
  error.reason._tag === "DeadlockError" || error.reason._tag === "SerializationError"

/** Whether a statement would have stored a duplicate of a unique value. */
export const isDuplicate = (error: SqlError.SqlError): boolean => error.reason._tag === "UniqueViolation"

/** Whether a change would have left a reference to a missing row. */
export const isBrokenReference = (error: SqlError.SqlError): boolean => sqlState(error) === "23503"

/**
 * The name of a constraint in a message of Citus, which has no field for it. The number of a shard follows the name.
 */
const inMessage = /constraint "(\w+?)(?:_\d{6,})?"/

/** Returns the name of the constraint that a statement would have broken; empty if there is none. */
export const brokenConstraint = (error: SqlError.SqlError): string =>
  field(error.reason.cause, "constraint") || (inMessage.exec(messageOf(error))?.[1] ?? "")

/** Runs an effect that writes; if the database takes no writes, does nothing. */
export const whereWritable = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A | undefined, E, R> =>
  Effect.catchDefect(effect, (defect) => refusesWrites(defect) ? Effect.succeed(undefined) : Effect.die(defect))

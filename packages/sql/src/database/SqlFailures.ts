/** Classifies failures of the database. */
import { Effect } from "effect"
import { Migrator, SqlError } from "effect/sql"

const passing = new Set(["ConnectionError", "LockTimeoutError", "StatementTimeoutError"])

const field = (cause: unknown, name: "code" | "constraint"): string =>
  typeof cause === "object" && cause !== null && name in cause ? String(Reflect.get(cause, name)) : ""

/** The SQLSTATE of a failure; empty where it has none. */
export const sqlState = (error: unknown): string => SqlError.isSqlError(error) ? field(error.reason.cause, "code") : ""

/** What a migration failed with. */
export const causeOf = (error: unknown): unknown => error instanceof Migrator.MigrationError ? error.cause : error

/** Returns the message of the driver or the server, for a log line. */
export const messageOf = ({ reason: { cause } }: SqlError.SqlError): string =>
  cause instanceof Error ? cause.message : String(cause)

/** Whether the server takes no writes, as a standby, or as a database that is out of disk space at a provider. */
export const isReadOnly = (error: unknown): boolean => sqlState(error) === "25006"

/** What resources a database can lack (SQLSTATE class 53, insufficient resources), each with its state. */
const lacks = {
  disk: "53100",
  memory: "53200",
  connections: "53300",
  limit: "53400"
} as const

/** A resource of a database. */
export type Resource = keyof typeof lacks

/** The resource that a statement failed for want of. */
export const lackOf = (error: unknown): Resource | undefined => {
  const state = sqlState(error)
  return (Object.keys(lacks) as Array<Resource>).find((resource) => lacks[resource] === state)
}

/** Whether the disk of the database is full. */
export const isDiskFull = (error: unknown): boolean => lackOf(error) === "disk"

/** Whether the database refuses writes, and answers reads. */
export const refusesWrites = (error: unknown): boolean => isReadOnly(error) || isDiskFull(error)

/** What Citus says of a server that it lost, some of it as an internal error (XX000). */
const lostNode =
  /^(failure on connection marked as essential|connection to the remote node .* failed|could not establish any connections to the node|connection not open|server closed the connection unexpectedly)/

/**
 * Whether a failure says that the database cannot be reached, takes no writes or has too much to do, so that asking
 * again may help: besides the driver's own, SQLSTATE classes 08 (connection), 53 (insufficient resources), 57P
 * (operator intervention), 58 (system error) and 25006 (read-only), and a server of a distributed database that is
 * away.
 */
export const isUnavailable = (error: unknown): boolean =>
  SqlError.isSqlError(error) &&
  (passing.has(error.reason._tag) || /^(08|53|57P|58|25006)/.test(sqlState(error)) || lostNode.test(messageOf(error)))

/** Whether an unavailable database has too much to do: it answers, and could not do more in time. */
export const isOverloaded = (error: unknown): boolean =>
  SqlError.isSqlError(error) &&
  (isTimeout(error) || sqlState(error).startsWith("53") ||
    ("operation" in error.reason && error.reason.operation === "acquire"))

/** Whether a statement waited for a row that another transaction has locked for longer than `lock_timeout`. */
export const isLocked = (error: SqlError.SqlError): boolean => error.reason._tag === "LockTimeoutError"

/** Whether a statement had to wait too long, which another one need not. */
export const isTimeout = (error: SqlError.SqlError): boolean =>
  isLocked(error) || error.reason._tag === "StatementTimeoutError"

/** Whether two transactions stood in each other's way, and this one was given up so that the other can go on. */
export const isCollision = (error: SqlError.SqlError): boolean =>
  error.reason._tag === "DeadlockError" || error.reason._tag === "SerializationError"

/** Whether a statement would have stored the same value twice where it has to be unique. */
export const isDuplicate = (error: SqlError.SqlError): boolean => error.reason._tag === "UniqueViolation"

/** Whether a change would have left a reference to a row that there is not. */
export const isBrokenReference = (error: SqlError.SqlError): boolean => sqlState(error) === "23503"

/**
 * The name of a constraint in the message of a distributed database, which has no field for it: behind it is the number
 * of a shard.
 */
const inMessage = /constraint "(\w+?)(?:_\d{6,})?"/

/** The name of the constraint that a statement would have broken; empty where it was none. */
export const brokenConstraint = (error: SqlError.SqlError): string =>
  field(error.reason.cause, "constraint") || (inMessage.exec(messageOf(error))?.[1] ?? "")

/** Runs what writes; where the database takes no writes, it does nothing. */
export const whereWritable = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A | undefined, E, R> =>
  Effect.catchDefect(effect, (defect) => refusesWrites(defect) ? Effect.succeed(undefined) : Effect.die(defect))
